"""Names as names of fields."""

from guardian_core.detect.key_names import names_as_keys
from guardian_core.detect.spans import KEY, Span
from guardian_core.vocabulary import Entity, Item, Place, Role


def field(path: str, text: str, role: Role = Role.STRUCTURE) -> Item:
    return Item(path, path.rpartition("/")[2], text, role, Place.BODY, None, 0, len(text))


def test_reads_the_names_of_fields_in_an_object_of_people():
    items = [field("body/users/Dana Quill", "Dana Quill"), field("body/totals/Grand Total", "Grand Total")]
    assert names_as_keys(items, [[], []]) == [0]


def test_reads_the_name_of_a_field_over_what_is_somebodys():
    items = [field("body/x/Dana Quill", "Dana Quill"), field("body/x/Dana Quill/mail", "dana@example.test", Role.VALUE)]
    assert names_as_keys(items, [[], [Span(0, 17, Entity.EMAIL, 0.9, KEY)]]) == [0]
    assert names_as_keys(items, [[], []]) == []


def test_reads_no_other_name_of_a_field():
    items = [field("body/users/first name", "first name"), field("body/users/Email", "Email")]
    assert names_as_keys(items, [[], []]) == []
