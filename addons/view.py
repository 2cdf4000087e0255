"""Take a flow that was decided about, show the account of the decision as mitmproxy's content view "Guardian"; sort flows by risk.

For a request that was rewritten or refused the view is what mitmproxy shows first; elsewhere it can be chosen.
"""

from collections.abc import Callable

from guardian_addons import untyped
from guardian_addons.account import account
from mitmproxy import contentviews
from mitmproxy.addons import view
from mitmproxy.contentviews import Contentview, Metadata, SyntaxHighlight
from mitmproxy.flow import Flow

from guardian_core.vocabulary import Outcome, Verdict

FIRST = 2.0  # before the views of JSON and the like, which give 1
CHOSEN = -1.0  # only for who chooses it
UNDECIDED = "This flow was not decided about: it is a connection, was loaded from elsewhere, or is still on its way.\n"

Content = Callable[[str], Outcome | None]  # what is still in memory of a flow, by its id


class GuardianView(Contentview):
    """The account of the decision, whatever the message holds."""

    name = "Guardian"
    syntax_highlight: SyntaxHighlight = "none"

    def __init__(self, content: Content, page: Callable[[str], str | None]) -> None:
        """`page`: where a flow stands on the control page."""
        self.content = content
        self.page = page

    def prettify(self, data: bytes, metadata: Metadata) -> str:
        """The account."""
        return self.of(metadata.flow)

    def render_priority(self, data: bytes, metadata: Metadata) -> float:
        """First where the message is not what was sent, or is our refusal."""
        flow, message = metadata.flow, metadata.http_message
        if flow is None or message is None or "guardian" not in flow.metadata:
            return CHOSEN
        said = flow.metadata["guardian"]
        refused = said["verdict"] == Verdict.DENY.value and not said["observed_only"]
        is_request = message is getattr(flow, "request", None)
        changed = said["verdict"] != Verdict.ALLOW.value
        return FIRST if refused or (is_request and changed) else CHOSEN

    def of(self, flow: Flow | None) -> str:
        """The account of one flow; also for the command guardian.explain."""
        if flow is None or "guardian" not in flow.metadata:
            return UNDECIDED
        return account(flow.metadata["guardian"], self.content(flow.id), page=self.page(flow.id))


class OrderRisk(view._OrderKey):
    """By risk; what was not weighed comes first."""

    def generate(self, f: Flow) -> float:
        """R of a flow."""
        risk = f.metadata.get("guardian", {}).get("risk")
        return float(risk["R"]) if risk else -1.0


class Views:
    """Registers what is shown."""

    def __init__(self, content: Content, page: Callable[[str], str | None]) -> None:
        self.shown = GuardianView(content, page)

    def running(self) -> None:
        """Add the view, and the order `risk` where there is a list of flows (`view.order.set risk` in mitmproxy)."""
        contentviews.add(self.shown)
        flows = untyped.addon("view")
        if flows is not None:
            flows.orders.setdefault("risk", OrderRisk(flows))  # type: ignore[no-untyped-call] # mitmproxy's own
