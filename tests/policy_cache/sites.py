"""Whole web sites around a policy, in the ways real ones differ, and sites that only look as if they had one. Deterministic."""

import gzip
import html
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from tests.policy_cache.world import Answer, World

NAMES = ("Alder", "Birch", "Cedar", "Dogwood", "Elm", "Fir", "Gorse", "Hazel", "Ivy", "Juniper")
GOODS = ("bread", "lamps", "maps", "kites", "boots", "seeds", "clocks", "drums", "tents", "soap")

# language, what the link is called there, where it leads, what else stands in a footer
LANGUAGES = (
    ("en", "Privacy Policy", "/legal/privacy-policy", ("Terms of use", "Contact", "Jobs")),
    ("de", "Datenschutzerklärung", "/rechtliches/dse", ("Impressum", "AGB", "Kontakt")),
    ("fr", "Politique de confidentialité", "/infos/confid", ("Mentions légales", "CGV", "Contact")),
    ("es", "Política de privacidad", "/legal/pp", ("Aviso legal", "Condiciones", "Contacto")),
    ("it", "Informativa sulla privacy", "/info/7", ("Note legali", "Condizioni", "Contatti")),
    ("nl", "Privacyverklaring", "/over-ons/pv", ("Voorwaarden", "Contact", "Vacatures")),
    ("pt", "Política de Privacidade", "/p/2", ("Termos", "Contato", "Sobre")),
    ("pl", "Polityka prywatności", "/strona/pp", ("Regulamin", "Kontakt", "Kariera")),
    ("ja", "プライバシーポリシー", "/doc/pp", ("利用規約", "お問い合わせ", "会社概要")),
    ("zh", "隐私政策", "/doc/ys", ("使用条款", "联系我们", "关于我们")),
)  # fmt: skip

type Paths = dict[str, str | Answer]


@dataclass
class Site:
    """One site, and what should be known of it after a lookup."""

    host: str
    kind: str
    paths: Paths
    policy: str | None  # the address of its policy; None where there is none to be read
    text: str = field(default="", repr=False)  # what the policy says
    otherwise: Answer | None = None
    others: dict[str, Paths] = field(default_factory=dict)  # hosts it links to

    def serve(self, world: World) -> None:
        world.site(self.host, self.paths, otherwise=self.otherwise)
        for host, paths in self.others.items():
            if host not in world.sites:
                world.site(host, paths)


