"""A span of a text as a finding: where it lies in the original, and of which category it is."""

from guardian_core.detect.found import Search, finding_of
from guardian_core.detect.normalise import plain
from guardian_core.detect.spans import KEY, Span
from guardian_core.vocabulary import Category, Entity, Item, Place, Role


def item(text, role):
    return Item("body/note", "note", text, role, Place.BODY, None, 0, len(text))


def test_points_at_the_original():
    """Not at the copy in which it was found."""
    text = "call da\u200bna@example.test"
    copy = plain(text)
    found = finding_of(3, item(text, Role.PROSE), copy, Span(5, len(copy.text), Entity.EMAIL, 1.2, KEY))
    assert (found.item, text[found.start : found.end], found.score) == (3, "da\u200bna@example.test", 1.0)


def test_what_is_said_in_prose_is_content_and_in_a_field_its_own_category():
    span = Span(0, 4, Entity.PERSON, 0.9, KEY)
    said, told = (finding_of(0, item("Dana", role), plain("Dana"), span).category for role in (Role.PROSE, Role.VALUE))
    assert (said, told) == (Category.CONTENT, Category.CONTACT)


def test_a_rule_of_the_users_says_which_category():
    span = Span(0, 4, Entity.USERNAME, 0.9, KEY, category=Category.HEALTH)
    assert finding_of(0, item("Dana", Role.VALUE), plain("Dana"), span).category is Category.HEALTH


def test_spans_are_in_no_repr():
    assert "hunter2" not in repr(Search((), True, spans=[[Span(0, 4, Entity.PASSWORD, 1.0, KEY, value="hunter2")]]))
