"""guardian anonymize."""

import json

import pytest

TEXT = "Mr Erdal Yilmaz lives in Leeds; Yilmaz's mail is erdal@example.com.\n"


@pytest.fixture
def letter(tmp_path):
    path = tmp_path / "letter.txt"
    path.write_text(TEXT, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("level", "printed"),
    [
        (None, "[PERSON_1] lives in [PLACE_1]; [PERSON_1]'s mail is [EMAIL_1].\n"),
        (1, "Mr X lives in the United Kingdom; X's mail is e***@example.com.\n"),
        (2, "Someone lives in a place; someone's mail is an e-mail address.\n"),
    ],
)
def test_prints_the_text_and_nothing_else(guardian, letter, level, printed):
    result = guardian("anonymize", *(["--level", level] if level else []), letter)
    assert (result.exit_code, result.stdout, result.stderr) == (0, printed, "")


def test_reads_standard_input(guardian):
    assert guardian("anonymize", "-", stdin=TEXT.encode()).stdout.startswith("[PERSON_1]")


def test_says_what_rules_stand_in_for(guardian, letter):
    result = guardian("anonymize", "--level", 5, letter)
    assert "Yilmaz" not in result.stdout
    assert "level 5 served without a language model" in result.stderr


def test_explains_the_level_it_chose(guardian, letter):
    result = guardian("anonymize", "--adaptive", letter)
    assert result.stdout.startswith("Mr X lives")
    assert result.stderr.startswith("level 1: the most sensitive thing found is of the kind")


def test_keeps_the_bytes_of_json(guardian, tmp_path):
    path = tmp_path / "d.json"
    path.write_bytes(b'{ "n" : 1.50,\r\n\t"mail":"erdal@example.com" ,"\\u00e9":"caf\xc3\xa9"}')
    printed = guardian("anonymize", path).stdout_bytes
    assert printed.startswith(b'{ "n" : 1.50,\r\n\t"mail":"')
    assert printed.endswith(b'" ,"\\u00e9":"caf\xc3\xa9"}')
    assert b"erdal" not in printed


def test_prints_edits_without_originals_for_programs(as_json, letter):
    printed = as_json("anonymize", "--adaptive", letter)
    assert list(printed) == ["text", "level", "adaptive", "complete", "degraded", "edits"]
    assert (printed["level"], printed["complete"], printed["degraded"]) == (1, True, [])
    assert printed["adaptive"]["rounds"] == [{"level": 1, "guesses": 0, "confidence": 0.0}]
    assert [edit["after"] for edit in printed["edits"]] == ["Mr X", "the United Kingdom", "X", "e***@example.com"]
    first, _, third, _ = printed["edits"]
    assert TEXT[first["start"] : first["end"]] == "Mr Erdal Yilmaz"
    assert len(third["before_digest"]) == 16
    assert "Yilmaz" not in json.dumps(printed)


def test_keeps_other_scripts_and_marks(guardian, tmp_path):
    (tmp_path / "g.toml").write_text("detect.names = false")
    text = "\ufeffשלום, ann@example.com \u202bمرحبا\u202c 😀 cafe\u0301\r\n"
    printed = guardian("anonymize", "--config", tmp_path / "g.toml", "-", stdin=text.encode()).stdout_bytes.decode()
    assert printed == text.replace("ann@example.com", "[EMAIL_1]")


@pytest.mark.parametrize(
    ("arguments", "stdin", "complaint"),
    [
        (("--level", 1, "--adaptive", "-"), b"", "--level and --adaptive: choose one"),
        (("--level", 6, "-"), b"", "6 is not in the range"),
        (("--level", 1), b"", "name a FILE, or - for standard input"),
        (("/none/such",), b"", "cannot read /none/such"),
        (("-",), b"a\xff", "not UTF-8 at byte 1"),
        (("--format", "json", "-"), b"{dana", "the document is not JSON"),
        (("--format", "csv", "-"), b"", "--out, jsonl and csv belong to --batch"),
    ],
)
def test_refuses(refused, arguments, stdin, complaint):
    assert complaint in refused("anonymize", *arguments, stdin=stdin)
