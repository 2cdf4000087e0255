"""The content view and the order by risk, in mitmproxy's own registry and list of flows."""

import pytest
from guardian_addons import facts
from guardian_addons.view import GuardianView, Views
from mitmproxy import contentviews
from mitmproxy.addons.view import View
from mitmproxy.contentviews import prettify_message
from mitmproxy.test import taddons, tflow

from tests.addons import deciding


def flow_of(kind, *, observe=False):
    flow = tflow.tflow(resp=True)
    flow.request.content = b'{"a": 1}'
    flow.request.headers["content-type"] = "application/json"
    flow.metadata["guardian"] = facts.metadata(deciding.decided(kind), observe=observe)
    return flow


@pytest.fixture
def shown(monkeypatch):
    """A registry with mitmproxy's own views and ours."""
    registry = contentviews.ContentviewRegistry()
    for view in contentviews.registry.values():
        registry.register(view)
    registry.register(GuardianView(lambda _: deciding.decided(), lambda name: f"https://guardian.invalid/flows/{name}"))

    def show(message, flow, name="auto"):
        with taddons.context():
            return prettify_message(message, flow, name, registry=registry)

    return show


@pytest.mark.parametrize(
    ("kind", "observe", "request_view", "response_view"),
    [
        ("allow", False, "JSON", "Raw"),
        ("transform", False, "Guardian", "Raw"),
        ("deny", False, "Guardian", "Guardian"),
        ("deny", True, "Guardian", "Raw"),
    ],
)
def test_comes_first_where_something_was_changed(shown, kind, observe, request_view, response_view):
    flow = flow_of(kind, observe=observe)
    assert shown(flow.request, flow).view_name == request_view
    assert shown(flow.response, flow).view_name == response_view


def test_can_be_chosen_for_every_message(shown):
    flow = flow_of("allow")
    assert shown(flow.response, flow, "guardian").text.startswith("SENT AS IT WAS")
    frames = tflow.twebsocketflow()
    assert shown(frames.websocket.messages[0], frames).view_name != "Guardian"
    assert "was not decided about" in shown(frames.websocket.messages[0], frames, "guardian").text


def test_shows_before_and_after(shown):
    flow = flow_of("transform")
    text = shown(flow.request, flow).text
    assert "⟦dana.quill@mailbox.example⟧" in text
    assert "⟦d***@mailbox.example⟧" in text


def test_sorts_by_risk():
    flows = View()
    views = Views(lambda _: None, lambda _: None)
    with taddons.context(flows, views) as context:
        before = dict(contentviews.registry._by_name)
        try:
            views.running()
            assert "guardian" in contentviews.registry
        finally:
            contentviews.registry._by_name.clear()
            contentviews.registry._by_name.update(before)
        for kind in ("deny", "allow", "transform"):
            flows.add([flow_of(kind)])
        context.master.commands.call_strings("view.order.set", ["risk"])
        assert [flow.metadata["guardian"]["verdict"] for flow in flows] == ["allow", "transform", "deny"]
        assert "risk" in flows.order_options()
