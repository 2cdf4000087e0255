"""Where the names model cannot read: shop phrases name nobody, people are found by what shows that they are people."""

import pytest

from guardian_core.detect.doubts import accepted
from guardian_core.detect.names import NameSpan
from guardian_core.detect.scripts import has_name, people, told
from guardian_core.vocabulary import Entity, Role


def kept(text: str, key: str = "", role: Role = Role.PROSE, entity: Entity = Entity.PERSON) -> list[str]:
    """What is left where the model takes all of a text for one name."""
    return [text[one.start : one.end] for one in told(NameSpan(0, len(text), entity, 0.95), text, key, role)]


HARMLESS = [
    "加入购物车", "免运费", "黄金项链", "高清摄像头", "單行文字", "カートに入れる",
    "送料無料", "宮崎牛ステーキ", "무료 배송", "유효한 값을 입력하세요", "강아지 간식",
    "고객님께 드리는 혜택", "شحن مجاني", "أضف إلى السلة",
    "نور الشمس", "הוסף לסל", "משלוח חינם",
    "ورود یا ثبت نام", "मुफ़्त डिलीवरी", "लाल किला",
    "จัดส่งฟรี", "นายกรัฐมนตรีแถลง", "คุณสมบัติสินค้า",
]  # fmt: skip


@pytest.mark.parametrize("text", HARMLESS)
def test_a_phrase_of_a_shop_names_nobody(text):
    assert kept(text) == []
    assert kept(text, "title", Role.VALUE) == []


@pytest.mark.parametrize("text", HARMLESS[:19])
def test_nor_does_it_where_the_field_is_called_a_name(text):
    assert kept(text, "name", Role.VALUE) == []


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("请联系李娜女士", ["李娜"]),
        ("客户陈雅婷要求退款", ["陈雅婷"]),
        ("歐陽靜", ["歐陽靜"]),
        ("鈴木様、ご注文ありがとうございます", ["鈴木"]),
        ("母の加藤由美が入院しました", ["加藤由美"]),
        ("담당자는 최혜진입니다", ["최혜진"]),
        ("박지훈 씨가 환불을 요청했습니다", ["박지훈"]),
        ("السيدة فاطمة خوري طلبت استرداد المبلغ", ["فاطمة خوري"]),
        ("أمي هدى علي في المستشفى", ["هدى علي"]),
        ("מר דוד מזרחי", ["דוד מזרחי"]),
        ("אמא שלי שרה גולן בבית חולים", ["שרה גולן"]),
        ("نام: علی رضایی", ["علی رضایی"]),
        ("श्री अर्जुन सिंह ने रिफंड मांगा", ["अर्जुन सिंह"]),
        ("กรุณาติดต่อคุณสมหญิง รักไทย", ["สมหญิง รักไทย"]),
    ],
)
def test_a_person_is_found_in_what_the_model_took_for_a_name(text, names):
    assert kept(text) == names


@pytest.mark.parametrize("text", ["王小明", "김민준", "田中太郎", "ליאת בוזגלו", "सुनील गुप्ता", "رضا حسینی"])
@pytest.mark.parametrize("key", ["name", "customer", "title"])
def test_a_field_that_holds_a_name_keeps_it(text, key):
    assert kept(text, key, Role.VALUE) == [text]


def test_the_field_of_a_person_keeps_what_no_list_has():
    assert kept("亓官某", "customer", Role.VALUE) == ["亓官某"]


@pytest.mark.parametrize(
    ("text", "entity", "left"),
    [
        ("北京", Entity.PLACE, ["北京"]),
        ("朝阳区", Entity.PLACE, ["朝阳区"]),
        ("熊 本 県", Entity.PLACE, ["熊 本 県"]),
        ("베이징 시", Entity.PERSON, ["베이징 시"]),
        ("将于下个月开始实施", Entity.PLACE, []),
        ("검정 구두 260", Entity.ADDRESS, []),
        ("서울시 강남구 테헤란로 12", Entity.ADDRESS, ["서울시 강남구 테헤란로 12"]),
        ("جامعة القاهرة", Entity.ORGANIZATION, ["جامعة القاهرة"]),
        ("2026年3月1日", Entity.DATE, ["2026年3月1日"]),
    ],
)
def test_places_and_bodies_are_told_by_their_endings(text, entity, left):
    assert kept(text, entity=entity) == left


@pytest.mark.parametrize("text", ["Dana Quill", "Größe", "Мария Соколова", "Κώστας"])
def test_what_the_model_can_read_is_left_to_it(text):
    assert kept(text) == [text]
    assert not people(text)


def test_a_name_in_a_long_text_is_found_where_it_stands(item):
    text = "这是一个很长的说明。" * 200 + "请联系李娜女士。" + "商品已售罄。" * 200
    at = text.index("请联系")
    found = accepted(NameSpan(at, at + 7, Entity.PLACE, 0.9), text, item(text, "", Role.PROSE))
    assert [(text[one.start : one.end], one.entity) for one in found] == [("李娜", Entity.PERSON)]


@pytest.mark.parametrize(
    ("text", "has"), [("我叫王小明，住在上海", True), ("商品已售罄", False), ("Dana Quill", False), ("", False)]
)
def test_a_text_without_spaces_says_whether_it_names_somebody(text, has):
    assert has_name(text) is has


@pytest.mark.parametrize(
    "text",
    [
        "Ann Quill \u05d0\u05e0\u05d9 \u0645\u0631\u062d\u0628\u0627",
        "\u8054\u7cfb Ann Quill \u8c22\u8c22",
        "Ann Quill \u3055\u3093\u3068",
    ],
)
def test_keeps_what_stands_beside_in_letters_that_the_model_reads(text):
    """A span that runs over both is cut where the letters change."""
    span = NameSpan(0, len(text), Entity.PERSON, 0.9)
    assert "Ann Quill" in {text[one.start : one.end] for one in told(span, text)}


@pytest.mark.parametrize("text", ["iPhone 15 \u4fdd\u62a4\u58f3", "Nike \u8fd0\u52a8\u978b", "TV \u7535\u89c6"])
def test_leaves_goods_with_a_brand_alone(text):
    assert list(told(NameSpan(0, len(text), Entity.PERSON, 0.9), text, "title", Role.VALUE)) == []
