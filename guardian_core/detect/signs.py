"""A text in Chinese or Japanese signs in; out, where somebody's name stands in it: `我叫王小明`, `田中さん`.

A family name of the commonest with signs that children are called by; where the family name is a word, too, or the name is short, a
title, a label or the edge of the text must stand beside it. The lists are in scripts.toml.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from guardian_core.detect.letters import HAN, IS_HAN, KANA, lists

_CHINESE_TITLES = (
    "先生|女士|小姐|太太|老师|老師|同学|同學|医生|醫生|经理|經理|律师|律師|教授|博士|阿姨|叔叔|师傅|師傅|主任|院长|院長|大夫"
)
_CHINESE_CUES = (
    "我叫|我是|名叫|叫做|名字[是叫]|姓名|收件人|寄件人|收货人|收貨人|联系人|聯絡人|负责人|負責人|申请人|申請人|联系|聯絡|感谢|感謝|谢谢|謝謝|客户|客戶|患者|病人|用户|用戶|会员|會員|作者|记者|記者"
    "|医生是|醫生是|老师是|经理是|朋友|同事|同学|妈妈|媽媽|爸爸|母亲|父亲|丈夫|妻子|老公|老婆|儿子|兒子|女儿|女兒|哥哥|姐姐|弟弟|妹妹|奶奶|爷爷"
)


@lru_cache(maxsize=1)
def _chinese_names() -> tuple[re.Pattern[str], frozenset[str], frozenset[str]]:
    own = lists()["chinese"]
    signs = {part: "".join(words.split()) for part, words in own.items()}
    double = "|".join(own["double"].split())
    given = f"[{signs['given']}]"
    name = re.compile(
        rf"""(?x) (?P<cue>(?:{_CHINESE_CUES}) [:：\s是]{{0,2}})? (?P<before>(?<![{HAN}]))?
             (?P<name> (?:{double}){given}{{1,2}} | (?P<one>[{signs["surnames"]}]) (?P<given>{given}{{0,2}}) )
             (?P<title>{_CHINESE_TITLES})? (?P<behind>(?![{HAN}]))?"""
    )
    none = f"{own['none']} {own['given_none']}"
    return name, frozenset(none.split()), frozenset(signs["words"])


def chinese(text: str, *, named: bool) -> Iterator[tuple[int, int]]:
    """Where the names stand; `named`: whether all of the text is called a name.

    >>> said = "昨天我和赵志强一起吃饭"
    >>> [said[start:end] for start, end in chinese(said, named=False)]
    ['赵志强']
    """
    pattern, none, words = _chinese_names()
    for found in pattern.finditer(text):
        said, given = found["name"], found["given"]
        begins, whole = found["before"] is not None, found["before"] is not None and found["behind"] is not None
        if given is None:  # of a family name with two signs
            if begins or found["cue"] or found["title"]:
                yield found.span("name")
            continue
        if said in none or said[:2] in none or given in none:
            continue
        common = found["one"] in words
        full = len(given) == 2
        if (
            found["title"]
            or (given and (found["cue"] or (whole and (named or full or not common))))
            or (full and (begins or not common))
        ):
            yield found.span("name")


_JAPANESE_TITLES = "さん|様|さま|氏|先生|くん|君|ちゃん|殿|部長|課長|社長|選手|教授|医師"
_JAPANESE_CUES = "氏名|お?名前|宛名|お届け先|担当者?|受取人|患者|差出人|送信者|著者"
# What stands behind a family name, and no given name is.
_JAPANESE_ENDINGS = frozenset([
    "から", "まで", "より", "です", "ます", "だけ", "など", "では", "には", "とは", "でも", "にて",
    "への", "での", "という", "として", "について",
])  # fmt: skip


@lru_cache(maxsize=1)
def _japanese_names() -> tuple[re.Pattern[str], frozenset[str], frozenset[str]]:
    own = lists()["japanese"]
    surnames = "|".join(sorted(own["surnames"].split(), key=len, reverse=True))
    given = f"[{''.join(own['given'].split())}]"
    name = re.compile(
        rf"""(?x) (?P<cue>(?:{_JAPANESE_CUES}) [:：は\s]{{0,2}})? (?P<begins>(?<![{HAN}]))?
             (?P<name> (?P<surname>{surnames}|[{"".join(own["single"].split())}])
                       (?:[ \u3000]? (?P<given> {given}{{1,3}} | (?!さん|さま|くん|ちゃん)[\u3041-\u3096]{{2,4}}(?![{KANA}])
                                               | [\u30a1-\u30fc]{{2,5}}(?![{KANA}]) ))? )
             (?: [ \u3000]?(?P<title>{_JAPANESE_TITLES}|と申します|と言います) | (?P<ends>(?![{HAN}])) )"""
    )
    return name, frozenset(own["none"].split()), frozenset(own["given_none"].split())


def japanese(text: str, *, named: bool) -> Iterator[tuple[int, int]]:
    """Where the names stand; `named`: whether all of the text is called a name.

    >>> said = "昨日山本陽子と食事をした"
    >>> [said[start:end] for start, end in japanese(said, named=False)]
    ['山本陽子']
    """
    pattern, none, not_given = _japanese_names()
    for found in pattern.finditer(text):
        given = found["given"] or ""
        if given in _JAPANESE_ENDINGS:
            given = ""
        start, end = found.start("name"), found.end("name") if given else found.end("surname")
        full = len(given) > 1 and IS_HAN.match(given) is not None
        if text[start:end] in none or (found["begins"] is None and not found["cue"] and not full) or given in not_given:
            continue
        if found["title"] or (len(found["surname"]) > 1 and (given or found["cue"] or (named and end - start == len(text)))):
            yield start, end
