"""The typed edge of mitmproxy's untyped calls."""

from guardian_addons import untyped
from mitmproxy.test import tflow


def test_ends_a_live_flow_and_leaves_an_ended_one_alone():
    flow = tflow.tflow()
    flow.live = True
    untyped.kill(flow)
    assert flow.error
    assert not flow.killable
    untyped.kill(flow)


def test_drops_a_message():
    flow = tflow.twebsocketflow()
    message = flow.websocket.messages[0]
    untyped.drop(message)
    assert message.dropped


def test_makes_the_error_that_takes_an_option_back():
    assert str(untyped.options_error("no")) == "no"


def test_gives_what_was_said_before_a_layer_is_chosen():
    from mitmproxy.proxy.context import Context
    from mitmproxy.proxy.events import DataReceived, Start
    from mitmproxy.proxy.layer import NextLayer
    from mitmproxy.test import tflow

    context = Context(tflow.tclient_conn(), None)
    layer = NextLayer(context)
    list(layer.handle_event(Start()))
    layer.events.append(DataReceived(context.client, b"GET"))
    assert untyped.said(layer) == (b"GET", b"")
