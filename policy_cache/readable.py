"""A fetched page in, the reason out why it is no policy text: challenge, consent wall, login, only scripts (B51, B53)."""

import re

from policy_cache.page import Fetched, Page

ONLY_SCRIPTS = "only scripts, no text"
_SHORT = 1_500  # characters: walls are short, and a long text that mentions a captcha is a text

_CHALLENGE = re.compile(
    r"just a moment|attention required|verify(?:ing)? (?:that )?you are (?:a )?human|are you a (?:robot|human)"
    r"|checking (?:if the site|your browser)"
    r"|captcha|ddos protection|pardon our interruption|access (?:to this page has been )?denied|request unsuccessful"
    r"|bot (?:check|detection)"
    r"|^(?:nur )?einen? moment\b|^un instant|^un momento|^só um momento|^een moment|^chwileczkę"
    r"|^しばらくお待ち|^请稍候|browser wird überprüft"
    r"|vérification de (?:votre navigateur|sécurité)|sind sie ein mensch|nicht-? ?roboter|je ne suis pas un robot"
    r"|ロボットではありません"
    r"|安全验证|人机验证"
    r"|unusual traffic|security check|please wait while|performing security"
    r"|enable (?:javascript and )?cookies to continue",
    re.IGNORECASE,
)
_CONSENT = re.compile(
    r"before you continue|we value your privacy|(?:accept|allow|reject) all(?: cookies)?"
    r"|manage (?:your )?(?:cookie )?(?:preferences|consent|settings)"
    r"|consent (?:to|management)|cookie (?:wall|settings|preferences)|bevor sie fortfahren|avant de continuer"
    r"|alle akzeptieren|tout (?:accepter|refuser)|aceptar todo|rechazar todo|accetta tutt|rifiuta tutt|alles accepteren"
    r"|aceitar tudo"
    r"|zaakceptuj wszystk|すべて(?:同意|許可)|全部接受|接受所有",
    re.IGNORECASE,
)
_LOGIN = re.compile(
    r"\b(?:log ?in|sign ?in|anmelden|connexion|iniciar sesión|accedi|inloggen|entrar|zaloguj)\b|ログイン|登录", re.IGNORECASE
)
_NEEDS_SCRIPT = re.compile(
    r"(?:enable|requires?|need|turn on|activate|aktivier\w*|activer|activar|abilita\w*)\W+(?:\w+\W+){0,3}?java\s?script"
    r"|java\s?script",
    re.I,
)

# Words of which a policy in that language has several; each pattern counts once.
_POLICY_WORDS = tuple(
    re.compile(words, re.IGNORECASE)
    for words in (
        r"privacy|datenschutz|confidentialité|privacidad|riservatezza|privacidade|prywatności|プライバシー|隐私|vie privée",
        r"personal(?:ly)? (?:identifiable )?(?:data|information|details)|personenbezogen|données (?:personnelles|à caractère)"
        r"|datos personales"
        r"|dati personali|persoonsgegevens|dados pessoais|dan(?:e|ych) osobow|個人情報|个人信息|"
        r"your (?:data|information|details|e-?mail"
        r"|name|address)",
        r"\b(?:collect|gather|store|process|keep|retain|record|log)\w*|erheb|verarbeit|speicher|collect(?:ons|ées)|recueil|traite"
        r"|recopil|recog"
        r"|tratam|raccogli|trattiam|verzamel|verwerk|colet|recolh|przetwarz|zbier|収集|取得|收集|处理",
        r"\b(?:share|sell|disclose|rent|third[- ]part)\w*|dritte|weitergeb|weitergabe|partage|tiers|compart|tercero|condivid"
        r"|terzi|delen|derden"
        r"|partilh|terceiro|udostępni|trzeci|第三者|第三方|共享|提供",
        r"cookies?|クッキー",
        r"\b(?:delete|access|correct|rights?|consent|opt[- ]?out|retention)\b|recht|droit|derecho|diritt|direito"
        r"|praw[ao]|権利|权利",
    )
)


def fault_of(answer: Fetched, page: Page) -> str | None:
    """Why this page cannot be read as text by us; None for a readable page, whatever it says."""
    text = page.text
    short = len(text) < _SHORT
    if answer.challenge or (short and (_CHALLENGE.search(page.title) or _CHALLENGE.search(text[:_SHORT]))):
        return "challenge page instead of the text"
    if answer.status in {401, 403, 407, 429, 451} or answer.status >= 500:
        return f"status {answer.status}"
    if page.password and short:
        return "login page instead of the text"
    if short and _LOGIN.search(page.title) and not is_policy(page):
        return "login page instead of the text"
    if len(text) < 200 and page.scripts and not is_policy(page):
        return ONLY_SCRIPTS
    if len(text) < 200 and _NEEDS_SCRIPT.search(f"{text} {page.noscript}"):
        return ONLY_SCRIPTS
    if short and len(_CONSENT.findall(text)) >= 2:
        return "consent page instead of the text"
    return None


def is_policy(page: Page) -> bool:
    """Whether the text talks about personal data as a policy does: three of six kinds of words, or two in a very short one."""
    text = page.text[:200_000]
    if len(text) < 30:
        return False
    kinds = sum(pattern.search(text) is not None for pattern in _POLICY_WORDS)
    titled = _POLICY_WORDS[0].search(f"{page.title} {' '.join(page.blocks[0].headings)}") is not None
    return kinds >= (2 if titled or len(text) < 400 else 3)
