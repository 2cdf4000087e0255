"""The guard refuses what is no rewrite, and lets ordinary rewrites pass."""

import pytest

from guardian_core.anonymize.adversarial.objections import is_of_another, language, objection

ORIGINAL = "My name is Ann Yilmaz, I am 34 and I live with my two children in Bonn near the station."


@pytest.mark.parametrize(
    "rewritten",
    [
        "I am in my thirties and I live with my two children in a city near the station.",
        "My name does not matter, I am an adult and I live with my family in a German city near the station.",
        "I'm a parent of two, living close to a station in a mid-sized town, and that is all I say.",
        ORIGINAL,
    ],
)
def test_lets_a_rewrite_pass(rewritten: str) -> None:
    assert objection(ORIGINAL, rewritten) is None


@pytest.mark.parametrize(
    ("rewritten", "reason"),
    [
        ("", "empty"),
        (" \n …", "empty"),
        ("I'm sorry, but I can't help with rewriting that text for you at all today, friend.", "a refusal"),
        ("As an AI language model I will not rewrite the names of two children or of their station.", "a refusal"),
        ("Es tut mir leid, aber das geht nicht, und deshalb schreibe ich hier gar nichts weiter.", "a refusal"),
        ("Sure! I am in my thirties and I live with my two children in a city near the station.", "an answer instead of a rewrite"),
        ("Here is the text: I am in my thirties and live with two children in a city near it.", "an answer instead of a rewrite"),
        ('{"text": "I am in my thirties and I live with my two children in a city near it"}', "an answer instead of a rewrite"),
        ("```\nI am in my thirties and I live with my two children in a city near the station.", "an answer instead of a rewrite"),
        ("My name is [NAME], I am [AGE] and I live with my two children in [CITY] near the station.", "tags instead of words"),
        ("My name is REDACTED, I am an adult and I live with my two children in a city near it.", "tags instead of words"),
        ("My name is ____, I am an adult and I live with my two children in a city near it.", "tags instead of words"),
        ("I live in a city. The sensitive fields were removed so that nobody can recover them now.", "talk about the rewrite"),
        ("I live.", "too short"),
        (ORIGINAL + " " + "And then we went on a long trip through many places with all of our friends." * 2, "too long"),
        ("Ich bin in den Dreißigern und wohne mit zwei Kindern in der Stadt, nicht weit von dem Bahnhof.", "another language"),
        ("Мне за тридцать, и я живу с двумя детьми в городе рядом со станцией, и это всё, что скажу.", "another script"),
        ("I live with my\x00 two children in a city near the station and I am an adult today.", "control characters"),
        ("I am in my thirties.\nI live with my two children in a city near the station.", "more lines"),
        ("I live with my two I live with my two I live with my two I live with my two", "repeats itself"),
    ],
)  # fmt: skip
def test_says_what_is_wrong(rewritten: str, reason: str) -> None:
    assert objection(ORIGINAL, rewritten) == reason


@pytest.mark.parametrize(
    ("original", "rewritten"),
    [
        ("I'm sorry that Ann could not come.", "I'm sorry that someone could not come."),  # the user's own words are no refusal
        ("See [ANN] here.", "See [ANN] here."),
        ("Sure: Ann comes too!", "Sure: a friend comes too!"),
        ("Ann", "a person from my family"),
        ("我叫李明，住在北京，今年三十四岁。", "我住在一个大城市，三十多岁。"),
        ("שלום, שמי דנה ואני גרה בחיפה", "שלום, אני גרה בעיר גדולה"),
        ("OK", "OK"),
    ],
)
def test_measures_a_rewrite_by_its_original(original: str, rewritten: str) -> None:
    assert objection(original, rewritten) is None


def test_never_quotes_what_it_refuses() -> None:
    assert "Yilmaz" not in str(objection(ORIGINAL, "Yilmaz " * 400))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("The cat sat on the mat and it was happy.", "en"),
        ("Je suis dans la rue avec des amis et il est tard.", "fr"),
        ("Vivo en la ciudad con mis hijos y no se por qué", "es"),
        ("Bonjour", None),
        ("", None),
    ],
)
def test_tells_languages_apart(text: str, said: str | None) -> None:
    assert language(text) == said


@pytest.mark.parametrize(
    ("rewritten", "expected"),
    [
        (["Someone moved to a town.", "The lamp hums.", "The lamp still hums."], [False, False, False]),
        (["The lamp hums.", "The lamp hums.", "The lamp hums."], [True, False, False]),  # the third is much like the second
        (["The lamp hums.", "Ann moved to Bonn.", "The lamp still hums."], [True, True, False]),
        (["I live elsewhere now.", "It makes a noise.", "!"], [False, False, False]),  # said in other words altogether
    ],
)
def test_tells_whose_words_a_line_has(rewritten: list[str], expected: list[bool]) -> None:
    lines = ["Ann moved to Bonn.", "The lamp hums.", "The lamp still hums."]
    assert [is_of_another(at, lines, rewritten) for at in range(3)] == expected