def shell(n: int, body: str, title: str, footer: str, *, language: str = "en", head: str = "") -> str:
    """A page of site `n` with its furniture."""
    name, goods = NAMES[n % 10], GOODS[n // 10 % 10]
    menu = "".join(f'<li><a href="/{word}">{word.title()} {goods}</a></li>' for word in ("new", "best", "sale", "all"))
    news = "".join(
        f"<article class='teaser'><h3>{goods.title()} of week {w}</h3><p>Hand-made {goods}.</p></article>" for w in range(3)
    )
    banner = (
        "",
        '<div id="cookie-banner"><p>We use cookies and share data with partners.</p><button>Accept all</button></div>',
        '<div class="cmp-wrapper" role="dialog"><p>We value your privacy. We and our 812 partners store cookies.</p></div>',
    )[n % 3]
    main = (
        f'<main id="content">{body}</main>',
        f'<div class="page"><div class="col-8">{body}</div></div>',
        f'<table width="100%"><tr><td class="menu"><a href="/">Start</a></td><td>{body}</td></tr></table>',
        f'<div role="main"><article>{body}</article></div>',
        f"<section>{body}</section>",
    )[n % 5]
    sign_up = '<form><label>Your e-mail</label><input type="email"><button>Join our newsletter</button></form>' if n % 2 else ""
    return (
        f'<!doctype html><html lang="{language}"><head><meta charset="utf-8"><title>{title}</title>{head}'
        f"<script>window.dataLayer = []; // {name}</script><style>.menu li{{float:left}} .off{{display:none}}</style></head><body>"
        f'{banner}<header><a href="/"><img src="/logo.svg" alt="{name}"></a><nav><ul>{menu}</ul></nav></header>{main}'
        f"<aside><h2>News</h2>{news}</aside>{sign_up}{footer}<noscript>Some parts need JavaScript.</noscript></body></html>"
    )


def front(n: int, footer: str, language: str) -> str:
    name, goods = NAMES[n % 10], GOODS[n // 10 % 10]
    words = f"<p>{name} makes {goods} by hand and sends them to you within a week, wherever you live. </p>" * 5
    return shell(n, f"<h1>{name} {goods}</h1>{words}", f"{name} {goods}", footer, language=language)


def _linked(n: int, names: tuple[str, str, Sequence[str]]) -> str:
    """A footer with the link, in one of nine ways."""
    label, path, rest = names
    around = "".join(f'<li><a href="/x{k}">{word}</a></li>' for k, word in enumerate(rest))
    first, _, last = label.partition(" ")
    return (
        f'<footer><ul>{around}<li><a href="{path}">{label}</a></li></ul><p>© us</p></footer>',
        f'<div class="site-footer"><ul><li><a href="{path}"><span>{first}</span>\n  {last}</a></li>{around}</ul></div>',
        f'<p align="center"><a href="/x1">{rest[0]}</a> | <a href="{path}">{label}</a></p>',
        f'<footer>{around}<a href="{path}" aria-label="{label}"><svg><path d="M0 0"/></svg></a></footer>',
        f'<footer>{around}<a href="{path}" title="{label}"><i class="icon"></i></a></footer>',
        f'<footer>{around}<a href="{path}"><img src="/p.png" alt="{label}"></a></footer>',
        f'<div class="menu off"><ul>{around}<li><a href="{path}">{label.upper()}</a></li></ul></div>',
        f'<footer>{around}<a href="{path}">›&nbsp;{html.escape(label)}&nbsp;</a></footer>',
        f'<footer>{around}<span id="l{n}">{label}</span><a href="{path}" aria-labelledby="l{n}">→</a></footer>',
    )[n % 9]


DECOYS = (
    '<a href="/blog/privacy-policy-tips">Privacy policy tips</a>',
    '<p>Protected by reCAPTCHA: <a href="https://policies.google.com/privacy">Privacy</a></p>',
    '<a href="https://helper.test/privacy">Privacy policy of our chat provider</a>',
    '<a href="/news/2023/11/privacy">Our privacy policy in the news</a>',
    '<a href="/guide">How to write a privacy policy</a><a href="/privacy-settings">Privacy settings</a>',
)
ESSAY = "<h1>Privacy policy tips</h1>" + (
    "<p>Every shop that collects personal data, uses cookies or shares information with third parties needs a privacy policy. "
    "Customers have the right to access and delete. </p>" * 6
)
WALL = "<html><head><title>Just a moment...</title></head><body><h1>{}</h1><p>Verify you are human by completing the action below.</p></body></html>"  # noqa: E501


def _decoy_paths(n: int) -> Paths:
    page = shell(n, ESSAY, "Privacy policy tips", "")
    return dict.fromkeys(("/blog/privacy-policy-tips", "/news/2023/11/privacy", "/guide", "/privacy-settings"), page)


def _others() -> dict[str, Paths]:
    theirs = "<h1>Privacy Policy</h1><p>Helper Inc collects your personal data and cookies. We share it with third parties. Your rights: access.</p>"  # noqa: E501
    return {"helper.test": {"/privacy": shell(3, theirs, "Helper privacy", "")}, "policies.google.com": {"/privacy": theirs}}


def _body(n: int, segments: Sequence[str]) -> str:
    """The policy as one of four kinds of markup."""
    if n % 4 == 0:
        return "<h1>Privacy Policy</h1>" + "".join(f"<p>{segment}</p>" for segment in segments)
    if n % 4 == 1:
        return "<h1>Privacy Policy</h1>" + "<br><br>".join(segments)
    if n % 4 == 2:
        return "".join(f"<div class='s'><div>{segment}</div></div>" for segment in segments)
    return "<h2>Privacy</h2>" + "".join(f"<section><p>{segment}</p></section>" for segment in segments)


def _way(n: int, host: str, path: str, page: str) -> tuple[Paths, str]:
    """The policy page behind redirects, in other codings, or beside a hub; and where it then lies."""
    plain = {path: page}
    if n % 7 == 1:
        return {path: Answer(status=301, headers={"Location": "/pages/final"}), "/pages/final": page}, "/pages/final"
    if n % 7 == 2:
        hops = {
            path: Answer(status=302, headers={"Location": f"https://{host}/a?s=1"}),
            "/a?s=1": Answer(status=307, headers={"Location": "/b"}),
        }
        return {**hops, "/b": page}, "/b"
    if n % 7 == 3:
        return {path: Answer(gzip.compress(page.encode()), headers={"Content-Encoding": "gzip"})}, path
    if n % 7 == 4:
        return {
            path: '<html><head><meta http-equiv="refresh" content="0;url=/real"></head><body>…</body></html>',
            "/real": page,
        }, "/real"
    if n % 7 == 5:
        latin = page.replace('<meta charset="utf-8">', "").encode("cp1252", "xmlcharrefreplace")
        return {path: Answer(latin, headers={"Content-Type": "text/html; charset=windows-1252"})}, path
    return plain, path


def with_policy(n: int, segments: Sequence[str]) -> Site:
    """Site `n` with a policy of these paragraphs (HTML)."""
    language, label, path, rest = LANGUAGES[n % 10] if n % 3 else LANGUAGES[n // 3 % 10]
    host = f"{NAMES[n % 10].lower()}{n}.test"
    footer = _linked(n // 2, (label, path, rest))
    page = shell(n, _body(n, segments), f"{label} - {NAMES[n % 10]}", footer)
    paths, at = _way(n, host, path, page)
    decoys = DECOYS[n % 5] if n % 2 else ""
    text = re.sub(r"<[^>]+>", " ", " ".join(segments))
    site = Site(host, f"{language} linked", paths, f"https://{host}{at}", html.unescape(text), others=_others())
    if n % 20 == 6:
        site.kind, footer = "sitemap only", ""
        site.paths = {"/robots.txt": f"Sitemap: https://{host}/map.xml", "/about/privacy-rules": page}
        site.paths["/map.xml"] = f"<urlset><url><loc>https://{host}/about/privacy-rules</loc></url></urlset>"
        site.policy = f"https://{host}/about/privacy-rules"
    elif n % 20 == 13:
        site.kind, footer, site.paths, site.policy = (
            "usual path only",
            "",
            {"/privacy-policy": page},
            f"https://{host}/privacy-policy",
        )
    elif n % 20 == 17:
        site.kind = "legal hub"
        hub = shell(
            n, "<h1>Privacy center</h1><p>All our documents.</p><ul><li><a href='/doc/9'>Privacy Policy</a></li></ul>", "Legal", ""
        )
        footer = '<footer><a href="/trust">Privacy center</a></footer>'
        site.paths, site.policy = {"/trust": hub, "/doc/9": page}, f"https://{host}/doc/9"
    site.paths |= {"/": front(n, decoys + footer, language)} | _decoy_paths(n)
    if n % 4 == 1:
        gone = "<h1>Oops</h1><p>This page took the day off. We care for your privacy and your personal data; we share cookies.</p>"
        site.otherwise = Answer(shell(n, gone, NAMES[n % 10], footer))
    return site


def _soft(n: int) -> Site:
    gone = "<h1>Hm</h1><p>Nothing here. We collect personal data and cookies and share them with third parties: your rights.</p>"
    return Site(
        f"soft{n}.test", "soft 404", {"/": front(n, "", "en")}, None, otherwise=Answer(shell(n, gone, "Soft", "")), others=_others()
    )


def _only_decoys(n: int) -> Site:
    return Site(f"decoy{n}.test", "decoys", {"/": front(n, "".join(DECOYS), "en"), **_decoy_paths(n)}, None, others=_others())


def _walled(n: int) -> Site:
    footer = '<footer><a href="/privacy">Privacy policy</a></footer>'
    wall = (
        Answer(WALL.format(f"wall{n}.test")),
        Answer(WALL.format("Einen Moment"), 403, headers={"cf-mitigated": "challenge"}),
        Answer(
            shell(
                0,
                "<h1>Before you continue</h1><p>We use cookies and personal data.</p><p>Accept all</p><p>Reject all</p>",
                "Consent",
                "",
            )
        ),
        Answer("<html><head><title>Sign in</title></head><body><p>Privacy</p><form><input type=password></form></body></html>"),
        Answer('<html><body><div id="root"></div><script src="a.js"></script><noscript>Please enable JavaScript</noscript></html>'),
    )[n % 5]
    return Site(f"wall{n}.test", "wall", {"/": front(n, footer, "en"), "/privacy": wall}, None)


def _stranger(n: int) -> Site:
    footer = '<footer><a href="https://helper.test/privacy">Privacy Policy</a></footer>'
    return Site(f"guest{n}.test", "another's policy", {"/": front(n, footer, "en")}, None, others=_others())


NEGATIVE: tuple[Callable[[int], Site], ...] = (_soft, _only_decoys, _walled, _stranger)


def without_policy(n: int) -> Site:
    """Site `n` of those that have none that could be read."""
    return NEGATIVE[n % len(NEGATIVE)](n // len(NEGATIVE))


def corpus_segments(raw: str) -> list[str]:
    """The paragraphs of an OPP-115 file."""
    return [re.sub(r"(?:\s*<br\s*/?>\s*)+", "<br>", part).strip() for part in raw.split("|||") if part.strip()]


def heard(text: str, statements: Sequence[str]) -> float:
    """Which part of a policy's words arrived in its statements."""
    said = re.findall(r"\w+", text.lower())
    arrived = set(re.findall(r"\w+", " ".join(statements).lower()))
    return sum(word in arrived for word in said) / max(1, len(said))
