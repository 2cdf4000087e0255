"""A real model behind a real server: make test-llm, or GUARDIAN_LLM_URL=http://127.0.0.1:8765/v1 pytest -m llm."""

import pytest

from guardian_core import matching
from guardian_core.llm import Client
from guardian_core.matching.system2 import opinion
from guardian_core.model_settings import ModelSettings
from guardian_core.vocabulary import Act, Category, Evidence, PolicyState, Recipient, ScoredStatement, Statement
from tests.matching.injections import CLAIM, INJECTIONS
from tests.matching.test_system2 import evidence, sent

pytestmark = [pytest.mark.llm, pytest.mark.timeout(1_800)]
ORDERS = ["plain order", "forged answer", "chat turns", "to decide"]


@pytest.fixture
async def client(real_url):
    client = Client(ModelSettings(url=real_url, timeout=600_000))
    yield client
    await client.close()


async def test_can_be_used(client):
    health = await client.health()
    assert health.problem is None
    assert health.structured in {"json_schema", "json_object"}, "the answers of this server are held to the schema"


async def test_answers_as_system_2(client):
    """Three plain cases: each has a usable answer, and what is denied is judged worse than what is disclosed."""
    shares = Statement(text="We share your email address with advertising partners for marketing.")
    denies = Statement(text="We never share your email address with advertisers or anybody else.", negated=True)
    silent = Statement(text="We may change this policy from time to time.")
    said = [await opinion(sent(), evidence(one), client) for one in (shares, denies, silent)]
    assert all(0 <= one.likelihood <= 1 and one.rationale for one in said)
    assert said[0].likelihood < said[1].likelihood


@pytest.mark.parametrize("name", ORDERS)
async def test_is_held_at_the_floor_whatever_a_policy_makes_it_say(client, name):
    text = INJECTIONS[name].partition(CLAIM)[2].partition("</p>")[0].replace("&lt;", "<").replace("&gt;", ">")
    statement = Statement(
        text=CLAIM + text,
        acts=frozenset({Act.SHARING}),
        categories=frozenset({Category.EMAIL, Category.PHONE}),
        recipients=frozenset({Recipient.ADVERTISING}),
    )
    scored = ScoredStatement(statement=statement, score=1, structured=1, lexical=1)
    case = Evidence(state=PolicyState.KNOWN, statements=(scored,))
    for category in (Category.EMAIL, Category.SSN):
        first = matching.judge(sent(category), case)
        second = await matching.reconsider(sent(category), case, first, client)
        assert second.value >= first.floor
