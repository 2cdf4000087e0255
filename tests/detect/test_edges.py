"""What a span of the names model begins and ends with."""

import pytest

from guardian_core.detect.edges import edged
from guardian_core.detect.names import NameSpan
from guardian_core.vocabulary import Entity


def cut(text: str, found: str, entity: Entity) -> list[str]:
    start = text.index(found)
    parts = sorted(edged(NameSpan(start, start + len(found), entity, 0.9), text), key=lambda one: one.start)
    return [text[one.start : one.end] for one in parts]


@pytest.mark.parametrize(
    ("text", "found", "parts"),
    [
        ("ask Nora Quist. Dana Quill knows", "Nora Quist. Dana Quill", ["Nora Quist", "Dana Quill"]),
        ("to Leeds! York is nice", "Leeds! York", ["Leeds", "York"]),
        ("in Leeds.” York is", "Leeds.” York", ["Leeds", "York"]),
        ("ask Dr. Dana Quill now", "Dr. Dana Quill", ["Dr. Dana Quill"]),
        ("ask J. R. Quist now", "J. R. Quist", ["J. R. Quist"]),
        ("at St. Mary Hospital", "St. Mary Hospital", ["St. Mary Hospital"]),
        ("by Quill Inc. Leeds", "Quill Inc. Leeds", ["Quill Inc. Leeds"]),
        ("met Nora Quist.Dana Quill and", "Nora Quist.Dana Quill", ["Nora Quist", "Dana Quill"]),
        ("see Quill v. Quist, no. 12", "Quill v. Quist", ["Quill v. Quist"]),
        ("see Quill v . Quist, no. 12", "Quill v . Quist", ["Quill v . Quist"]),
    ],
)
def test_no_span_runs_over_the_end_of_a_sentence(text, found, parts):
    assert cut(text, found, Entity.PERSON) == parts


def test_a_date_of_another_language_is_no_two_sentences():
    assert cut("am 3. Mai 2021 kam", "3. Mai 2021", Entity.DATE) == ["3. Mai 2021"]


def test_much_is_shortened_in_an_address():
    assert cut("at 12 ul. Zielona 5", "12 ul. Zielona 5", Entity.ADDRESS) == ["12 ul. Zielona 5"]
    assert cut("at 95 Bem rkp. 97. Suite 4", "95 Bem rkp. 97. Suite 4", Entity.ADDRESS) == ["95 Bem rkp. 97. Suite 4"]
    assert cut("at 12 Sedge Street. Leeds is", "12 Sedge Street. Leeds", Entity.ADDRESS) == ["12 Sedge Street", "Leeds"]


@pytest.mark.parametrize(
    ("text", "found", "whole"),
    [
        ("paid $5,000.50 for", "5", "5,000.50"),
        ("paid $5,000.50 for", "000", "5,000.50"),
        ("came 03.05.2021 here", "05.2021", "03.05.2021"),
        ("in at 2024-10-07 12:00:05.", "2024", "2024-10-07 12:00:05"),
        ("born 1995-05-03T10:00:00Z", "1995", "1995-05-03T10:00:00Z"),
        ("at 10:30 sharp", "30", "10:30"),
        ("case 48133/07 of", "48133", "48133/07"),
        ("call (71) 4233-6306", "4233", "4233-6306"),
        ("in 1995 and 1996", "1995", "1995"),
        ("5cc4:7229:4b is", "7229", "7229"),
    ],
)
def test_no_edge_lies_within_a_number(text, found, whole):
    assert cut(text, found, Entity.CODE) == [whole]


@pytest.mark.parametrize(
    ("text", "found", "parts"),
    [
        ("Dana Quill 34", "Dana Quill 34", ["Dana Quill", "34"]),
        ("Maria Lopez (28), Madrid", "Maria Lopez (28)", ["Maria Lopez", "28"]),
        ("Ms. D. Quill PhD", "D. Quill PhD", ["D. Quill"]),
        ("Dana Quill, M.D.", "Dana Quill, M.D.", ["Dana Quill"]),
        ("Oral Amlodipine 5 mg", "Oral Amlodipine 5", ["Oral Amlodipine 5"]),
        ("R2 D2 34", "R2 D2 34", ["R2 D2 34"]),
        ("Dana 34", "Dana 34", ["Dana 34"]),
        ("O'Brien, Sean", "Brien", ["O'Brien"]),
        ("the boy's Dana", "Dana", ["Dana"]),
    ],
)
def test_a_name_ends_before_an_age_and_a_degree(text, found, parts):
    assert cut(text, found, Entity.PERSON) == parts


@pytest.mark.parametrize(
    ("text", "found", "whole"),
    [
        ("paid $5,000.50 for", "000.50", "$5,000.50"),
        ("paid 5.000,50 € for", "5.000,50", "5.000,50 €"),
        ("paid £ 40 for", "40", "£ 40"),
        ("it grew 40% in", "40", "40%"),
        ("US$ and 40 of", "40", "40"),
    ],
)
def test_an_amount_keeps_its_sign(text, found, whole):
    assert cut(text, found, Entity.QUANTITY) == [whole]
