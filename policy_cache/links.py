"""A page's links in, those that may lead to the site's own policy out, best first (B50). Pure."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlsplit

from policy_cache.names import registrable, same_site
from policy_cache.page import Link

ENOUGH = 35  # points below which a link is not followed

# What the link to a policy is called, whole, in ten languages.
_WHOLE = re.compile(
    r"(?:our |your |the |read (?:our|the) |view (?:our|the) |see (?:our|the) )?(?:online |global |website "
    r"|customer )?privacy(?: (?:&|and) cookies?)?"
    r"(?: (?:policy|policies|notice|statement|centre|center|information))?(?: (?:&|and) (?:cookies?|terms|security)(?: policy)?)?"
    r"|data (?:protection|privacy)(?: (?:policy|notice|statement|declaration))?"
    r"|(?:personal )?(?:data|information) (?:protection|privacy|policy)|privacy (?:&|and) legal|legal (?:&|and) privacy"
    r"|terms (?:&|and|/) privacy(?: policy)?|how we use your (?:data|information)|data policy|gdpr"
    r"|datenschutz(?:erklärung|hinweise?|richtlinie|bestimmungen|information(?:en)?)?(?: (?:&|und) .{3,20})?"
    r"|(?:hinweise|informationen) zum datenschutz|(?:impressum|agb) (?:&|und) datenschutz"
    r"|(?:notre )?politique (?:relative )?(?:à la|de) (?:vie privée|protection de la vie privée|données personnelles)"
    r"|protection de la vie privée|mentions légales (?:&|et) (?:confidentialité|données personnelles)|charte (?:de )?vie privée"
    r"|(?:política|aviso|declaración) (?:legal )?(?:de|sobre) (?:privacidad y cookies|datos(?: personales)?|la privacidad)"
    r"|tutela della privacy|trattamento dei dati(?: personali)?|privacy e cookie|note legali e privacy"
    r"|(?:uw )?privacy (?:&|en) cookies|gegevensbescherming|bescherming (?:van )?persoonsgegevens"
    r"|(?:política|aviso) (?:de|sobre) (?:privacidade e cookies|dados pessoais)|proteção de dados|privacidade e (?:termos|cookies)"
    r"|(?:ochrona|polityka) (?:prywatności i )?(?:plików )?cookies|klauzula informacyjna|rodo"
    r"|個人情報保護|プライバシー(?:ステートメント|と利用規約|保護方針)|隐私(?:与cookie|权|声明与条款)|隐私权保护(?:声明|政策)?|法律声明及隐私权政策"
    r"|(?:politique|charte|déclaration) de (?:confidentialité|protection des données.*)|confidentialité|données personnelles"
    r"|vie privée|protection des données"
    r"|(?:política|aviso|declaración) de (?:privacidad|protección de datos)|privacidad|protección de datos"
    r"|(?:informativa|politica|normativa) (?:sulla |sulla protezione |di )?(?:privacy|riservatezza|dei dati)|informativa privacy"
    r"|privacy ?(?:beleid|verklaring|statement|reglement)|privacy- en cookie(?:beleid|verklaring)"
    r"|(?:política|aviso|declaração) de (?:privacidade|proteção de dados)|privacidade"
    r"|polityka (?:prywatności|ochrony danych)(?: .{0,30})?|prywatność|ochrona danych(?: osobowych)?"
    r"|プライバシー(?:ポリシー|・ポリシー|について|規約|通知)?|個人情報(?:保護方針|の取り扱いについて|の取扱いについて|保護について)"
    r"|隐私(?:政策|声明|权政策|保护|条款|协议)?|隱私(?:權政策|政策|聲明)?|个人信息保护(?:政策|声明)",
    re.IGNORECASE,
)
ABOUT_PRIVACY = re.compile(
    r"privacy|data protection|datenschutz|confidentialité|données personnelles|privacidad|protección de datos|riservatezza"
    r"|privacidade|prywatnoś"
    r"|vie privée|プライバシー|個人情報|隐私|隱私|个人信息|個人資料|gegevensbescherming|persoonsgegevens|proteção de dados"
    r"|ochrona danych|protection des données|tutela dei dati",
    re.IGNORECASE,
)
_PATH = re.compile(
    r"privacy|datenschutz|dataprotection|data-protection|confidentialite|donnees-personnelles|vie-privee|privacidad"
    r"|privacidade|riservatezza"
    r"|prywatnos|privacybeleid|protection-des-donnees|proteccion-de-datos",
    re.IGNORECASE,
)
# Something that has privacy in its name and is not the site's policy.
_DECOY_PATH = re.compile(
    r"/(?:blog|news|newsroom|stor(?:y|ies)|posts?|tips|press|magazine|academy|forum|threads?|tag|category|topics?|wiki|jobs|careers|events?"
    r"|podcasts?|videos?|ebooks?|\d{4}/\d{2})(?:/|$|-)|tips",
    re.IGNORECASE,
)
# Help centres keep policies here too, so the name decides.
_DOUBTFUL_PATH = re.compile(r"/(?:articles?|guides?|learn|resources|questions?|products?|shop)(?:/|$|-)", re.IGNORECASE)
_DECOY_NAME = re.compile(
    r"\b(?:tips?|how to|guide|why|what is|ways|best|generator|template|review|news|webinar|report|read more|top \d+|checklist"
    r"|myths?|fence|screen|glass"
    r"|filter|settings|preferences|choices|opt[- ]?out|do not sell|dashboard|request|team|jobs?|shield)\b",
    re.IGNORECASE,
)
_COMPANION = re.compile(
    r"child|kids|california|ccpa|health data|hipaa|cookie|applicant|candidate|employee|recruit|bewerber|job|archive|previous"
    r"|supplier",
    re.IGNORECASE,
)
# Whose own policies stand on other people's pages (captchas, widgets, platforms).
_EVERYWHERE = frozenset(
    [
        "google.com",
        "youtube.com",
        "cloudflare.com",
        "hcaptcha.com",
        "facebook.com",
        "instagram.com",
        "twitter.com",
        "x.com",
        "linkedin.com",
        "pinterest.com",
        "tiktok.com",
        "apple.com",
        "microsoft.com",
        "paypal.com",
        "stripe.com",
        "mailchimp.com",
        "wordpress.org",
        "wordpress.com",
        "automattic.com",
        "shopify.com",
        "hotjar.com",
        "onetrust.com",
        "cookiebot.com",
        "trustarc.com",
        "truste.com",
        "usercentrics.com",
        "networkadvertising.org",
        "aboutads.info",
        "youronlinechoices.com",
    ]
)
# Where domains for sale forward to.
PARKING = frozenset([
    "sedo.com", "sedoparking.com", "dan.com", "afternic.com", "hugedomains.com", "godaddy.com", "bodis.com", "parkingcrew.net",
    "uniregistry.com", "above.com",
])  # fmt: skip


@dataclass(frozen=True, slots=True)
class Candidate:
    """Where the policy may lie, and how much speaks for it."""

    url: str
    points: int
    away: bool = False  # on another site: its text must name this one


def candidates(links: Iterable[Link], site: str) -> list[Candidate]:
    """The links worth following, best first; equal ones in the order of the page."""
    best: dict[str, Candidate] = {}
    for link in links:
        candidate = _weigh(link, site)
        if candidate is not None and (candidate.url not in best or best[candidate.url].points < candidate.points):
            best[candidate.url] = candidate
    return sorted(best.values(), key=lambda candidate: -candidate.points)


def _weigh(link: Link, site: str) -> Candidate | None:
    try:
        parts = urlsplit(link.url)
        host = parts.hostname or ""
    except ValueError:
        return None
    if parts.scheme not in {"http", "https"} or not host:
        return None
    away = not same_site(host, site)
    if away and registrable(host) in _EVERYWHERE:
        return None
    points = max((_name_points(name) for name in link.names), default=0)
    points += 30 if _PATH.search(parts.path) else 0
    if points == 0 and "privacy-policy" not in link.rel:
        return None
    points += 100 if "privacy-policy" in link.rel else 0
    points += {"footer": 15, "nav": 5}.get(link.place, 0)
    points -= 150 if _DECOY_PATH.search(parts.path) else 0
    points -= 60 if _DOUBTFUL_PATH.search(parts.path) else 0
    points -= 25 if _COMPANION.search(parts.path) else 0
    points -= 45 if away else 0
    return Candidate(link.url, points, away) if points >= ENOUGH else None


def _name_points(name: str) -> int:
    """How much a link's name says that it is the policy: 100 for the very name, less for a name that contains it."""
    if _WHOLE.fullmatch(name.strip(" .›»>→|·-")):
        return 100
    if not ABOUT_PRIVACY.search(name):
        return 0
    return 60 - (60 if _DECOY_NAME.search(name) else 0) - (25 if _COMPANION.search(name) else 0) - (30 if len(name) > 60 else 0)
