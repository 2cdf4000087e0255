"""The slow path around the model: who is asked about, how long one waits, what is remembered."""

import asyncio
import json
import time

import pytest

from guardian_core.errors import LlmUnavailableError
from guardian_core.matching.reconsidering import System2
from guardian_core.model_settings import ModelSettings
from guardian_core.vocabulary import Category, Evidence, PolicyState
from tests.matching.test_system2 import FIRST, SHARES, SILENT, evidence, said, sent

CASE = evidence(SHARES)


class Model:
    def __init__(self, text=None, seconds=0.0):
        self.text, self.seconds, self.calls = text or said(0.9, "S1"), seconds, 0

    async def complete(self, messages, *, schema=None, max_tokens=512, deadline=None):
        self.calls += 1
        await asyncio.sleep(self.seconds)
        if isinstance(self.text, Exception):
            raise self.text
        return self.text


def paths(model, clock=time.monotonic, heard=None, **settings):
    return System2(ModelSettings(**settings), model, heard=heard, clock=clock)


@pytest.mark.parametrize(
    ("case", "likelihood"),
    [
        (CASE, FIRST.model_copy(update={"uncertainty": 0.24})),
        (Evidence(state=PolicyState.UNKNOWN), FIRST.model_copy(update={"uncertainty": 1.0})),
        (Evidence(state=PolicyState.NONE), FIRST.model_copy(update={"uncertainty": 1.0})),
        (evidence(), FIRST.model_copy(update={"uncertainty": 1.0})),
    ],
    ids=["sure", "unknown", "none", "no statement"],
)
async def test_asks_nothing_where_there_is_no_doubt_or_no_evidence(case, likelihood):
    model = Model()
    second = await paths(model).reconsider(sent(), case, likelihood)
    assert (second.likelihood, second.without, model.calls) == (likelihood, None, 0)


async def test_asks_from_the_threshold_on():
    """τ_u of paper Eq. 3: System 1 alone decides where u < τ_u."""
    model = Model()
    assert (await paths(model).reconsider(sent(), CASE, FIRST.model_copy(update={"uncertainty": 0.25}))).likelihood.value == 0.9
    assert (await paths(model, threshold=0.6).reconsider(sent(), CASE, FIRST)).likelihood == FIRST


async def test_asks_once_about_one_case():
    model = Model(seconds=0.05)
    system2 = paths(model)
    found = await asyncio.gather(*(system2.reconsider(sent(), CASE, FIRST) for _ in range(5)))
    assert {second.likelihood.value for second in found} == {0.9}
    assert (await system2.reconsider(sent(page="other.example.org"), CASE, FIRST)).likelihood.value == 0.9
    assert model.calls == 1
    await system2.reconsider(sent(Category.PHONE), CASE, FIRST)
    assert model.calls == 2


async def test_waits_briefly_and_remembers_what_comes_later():
    model = Model(seconds=0.15)
    system2 = paths(model, wait=20)
    started = time.perf_counter()
    second = await system2.reconsider(sent(), CASE, FIRST)
    assert time.perf_counter() - started < 0.1
    assert (second.likelihood, second.without, second.late) == (FIRST, "did not answer within 20 ms", True)
    assert system2.remembered(sent(), CASE, FIRST) is None
    await asyncio.sleep(0.2)
    assert system2.remembered(sent(), CASE, FIRST).value == 0.9
    assert (await system2.reconsider(sent(), CASE, FIRST)).likelihood.value == 0.9
    assert model.calls == 1


async def test_goes_on_asking_when_who_waits_is_gone():
    model = Model(seconds=0.1)
    system2 = paths(model)
    flow = asyncio.ensure_future(system2.reconsider(sent(), CASE, FIRST))
    await asyncio.sleep(0.02)
    flow.cancel()
    await asyncio.sleep(0.15)
    assert system2.remembered(sent(), CASE, FIRST).value == 0.9


async def test_waits_not_at_all_where_told_so():
    system2 = paths(Model(seconds=0.02), wait=0)
    assert (await system2.reconsider(sent(), CASE, FIRST)).late
    await asyncio.sleep(0.2)
    assert system2.remembered(sent(), CASE, FIRST).value == 0.9


async def test_says_that_the_model_could_not_be_asked_and_asks_again():
    model = Model(LlmUnavailableError("has a server that cannot be reached", "unreachable"))
    system2 = paths(model)
    second = await system2.reconsider(sent(), CASE, FIRST)
    assert (second.likelihood, second.without, second.late) == (FIRST, "has a server that cannot be reached", False)
    model.text = said(0.9, "S1")
    assert (await system2.reconsider(sent(), CASE, FIRST)).likelihood.value == 0.9


async def test_asks_not_soon_again_what_was_answered_unusably():
    now = [0.0]
    model = Model("I would rather not.")
    system2 = paths(model, clock=lambda: now[0])
    for _ in range(3):
        second = await system2.reconsider(sent(), CASE, FIRST)
        assert (second.likelihood, second.without) == (FIRST, "did not answer with JSON")
    assert model.calls == 2, "asked, and once more"
    now[0] = 601.0
    model.text = said(0.9, "S1")
    assert (await system2.reconsider(sent(), CASE, FIRST)).likelihood.value == 0.9


async def test_tells_each_opinion_once():
    heard = []
    system2 = paths(Model(), heard=lambda *what: heard.append(what))
    for _ in range(2):
        await system2.reconsider(sent(), CASE, FIRST)
    ((action, case, opinion),) = heard
    assert (action, case, opinion.likelihood, opinion.evidence) == (sent(), CASE, 0.9, (0,))


async def test_applies_one_opinion_to_each_floor():
    system2 = paths(Model(said(0.0, "S1")))
    assert (await system2.reconsider(sent(), CASE, FIRST)).likelihood.value == FIRST.floor
    higher = FIRST.model_copy(update={"floor": 0.5})
    assert system2.remembered(sent(), CASE, higher).value == 0.5


async def test_forgets_the_opinion_least_used(monkeypatch):
    monkeypatch.setattr("guardian_core.matching.reconsidering.KEPT", 2)
    system2 = paths(Model())
    cases = [evidence(SHARES), evidence(SILENT, SHARES), evidence(SHARES, SILENT)]
    for case in (*cases[:2], cases[0], cases[2]):
        await system2.reconsider(sent(), case, FIRST)
    assert [system2.remembered(sent(), case, FIRST) is not None for case in cases] == [True, False, True]


async def test_gives_up_what_is_asked_when_it_ends():
    model = Model(seconds=60)
    system2 = paths(model, wait=1)
    await system2.reconsider(sent(), CASE, FIRST)
    started = time.perf_counter()
    await system2.close()
    assert time.perf_counter() - started < 1


async def test_hides_no_fault_of_ours():
    """What is not the model's fault reaches the shell, which refuses."""
    with pytest.raises(json.JSONDecodeError):
        await paths(Model(json.JSONDecodeError("x", "y", 0))).reconsider(sent(), CASE, FIRST)
