"""by_model.py: the loop on a text that nobody waits for."""

import pytest

from guardian_core.anonymize import Anonymizer
from guardian_core.by_model import ByModel
from guardian_core.detect import Detector
from guardian_core.errors import LlmUnavailableError, UnreadableError
from guardian_core.rewrite import Rewriter
from guardian_core.rewrite_settings import RewriteSettings
from guardian_core.settings import DetectSettings
from guardian_core.vocabulary import Level
from tests.anonymize.adversarial.scripts import Scripted, echo, guessing, replacing

FOUND = "Ann Quill paints every bridge."
UNFOUND = "We once won the longest tomato fight of them all."


@pytest.fixture(scope="module")
def rewriter():
    return Rewriter(Detector(DetectSettings()), Anonymizer(b"k" * 32))


def by_model(rewriter, model, level=None, **settings):
    return ByModel(rewriter, RewriteSettings(**settings), model, level)


def told(shown):
    return guessing(("tomato fight", 0.8))(shown) if "tomato" in shown["text"] else guessing()(shown)


async def test_starts_with_what_was_found_and_stops_where_nothing_is_told(rewriter):
    chosen = await by_model(rewriter, Scripted()).text(FOUND)
    assert (chosen.rewritten.content, chosen.level) == ("X paints every bridge.", Level.PARTIAL)
    assert chosen.reason == (
        "the most sensitive thing found is of the kind person (moderate): level 1 is tried first; "
        "level 1 holds: nothing that the original supports was guessed"
    )


async def test_what_is_told_of_a_text_without_findings_is_due_at_the_next_level(rewriter):
    model = Scripted(guesser=told)
    chosen = await by_model(rewriter, model).text(UNFOUND)
    assert (chosen.rewritten.content, chosen.level) == ("We once won the longest something of them all.", Level.AGGRESSIVE)
    assert [one.source for one in chosen.rewritten.findings] == ["told"]


async def test_what_rules_leave_to_be_told_is_the_models_at_level_four(rewriter):
    def still_told(shown):
        return guessing(("longest tomato fight", 0.8))(shown) if "them all" in shown["text"] else guessing()(shown)

    model = Scripted(guesser=still_told, minimal_edit=replacing(**{"the longest tomato fight of them all": "a contest"}))
    chosen = await by_model(rewriter, model).text(UNFOUND)
    assert (chosen.rewritten.content, chosen.level) == ("We once won a contest.", Level.MINIMAL_EDIT)
    assert model.asked("minimal_edit")[0]["sensitive_fields"] == ["misc: longest tomato fight"]
    assert len(model.asked("guesser")) == 4


async def test_a_model_that_leaves_what_it_told_itself_is_replaced_by_rule(rewriter):
    model = Scripted(guesser=guessing(("tomato fight", 0.8)), minimal_edit=echo, semantic=echo)
    chosen = await by_model(rewriter, model).text(UNFOUND)
    assert (chosen.rewritten.content, chosen.level) == ("We once won the longest [redacted] of them all.", Level.SEMANTIC)
    assert chosen.notes == ("level 4 by rule in part: a value remained", "level 5 by rule in part: a value remained")


async def test_beside_what_was_found_a_guess_makes_nothing_else_due(rewriter):
    model = Scripted(guesser=guessing(("bridge", 0.9)), semantic=replacing(**{"Ann Quill": "Somebody"}))
    chosen = await by_model(rewriter, model, highest=3).text(FOUND)
    assert chosen.rewritten.content == "[PERSON_1] paints every bridge."
    assert {one.source for one in chosen.rewritten.findings} != {"told"}


async def test_a_guess_that_nothing_supports_changes_nothing(rewriter):
    model = Scripted(guesser=guessing(("harbour", 0.9)))
    chosen = await by_model(rewriter, model).text(UNFOUND)
    assert (chosen.rewritten.content, chosen.level, len(model.calls)) == (UNFOUND, Level.PARTIAL, 1)


async def test_a_given_level_is_not_attacked(rewriter):
    model = Scripted(semantic=replacing(**{"Ann Quill": "Somebody"}))
    chosen = await by_model(rewriter, model, Level.SEMANTIC).text(FOUND)
    assert chosen.rewritten.content == "Somebody paints every bridge."
    assert (chosen.reason, [name for name, _ in model.calls]) == ("", ["semantic"])


async def test_says_what_the_model_did_not_deliver(rewriter):
    chosen = await by_model(rewriter, Scripted(semantic=echo), Level.SEMANTIC).text(FOUND)
    assert "Quill" not in chosen.rewritten.content
    assert chosen.notes == ("level 5 by rule in part: a value remained",)


class Gone:
    """No model answers."""

    async def complete(self, *_, **__):
        raise LlmUnavailableError("is gone", "unreachable")


async def test_without_the_model_the_rules_stand(rewriter):
    chosen = await by_model(rewriter, Gone()).text(FOUND)
    assert chosen.rewritten.content == "X paints every bridge."
    assert "is gone" in " ".join(chosen.notes)


async def test_values_of_a_document_are_rewritten_between_their_bytes(rewriter):
    model = Scripted(minimal_edit=replacing(**{"Ann Quill": "Somebody"}))
    chosen = await by_model(rewriter, model, Level.MINIMAL_EDIT).json(b'{ "text" : "Ann Quill paints every bridge." , "n":1.50}')
    assert chosen.rewritten.content == b'{ "text" : "Somebody paints every bridge." , "n":1.50}'


async def test_refuses_what_is_no_document(rewriter):
    with pytest.raises(UnreadableError, match="not JSON"):
        await by_model(rewriter, Scripted()).json(b"Dear all,")
