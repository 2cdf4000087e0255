"""Text in, spans of e-mail addresses and network addresses out."""

import ipaddress
import re
from collections.abc import Iterator

from guardian_core.detect.context import Context, before, table
from guardian_core.detect.spans import CHECKED, Span
from guardian_core.vocabulary import Entity, Role

AT = re.compile(r"@|%(?:25){0,3}40")
_LOCAL = re.compile(r"[\w.+'!#&*=/?^`{|}~-]")
_LOCAL_EDGE = ".'!#&*=/?^`{|}~-"
_QUOTED = re.compile(r'(?<![\w"])"(?:[^"\\\n]|\\.){1,64}"\Z')  # RFC 5321 §4.1.2
_DOMAIN = re.compile(r"[\w.-]{1,253}")
_USERINFO = re.compile(r"://(?:[^\s/@]{0,100}:)?$")
_LABEL = re.compile(r"[^\W_](?:[\w-]{0,61}[^\W_])?")
_TOP = re.compile(r"[^\W\d_]{2,24}|xn--[a-z0-9-]{2,59}", re.IGNORECASE)
# Every megabyte of random bytes holds a few "addresses" such as w#@T.cT; people's are longer and of one case.
_DELIBERATE = re.compile(r"[\w.+-]{3,64}@(?:(?:[a-z0-9-]{2,63}\.)+[a-z]{2,24}|(?:[A-Z0-9-]{2,63}\.)+[A-Z]{2,24})")
# Endings that are files, not domains: icon@2x.png, package@app.module.js.
_FILES = table("""
    png jpg jpeg gif svg webp avif ico css js mjs ts tsx jsx json map html htm php py xml yml yaml woff
    """)
_NAMED_FILES = _FILES | table("pdf doc docx odt xls xlsx ods ppt pptx txt rtf csv zip gz eml msg vcf heic tif tiff mp3 mp4 mov")
LIKELY_TOP = re.compile(
    r"(?i)(?!js|ts|py|md|gz|db)[a-z]{2}|com|org|net|edu|gov|mil|int|info|biz|name|test|example|invalid|app|dev|online"
)


# dana [at] mail [dot] example, dana(at)mail.example, dana AT mail DOT example: written for people, read by programs all the same.
_SPELLED = re.compile(
    r"(?<![\w.+-])(?:[\w.+-]{1,64}(?:(?:\s?[\[({<]\s?(?:dot|\.|punkt|point|punto|ponto)\s?[\])}>]\s?|\s(?:DOT|dot)\s)[\w+-]{1,64}){1,4}"
    r"|[\w.+-]{2,64})(?:\s?[\[({<]\s?(?:at|@|arroba|chez|bei|kukac)\s?[\])}>]\s?|\s(?:AT|at|@)\s)"
    r"(?P<domain>[\w-]{1,63}(?:(?:\s?[\[({<]\s?(?:dot|\.|punkt|point|punto|ponto)\s?[\])}>]\s?|\s(?:DOT|dot)\s|\.)[\w-]{1,63}){1,4})",
    re.IGNORECASE,
)
_DOTTED = re.compile(r"(?i)[\[({<]|\sdot\s")


def spelled(text: str, _context: Context) -> Iterator[Span]:
    """Addresses spelled out against collectors; a plain " at " needs a spelled-out dot, else it is a sentence."""
    for match in _SPELLED.finditer(text):
        plain_at = not re.search(r"[\[({<@]", text[match.start() : match.start("domain")])
        top = re.split(r"[^A-Za-z]+", match["domain"])[-1]
        if (plain_at and not _DOTTED.search(match["domain"])) or not _TOP.fullmatch(top) or top.lower() in _FILES:
            continue
        yield Span(*match.span(), Entity.EMAIL, 0.9, CHECKED)


