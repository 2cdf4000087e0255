"""Names in Chinese and Japanese signs."""

import pytest

from guardian_core.detect.signs import chinese, japanese


def found(read, text: str, *, named: bool = False) -> list[str]:
    return [text[start:end] for start, end in read(text, named=named)]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("张伟", ["张伟"]),
        ("歐陽靜", ["歐陽靜"]),
        ("王先生您好", ["王"]),
        ("马云飞住在北京市朝阳区", ["马云飞"]),
        ("感谢孙晓燕的帮助", ["孙晓燕"]),
        ("黄金项链", []),
        ("高清摄像头", []),
        ("夏季新品上市", []),
        ("支付成功", []),
        ("应用于海外市场", []),
        ("杨梅", []),
    ],
)
def test_a_chinese_name_begins_with_a_family_name(text, names):
    assert found(chinese, text) == names


def test_a_family_name_that_is_a_word_counts_where_the_field_is_called_a_name():
    assert found(chinese, "高伟") == []
    assert found(chinese, "高伟", named=True) == ["高伟"]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("田中太郎", ["田中太郎"]),
        ("小林さくら", ["小林さくら"]),
        ("伊藤 誠", ["伊藤 誠"]),
        ("中村先生の診察", ["中村"]),
        ("昨日山本陽子と食事をした", ["山本陽子"]),
        ("氏名：森田から", ["森田"]),
        ("石川県産", []),
        ("中野まで", []),
        ("中山大学", []),
        ("お客様の声", []),
    ],
)
def test_a_japanese_name_has_a_given_name_or_a_title(text, names):
    assert found(japanese, text) == names
