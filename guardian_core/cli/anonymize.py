"""`guardian anonymize`: a text without what identifies somebody, nothing sent."""

from __future__ import annotations  # the types below take two seconds to load, which no other command shall wait for

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from guardian_core.cli.batch import FORMS, Batch, column_fault, run
from guardian_core.cli.choosing import choosing
from guardian_core.cli.shell import config_option, json_option, print_json, read_source, say
from guardian_core.terms import Level

if TYPE_CHECKING:
    from guardian_core.adapt import Chosen
    from guardian_core.rewrite import Rewritten
    from guardian_core.settings import Settings

DOCUMENTS = (".json", ".jsonl", ".ndjson")


@click.command(no_args_is_help=True)
@click.argument("source", metavar="FILE|-", required=False)
@click.option(
    "--level", type=click.IntRange(1, 5), help="1 partial, 2 aggressive, 3 tags (the default), 4 and 5 by a language model."
)
@click.option("--adaptive", is_flag=True, help="Choose the level, and say why.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", *FORMS]),
    help="What it is: text, or a JSON document (also one per line). By default what the name says. With --batch: jsonl or csv.",
)
@click.option(
    "--batch", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="A file of many texts, instead of FILE."
)
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="With --batch: the file to write; it is resumed.")
@click.option("--column", default="text", show_default=True, help="With --batch: the field that holds the text.")
@config_option
@json_option
def anonymize(
    source: str | None,
    settings: Settings,
    *,
    level: int | None,
    adaptive: bool,
    form: str | None,
    batch: Path | None,
    out: Path | None,
    column: str,
    as_json: bool,
) -> None:
    """Replace what identifies somebody in a text or a JSON document, and print the rest as it was.

    Everything that is found is replaced, at one level: 1 keeps years, countries, kinds and magnitudes, 2 says only what it was, 3
    puts a tag, the same for the same thing everywhere; 4 lets the configured language model (`[model] url`) edit what gives it
    away, 5 paraphrase; without a model they are served by rule, as are lines that the model gets wrong, and a note says so. In JSON
    what is structured gets surrogates that still validate, and what is not replaced keeps its bytes. docs/anonymization.md has the
    tables.

    With --adaptive the mildest level is taken after which nothing that the original supports can be told: the model, where there is
    one, reads the result and guesses, also of what was not found; else a second reading looks. The reason goes to standard error.
    With --json, {text, level, adaptive, complete, degraded, edits}: the edits hold no originals, only keyed digests
    (`before_digest`) and offsets in code points of the original.

    \b
    Examples:
      guardian anonymize --level 1 letter.txt
      echo 'Ann Quill moved to Leeds in May 1995' | guardian anonymize --adaptive -
      guardian anonymize --batch posts.jsonl --out clean.jsonl --column body
    """
    from guardian_core.audit import load_key

    if adaptive and level is not None:
        message = "--level and --adaptive: choose one"
        raise click.UsageError(message)
    wanted = None if adaptive else Level(level or Level.TAGS)
    if batch is not None:
        kind = form or batch.suffix.lower().lstrip(".")
        wrong = list(_wrong(batch, kind, column, named=source is not None, out=out))
        if wrong or out is None:
            raise click.UsageError("; ".join(wrong))
        _batch(settings, Batch(batch, out, kind, column), wanted, as_json=as_json)
        return
    if source is None or out is not None or form in FORMS:
        message = "name a FILE, or - for standard input" if source is None else "--out, jsonl and csv belong to --batch"
        raise click.UsageError(message)
    content = read_source(source, "FILE")
    document = form == "json" or (form is None and source.lower().endswith(DOCUMENTS))
    with choosing(settings, wanted) as chooser:
        chosen = chooser.document(content) if document else chooser.text(decoded(content))
    if as_json:
        print_json(as_object(chosen, load_key(settings.home)))
    else:
        _print(chosen)


def _wrong(batch: Path, kind: str, column: str, *, named: bool, out: Path | None) -> Iterator[str]:
    """All that a batch lacks, so that nobody mends one thing to be told of the next; of a wrong column only beside others."""
    if named:
        yield "--batch takes the place of FILE"
    if out is None:
        yield "--batch needs --out"
    if kind not in FORMS:
        yield f"say what {batch.name} is: --format jsonl or --format csv"
    elif (named or out is None) and (why := column_fault(batch, kind, column)):
        yield why


def decoded(content: bytes) -> str:
    """Text as it is written, with its byte order mark if it has one.

    Raises:
        click.BadParameter: it is not UTF-8.
    """
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        message = f"not UTF-8 at byte {error.start}: convert it first (iconv -t UTF-8)"
        raise click.BadParameter(message, param_hint="FILE") from None


def as_object(chosen: Chosen[str] | Chosen[bytes], key: bytes) -> dict[str, object]:
    """A rewrite for programs; originals only as keyed digests."""
    from guardian_core.audit import digest

    made: Rewritten[str] | Rewritten[bytes] = chosen.rewritten
    rounds = [{"level": one.level.value, "guesses": one.guesses, "confidence": one.confidence} for one in chosen.rounds]
    return {
        "text": made.content if isinstance(made.content, str) else made.content.decode("utf-8", "replace"),
        "level": chosen.level.value,
        "adaptive": {"reason": chosen.reason, "rounds": rounds} if chosen.reason else None,
        "complete": made.complete,
        "degraded": list(chosen.notes),
        "edits": [
            {
                "path": made.items[edit.item].path,
                "entity": edit.entity.value,
                "start": edit.start,
                "end": edit.end,
                "before_digest": digest(key, made.items[edit.item].text[edit.start : edit.end]),
                "after": edit.replacement,
            }
            for edit in made.edits
        ],
    }


def _print(chosen: Chosen[str] | Chosen[bytes]) -> None:
    """The content byte for byte, so that it can be piped; on a terminal shown, not done. What is to be known goes to the errors."""
    content = chosen.rewritten.content
    raw = content if isinstance(content, bytes) else content.encode("utf-8")
    if sys.stdout.isatty():
        say(raw.decode("utf-8", "replace"))
    else:
        sys.stdout.buffer.write(raw)
        sys.stdout.buffer.flush()
    for note in ([f"level {chosen.level.value}: {chosen.reason}"] if chosen.reason else []) + list(chosen.notes):
        click.echo(note, err=True)


def _batch(settings: Settings, batch: Batch, level: Level | None, *, as_json: bool) -> None:
    with choosing(settings, level) as chooser:
        report = run(batch, chooser.text, level, asks=chooser.asks)
    if as_json:
        print_json(report.as_object())
    else:
        say(report.as_text())
