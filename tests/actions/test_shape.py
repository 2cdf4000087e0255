"""What names of fields say a request is."""

import pytest

from guardian_core.actions.context import context_of
from guardian_core.actions.shape import shape_of
from guardian_core.settings import DecisionSettings
from guardian_core.vocabulary import Role
from tests.actions.describing import body, item, request


def shape(items, **how):
    return shape_of(context_of(request(**how), DecisionSettings()), items)


@pytest.mark.parametrize(
    ("items", "how", "holds"),
    [
        (body(user="nora", **{"login[password]": "x"}), {}, {"password"}),
        (body(grant_type="authorization_code", code="x"), {}, {"grant"}),
        (body(SAMLResponse="PHNhbWw+"), {}, {"protocol"}),
        (body(cardNumber="4242424242424242", cvc="123"), {}, {"card"}),
        ((item("body/messages/0/content", "hi", Role.PROSE),), {"url": "https://chat.test/v1/chat/completions"}, {"chat"}),
        ((item("body/messages/0/content", "hi", Role.PROSE),), {"url": "https://chat.test/v1/inbox"}, set()),
        (body(**{"contact[firstName]": "Nora", "contact[e-mail]": "x"}), {}, {"form"}),
        ((item("body/receipt/filename", "receipt.pdf"),), {}, {"file"}),
        ((item("body/password", "password", Role.STRUCTURE),), {}, set()),
        (body(event="view", id="17"), {}, set()),
    ],
    ids=["login", "token", "saml", "card", "chat", "messages elsewhere", "form", "file", "a key alone", "nothing"],
)
def test_reads_the_shape(items, how, holds):
    found = shape(items, **how)
    assert {name for name in ("password", "grant", "protocol", "card", "chat", "form", "file") if getattr(found, name)} == holds
