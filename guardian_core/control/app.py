"""A request to the control page in, its page out. Served by the proxy itself, on a thread of its own; nothing here knows mitmproxy.

Checked in this order: the name and where it came from (`gate.py`), the session, the token of the form. What is shown to nobody
known is the certificate and how to trust it.
"""

import asyncio
import time
from collections.abc import Callable, Mapping
from functools import partial
from importlib.resources import files
from urllib.parse import unquote

from guardian_certs.hints import interception_ca

from guardian_core import audit
from guardian_core.control import gate, passing
from guardian_core.control.asking import Answer, Asked, Field, onward, page, refusal
from guardian_core.control.choices import BY_NAME, choices_form, offered
from guardian_core.control.doors import FASTEST_SECONDS, Doors, form_age, form_token
from guardian_core.control.flows import content_page, flow_address, flow_page, flows_page
from guardian_core.control.html import Child, element
from guardian_core.control.layout import document
from guardian_core.control.live import Live, Seen
from guardian_core.control.overview import DAYS, overview
from guardian_core.control.sites import site_page, sites_page
from guardian_core.control.standing import grants_page, undo_form
from guardian_core.control.status import model_answers, status_page
from guardian_core.control.trust import certificate, trust_page
from guardian_core.detect import Identity, load_identities
from guardian_core.errors import GuardianError
from guardian_core.grants import Grants
from guardian_core.overrides import store
from guardian_core.pause import paused_until
from guardian_core.running import noted
from guardian_core.settings import Settings
from policy_cache import PolicyCache

COOKIE = "__Host-guardian"  # the prefix makes browsers refuse it with a Domain, another path or over http
DAY = 86_400.0
ROWS = 200  # of the journal in the list, and 50 of one site
LATEST = 5  # on the first page
STYLE = files("guardian_core.control").joinpath("style.css").read_bytes()
HERE = "control page"


