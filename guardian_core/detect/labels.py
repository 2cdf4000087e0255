"""A text in; out, the text as the names model reads it best, as long as it was.

The model learnt from sentences. A name with an exclamation mark behind it, two with a stroke between, one in capitals, as a
file, in a cell or in a query is the same name.
"""

import re

SIZE = 64  # characters of a label
_WORDS = 8
_LETTER = r"[^\W\d_]"
_CAPITALS = re.compile(rf"\W*(?:{_LETTER}{{2,}}[.'\u2019-]?|{_LETTER}\.)(?:[ ,'-]{{1,2}}{_LETTER}+[.'\u2019]?){{1,3}}\W*")
_NAME = rf"[^\W\d_a-zß-öø-ÿ](?:{_LETTER}|[.'\u2019-])*"
# Between full names; "America/New_York" is none.
_STROKE = re.compile(rf"(?<!\S)(?P<one>{_NAME}(?: {_NAME}){{1,3}})(?P<stroke> ?[/|\\;&+\u00b7\u2022] ?)(?={_NAME} {_NAME})")
_END = re.compile(rf"(?P<name>\W*{_NAME}(?:,? {_NAME}){{0,3}}{_LETTER})(?P<signs>[!?.\u2026;:,]+)")
_MARKS = re.compile(r"[#@*>~]+(?=\w)")
# "Dana QUILL", "QUILL Dana": how surnames are written where their place is not known.
LOUD = re.compile(rf"(?=.*[^\W\d_a-zß-öø-ÿ]{{3}})(?=.*[a-zß-ÿ])\W*{_NAME}(?:,? {_NAME}){{1,2}}\W*")
# "Nora Quist CV.pdf", "Nora_Quist_CV.pdf"; not "cv.pdf" or "IMG_2034.jpg".
FILE = re.compile(
    r"(?P<name>[\w .,()'\u2019&+-]{3,100})\.(?:pdf|docx?|odt|rtf|txt|md|pages|xlsx?|ods|csv|pptx?|odp|zip|7z|rar|gz|jpe?g|png"
    r"|heic|tiff?|mp[34]|m4a|wav|mov|eml|msg|vcf|ics)",
    re.IGNORECASE,
)
_JOINED = re.compile(rf"(?<={_LETTER})[_-]+(?=\w)|(?<=\w)_+(?={_LETTER})")
_NAMED = re.compile(r"[A-ZÀ-Þ][a-zß-ÿ'\u2019-]+[ _-]+[A-ZÀ-Þ][a-zß-ÿ'\u2019-]+")


# `?name=Dana+Quill`, `name=Dana%20Quill`: only with capitals, as most are who are named and few of what is searched for.
_QUERY = re.compile(rf"(?<==)[A-ZÀ-Þ]{_LETTER}*(?:(?:\+|%20){_LETTER}[\w.'\u2019-]*){{1,3}}")
_SPACE = re.compile(r"\+|%20")


def as_read(text: str) -> str:
    """The text as the names model should read it; a sentence as it is, but for cells and queries.

    >>> as_read("Dana Quill!"), as_read("DANA QUILL"), as_read("Dana Quill/Nora Quist"), as_read("Nora_Quist_CV.pdf")
    ('Dana Quill ', 'Dana Quill', 'Dana Quill,Nora Quist', 'Nora Quist CV    ')
    """
    text = text.replace("\t", "|")
    if "=" in text:
        text = _QUERY.sub(lambda value: _SPACE.sub(lambda gap: " " * len(gap[0]), value[0]), text)
    if len(text) > SIZE or "\n" in text or len(text.split()) > _WORDS:
        return text
    if is_file(text):
        name = text[: text.rindex(".")]
        return _JOINED.sub(lambda run: " " * len(run[0]), name).ljust(len(text))
    if marks := _MARKS.match(text):
        text = " " * marks.end() + text[marks.end() :]
    read = _STROKE.sub(_comma, text)
    if ended := _END.fullmatch(read):
        read = ended["name"] + " " * len(ended["signs"])
    if text.isascii() and ((text.isupper() and _CAPITALS.fullmatch(text)) or LOUD.fullmatch(text)):
        read = read.title()
    return read


def has_query(text: str) -> bool:
    """Whether a name may be the value of a query or a form in a text."""
    return "=" in text and _QUERY.search(text) is not None


def is_file(text: str) -> bool:
    """Whether a text is the name of a file in which two words could be somebody's name."""
    return len(text) <= 2 * SIZE and FILE.fullmatch(text) is not None and _NAMED.search(text) is not None


def _comma(found: re.Match[str]) -> str:
    return found["one"] + "," + " " * (len(found["stroke"]) - 1)
