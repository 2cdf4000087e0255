"""One request after another through the whole core: what leaves, and what the reply is to get back."""

import json

import pytest

from guardian_core.guardian import Guardian
from guardian_core.settings import Settings
from guardian_core.vocabulary import Request, Verdict

NAME, EMAIL, SSN = "Dana Quill", "dana.quill@mailbox.example", "524-71-3806"


@pytest.fixture(scope="module")
def settings(tmp_path_factory):
    domains = {"models.example.test": {"recipient": "analytics"}}
    return Settings(home=tmp_path_factory.mktemp("home"), policy={"enabled": False}, decision={"domains": domains})


@pytest.fixture(scope="module")
def guardian(settings):
    return Guardian(settings)


def asked(body, *, host="models.example.test", target="/v1/chat/completions", **more):
    headers = ((b"Content-Type", b"application/json"), (b"Authorization", b"Bearer k-1"))
    return Request("POST", "https", host, 443, target, headers, json.dumps(body).encode(), "127.0.0.1", **more)


def chat(text, **more):
    return {"model": "m-1", "messages": [{"role": "user", "content": text}], **more}


def sent(outcome):
    return json.loads(outcome.rewritten.body)


async def test_says_placeholders_at_every_level_and_keeps_the_words_for_the_reply(guardian):
    outcome = await guardian.handle(asked(chat(f"I am {NAME} ({EMAIL}).")))
    assert sent(outcome)["messages"][0]["content"] == "I am [PERSON_1] ([EMAIL_1])."
    assert dict(outcome.kept.originals) == {"[PERSON_1]": NAME, "[EMAIL_1]": EMAIL}
    assert NAME not in repr(outcome)


async def test_leaves_what_the_provider_compares_and_the_user_is_elsewhere(guardian):
    body = chat(
        f"I am {NAME}.", user=EMAIL, tools=[{"type": "function", "function": {"name": "ask", "description": f"Asks {NAME}"}}]
    )
    outcome = await guardian.handle(asked(body))
    told = sent(outcome)
    assert told["tools"][0]["function"] == {"name": "ask", "description": "Asks [PERSON_1]"}
    assert told["user"] not in {EMAIL, "[EMAIL_1]"}  # a field like any other: a surrogate
    assert "@" in told["user"]


async def test_does_not_weigh_what_a_developer_wrote_into_a_schema(guardian):
    described = {"name": "ask", "description": "Asks Dana Quill"}
    outcome = await guardian.handle(asked(chat("Hello there", tools=[{"type": "function", "function": described}])))
    assert (outcome.decision.verdict, outcome.kept) == (Verdict.ALLOW, None)


async def test_refuses_a_value_in_a_name_that_cannot_be_changed(guardian):
    body = {"model": "m-1", "messages": [{"role": "assistant", "content": [{"type": "thinking", "thinking": f"about {NAME}"}]}]}
    body["messages"].append({"role": "user", "content": f"I am {NAME}"})
    outcome = await guardian.handle(asked(body))
    assert outcome.decision.verdict is Verdict.DENY
    assert "provider compares" in outcome.decision.reasons[0]


async def test_remembers_for_the_other_side_what_it_keeps_itself(guardian):
    first = await guardian.handle(asked({"model": "m-1", "input": f"I am {NAME}."}, target="/v1/responses"))
    first.kept.heard("resp_1")
    later = {"model": "m-1", "input": "What is my name?", "previous_response_id": "resp_1"}
    second = await guardian.handle(asked(later, target="/v1/responses"))
    assert second.decision.verdict is Verdict.ALLOW
    assert dict(second.kept.originals) == {"[PERSON_1]": NAME}
    third = await guardian.handle(asked(later | {"input": f"{NAME} and Mira Okafor"}, target="/v1/responses"))
    assert sent(third)["input"] == "[PERSON_1] and [PERSON_2]"
    elsewhere = await guardian.handle(asked(later, target="/v1/responses", host="other.example.test"))
    assert elsewhere.kept is None


async def test_rewrites_by_level_where_restoring_is_off(settings):
    off = settings.model_copy(update={"restore": settings.restore.model_copy(update={"enabled": False})})
    outcome = await Guardian(off).handle(asked(chat(f"Write to {EMAIL}.")))
    assert "[EMAIL_1]" not in outcome.rewritten.body.decode()
    assert outcome.kept is None


async def test_puts_placeholders_for_what_a_provider_may_not_have(guardian):
    outcome = await guardian.handle(asked(chat(f"I am {NAME}, my SSN is {SSN}."), host="api.openai.com"))
    assert sent(outcome)["messages"][0]["content"] == f"I am {NAME}, my SSN is [US_SSN_1]."
    assert dict(outcome.kept.originals) == {"[US_SSN_1]": SSN}
