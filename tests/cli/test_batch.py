"""batch.py, through guardian anonymize --batch."""

import csv
import errno
import json
import os
import shutil

import pytest

from guardian_core.adapt import Chosen
from guardian_core.cli.batch import Batch, run
from guardian_core.cli.shell import FailedError
from guardian_core.errors import EditError
from guardian_core.rewrite import Rewritten
from guardian_core.vocabulary import Level

ROWS = [{"id": 1, "body": "I am Ann Quill"}, {"id": 2, "body": "The weather\nis fine"}, {"id": 3, "body": "Mail erdal@example.com"}]


@pytest.fixture
def posts(tmp_path):
    path = tmp_path / "posts.jsonl"
    path.write_text("\n".join(json.dumps(row) for row in ROWS) + "\n", encoding="utf-8")
    return path


def objects(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_rewrites_one_field_of_every_line(as_json, posts, tmp_path):
    out = tmp_path / "clean.jsonl"
    report = as_json("anonymize", "--batch", posts, "--out", out, "--column", "body")
    assert objects(out) == [
        {"id": 1, "body": "I am [PERSON_1]"},
        {"id": 2, "body": "The weather\nis fine"},
        {"id": 3, "body": "Mail [EMAIL_1]"},
    ]
    assert (report["rows"], report["changed"], report["levels"]) == (3, 2, {"3": 3})
    assert report["entities"] == {"person": 1, "email": 1}


def test_rewrites_a_column(guardian, tmp_path):
    source, out = tmp_path / "a.csv", tmp_path / "b.csv"
    source.write_bytes('\ufeffid,text\r\n1,"Ann Quill, ""hello"""\r\n2,"two\nlines"\r\n'.encode())
    result = guardian("anonymize", "--batch", source, "--out", out)
    assert "2 rows, 1 changed, replaced: 1 person" in result.stdout
    with out.open(encoding="utf-8", newline="") as file:
        assert list(csv.reader(file)) == [["id", "text"], ["1", '[PERSON_1], "hello"'], ["2", "two\nlines"]]


def test_goes_on_where_it_was_interrupted(posts, tmp_path):
    out = tmp_path / "clean.jsonl"
    batch = Batch(posts, out, "jsonl", "body")

    def interrupted(text):
        if "weather" in text:
            raise KeyboardInterrupt
        return upper(text)

    with pytest.raises(KeyboardInterrupt):
        run(batch, interrupted, Level.TAGS)
    with out.open("a", encoding="utf-8") as file:
        file.write('{"id": 2, "bo')  # what a crash may leave
    report = run(batch, upper, Level.TAGS)
    assert (report.resumed, report.rows) == (1, 2)
    assert [row["body"] for row in objects(out)] == [row["body"].upper() for row in ROWS]
    assert run(batch, upper, Level.TAGS).rows == 0


def upper(text):
    return Chosen(Rewritten(text.upper(), (), (), (), (), (), complete=True), Level.TAGS, (), "")


def test_resumes_a_table_with_one_line_of_names(tmp_path):
    source, out = tmp_path / "a.csv", tmp_path / "b.csv"
    source.write_text("text\na\nb\n")
    batch = Batch(source, out, "csv", "text")
    seen = []

    def once(text):
        if seen:
            raise KeyboardInterrupt
        seen.append(text)
        return upper(text)

    with pytest.raises(KeyboardInterrupt):
        run(batch, once, None)
    run(batch, upper, None)
    assert out.read_text() == "text\nA\nB\n"


def test_never_writes_a_row_as_it_was_that_cannot_be_rewritten(posts, tmp_path):
    def stubborn(_text):
        raise EditError("a value could not be removed completely")

    report = run(Batch(posts, tmp_path / "o.jsonl", "jsonl", "body"), stubborn, None)
    assert {row["body"] for row in objects(tmp_path / "o.jsonl")} == {""}
    assert len(report.emptied) == 3
    assert "3 rows could not be rewritten" in report.as_text()


def test_empties_what_is_no_text(tmp_path):
    source = tmp_path / "a.jsonl"
    source.write_text('{"text": {"name": "Ann Quill"}}\n\n{"text": null}\n')
    report = run(Batch(source, tmp_path / "o.jsonl", "jsonl", "text"), upper, None)
    assert [row["text"] for row in objects(tmp_path / "o.jsonl")] == ["", None]  # nothing stays nothing
    assert (report.emptied, report.rows) == ([1], 2)


@pytest.mark.parametrize(
    ("content", "options", "complaint"),
    [
        ('{"text": "a"', ("--format", "jsonl"), "line 1 is not JSON"),
        ("[1]", ("--format", "jsonl"), "line 1 has no field 'text': name it with --column"),
        ("a,b\n1,2\n", ("--format", "csv"), "no column 'text', only a, b"),
        ("text,b,text\n1,2,3\n", ("--format", "csv"), "names the column 'text' twice"),
        ('{"text": "a"}\n' + "[" * 50_000, ("--format", "jsonl"), "line 2 is not JSON"),
        ("text,b\n1\n", ("--format", "csv"), "row 1 has another number of fields"),
        ("", (), "say what in.dat is: --format jsonl or --format csv"),
    ],
)
def test_says_what_is_wrong(guardian, tmp_path, content, options, complaint):
    source = tmp_path / "in.dat"
    source.write_text(content)
    result = guardian("anonymize", "--batch", source, "--out", tmp_path / "out", *options)
    assert result.exit_code == 2
    assert complaint in result.stderr


def test_refuses_an_output_in_no_folder(posts, refused, tmp_path):
    said = refused("anonymize", "--batch", posts, "--out", tmp_path / "none" / "clean.jsonl", "--column", "body")
    assert "make it first" in said


def test_refuses_an_output_of_another_run(guardian, posts, tmp_path):
    out = tmp_path / "clean.jsonl"
    guardian("anonymize", "--batch", posts, "--out", out, "--column", "body")
    again = guardian("anonymize", "--batch", posts, "--out", out, "--column", "body", "--level", 1)
    assert again.exit_code == 2
    assert "not from this input, column and level, with or without a model as now" in again.stderr
    shutil.copy(posts, out)
    assert guardian("anonymize", "--batch", out, "--out", out, "--column", "body").exit_code == 2


def test_needs_both_files(refused, posts, tmp_path):
    assert "--batch needs --out" in refused("anonymize", "--batch", posts)
    assert "takes the place of FILE" in refused("anonymize", "--batch", posts, "--out", tmp_path / "o", "-")


def test_says_all_that_is_missing_at_once(refused, posts, tmp_path):
    said = refused("anonymize", "--batch", posts)
    assert "--batch needs --out; posts.jsonl: line 1 has no field 'text': name it with --column" in said
    assert "--column" not in refused("anonymize", "--batch", posts, "--column", "body")
    unknown = tmp_path / "posts.txt"
    unknown.write_text("x\n")
    assert "--batch needs --out; say what posts.txt is: --format jsonl or --format csv" in refused("anonymize", "--batch", unknown)


def test_takes_no_bytes_that_are_no_text(guardian, tmp_path):
    source = tmp_path / "a.jsonl"
    source.write_bytes(b'{"text": "\xff"}\n')
    assert "not UTF-8" in guardian("anonymize", "--batch", source, "--out", tmp_path / "o.jsonl").stderr


def test_reads_tables_as_programs_write_them(tmp_path):
    """A mark of byte order, quotes, breaks within a field, CRLF, a field longer than Python's default limit."""
    source, out = tmp_path / "a.csv", tmp_path / "b.csv"
    rows = [["1", 'Ann said "hi",\r\nthen left'], ["2", "long " * 60_000], ["3", ""]]
    with source.open("w", encoding="utf-8-sig", newline="") as file:
        csv.writer(file).writerows([["id", "text"], *rows])
    report = run(Batch(source, out, "csv", "text"), upper, None)
    with out.open(encoding="utf-8", newline="") as file:
        assert list(csv.reader(file)) == [["id", "text"], *([one, text.upper()] for one, text in rows)]
    assert (report.rows, report.changed) == (3, 2)


def test_writes_what_no_encoding_has(tmp_path):
    source, out = tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    source.write_text('{"text": "a\\ud800b", "other": "\\ud83d"}\n{"text": "caf\u00e9 \u2028 x"}\n', encoding="utf-8")
    run(Batch(source, out, "jsonl", "text"), upper, None)
    written = [json.loads(line) for line in out.read_text(encoding="utf-8").split("\n") if line]
    assert written == [{"text": "A\ud800B", "other": "\ud83d"}, {"text": "CAF\u00c9 \u2028 X"}]


def test_goes_on_where_it_was_killed_before_the_first_row_was_whole(tmp_path):
    source, out = tmp_path / "a.csv", tmp_path / "b.csv"
    source.write_text("text\na\n")

    def killed(_text):
        raise SystemExit

    with pytest.raises(SystemExit):
        run(Batch(source, out, "csv", "text"), killed, None)
    out.write_text("text\nhal")  # names and half a row, flushed before the progress could be written
    run(Batch(source, out, "csv", "text"), upper, None)
    assert out.read_text() == "text\nA\n"


def test_a_full_disk_is_told_and_the_same_command_goes_on(posts, tmp_path):
    out = tmp_path / "clean.jsonl"
    batch = Batch(posts, out, "jsonl", "body")

    def full(text):
        if "weather" in text:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return upper(text)

    with pytest.raises(FailedError, match="cannot be written on: No space left on device; the same command goes on"):
        run(batch, full, Level.TAGS)
    assert run(batch, upper, Level.TAGS).resumed == 1
    assert [row["id"] for row in objects(out)] == [1, 2, 3]