class Control:
    """The pages; one per configuration. `answer` may be called from any thread."""

    def __init__(self, settings: Settings, live: Live, *, observing: Callable[[], bool]) -> None:
        """Open the stores. Raises StoreError: a database in the home folder cannot be used."""
        self.settings = settings
        self.live = live
        self.observing = observing
        self.doors = Doors(settings.home, hours=settings.control.session_hours)
        self.grants = Grants(store(settings), retention_days=settings.audit.retention_days)
        proxy = settings.proxy
        self.policies = PolicyCache(
            settings.policy, home=settings.home, resolve=proxy.resolve, trust_ca=proxy.trust_ca, upstream=proxy.through()
        )
        self.journal = settings.audit.store or settings.home / "audit.db"

    def close(self) -> None:
        """Close the stores; not to be called on an event loop."""
        self.doors.close()
        self.grants.close()
        asyncio.run(self.policies.close())

    def answer(self, asked: Asked) -> Answer:
        """The page, or why there is none; errors of stores are said on a page."""
        refused = gate.refused(asked, self.settings.control)
        if refused is not None:
            return refused
        try:
            return self._public(asked) or self._private(asked)
        except GuardianError as error:
            return page(document("Not possible", element("h1", "Not possible"), element("p", str(error))), 500)

    def _public(self, asked: Asked) -> Answer | None:
        if asked.method == "POST":
            return None
        if asked.path == "/style.css":
            return Answer(200, STYLE, "text/css; charset=utf-8")
        if asked.path == "/trust":
            authority = interception_ca(self.settings.home)
            return page(document("The authority", *trust_page(authority, self.settings.control.host)))
        if asked.path in {"/ca.pem", "/ca.cer"}:
            return certificate(interception_ca(self.settings.home), asked.path)
        return self._enter(asked.query.get("token", "")) if asked.path == "/login" else None

    def _enter(self, token: str) -> Answer:
        session = self.doors.enter(token) if token else None
        if session is None:
            why = "This link was used already, is older than two minutes, or never was one." if token else "You are not let in yet."
            return self._stranger(why, "/")
        seconds = int(self.settings.control.session_hours * 3_600)
        cookie = f"{COOKIE}={session}; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age={seconds}"
        return onward("/", ("Set-Cookie", cookie))

    def _stranger(self, why: str, back: str) -> Answer:
        how = (
            element("p", "On the machine of the proxy, run"),
            element("pre", "guardian open"),
            element(
                "p", "It opens this page, or prints a link that does, once. Then ", element("a", "come back here", href=back), "."
            ),
        )
        return page(document("Not let in", element("h1", "Not let in"), element("p", why), how, self._to_trust()), 403)

    @staticmethod
    def _to_trust() -> Child:
        return element(
            "p", "The ", element("a", "certificate and how to trust it", href="/trust"), " are open to all.", class_="hint"
        )

    def _private(self, asked: Asked) -> Answer:
        session = asked.cookie(COOKIE)
        if session is None or not self.doors.is_open(session):
            return self._stranger("This page is for whoever runs the proxy.", asked.again if asked.method == "GET" else "/")
        return self._changed(asked, session) if asked.method == "POST" else self._shown(asked, session)

    def _shown(self, asked: Asked, session: str) -> Answer:
        first, _, rest = unquote(asked.path).lstrip("/").partition("/")
        pages: Mapping[tuple[str, bool], Callable[[], tuple[Child, ...] | None]] = {
            ("", False): self._overview,
            ("flows", False): lambda: self._flows(asked.query),
            ("flows", True): lambda: self._flow(rest, session),
            ("sites", False): lambda: sites_page(self.policies.list()),
            ("sites", True): lambda: self._site(rest),
            ("grants", False): lambda: self._grants(session),
            ("status", False): self._status,
        }
        content = pages.get((first, bool(rest)), lambda: None)()
        if content is None:
            return self._page(
                "Not there", session, element("h1", "Not there"), element("p", "There is no such page, or no longer."), status=404
            )
        live = element("meta", http_equiv="refresh", content="5") if first == "flows" and asked.query.get("live") else None
        return self._page(first.capitalize() or "Today", session, *content, here=f"/{first}", head=live)

    def _page(
        self,
        title: str,
        session: str,
        *content: Child,
        here: str = "",
        head: Child = None,
        status: int = 200,
        fields: tuple[Field, ...] = (),
    ) -> Answer:
        out = element(
            "form",
            element("input", type="hidden", name="token", value=form_token(session, "/logout")),
            element("button", "Leave"),
            method="post",
            action="/logout",
            class_="inline",
        )
        return page(document(title, *content, here=here, head=head, form=out), status, *fields)

    def _overview(self) -> tuple[Child, ...]:
        now = time.time()
        midnight = time.mktime((*time.localtime(now)[:3], 0, 0, 0, 0, 0, -1))
        day = audit.totals(self.journal, now - DAY)
        month = audit.totals(self.journal, now - DAYS * DAY, seconds=DAY)
        recording = self.settings.audit.enabled
        today = audit.totals(self.journal, midnight)
        latest = [row for row in self._rows() if row["verdict"] != "allow"][:LATEST]
        observing = self.observing()
        return overview(day, month, today, latest, observing=observing, recording=recording, now=now)

    def _rows(self, limit: int = ROWS) -> list[Mapping[str, object]]:
        """What is in memory, then what only the journal still has; the newest first."""
        recent: list[Mapping[str, object]] = [seen.row for seen in self.live.recent()]
        known = {row["flow"] for row in recent}
        return [*recent, *(row for row in audit.read(self.journal, None, limit) if row["flow"] not in known)][:limit]

    def _flows(self, query: Mapping[str, str]) -> tuple[Child, ...]:
        verdict = query.get("verdict", "")
        return flows_page(self._rows(), verdict=verdict, live=bool(query.get("live")))

    def _flow(self, flow: str, session: str) -> tuple[Child, ...] | None:
        seen = self.live.seen(flow)
        rows = [row for row in audit.read(self.journal, None, 1, flow=flow) if row["flow"] == flow] if seen is None else []
        row = seen.row if seen else next(iter(rows), None)
        if row is None:
            return None
        held = self.live.held(flow)
        return flow_page(
            row, held.evidence if held else None, self._show(flow, session, there=held is not None), self._choices(seen, session)
        )

    def _show(self, flow: str, session: str, *, there: bool) -> Child:
        if not there:
            return element("p", "What it holds is no longer, or never was, in memory; it is stored nowhere.", class_="none")
        action = f"{flow_address(flow)}/show"
        hidden = element("input", type="hidden", name="token", value=form_token(session, action))
        note = element("span", f"from memory, where it stays for {self.settings.control.held_minutes:g} minutes", class_="hint")
        return element("form", hidden, element("button", "Show what it holds"), note, method="post", action=action)

    def _choices(self, seen: Seen | None, session: str) -> Child:
        if seen is None:
            return element(
                "p", "Too long ago to decide otherwise here; ", element("code", "guardian grants"), " still can.", class_="hint"
            )
        action = f"{flow_address(seen.flow)}/grant"
        return choices_form(seen, self.settings.control, action, form_token(session, action))

    def _site(self, domain: str) -> tuple[Child, ...]:
        summary = next((one for one in self.policies.list() if one.domain == domain), None)
        rows = [row for row in self._rows(5_000) if domain in {row["domain"], row["host"]}][:50]
        return site_page(domain, self.policies.show(domain) if summary else None, summary, rows)

    def _grants(self, session: str) -> tuple[Child, ...]:
        token, known = partial(form_token, session), (self.grants.active(), self.grants.changes())
        shown = grants_page(*known, self.settings.rules, self.settings.control, token)
        return (*shown, *passing.passed_section(self.settings, token))

    def _status(self) -> tuple[Child, ...]:
        faults: list[str] = []

        def asked[Result](ask: Callable[[], Result], otherwise: Result) -> Result:
            try:
                return ask()
            except GuardianError as error:
                faults.append(str(error))
                return otherwise

        nobody: tuple[Identity, ...] = ()
        known = asked(lambda: load_identities(self.settings.identities, self.settings.detect.phone_regions), nobody)
        model = asked(lambda: model_answers(self.settings), None)
        return status_page(
            self.settings,
            observing=self.observing(),
            paused=paused_until(self.settings.home),
            running=noted(self.settings.home),
            model=model,
            kinds=[one.kind for one in known],
            policies=self.policies.list() if self.settings.policy.enabled else (),
            authority=interception_ca(self.settings.home),
            faults=faults,
        )

    def _changed(self, asked: Asked, session: str) -> Answer:
        """A form of a known session: its token must be of this session and address, and not older or younger than makes sense."""
        age = form_age(session, asked.path, asked.form.get("token", ""))
        if age is None or age > self.doors.seconds:
            return refusal(403, "this form is not one of yours, or too old: open the page again")
        if age < FASTEST_SECONDS:
            why = element("p", "That was faster than anybody reads. Go back and press it again, if it was you.")
            return self._page("Too quick", session, element("h1", "Too quick"), why, status=409)
        if asked.path == "/logout":
            self.doors.leave(session)
            gone = f"{COOKIE}=; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=0"
            return page(
                document("Left", element("h1", "Left"), element("p", "This browser is no longer let in.")),
                200,
                ("Set-Cookie", gone),
            )
        first, _, rest = unquote(asked.path).lstrip("/").partition("/")
        which, _, what = rest.rpartition("/")
        known = {"flows/grant": self._grant, "flows/show": self._reveal, "grants/undo": self._undo, "passed/forget": self._forget}
        done = known.get(f"{first}/{what}")
        answer = done(which, asked, session) if done else None
        return answer or self._page(
            "Not there", session, element("h1", "Not there"), element("p", "It is no longer known."), status=404
        )

    def _grant(self, flow: str, asked: Asked, session: str) -> Answer | None:
        seen, choice = self.live.seen(flow), BY_NAME.get(asked.form.get("choice", ""))
        if seen is None or seen.scope is None or choice is None:
            return None
        refused = offered(seen, self.settings.control).get(choice.kind, "it would change nothing")
        if refused:
            return self._page("Not possible", session, element("h1", "Not possible"), element("p", refused), status=403)
        grant = self.grants.make(choice.kind, seen.scope, by=HERE, seconds=choice.seconds, once=choice.once)

        done = (
            element("h1", "Done"),
            element(
                "p", "It counts from the very next request on. Go back to the site and send it again; nothing was sent by this."
            ),
            element(
                "p", element("a", "All grants", href="/grants"), " · ", element("a", "Back to the request", href=flow_address(flow))
            ),
            undo_form(f"/grants/{grant.id}/undo", partial(form_token, session)),
        )
        return self._page("Done", session, *done)

    def _reveal(self, flow: str, asked: Asked, session: str) -> Answer | None:  # noqa: ARG002 - one shape for all
        held = self.live.held(flow)
        return self._page("Content", session, *content_page(held, flow_address(flow))) if held else None

    def _undo(self, number: str, asked: Asked, session: str) -> Answer | None:  # noqa: ARG002 - one shape for all
        ended = self.grants.end(int(number), "undone", by=HERE) if number.isdecimal() and len(number) < 18 else None
        return onward("/grants") if ended else None

    def _forget(self, number: str, asked: Asked, session: str) -> Answer | None:  # noqa: ARG002 - one shape for all
        return onward("/grants") if passing.forget(self.settings, number) else None
