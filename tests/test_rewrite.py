"""rewrite.py: texts and documents without a request."""

import json

import pytest

from guardian_core.anonymize import Anonymizer
from guardian_core.detect import Detector
from guardian_core.errors import EditError, UnreadableError
from guardian_core.rewrite import Rewriter, splice
from guardian_core.settings import DetectSettings
from guardian_core.vocabulary import Edit, Entity, Level


@pytest.fixture(scope="module")
def rewriter():
    return Rewriter(Detector(DetectSettings()), Anonymizer(b"k" * 32))


def test_replaces_every_mention(rewriter):
    made = rewriter.text("Mr Erdal Yilmaz lives in Utopia; Yilmaz's mail is erdal@example.com.", Level.TAGS)
    assert made.content == "[PERSON_1] lives in [PLACE_1]; [PERSON_1]'s mail is [EMAIL_1]."
    assert made.complete
    assert [made.content[start:end] for start, end in made.written] == ["[PERSON_1]", "[PLACE_1]", "[PERSON_1]", "[EMAIL_1]"]


LONG = (
    "On 12 March 1994 Mr Erdal Yilmaz, whose mail is dana.quill@example.test, complained that his employer had refused him the "
    "allowance for night work that everybody else had been paid since the great flood of the old basin, and that the beekeeper had "
    "been heard without him."
)


def test_from_level_3_on_what_only_a_careful_reading_sees_goes_too(rewriter):
    made = {level: rewriter.text(LONG, level) for level in (Level.PARTIAL, Level.AGGRESSIVE, Level.TAGS)}
    assert all("beekeeper" in made[level].content for level in (Level.PARTIAL, Level.AGGRESSIVE))
    assert "beekeeper" not in made[Level.TAGS].content
    assert made[Level.TAGS].findings == made[Level.PARTIAL].findings  # nothing more is promised


def test_leaves_a_text_alone_that_holds_nothing(rewriter):
    made = rewriter.text("The weather is fine.", Level.TAGS)
    assert (made.content, made.findings, made.edits) == ("The weather is fine.", (), ())


@pytest.mark.parametrize("text", ["", "Ann Quill \u05d0\u05e0\u05d9 \u0645\u0631\u062d\u0628\u0627 \U0001f600", "\ud800 Ann Quill"])
def test_takes_any_text(rewriter, text):
    assert "Quill" not in rewriter.text(text, Level.TAGS).content


def test_keeps_the_bytes_of_a_document_outside_its_edits(rewriter):
    document = b'{ "email":"dana@example.com",\r\n "n" : 1.50,"note":"caf\xc3\xa9 \\u00e9" }'
    made = rewriter.json(document, Level.TAGS)
    before, after = document.split(b"dana@example.com"), made.content
    assert after.startswith(before[0])
    assert after.endswith(before[1])
    assert "dana" not in json.loads(after)["email"]


@pytest.mark.parametrize("level", [Level.PARTIAL, Level.AGGRESSIVE, Level.TAGS])
@pytest.mark.parametrize(
    "pieces", [["4242"] * 4, ["to dana.quill@exa", "mple.test"], ["+44", "20", "7946", "0958"], ["ssn 524-71-", "3806"]]
)
def test_nothing_of_a_piece_of_a_cut_value_stays(rewriter, level, pieces):
    """Half of a value is not made milder: its domain, its last four digits may be all there is."""
    made = json.loads(rewriter.json(json.dumps({"x": pieces, "mail": "mira.okafor@example.test"}).encode(), level).content)
    said = json.dumps(made["x"])
    assert not any(piece.removeprefix("to ").removeprefix("ssn ") in said for piece in pieces if len(piece) > 3)
    assert made["mail"] != "mira.okafor@example.test"


def test_rewrites_one_object_per_line(rewriter):
    made = rewriter.json(b'{"email":"dana@example.com"}\n{"email":"dana@example.com"}\n', Level.AGGRESSIVE)
    first, second = map(json.loads, made.content.splitlines())
    assert first == second
    assert first["email"] != "dana@example.com"


def test_refuses_what_is_no_json(rewriter):
    with pytest.raises(UnreadableError, match="the document is not JSON"):
        rewriter.json(b"{dana@example.com", Level.TAGS)


class Stubborn(Anonymizer):
    """Writes the value back."""

    def edits(self, items, findings, level, destination):
        return tuple(
            Edit(one.item, one.start, one.end, items[one.item].text[one.start : one.end], one.entity, level) for one in findings
        )


@pytest.mark.parametrize(
    "write", [lambda r: r.text("to dana@example.com", Level.TAGS), lambda r: r.json(b'"dana@example.com"', Level.TAGS)]
)
def test_gives_nothing_back_where_a_value_stays(rewriter, write):
    with pytest.raises(EditError, match="could not be removed"):
        write(Rewriter(rewriter.detector, Stubborn(b"k" * 32)))


def test_moves_earlier_places_along():
    edits = [Edit(0, 0, 2, "[A]", Entity.PERSON, Level.TAGS), Edit(0, 6, 7, "", Entity.PERSON, Level.TAGS)]
    text, written = splice("ab cd xy", edits, [(3, 5), (6, 8)])
    assert text == "[A] cd y"
    assert [text[start:end] for start, end in written] == ["[A]", "cd", ""]
