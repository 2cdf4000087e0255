"""Text in, spans of keys, tokens and passwords out: by their form, by a prefix of a provider, or given as one in prose."""

import re
from collections.abc import Iterator

from guardian_core.detect.about_passwords import tells
from guardian_core.detect.context import Context
from guardian_core.detect.placeholders import PLACEHOLDER
from guardian_core.detect.spans import CHECKED, SHAPE, Span
from guardian_core.detect.tokens import drawn, tokens
from guardian_core.vocabulary import Entity

_JWT = re.compile(r"(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,8192}\.eyJ[A-Za-z0-9_-]{8,8192}\.[A-Za-z0-9_-]{0,2048}")
_PEM = re.compile(r"-----BEGIN ((?:[A-Z0-9]{1,12} ){0,3})PRIVATE KEY(?: BLOCK)?-----")
_URL_PASSWORD = re.compile(r"(?<=://)[^\s/:@\"'<>]{0,100}:([^\s/@\"'<>]{3,200})@(?=[\w.-])")
_BEARER = re.compile(r"\b(?:[Bb]earer|[Bb]asic|[Tt]oken|[Aa]pi[Kk]ey)\s{1,4}([A-Za-z0-9._~+/-]{20,4096}={0,2})")
# On a command line, and in .netrc.
_GIVEN = re.compile(
    r"(?:\bcurl\b[^\n]{0,200}?\s(?:-u|--user|--proxy-user)[ =][\"']?[^\s:\"']{1,100}:|\bsshpass\s+-p\s?[\"']?"
    r"|\bmysql\b[^\n]{0,100}?\s-p(?=\S)[\"']?|\blogin\s{1,4}\S{1,100}\s{1,4}password\s{1,4}"
    r"|(?<![\w-])--(?P<flag>pass(?:word|wd|phrase)|secret|token|api-?key)\s{1,2}[\"']?"
    r"|\b(?i:identified\s{1,4}by)\s{1,4}[\"'])(?P<value>[^\s\"']{3,200})"
)
_OF_SECRETS = r"(?:password|passwd|passphrase|pwd|passwort|(?:secret|access|private)[_-]?key|api[_-]?key|secret|token)"
# As programs write it: `#define PASSWORD "…"`, `config.set("db.password", "…")`, `:password => "…"`, `environ["TOKEN"] = "…"`.
_CODED = re.compile(
    rf"(?i)(?<![a-z])(?P<name>{_OF_SECRETS})"
    r"(?:[\"'`]\]?\s{0,3}(?P<listed>,)\s{0,3}|[\"'`]?\]?\s{0,3}(?:=>|->|=)\s{0,3}|[ \t]{1,8})"
    r"\\?(?P<quote>[\"'`])(?P<value>[^\"'`\\\s<>]{4,256})\\?(?P=quote)"
)
_DEFINE = re.compile(r"#\s?define\s{1,8}\w{0,40}\Z")
# `ENV DB_PASSWORD …`, `set TOKEN …`, `--password …`
_OPTION = re.compile(
    rf"(?i)(?:(?m:^)[ \t>$#]{{0,8}}(?:env|arg|setx?)\s{{1,4}}[a-z0-9_]{{0,40}}?{_OF_SECRETS}"
    rf"|--(?<!\S--)(?:[a-z0-9]{{1,20}}-){{0,3}}?{_OF_SECRETS})"
    r"[ \t]{1,4}[\"']?(?P<value>[^\s\"'`,;<>{}()-][^\s\"'`,;<>{}()]{3,256})"
)
_ASSIGNED = re.compile(
    r"(?i)(?<![A-Za-z])(?P<name>pass(?:word|wd|phrase|code)|pwd|api[ _-]?key|(?:client[ _-]?)?secret(?:[ _-]?key)?|(?:access|"
    r"auth|refresh|api|bot|session)[ _-]?token|"
    r"(?<!-)(?:passw?|pw)(?=\s{0,2}[:=])|"
    r"(?<![\w-])pin(?=\s{0,2}[:=]\s{0,3}[\"']?\d{4}(?!\w|[-:/]|[.,\s]\d))|private[ _-]?key|(?:secret[ _-]?)?access[ _-]?key|"
    r"login pin|pin code|passwort|kennwort|mot de passe|contrase(?:ñ|n)a|wachtwoord|senha|parola d'ordine|"
    r"passord|lösenord|losenord|salasana|has[łl]o|heslo|jelsz[óo]|[şs]ifre|parol[ae]|kodeord|adgangskode|пароль|密码|密碼|パスワード|비밀번호|"
    r"كلمة المرور|סיסמה|κωδικός|[A-Za-z]{1,20}_(?:password|passwd|secret|token|api_key|key)(?==))"
    r"(?P<link>[\"'`]?\s{0,3}(?:is|[:=]{1,2}|ist|lautet|est|es|är|er|on|это|是|は)\s{0,3})[\"'`]?(?P<value>[^\s\"'`,;<>{}()]{4,256})"
)
# The words from which the keys to a wallet are made again (BIP-39).
_SEED = re.compile(
    r"(?i)\b(?:seed|recovery|mnemonic|backup|secret)[ -]?(?:phrase|words|seed)?\b[^\n]{0,24}?[:=\"']\s{0,3}[\"']?"
    r"(?P<words>[a-z]{3,8}(?:[ ,]{1,2}[a-z]{3,8}){11,23})(?![a-z])"
)
# A page recorded with what was typed into it.
_TYPED = re.compile(
    r"(?i)<input\b(?=[^<>]{0,600}\btype\s?=\s?[\"']?password)[^<>]{0,600}?\bvalue\s?=\s?(?:\"([^\"]{1,200})\"|'([^']{1,200})')"
)
# "password Heron22!x", also in the cells of a table: only what no sentence has there.
_BESIDE = re.compile(
    r"(?i)(?<![\w-])(?:password|passwort|passwd|pwd)(?:[ \t]{1,3}|[ \t]{0,20}\|[ \t]{0,3})"
    r"(?P<value>(?=[^\s|]{0,63}\d)(?=[^\s|]{0,63}[^\W\d_])(?=[^\s|]{0,63}[!#$%^&*?])[^\s|\"'`,;<>{}()=/]{6,64})(?![^\s|])"
)


