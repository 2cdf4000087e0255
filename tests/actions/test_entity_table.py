"""actions.entity_table: what a document's own entities stand for."""

import pytest

from guardian_core.actions.entity_table import REFERENCE, Entities


def meant(declared: str, reference: str) -> tuple[str | None, bool]:
    entities = Entities.declared_in(f"<!DOCTYPE r [{declared}]>")
    found = REFERENCE.fullmatch(reference)
    assert entities
    assert found
    return entities.meant(found), entities.unsafe


@pytest.mark.parametrize(
    ("declared", "reference", "text"),
    [
        ('<!ENTITY x "a@">', "&x;", "a@"),
        ("<!ENTITY x 'a&#64;b'>", "&x;", "a@b"),
        ('<!ENTITY x "a&#38;#64;b">', "&x;", "a@b"),
        ('<!ENTITY y "1"><!ENTITY x "&y;<b/>&y;<!-- -->2">', "&x;", "112"),
        ('<!ENTITY x "first"><!ENTITY x "second">', "&x;", "first"),
        ('<!ENTITY x "a">', "&#x40;", "@"),
        ('<!ENTITY x "a">', "&amp;", "&"),
        ('<!ENTITY x "a">', "&other;", None),
    ],
)
def test_expands(declared: str, reference: str, text: str | None) -> None:
    assert meant(declared, reference) == (text, False)


@pytest.mark.parametrize(
    "declared",
    [
        '<!ENTITY x "&x;">',
        '<!ENTITY y "&x;"><!ENTITY x "&y;">',
        '<!ENTITY x SYSTEM "file:x">',
        f'<!ENTITY x "{"a" * 5_000}">',
        f'<!ENTITY y "{"a" * 4_000}"><!ENTITY x "&y;&y;">',
    ],
)
def test_what_cannot_be_known_is_unsafe(declared: str) -> None:
    assert meant(declared, "&x;") == (None, True)


def test_a_document_without_entities_has_no_table() -> None:
    assert Entities.declared_in("<!DOCTYPE html><p>&amp;</p>") is None
