"""A bare domain in, the policy found, or none, or unknown: over real TLS."""

import pytest

from guardian_core.settings import PolicySettings
from guardian_core.vocabulary import PolicyState
from tests.policy_cache.papers import pdf
from tests.policy_cache.world import POLICY, Answer, World, cache_of, home, page

SHORT_DE = "<p>Wir verarbeiten Ihre E-Mail-Adresse. Wir geben personenbezogene Daten nicht an Dritte weiter.</p>"


async def lookup(world: World, tmp_path, settings, domain: str):
    cache = cache_of(world, tmp_path, settings)
    try:
        return await cache.fetch(domain), cache.fetches(domain)
    finally:
        await cache.close()


@pytest.mark.parametrize(
    "link",
    [
        '<a href="/legal/dp"><span>Privacy</span>\n   Policy</a>',
        '<a aria-label="Privacy policy" href="/legal/dp"><img src="x"></a>',
        '<a href="/legal/dp"><img src="x" alt="Privacy Notice"></a>',
        '<a href="/legal/dp" title="Privacy statement">P</a>',
        '<a href="/legal/dp">Datenschutzerkl&auml;rung</a>',
        '<a href="/legal/dp">Politique de confidentialité</a>',
        '<a href="/legal/dp">Política de privacidad</a>',
        '<a href="/legal/dp">Informativa sulla privacy</a>',
        '<a href="/legal/dp">Privacybeleid</a>',
        '<a href="/legal/dp">Política de Privacidade</a>',
        '<a href="/legal/dp">Polityka prywatności</a>',
        '<a href="/legal/dp">プライバシーポリシー</a>',
        '<a href="/legal/dp">隐私政策</a>',
        '<a href="/legal/dp" rel="privacy-policy">Legal</a>',
    ],
    ids=["newline", "aria-label", "img-alt", "title", "de", "fr", "es", "it", "nl", "pt", "pl", "ja", "zh", "rel"],
)
async def test_finds_the_link_by_any_of_its_names(world: World, tmp_path, settings: PolicySettings, link: str) -> None:
    decoy = '<a href="/blog/privacy-policy-tips">Privacy policy tips</a>'
    world.site("shop.test", {"/": home(decoy + link), "/legal/dp": POLICY, "/blog/privacy-policy-tips": POLICY})
    found, _ = await lookup(world, tmp_path, settings, "shop.test")
    assert found.state is PolicyState.KNOWN
    assert found.url == "https://shop.test/legal/dp"
    assert world.paths("shop.test")[:2] == ["/", "/legal/dp"]


@pytest.mark.parametrize("path", ["/privacy", "/.well-known/privacy-policy", "/datenschutz", "/legal/privacy"])
async def test_tries_the_usual_paths_where_no_link_leads(world: World, tmp_path, settings: PolicySettings, path: str) -> None:
    world.site("shop.test", {"/": home(""), path: POLICY})
    found, _ = await lookup(world, tmp_path, settings, "shop.test")
    assert found.url == f"https://shop.test{path}"


async def test_follows_a_legal_hub_one_step(world: World, tmp_path, settings: PolicySettings) -> None:
    hub = home('<a href="/p/7">Privacy policy</a>')
    world.site("shop.test", {"/": home('<a href="/trust">Privacy center</a>'), "/trust": hub, "/p/7": POLICY})
    found, _ = await lookup(world, tmp_path, settings, "shop.test")
    assert found.url == "https://shop.test/p/7"


async def test_says_none_when_every_page_was_readable(world: World, tmp_path, settings: PolicySettings) -> None:
    world.site("bare.test", {"/": home('<a href="/about">About</a>')})
    found, log = await lookup(world, tmp_path, settings, "bare.test")
    assert (found.state, found.reason) == (PolicyState.NONE, "no privacy policy on the site")
    assert {record.outcome for record in log} == {"page", "rejected"}


async def test_does_not_take_a_soft_404_for_a_policy(world: World, tmp_path, settings: PolicySettings) -> None:
    """The page for a missing path has a banner that talks like a policy."""
    notice = "<p>We collect personal data with cookies and share it with third parties. Privacy matters. Your rights.</p></main>"
    banner = home("").replace("</main>", notice)
    world.site("soft.test", {"/": home("")}, otherwise=Answer(banner))
    found, log = await lookup(world, tmp_path, settings, "soft.test")
    assert found.state is PolicyState.NONE
    assert "soft 404" in {record.reason for record in log}


