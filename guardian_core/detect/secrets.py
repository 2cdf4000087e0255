"""Text in, spans of keys, tokens and passwords out: providers' own prefixes, and assignments in prose."""

import re
from collections.abc import Iterator

from guardian_core.detect.context import Context
from guardian_core.detect.spans import CHECKED, SHAPE, Span
from guardian_core.vocabulary import Entity

# Each provider documents its prefix, made for scanners to find; read top to bottom.
_PROVIDERS = (
    r"(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}",  # Amazon Web Services
    r"gh[pousr]_[A-Za-z0-9]{36,255}",  # GitHub
    r"github_pat_[A-Za-z0-9_]{22,255}",
    r"xox[abeoprs]-[A-Za-z0-9-]{10,250}",  # Slack
    r"xapp-\d-[A-Za-z0-9-]{10,250}",
    r"(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{16,250}",  # Stripe
    r"whsec_[A-Za-z0-9+/]{24,90}",
    r"sk-ant-[A-Za-z0-9_-]{20,250}",  # Anthropic
    r"sk-(?:proj-|svcacct-|admin-|or-v1-)?[A-Za-z0-9_-]{20,250}",  # OpenAI, OpenRouter
    r"AIza[A-Za-z0-9_-]{35}",  # Google
    r"ya29\.[A-Za-z0-9_-]{20,250}",
    r"GOCSPX-[A-Za-z0-9_-]{28}",
    r"glpat-[A-Za-z0-9_-]{20,250}",  # GitLab
    r"npm_[A-Za-z0-9]{36}",
    r"pypi-[A-Za-z0-9_-]{50,250}",
    r"(?:SK|AC)[0-9a-f]{32}",  # Twilio
    r"SG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{32,64}",  # SendGrid
    r"hf_[A-Za-z0-9]{30,60}",  # Hugging Face
    r"gsk_[A-Za-z0-9]{40,60}",  # Groq
    r"(?:dop|doo|dor)_v1_[0-9a-f]{64}",  # DigitalOcean
    r"shp(?:at|ss|ca|pa)_[0-9a-fA-F]{32}",  # Shopify
    r"key-[0-9a-f]{32}",  # Mailgun
    r"AccountKey=[A-Za-z0-9+/]{86}==",  # Azure storage
    r"[A-Za-z0-9_~.-]{3}8Q~[A-Za-z0-9_~.-]{31,34}",  # Azure client secret
)
_TOKEN = re.compile(r"(?<![A-Za-z0-9+/_])(?:" + "|".join(_PROVIDERS) + r")(?![A-Za-z0-9])")
_JWT = re.compile(r"(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,8192}\.eyJ[A-Za-z0-9_-]{8,8192}\.[A-Za-z0-9_-]{0,2048}")
_PEM = re.compile(r"-----BEGIN ((?:[A-Z0-9]{1,12} ){0,3})PRIVATE KEY(?: BLOCK)?-----")
_URL_PASSWORD = re.compile(r"(?<=://)[^\s/:@\"'<>]{1,100}:([^\s/@\"'<>]{3,200})@(?=[\w.-])")
_BEARER = re.compile(r"\b(?:[Bb]earer|[Bb]asic)\s{1,4}([A-Za-z0-9._~+/-]{20,4096}={0,2})")
_ASSIGNED = re.compile(
    r"(?i)(?<![A-Za-z])(?P<name>pass(?:word|wd|phrase|code)|pwd|api[ _-]?key|(?:client[ _-]?)?secret(?:[ _-]?key)?|(?:access|"
    r"auth|refresh)[ _-]?token|"
    r"private[ _-]?key|(?:secret[ _-]?)?access[ _-]?key|"
    r"login pin|pin code|passwort|kennwort|mot de passe|contrase(?:ñ|n)a|wachtwoord|senha|parola d'ordine)"
    r"(?P<link>[\"'`]?\s{0,3}(?:is|[:=]{1,2}|ist|lautet|est|es)\s{0,3})[\"'`]?(?P<value>[^\s\"'`,;<>{}()]{4,256})"
)
# A page recorded with what was typed into it.
_TYPED = re.compile(
    r"(?i)<input\b(?=[^<>]{0,600}\btype\s?=\s?[\"']?password)[^<>]{0,600}?\bvalue\s?=\s?(?:\"([^\"]{1,200})\"|'([^']{1,200})')"
)
PLACEHOLDER = re.compile(
    r"(?i)^(?:[<\[{$%].*|.*\*{3,}.*|x{3,}.*|\.{3,}|•+|(?:your|my|the|new|old|current|user)?[_ -]?(?:password|passwd|api[_-]?key|"
    r"token|secret|key)s?(?:[_-]?here)?|"
    r"redacted|hidden|masked|filtered|none|null|nil|undefined|true|false|string|required|optional|changeme|example|dummy|test|empty|unset|n/?a|"
    r"\[?filtered\]?|(?:process\.env|os\.environ|os\.getenv|settings|config|env|self|this)\b.*)$"
)


def secrets(text: str, _context: Context) -> Iterator[Span]:
    """Tokens by prefix, JSON web tokens, private keys, passwords in URLs, bearer values and assignments."""
    for match in _TYPED.finditer(text):
        yield Span(*match.span(match.lastindex or 1), Entity.PASSWORD, 0.95, CHECKED)
    for match in _TOKEN.finditer(text):
        if _random(match[0]):
            yield Span(*match.span(), Entity.SECRET, 0.97, CHECKED)
    if "://" in text:
        for match in _URL_PASSWORD.finditer(text):
            if not PLACEHOLDER.match(match[1]):
                yield Span(*match.span(1), Entity.PASSWORD, 0.9, CHECKED)
    for match in _BEARER.finditer(text):
        if _random(match[1]):
            yield Span(*match.span(1), Entity.SECRET, 0.9, CHECKED)
    for match in _ASSIGNED.finditer(text):
        value = match["value"].rstrip(".!?:")
        if len(value) >= 4 and _chosen(value, firm=":" in match["link"] or "=" in match["link"]):
            entity = (
                Entity.PASSWORD if re.match(r"(?i)pass|pwd|kenn|mot|contra|wacht|senha|parola", match["name"]) else Entity.SECRET
            )
            yield Span(match.start("value"), match.start("value") + len(value), entity, 0.85, SHAPE)


def keys_and_tickets(text: str, _context: Context) -> Iterator[Span]:
    """JSON web tokens and PEM private keys: long by nature, so searched in the text whose long opaque runs are not masked."""
    for match in _JWT.finditer(text):
        yield Span(*match.span(), Entity.SECRET, 0.97, CHECKED)
    for match in _PEM.finditer(text):
        stop = text.find("-----END", match.end(), match.end() + 16_384)
        close = text.find("-----", stop + 8, stop + 80) if stop >= 0 else -1
        yield Span(match.start(), close + 5 if close >= 0 else match.end(), Entity.SECRET, 0.99, CHECKED)


def _random(token: str) -> bool:
    """Whether `token` looks drawn at random: a digit and several different characters, no placeholder."""
    return any(c.isdigit() for c in token) and len(set(token)) >= 8 and not PLACEHOLDER.match(token)


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
