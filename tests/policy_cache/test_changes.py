"""What changed between two versions."""

from guardian_core.vocabulary import Statement
from policy_cache.changes import changes
from policy_cache.page import PolicyDocument


def version(*texts: str) -> PolicyDocument:
    statements = tuple(Statement(text=text, position=n) for n, text in enumerate(texts))
    return PolicyDocument(domain="a.test", url=None, hash="|".join(texts), fetched_at=1.0, extractor=1, statements=statements)


def test_tells_what_came_and_what_went() -> None:
    found = changes([version("We sell it.", "We keep  names", "New."), version("New.", "We keep names.", "We never sell it.")])
    assert [statement.text for statement in found.added] == ["We sell it."]
    assert [statement.text for statement in found.removed] == ["We never sell it."]
    assert found.kept == 2
    assert found.after.statements == ()


def test_counts_a_sentence_said_twice() -> None:
    assert [statement.text for statement in changes([version("A.", "A."), version("A.", "B.")]).added] == ["A."]


def test_needs_two_texts() -> None:
    assert changes([]) is None
    assert changes([version("A.")]) is None
    assert changes([version("A."), version("A.")]) is None