@pytest.mark.parametrize(
    "decoy",
    [
        '<a href="/blog/privacy-policy-tips">Privacy policy</a>',
        '<a href="/news/2024/privacy">Our privacy policy in the news</a>',
        '<a href="https://partner.test/privacy">Privacy policy</a>',
        '<a href="https://policies.google.com/privacy">Privacy</a>',
    ],
    ids=["blog", "news", "other-site", "captcha"],
)
async def test_accepts_no_decoy(world: World, tmp_path, settings: PolicySettings, decoy: str) -> None:
    other = POLICY.replace("our shop", "Partner").replace("Example Shop", "Partner")
    world.site("jolly.test", {"/": home(decoy), "/blog/privacy-policy-tips": other, "/news/2024/privacy": other})
    world.site("partner.test", {"/privacy": other})
    world.site("policies.google.com", {"/privacy": other})
    found, _ = await lookup(world, tmp_path, settings, "jolly.test")
    assert found.state is not PolicyState.KNOWN
    assert world.paths("policies.google.com") == []


async def test_accepts_a_parents_policy_that_names_the_site(world: World, tmp_path, settings: PolicySettings) -> None:
    world.site("jolly.test", {"/": home('<a href="https://parent.test/privacy">Privacy policy</a>')})
    world.site("parent.test", {"/privacy": POLICY.replace("our shop", "Parent and its brand Jolly")})
    found, _ = await lookup(world, tmp_path, settings, "jolly.test")
    assert found.url == "https://parent.test/privacy"


APP = '<div id="root"></div><script src="app.js"></script><noscript>Please enable JavaScript</noscript>'
JUST = page("<h1>shop.test</h1><p>Verify you are human by completing the action below.</p>", "Just a moment...")
CONSENT = page(
    "<h1>Before you continue</h1><p>We use cookies and personal data.</p><button>Accept all</button><p>Accept all or reject all</p>"
)
LOGIN = page(
    '<h1>Welcome</h1><form>Privacy <input name="u"><input type="password" name="p"></form><p>Use your company account.</p>',
    "Sign in",
)


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (Answer(page(APP)), "only scripts"),
        (Answer(JUST), "challenge"),
        (Answer(JUST, 403), "challenge"),
        (Answer(CONSENT), "consent"),
        (Answer(LOGIN), "login"),
        (Answer(""), "empty page"),
        (Answer(page("")), "no text"),
        (Answer(b"%PDF-1.7\n%...", headers={"Content-Type": "application/octet-stream"}), "PDF"),
        (Answer("x", 503), "status 503"),
        (Answer(POLICY, headers={"cf-mitigated": "challenge"}), "challenge"),
    ],
    ids=["script", "challenge", "challenge-403", "consent", "login", "empty", "no-text", "pdf", "503", "header"],
)
async def test_says_unknown_and_stores_nothing_for_an_unreadable_policy(
    world: World, tmp_path, settings: PolicySettings, answer: Answer, reason: str
) -> None:
    world.site("shop.test", {"/": home('<a href="/privacy">Privacy policy</a>'), "/privacy": answer})
    found, log = await lookup(world, tmp_path, settings, "shop.test")
    assert found.state is PolicyState.UNKNOWN
    assert reason in found.reason
    assert (found.statements, found.url) == (0, None)
    assert any(reason in record.reason for record in log)


@pytest.mark.parametrize("front", [page(APP), JUST], ids=["script", "challenge"])
async def test_says_unknown_when_the_home_page_hides_its_links(
    world: World, tmp_path, settings: PolicySettings, front: str
) -> None:
    world.site("app.test", {"/": front})
    found, _ = await lookup(world, tmp_path, settings, "app.test")
    assert found.state is PolicyState.UNKNOWN


async def test_still_finds_a_usual_path_behind_a_script_only_home_page(world: World, tmp_path, settings: PolicySettings) -> None:
    world.site("app.test", {"/": page(APP), "/privacy": page(SHORT_DE)})
    found, _ = await lookup(world, tmp_path, settings, "app.test")
    assert found.state is PolicyState.KNOWN


async def test_writes_a_refusal_into_the_fetch_log(world: World, tmp_path, settings: PolicySettings) -> None:
    trap = Answer(status=302, headers={"Location": "http://169.254.169.254/latest/meta-data?token=secret"})
    world.site("shop.test", {"/": home('<a href="/privacy">Privacy policy</a>'), "/privacy": trap})
    found, log = await lookup(world, tmp_path, settings, "shop.test")
    assert found.state is PolicyState.UNKNOWN
    assert ("failed", "refused: 169.254.169.254 is not a public address") in {(record.outcome, record.reason) for record in log}
    assert not any("secret" in record.url for record in log)


async def test_says_unknown_for_a_site_that_does_not_answer(world: World, tmp_path, settings: PolicySettings) -> None:
    found, log = await lookup(world, tmp_path, settings, "gone.test")
    assert (found.state, found.reason) == (PolicyState.UNKNOWN, "the name gone.test does not resolve")
    assert log[0].outcome == "failed"


async def policy_at(world: World, tmp_path, settings: PolicySettings, site: str = "shop.test") -> str | None:
    found, _ = await lookup(world, tmp_path, settings, site)
    return found.url if found is not None else None