def secrets(text: str, _context: Context) -> Iterator[Span]:
    """Tokens by prefix, JSON web tokens, private keys, passwords in URLs, bearer values and assignments."""
    low = text.lower()
    for match in _TYPED.finditer(text) if "<input" in low or not text.isascii() else ():
        yield Span(*match.span(match.lastindex or 1), Entity.PASSWORD, 0.95, CHECKED)
    yield from tokens(text)
    if "://" in text:
        for match in _URL_PASSWORD.finditer(text):
            if not PLACEHOLDER.match(match[1]):
                yield Span(*match.span(1), Entity.PASSWORD, 0.9, CHECKED)
    if len(text) <= _SHORT and not _SPOKEN.search(low):
        return
    told = any(word in low for word in _SCHEMES)
    for match in _BEARER.finditer(text) if told else ():
        if _random(match[1]):
            yield Span(*match.span(1), Entity.SECRET, 0.9, CHECKED)
    yield from _said(text, low)


def _said(text: str, low: str) -> Iterator[Span]:
    """What commands and sentences give away; `low`: the text in small letters."""
    if any(word in low for word in _COMMANDS):
        for match in _GIVEN.finditer(text):
            if not PLACEHOLDER.match(match["value"]) and (not match["flag"] or _chosen(match["value"], firm=False)):
                yield Span(*match.span("value"), Entity.PASSWORD, 0.9, CHECKED)
    if any(word in low for word in _SEED_WORDS):
        for match in _SEED.finditer(text):
            yield Span(*match.span("words"), Entity.SECRET, 0.9, SHAPE)
    if any(word in low for word in _NAMES_OF_SECRETS):
        yield from _assigned(text)
        yield from _programmed(text, low)


# What stands in a text, in small letters, before the slower expressions are tried; each of their alternatives holds one.
_SCHEMES = ("bearer", "basic", "token", "apikey")
_COMMANDS = ("curl", "sshpass", "mysql", "login", "--pass", "--secret", "--token", "--api", "identified")
_SEED_WORDS = ("seed", "recovery", "mnemonic", "backup", "secret")
_NAMES_OF_SECRETS = (
    "pass", "pwd", "key", "secret", "token", "login pin", "pin code", "wort", "contrase", "senha", "parol", "woord", "senord",
    "salasana", "hasł", "haslo", "heslo", "jelsz", "ifre", "kodeord", "adgangskode",
    "пароль", "密", "パスワード", "비밀", "كلمة", "סיסמה", "κωδικός", "secret_", "_key", "pw=", "pw:", "pw ",
    "pin:", "pin=", "pin ",
)  # fmt: skip


_SHORT = 80
_SPOKEN = re.compile("|".join(map(re.escape, (*_SCHEMES, *_COMMANDS, *_SEED_WORDS, *_NAMES_OF_SECRETS))))


def _assigned(text: str) -> Iterator[Span]:
    """What stands behind a word for a secret."""
    for match in _ASSIGNED.finditer(text):
        firm = ":" in match["link"] or "=" in match["link"]
        value = match["value"].rstrip(".:" if firm else ".!?:")
        name = match["name"].lower()
        if len(value) < 4 or (name == "pin code" and _POST_OFFICE.fullmatch(value)):
            continue
        if name in _BRIEF and (_COUNTED.fullmatch(value) or not _is_password(text, match)):
            continue
        if _chosen(value, firm=firm) and (firm or not tells(text)):
            entity = Entity.SECRET if _FOR_PROGRAMS.search(match["name"]) else Entity.PASSWORD
            yield Span(match.start("value"), match.start("value") + len(value), entity, 0.85, SHAPE)


