"""kinds.py: the tables behind a generalisation."""

import pytest

from guardian_core.anonymize import kinds


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("Court of Appeal", "a court"),
        ("Universit\u00e4t Quillstadt", "a university"),
        ("First Quill Bank plc", "a bank"),
        ("Ministry of Quills", "a ministry"),
        ("Quilldale Borough Council", "a municipality"),
        ("Quill Land Registry Office", "a registry"),
        ("Third Quill Regiment", "an armed force"),
        ("Quill & Sons Ltd.", "a company"),
        ("Banking", "an organisation"),
        ("", "an organisation"),
    ],
)
def test_tells_the_kind_of_an_organisation(name, kind):
    assert kinds.organization_kind(name) == kind


def test_tells_the_field_of_a_profession():
    assert kinds.profession_kind("Senior Nurse") == "a health worker"
    assert kinds.profession_kind("beekeeper") == "a professional"


def test_knows_the_country_of_a_city_only_as_a_whole_word():
    assert kinds.country_of("lives in PARIS.") == "France"
    assert kinds.country_of("Parisian") is None
    assert kinds.city_in("10 Rue X, Paris") == "Paris"
    assert kinds.city_in("nowhere") is None


def test_knows_the_part_of_the_world_of_a_country():
    assert kinds.continent_of("The Netherlands") == "Europe"
    assert kinds.continent_of("Zyx") is None


@pytest.mark.parametrize(
    ("name", "said"),
    [("Herr Quill", "a man"), ("Prof. Quill", "a professor"), ("Mx Quill", "a person"), ("Dana", None), ("", None)],
)
def test_reads_a_title(name, said):
    assert kinds.titled(name) == said


def test_keeps_a_title_as_written():
    assert kinds.title_of("Mrs. Price") == "Mrs."
    assert kinds.title_of("Price") is None
    assert kinds.title_of("") is None


def test_knows_the_country_beside_a_smaller_place():
    assert kinds.country_in("Quillstadt, Poland") == "Poland"
    assert kinds.country_in("the Netherlands") is None
    assert kinds.country_in("Quillstadt") is None


def test_knows_a_profession_only_where_the_table_does():
    assert kinds.known_profession("Senior Nurse") == "a health worker"
    assert kinds.known_profession("zyx") is None


def test_writes_every_kind_with_the_right_article():
    for words, kind in (*kinds._ORGANIZATIONS, *kinds._PROFESSIONS):
        article, noun = kind.split(" ", 1)
        assert article == ("an" if noun[0] in "aeio" else "a"), words
