"""A text in Korean or Thai in; out, where somebody's name stands in it: `김민준입니다`, `คุณสมหญิง`.

In Korean a family name and two syllables of given names, with a particle or without; in Thai, which has no spaces between words, a
given name of the list behind a word after which people are named. The lists are in scripts.toml.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from guardian_core.detect.letters import HANGUL, THAI, lists

_PARTICLES = (
    "입니다|이에요|예요|이라고|라고|에게서|에게|한테|께서|께|님께|님의|님이|님은|님|씨가|씨는|"
    "씨의|씨|이랑|랑|은|는|이|가|을|를|와|과|의|도|만|으로|로|아|야"
)
_VERBAL = frozenset("한해하화만형")  # what ends a name ends an adjective, a verb or an adverb, too
_KOREAN_TITLES = "씨|님|선생님|고객님|교수님|과장님|대리님|부장님|사장님|팀장님|원장님|기자|의사|변호사|박사"
_KOREAN_CUES = (
    "이름은|이름|성명|성함|받는\\s?사람|받는\\s?분|보내는\\s?사람|보내는\\s?분|담당자는|담당자|수령인|"
    "수신인|예금주|저자|작성자|글쓴이|환자|고객"
)


@lru_cache(maxsize=1)
def _korean_names() -> tuple[re.Pattern[str], re.Pattern[str], frozenset[str], frozenset[str]]:
    own = lists()["korean"]
    one, any_one, double = "".join(own["common"].split()), "".join(own["surnames"].split()), "|".join(own["double"].split())
    first, second = "".join(own["first"].split()), "".join(own["second"].split())
    plain = re.compile(
        rf"(?<![{HANGUL}])(?P<name>[{one}][{first}][{second}]|(?:{double})[{first}][{second}]?)(?:{_PARTICLES})?(?![{HANGUL}])"
    )
    told_so = re.compile(
        rf"""(?x) (?<![{HANGUL}]) (?:
               (?:{_KOREAN_CUES}) \s?[:：]\s?
               (?P<named>(?:{double}|[{any_one}])[{HANGUL}]{{1,2}}?) (?:{_PARTICLES})? (?![{HANGUL}])
             | (?P<honoured>(?:{double}|[{any_one}])[{HANGUL}]{{1,2}})
               \s? (?:{_KOREAN_TITLES}) (?:{_PARTICLES})? (?![{HANGUL}]) )"""
    )
    return plain, told_so, frozenset(own["none"].split()), frozenset(own["honoured_none"].split())


def korean(text: str, *, named: bool) -> Iterator[tuple[int, int]]:
    """Where the names stand; `named`: whether all of the text is called a name.

    >>> said = "제 이름은 김민준입니다"
    >>> [said[start:end] for start, end in korean(said, named=False)]
    ['김민준']
    """
    plain, told_so, none, honoured_none = _korean_names()
    for found in plain.finditer(text):
        if found["name"] not in none and (found["name"][-1] not in _VERBAL or found.end() > found.end("name")):
            yield found.span("name")
    for found in told_so.finditer(text):
        group = "named" if found["named"] else "honoured"
        if found[group] not in none and found[group] not in honoured_none:
            yield found.span(group)
    if named and re.fullmatch(rf"[{''.join(lists()['korean']['surnames'].split())}][{HANGUL}]{{1,2}}", text) and text not in none:
        yield 0, len(text)


_THAI_TITLES = (
    r"นาย(?!ก|จ้าง|หน้า|แบบ|ทุน)|นางสาว|นาง(?!แบบ|สาว|ฟ้า|เอก)|"
    r"น\.ส\.|ด\.ช\.|ด\.ญ\.|เด็กชาย|เด็กหญิง|ดร\.|"
    r"ชื่อ-(?:นาม)?สกุล\s?:|(?<!ร้าน)(?:ชื่อ|ผู้รับ|ผู้ส่ง|ลูกค้า|ผู้ป่วย|ผู้เขียน)\s?:"
)
_THAI_CUES = "คุณ|พี่|น้อง|หมอ|ครู|อาจารย์|ชื่อ|คือ|กับ|ถึง|จาก|โดย|ติดต่อ|และ|ให้|ขอบคุณ|แม่|พ่อ|ลูกค้า"


_THAI_THINGS = re.compile(
    "สินค้า|ราคา|เพิ่ม|ลด|จัดส่ง|ฟรี|ซื้อ|ขาย|เสื้อ|กางเกง|รองเท้า|กระเป๋า|โต๊ะ|เก้าอี้|เตียง|ตู้|ผ้า|น้ำ|อาหาร|เครื่อง|กล้อง|โทรศัพท์|สี|ขนาด|ใหม่|ร้าน|ชุด|ไม้|หนัง|ครีม|แชมพู|สบู่"
    "|หนังสือ|ของเล่น|นาฬิกา|แหวน|สร้อย|เข้าสู่|ระบบ|ค้นหา|เลือก|กรุณา|ยืนยัน|บันทึก|ตั้งค่า|นโยบาย|คำถาม|ข่าว|วันนี้|พรุ่งนี้|อากาศ|ไฟล์|รูป|รหัส|ผู้ใช้|บัญชี|หน้า|แบบ|การ|ความ|ข้อ|ที่|แล้ว|ไม่|ได้|ให้|และ|หรือ"
)
_THAI_OWN = (
    "ฉันชื่อ|ผมชื่อ|ภรรยา(?:ผม|ของผม)?|สามี(?:ฉัน|ของฉัน)?|"
    "ลูก(?:ชาย|สาว)(?:ฉัน|ผม|ของฉัน|ของผม)?|เพื่อน(?:ฉัน|ผม)?|"
    "(?:ที่อยู่|เบอร์โทร|เบอร์|อีเมล)ของ|โทรหา|พบกับ|เจอ|"
    "พัสดุให้|คุณ"
)


@lru_cache(maxsize=1)
def _thai_names() -> re.Pattern[str]:
    given = "|".join(sorted(lists()["thai"]["given"].split(), key=len, reverse=True))
    word = f"[{THAI}]{{3,16}}"
    behind = "มาก|ครับ|ค่ะ|ว่า|ได้|จะ|ไม่|อยู่|เป็น|มี|ที่|และ|โทร"
    return re.compile(
        rf"""(?x) (?:{_THAI_TITLES}) \s? (?P<titled>{word}(?:[ ]{word})?)
             | (?:(?<![{THAI}])|{_THAI_CUES}) (?P<given>(?:{given}) (?:(?![{THAI}])(?:[ ]{word})?|(?={behind})))
             | (?:{_THAI_OWN}) [ ]? (?P<own>{word}[ ]{word})(?![{THAI}])"""
    )


def thai(text: str, *, named: bool) -> Iterator[tuple[int, int]]:
    """Where the names stand; `named`: whether all of the text is called a name.

    >>> said = "กรุณาติดต่อคุณสมหญิง รักไทย"
    >>> [said[start:end] for start, end in thai(said, named=False)]
    ['สมหญิง รักไทย']
    """
    for found in _thai_names().finditer(text):
        group = found.lastgroup or ""
        if group != "own" or not _THAI_THINGS.search(found[group]):
            yield found.span(group)
    if named and re.fullmatch(rf"[{THAI}]{{2,16}} [{THAI}]{{2,20}}", text) and not _THAI_THINGS.search(text):
        yield 0, len(text)