def _is_password(text: str, match: re.Match[str]) -> bool:
    """Whether a short word for one means it: written `pass=…`, at the beginning of a line and with the value at its end, or behind
    whose it is."""
    if match["link"].startswith("="):
        return True
    start, end = match.start(), match.end("value")
    if _OF_CODE.match(text, end) or "pass" in match["value"].lower():
        return False
    if start and text[start - 1] == "_":  # a variable of the environment: SMTP_PASS
        return match["name"].isupper() and _ENDS.match(text, end) is not None
    begins = start == 0 or text[start - 1] == "\n"
    if begins and (match["link"].startswith(":") or _ENDS.match(text, end)):
        return True
    return match["name"].lower() == "pw" or _WHOSE.search(text, max(0, start - 80), start) is not None


_OF_CODE = re.compile(r"[\"'`]?[ \t]*[;({\[]")
_ENDS = re.compile(r"[\"'`]?[ \t]*(?:[,\r\n]|\Z)")
_WHOSE = re.compile(r"(?i)\b(?:user(?:[ _-]?name|[ _-]?id)?|login|log-?in|e-?mail|account|acct|uid|usr)\b|@")


def _programmed(text: str, low: str) -> Iterator[Span]:
    """What stands behind a word for a secret in a program or on a command line."""
    for match in _BESIDE.finditer(text) if _BARE.search(low) else ():
        if not PLACEHOLDER.match(match["value"]):
            yield Span(*match.span("value"), Entity.PASSWORD, 0.85, SHAPE)
    for pattern in (_CODED, _OPTION) if _QUOTED.search(low) or _SET.search(low) else ():
        for match in pattern.finditer(text):
            value, listed = match["value"], pattern is _CODED and match["listed"]
            defined = _DEFINE.search(text, max(0, match.start() - 60), match.start()) and not PLACEHOLDER.match(value)
            if not (defined or _chosen(value, firm=True)) or value[0] in "/#." or (listed and not _mixed(value)):
                continue
            programs = _FOR_PROGRAMS.search(match[0][: match.start("value") - match.start()])
            if not programs or (drawn(value) and len(value) >= _ISSUED):
                yield Span(*match.span("value"), Entity.SECRET if programs else Entity.PASSWORD, 0.85, SHAPE)


_ISSUED = 12
# Asked of a text in small letters, before the expressions that read its letters as either.
_STEM = r"(?:pass(?:word|wd|phrase|wort)|pwd|key|secret|token)"
_BARE = re.compile(r"(?:pass(?:word|wd|wort)|pwd)[ \t|]{1,3}[^\s|]")
_QUOTED = re.compile(_STEM + r"[\"'`\]]{0,2}[ \t]{0,8}(?:=>|->|[=,])?\s{0,3}\\?[\"'`]")
_SET = re.compile(r"--[a-z0-9-]{3,80}[ \t]|(?m:^)[ \t>$#]{0,8}(?:env|arg|setx?)[ \t]")


def _mixed(value: str) -> bool:
    """Whether `value` is no name such as "address2" or "sha256", as they stand in lists of fields."""
    sign = any(not character.isalnum() and character not in "._-/:" for character in value)
    return any(character.isdigit() for character in value) and (sign or (value != value.lower() and value != value.upper()))


# What a test or a filter calls so has a number: pass=128, pass=95%, pass=20kHz.
_BRIEF = frozenset({"pass", "passw", "pw"})
_COUNTED = re.compile(r"[\d.,:/%+-]+[A-Za-z%]{0,3}|v[\d.]+|\d(?:st|nd|rd|th)")
_POST_OFFICE = re.compile(r"[1-9]\d{5}")  # "Pin code: 110001" in India
_FOR_PROGRAMS = re.compile(r"(?i)key|secret|token")


def keys_and_tickets(text: str, _context: Context) -> Iterator[Span]:
    """JSON web tokens and PEM private keys: long by nature, so searched in the text whose long opaque runs are not masked."""
    for match in _JWT.finditer(text):
        yield Span(*match.span(), Entity.SECRET, 0.97, CHECKED)
    for match in _PEM.finditer(text):
        stop = text.find("-----END", match.end(), match.end() + 16_384)
        close = text.find("-----", stop + 8, stop + 80) if stop >= 0 else -1
        yield Span(match.start(), close + 5 if close >= 0 else match.end(), Entity.SECRET, 0.99, CHECKED)


def _random(token: str) -> bool:
    """Whether `token` looks drawn at random, and is no placeholder."""
    return drawn(token) and not PLACEHOLDER.match(token)


def _chosen(value: str, *, firm: bool) -> bool:
    """Whether `value` is a password rather than a word of the sentence or a piece of code."""
    if PLACEHOLDER.match(value) or re.fullmatch(r"[\w]+(?:\.[A-Za-z_]\w*)+|\w+\[.*|https?:.*", value):
        return False
    digit = any(character.isdigit() for character in value)
    sign = any(not character.isalnum() and character not in "._-/'" for character in value)
    return (
        (digit and any(character.isalpha() for character in value))
        or (sign and (firm or value != value.lower()))
        or (firm and digit)
    )
