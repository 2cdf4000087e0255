"""What a model made of some lines, and why it may not be sent."""

from typing import Any

import pytest

from guardian_core.anonymize.adversarial.gone import Gone
from guardian_core.anonymize.adversarial.objections import longest
from guardian_core.anonymize.adversarial.prose import Piece, pieces
from guardian_core.anonymize.adversarial.rewriter import BATCH, BOUND, LINES, PROMPTS, Rewriter, Task, batches, schema
from guardian_core.errors import LlmUnavailableError
from guardian_core.llm import prompt
from guardian_core.vocabulary import Entity
from tests.anonymize.adversarial.scripts import Script, Scripted, replacing

GONE = Gone([("Ann Yilmaz", Entity.PERSON)])


def tasks(*lines: str) -> list[Task]:
    return [Task(piece, ("person: Ann Yilmaz",)) for piece in pieces("\n".join(lines))]


async def test_rewrites_lines_in_one_question() -> None:
    model = Scripted(minimal_edit=replacing(**{"Ann Yilmaz": "a friend"}))
    todo = tasks("I met Ann Yilmaz.", "Then Ann Yilmaz left `early`.")
    made = await Rewriter(model).rewrite(todo, "minimal_edit", GONE, deadline=5)
    assert [made.texts[task.piece] for task in todo] == ["I met a friend.", "Then a friend left `early`."]
    assert made.reasons == ()
    assert len(model.calls) == 1
    assert model.calls[0][1] == {
        "sensitive_fields": ["person: Ann Yilmaz"],
        "lines": ["I met Ann Yilmaz.", "Then Ann Yilmaz left ⟦1⟧."],
    }


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        (lambda shown: {"lines": shown["lines"]}, "a value remained"),
        (lambda shown: {"lines": ["I met someone." for _ in shown["lines"]]}, "a mark of code or a link was lost"),
        (lambda shown: {"lines": ["I'm sorry, I cannot do ⟦1⟧." for _ in shown["lines"]]}, "a refusal"),
        (lambda shown: {"lines": ["Bob Miller met ⟦1⟧ too." for _ in shown["lines"]]}, "something personal was invented"),
        (lambda shown: {"lines": []}, "answered outside the form asked for"),
        (lambda shown: "prose", "did not answer with JSON"),
    ],
)
async def test_leaves_out_what_may_not_be_sent_and_says_why(script: Script, reason: str) -> None:
    rewriter = Rewriter(Scripted(minimal_edit=script), invents=lambda _, said: "Bob" in said)
    made = await rewriter.rewrite(tasks("I met Ann Yilmaz at `x`."), "minimal_edit", GONE, deadline=5)
    assert dict(made.texts) == {}
    assert made.reasons == (reason,)


async def test_one_bad_line_costs_the_others_nothing() -> None:
    model = Scripted(
        minimal_edit=lambda shown: {"lines": [line.replace("met Ann Yilmaz", "met a friend") for line in shown["lines"]]}
    )
    made = await Rewriter(model).rewrite(tasks("I met Ann Yilmaz.", "Ann Yilmaz left."), "minimal_edit", GONE, deadline=5)
    assert list(made.texts.values()) == ["I met a friend."]
    assert made.reasons == ("a value remained",)


async def test_a_line_that_says_what_another_said_is_asked_for_alone() -> None:
    """A weak model repeats a line for all, or swaps two: the first would send the same twice, the second all at the wrong place."""

    def swaps(shown: dict[str, Any]) -> object:
        return {"lines": [line.replace("Ann Yilmaz", "a friend") for line in reversed(shown["lines"])]}

    model = Scripted(minimal_edit=swaps)
    todo = tasks("Yesterday Ann Yilmaz called.", "The lamp hums all night.")
    made = await Rewriter(model).rewrite(todo, "minimal_edit", GONE, deadline=5)
    assert [made.texts[task.piece] for task in todo] == ["Yesterday a friend called.", "The lamp hums all night."]
    assert [shown["your_last_rewrite_was_refused_because"] for _, shown in model.calls[1:]] == ["the words of another line"] * 2


async def test_a_remembered_rewrite_is_checked_against_what_must_go_now() -> None:
    model = Scripted(semantic=replacing(Bonn="the town of Ulm"))
    rewriter = Rewriter(model)
    (task,) = [Task(piece) for piece in pieces("We live in Bonn.")]
    await rewriter.rewrite([task], "semantic", GONE, deadline=5)
    again = await rewriter.rewrite([task], "semantic", Gone([("Ulm", Entity.CITY)]), deadline=5)
    assert dict(again.texts) == {}


async def test_a_model_that_cannot_be_asked_is_asked_once() -> None:
    def dead(_: object) -> object:
        raise LlmUnavailableError("cannot be reached", "unreachable")

    model = Scripted(minimal_edit=dead)
    made = await Rewriter(model).rewrite(tasks("I met Ann Yilmaz.", "Ann Yilmaz left."), "minimal_edit", GONE, deadline=5)
    assert made.reasons == ("cannot be reached",)
    assert len(model.calls) == 1


def test_batches_keep_order_and_bounds() -> None:
    many = tasks(*(f"line {n} " + "word " * 30 for n in range(40)))
    found = batches(many)
    assert [task for batch in found for task in batch] == many
    assert all(len(batch) <= LINES and sum(len(task.piece.text) for task in batch) <= BATCH for batch in found)
    assert batches([Task(Piece(0, 9_999, "x" * 9_999))]) == [[Task(Piece(0, 9_999, "x" * 9_999))]]
    assert batches([]) == []


def test_asks_for_exactly_as_many_lines_that_all_end() -> None:
    line = {"type": "string", "maxLength": 90}
    assert schema(3, 90)["properties"] == {"lines": {"type": "array", "items": line, "minItems": 3, "maxItems": 3}}
    assert schema(1, BOUND + 1)["properties"] == {
        "lines": {"type": "array", "items": {"type": "string"}, "minItems": 1, "maxItems": 1}
    }


async def test_a_line_that_was_cut_off_at_its_bound_is_not_sent() -> None:
    """Held to a schema, a model that runs on ends where the schema says; what it wrote until then is half of a sentence."""

    def run_on(shown: dict[str, Any]) -> object:
        return {"lines": [(f"{line.replace('Ann Yilmaz', 'a friend')}unendingly" * 99)[: longest(line)] for line in shown["lines"]]}

    made = await Rewriter(Scripted(minimal_edit=run_on)).rewrite(tasks("I met Ann Yilmaz there."), "minimal_edit", GONE, deadline=5)
    assert (dict(made.texts), made.reasons) == ({}, ("too long",))


@pytest.mark.parametrize("name", PROMPTS)
def test_every_prompt_can_be_filled_in(name: str) -> None:
    assert '{"lines"' in prompt(name)


def test_what_it_remembers_by_holds_no_text() -> None:
    (task,) = tasks("I met Ann Yilmaz.")
    assert b"Yilmaz" not in task.key("semantic")
    assert task.key("semantic") != task.key("minimal_edit")
    assert "Yilmaz" not in repr(task)
