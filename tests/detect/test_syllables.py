"""Names in Korean and Thai."""

import pytest

from guardian_core.detect.syllables import korean, thai


def found(read, text: str, *, named: bool = False) -> list[str]:
    return [text[start:end] for start, end in read(text, named=named)]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("김민준", ["김민준"]),
        ("김민준에게 전화했다", ["김민준"]),
        ("이서연님께 연락해 주세요", ["이서연"]),
        ("이름: 허준", ["허준"]),
        ("정수기 필터", []),
        ("이미지를 업로드", []),
        ("유효한 값", []),
        ("고객님께", []),
    ],
)
def test_a_korean_name_is_a_family_name_and_two_syllables(text, names):
    assert list(dict.fromkeys(found(korean, text))) == names


def test_two_syllables_are_a_name_where_the_field_is_called_so():
    assert found(korean, "허준") == []
    assert found(korean, "허준", named=True) == ["허준"]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("นายประเสริฐ ศรีสุข", ["ประเสริฐ ศรีสุข"]),
        ("ฉันกินข้าวกับวิภา บุญมา", ["วิภา บุญมา"]),
        ("ขอบคุณคุณสุดามาก", ["สุดา"]),
        ("ชื่อ: กานดา พงษ์ศรี", ["กานดา พงษ์ศรี"]),
        ("คำสั่งซื้อของคุณถูกจัดส่งแล้ว", []),
        ("นายกรัฐมนตรีแถลง", []),
        ("เก้าอี้ไม้โอ๊ค", []),
    ],
)
def test_a_thai_name_stands_behind_what_people_are_named_after(text, names):
    assert found(thai, text) == names


def test_two_thai_words_are_a_name_where_the_field_is_called_so():
    assert found(thai, "กรกช วัฒนกุล", named=True) == ["กรกช วัฒนกุล"]
    assert found(thai, "เสื้อผ้า ราคาถูก", named=True) == []
