"""Answers in JSON: strict, and asked for once more."""

import asyncio
import time

import pytest

from guardian_core.errors import LlmAnswerError, LlmUnavailableError
from guardian_core.llm import Message, ask, strict_json
from guardian_core.llm.replies import AGAIN

LOOSE = {
    "prose": "The likelihood is 0.2.",
    "fence": '```json\n{"a": 1}\n```',
    "prose before": 'Sure: {"a": 1}',
    "prose after": '{"a": 1} Hope that helps!',
    "list": "[1]",
    "number": "0.2",
    "cut off": '{"a": ',
    "empty": "",
    "twice": '{"a": 1, "a": 0}',
    "not a number": '{"a": NaN}',
    "infinite": '{"a": -Infinity}',
    "deep": '{"a": ' + "[" * 100_000,
    "long number": '{"a": ' + "9" * 5_000 + "}",
    "two": '{"a": 1}{"a": 0}',
}


class Script:
    """A model that says what the test wrote."""

    def __init__(self, *lines):
        self.lines, self.asked, self.deadlines = list(lines), [], []

    async def complete(self, messages, *, schema=None, max_tokens=512, deadline=None):
        self.asked.append(messages)
        self.deadlines.append(deadline)
        line = self.lines.pop(0)
        if isinstance(line, Exception):
            raise line
        return line


@pytest.mark.parametrize("text", LOOSE.values(), ids=LOOSE.keys())
def test_takes_nothing_but_one_object(text):
    with pytest.raises(LlmAnswerError) as raised:
        strict_json(text)
    assert "0.2" not in str(raised.value)


async def test_asks_once_more_and_says_why():
    script = Script("It is fine.", '{"a": 1}')
    asked = [Message("system", "s"), Message("user", "u")]
    assert await ask(script, asked, lambda found: found["a"], schema={}) == 1
    assert script.asked == [asked, [Message("system", "s"), Message("user", f"u\n\n{AGAIN}")]]


async def test_gives_up_after_the_second():
    script = Script("no", "no", '{"a": 1}')
    with pytest.raises(LlmAnswerError, match="did not answer with JSON"):
        await ask(script, [Message("user", "u")], lambda found: found["a"], schema={})
    assert len(script.lines) == 1


async def test_takes_no_value_that_the_caller_does_not_accept():
    def half(found):
        if found["a"] != 0.5:
            raise ValueError("secret")
        return found["a"]

    script = Script('{"a": 2}', '{"a": 0.5}')
    assert await ask(script, [Message("user", "u")], half, schema={}) == 0.5
    with pytest.raises(LlmAnswerError, match="outside the form") as raised:
        await ask(Script('{"a": 2}', '{"a": 3}'), [Message("user", "u")], half, schema={})
    assert "secret" not in str(raised.value)


async def test_asks_nothing_twice_of_a_model_that_is_not_there():
    script = Script(LlmUnavailableError("sleeps", "paused"), '{"a": 1}')
    with pytest.raises(LlmUnavailableError):
        await ask(script, [Message("user", "u")], lambda found: found, schema={})
    assert len(script.asked) == 1


async def test_keeps_one_deadline_for_both():
    class Slow(Script):
        async def complete(self, messages, **rest):
            await asyncio.sleep(0.05)
            return await super().complete(messages, **rest)

    script = Slow("no", '{"a": 1}')
    started = time.perf_counter()
    await ask(script, [Message("user", "u")], lambda found: found, schema={}, deadline=1.0)
    assert script.deadlines[0] == pytest.approx(1.0, abs=0.02)
    assert script.deadlines[1] == pytest.approx(1.0 - (time.perf_counter() - started) / 2, abs=0.04)