async def test_reads_the_notices_beside_the_policy_as_parts_of_it(world: World, tmp_path, settings: PolicySettings) -> None:
    california = page(
        "<h1>Notice</h1><p>We sell your email address to advertisers. You may opt out of the sale.</p>", "California Notice"
    )
    cookies = page("<p>We use cookies to collect your IP address and share it with third parties.</p>", "Cookie Policy")
    links = '<a href="/ca">California Privacy Notice</a><a href="/cookies">Cookie policy</a><a href="/health">Health notice</a>'
    world.site(
        "shop.test",
        {"/": home('<a href="/privacy">Privacy policy</a>' + links), "/privacy": POLICY, "/ca": california, "/cookies": cookies},
    )
    cache = cache_of(world, tmp_path, settings)
    summary = await cache.fetch("shop.test")
    document = cache.show("shop.test")
    assert summary.url == "https://shop.test/privacy"
    assert document.companions == ("https://shop.test/ca", "https://shop.test/cookies")
    sold = [statement for statement in document.statements if statement.text.startswith("We sell your email")]
    assert [statement.heading for statement in sold] == [("California Notice", "Notice")]
    await cache.fetch("shop.test")
    assert cache.show("shop.test").companions == document.companions
    assert summary.versions == 1
    await cache.close()


async def test_finds_a_page_that_only_the_sitemap_names(world: World, tmp_path, settings: PolicySettings) -> None:
    sitemap = "<urlset><url><loc>https://shop.test/info/privacy-rules</loc></url></urlset>"
    robots = "Sitemap: https://shop.test/maps/all.xml"
    world.site("shop.test", {"/": home(""), "/robots.txt": robots, "/maps/all.xml": sitemap, "/info/privacy-rules": POLICY})
    assert await policy_at(world, tmp_path, settings) == "https://shop.test/info/privacy-rules"


async def test_tries_the_paths_of_the_pages_language(world: World, tmp_path, settings: PolicySettings) -> None:
    world.site("shop.test", {"/": home("").replace('lang="en"', 'lang="pl"'), "/polityka-prywatnosci": POLICY})
    assert await policy_at(world, tmp_path, settings) == "https://shop.test/polityka-prywatnosci"


async def test_follows_a_page_that_forwards_its_reader(world: World, tmp_path, settings: PolicySettings) -> None:
    forward = '<html><head><meta http-equiv="refresh" content="0; url=/legal/p"></head><body>Moved</body></html>'
    world.site("shop.test", {"/": home('<a href="/privacy">Privacy policy</a>'), "/privacy": forward, "/legal/p": POLICY})
    assert await policy_at(world, tmp_path, settings) == "https://shop.test/legal/p"


async def test_refuses_a_page_that_forwards_to_a_private_address(world: World, tmp_path, settings: PolicySettings) -> None:
    forward = '<meta http-equiv="refresh" content="0;url=http://169.254.169.254/privacy"><p>Moved</p>'
    world.site("shop.test", {"/": home('<a href="/privacy">Privacy policy</a>'), "/privacy": page(forward)})
    found, log = await lookup(world, tmp_path, settings, "shop.test")
    assert found.state is PolicyState.UNKNOWN
    assert any(record.reason.startswith("refused: 169.254") for record in log)


@pytest.mark.parametrize(("status", "found"), [(301, "https://new.test/privacy"), (302, None)])
async def test_goes_along_when_a_site_moved_for_good(world: World, tmp_path, settings: PolicySettings, status: int, found) -> None:
    world.site("old.test", {"/": Answer(status=status, headers={"Location": "https://new.test/"})})
    world.site("new.test", {"/": home('<a href="/privacy">Privacy policy</a>'), "/privacy": POLICY})
    assert await policy_at(world, tmp_path, settings, "old.test") == found


async def test_reads_a_policy_in_pdf(world: World, tmp_path, settings: PolicySettings) -> None:
    headers = {"Content-Type": "application/octet-stream", "Content-Disposition": "attachment"}
    link = '<a href="/files?ext=.pdf">Privacy policy</a>'
    world.site("shop.test", {"/": home(link), "/files?ext=.pdf": Answer(pdf(), headers=headers)})
    found, _ = await lookup(world, tmp_path, settings, "shop.test")
    assert (found.state, found.statements) == (PolicyState.KNOWN, 4)


async def test_tries_a_wall_again_sooner_and_then_ever_later(world: World, tmp_path, settings: PolicySettings) -> None:
    world.site("shop.test", {"/": JUST})
    cache = cache_of(world, tmp_path, settings)
    rests = []
    for _ in range(7):
        await cache.fetch("shop.test")
        summary, _, again_at = cache._store.site("shop.test")
        rests.append(round((again_at - summary.checked_at) / 900))
    assert rests == [1, 2, 4, 8, 16, 24, 24]
    assert summary.failures == 7
    world.site("shop.test", {"/": home('<a href="/privacy">Privacy policy</a>'), "/privacy": POLICY})
    assert (await cache.fetch("shop.test")).failures == 0
    await cache.close()
