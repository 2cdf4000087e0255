"""adapt.py: the level a text needs."""

import pytest

from guardian_core.adapt import START, adapt, most_sensitive, reread
from guardian_core.anonymize import Anonymizer
from guardian_core.detect import Detector, Search
from guardian_core.rewrite import Rewriter
from guardian_core.settings import DetectSettings
from guardian_core.vocabulary import ENTITY_CATEGORY, Entity, Finding, Level, Tier


@pytest.fixture(scope="module")
def rewriter():
    return Rewriter(Detector(DetectSettings()), Anonymizer(b"k" * 32))


def chosen(rewriter, text):
    return adapt(rewriter.detector, lambda level, also: rewriter.text(text, level, also))


@pytest.mark.parametrize(
    ("text", "level", "because"),
    [
        ("The weather is fine.", Level.PARTIAL, "nothing personal was found"),
        ("I met Ann Quill in Leeds.", Level.PARTIAL, "person (moderate)"),
        ("Ring me on 020 7946 0958.", Level.AGGRESSIVE, "phone (high)"),
        ("Ann's card is 4111 1111 1111 1111.", Level.TAGS, "card (critical)"),
    ],
)
def test_starts_where_the_most_sensitive_thing_asks_for(rewriter, text, level, because):
    result = chosen(rewriter, text)
    assert result.level is level
    assert because in result.reason
    assert result.rewritten.content == rewriter.text(text, level).content


def test_does_not_count_what_a_level_leaves_on_purpose(rewriter):
    made = rewriter.text("Ann Quill lives in Paris.", Level.PARTIAL)
    assert made.content == "X lives in France."
    assert reread(rewriter.detector, made) == []


class Misled(Detector):
    """Sees "Quill" only where no long name stands before it, as a model does that context misleads."""

    def search(self, items):
        found = [(number, name) for number, item in enumerate(items) for name in self.seen(item.text)]
        findings = [
            Finding(number, at, at + len(name), Entity.PERSON, ENTITY_CATEGORY[Entity.PERSON], 0.9, "names")
            for number, name in found
            for at in [items[number].text.index(name)]
        ]
        return Search(tuple(sorted(findings, key=lambda one: (one.item, one.start))), complete=True)

    def seen(self, text):
        return [name for name in ("Bartimaeus", "Quill") if name in text][:1]


def test_replaces_what_a_second_reading_finds_and_says_so():
    result = chosen(Rewriter(Misled(DetectSettings(names=False)), Anonymizer(b"k" * 32)), "Bartimaeus wrote to Quill.")
    assert [(one.level, one.guesses, one.confidence) for one in result.rounds] == [(1, 1, 0.9), (2, 0, 0.0)]
    assert result.rewritten.content == "Someone wrote to someone."
    assert "level 1 leaves something that the original supports, with confidence 0.90" in result.reason
    assert result.reason.endswith("level 2 leaves nothing that the original supports")


def test_ends_at_tags():
    class Hydra(Misled):
        """For each name taken away another one is seen."""

        def seen(self, text):
            return [name for name in ("Bartimaeus", "Quill", "Reed") if name in text][:1]

    text = "Bartimaeus wrote to Quill and Reed."
    result = chosen(Rewriter(Hydra(DetectSettings(names=False)), Anonymizer(b"k" * 32)), text)
    assert result.rewritten.content == "[PERSON_1] wrote to [PERSON_2] and [PERSON_3]."
    assert result.reason.endswith("level 3 is the strongest without a language model")


def test_has_a_start_for_every_tier():
    assert set(START) == set(Tier)
    assert most_sensitive([]) is None
    assert most_sensitive([Entity.PERSON, Entity.CARD, Entity.HEALTH]) is Entity.CARD