def emails(text: str, context: Context) -> Iterator[Span]:
    """Around every @ (also %40, once or more encoded) at most 64 characters to the left and 253 to the right: linear (BUGS B37)."""
    for at in AT.finditer(text):
        start = at.start()
        while start > 0 and at.start() - start < 64 and _LOCAL.match(text[start - 1]):
            start -= 1
        if at[0] != "@" or "=" in text[start : at.start()] or "/" in text[start : at.start()]:
            cut = max(text.rfind(mark, start, at.start()) for mark in "=/&?#")
            start = max(start, cut + 1)
        if at[0] != "@" and text[start - 1 : start] == "%":
            start = min(start + 2, at.start())  # the hex digits of the escape before the local part
        while start < at.start() and text[start] in _LOCAL_EDGE:
            start += 1
        quoted = text[at.start() - 1 : at.start()] == '"' and _QUOTED.search(text, max(0, at.start() - 67), at.start())
        if quoted:
            start = quoted.start()
        local = text[start : at.start()]
        domain = _domain(text, at.end())
        if not local or not domain or ".." in local or local.endswith("."):
            continue
        end = at.end() + len(domain)
        ssh = local == "git" and text[end : end + 1] in {":", "/"}
        if ssh or _USERINFO.search(text, max(0, start - 104), start):
            continue
        if context.role is Role.BINARY and not _DELIBERATE.fullmatch(text, start, end):
            continue
        yield Span(start, end, Entity.EMAIL, 0.98, CHECKED)


def is_likely(address: str) -> bool:
    """Whether an address ends as most do; what else looks like one is a file or a handle where texts were put together.

    >>> is_likely("dana@example.test"), is_likely("dana@workpeter.smith")
    (True, False)
    """
    return LIKELY_TOP.fullmatch(address.rpartition(".")[2]) is not None


def _domain(text: str, at: int) -> str:
    """The host name that begins at `at`, "" if there is none with a letter-only last label."""
    run = _DOMAIN.match(text, at)
    labels = run[0].rstrip("._-").split(".") if run else []
    while labels and not _TOP.fullmatch(labels[-1]):
        labels.pop()
    if len(labels) > 2 and labels[-1].lower() in _NAMED_FILES and LIKELY_TOP.fullmatch(labels[-2]):
        labels.pop()  # a file named by an address: dana@mail.example.pdf
    if len(labels) < 2 or labels[-1].lower() in _FILES or not all(_LABEL.fullmatch(label) for label in labels):
        return ""
    return ".".join(labels)


_V4 = re.compile(r"(?<![\w.-])(?:\d{1,3}\.){3}\d{1,3}(?![\w-])(?!\.\d)(?!/\d)")
_V6 = re.compile(r"(?<![\w:.])(?=[0-9A-Fa-f]{0,4}:)[0-9A-Fa-f:]{6,39}(?![\w:])(?!\.\d)")
_VERSION_KEYS = table("""
    version ver versions release build firmware revision rev ua agent useragent sdk sdkversion appversion
    """)
_VERSION_WORDS = re.compile(
    r"(?i)(?:\b(?:version|ver|v|release|build|revision|firmware|section|chapter|oid|update)s?[ .:=#]{0,3}|[A-Za-z]/|://)$"
)
_PUBLIC_RESOLVERS = frozenset({"8.8.8.8", "8.8.4.4", "1.1.1.1", "1.0.0.1", "9.9.9.9", "4.4.4.4"})


def ips(text: str, context: Context) -> Iterator[Span]:
    """Addresses of machines, public and private; not versions, networks, hosts of URLs, loopback or well-known resolvers."""
    if context.mentions(_VERSION_KEYS):
        return
    for match in _V4.finditer(text):
        number = match[0]
        if number in _PUBLIC_RESOLVERS or number.endswith(".0.0") or _VERSION_WORDS.search(before(text, match.start(), 16)):
            continue
        if _personal(number):
            yield Span(*match.span(), Entity.IP, 0.9, CHECKED)
    for match in _V6.finditer(text):
        if match[0].count(":") >= 2 and sum(c != ":" for c in match[0]) >= 6 and _personal(match[0]):
            yield Span(*match.span(), Entity.IP, 0.95, CHECKED)


def _personal(number: str) -> bool:
    try:
        address = ipaddress.ip_address(number)
    except ValueError:
        return False
    if isinstance(address, ipaddress.IPv6Address) and not (0x2000 <= int(address) >> 112 <= 0x3FFF or int(address) >> 121 == 0x7E):
        return int(address) >> 118 == 0x3FA  # fe80::/10
    return not (address.is_loopback or address.is_unspecified or address.is_multicast or number.startswith(("0.", "255.")))
