"""Our own levels: a text is one item of prose, everything that is found is replaced (`guardian anonymize` does the same).

For cross-validation a sample is searched by the model that was trained without its document. The folder of such models holds
`folds.json`, {"folds": [{"model": "fold-0", "documents": ["TAB-088c0", …]}, …]}: each fold's model is a folder beside it, and
`documents` are those it was not trained on.
"""

import json
from collections.abc import Callable, Mapping
from pathlib import Path

from guardian_core.errors import DataError
from guardian_core.evaluation.anonymization.samples import Method, Output, Sample
from guardian_core.rewrite import Rewriter
from guardian_core.settings import DetectSettings
from guardian_core.vocabulary import Level

KEY = b"the benchmark's own, so that surrogates repeat"


def method(level: Level, models: Path | None) -> Method:
    """One level of ours; with `models`, cross-validated.

    Raises:
        DataError: `models` is not such a folder.
    """
    chosen = rewriter_of(models)

    def rewrite(sample: Sample) -> Output:
        made = chosen(sample).text(sample.text, level)
        found = {(finding.start, finding.end) for finding in made.findings}
        found |= {
            (one.start, one.end) for one in made.edits if not any(one.start < end and start < one.end for start, end in found)
        }
        return Output(made.content, tuple(sorted(found)), made.written, start=int(level), level=int(level))

    return rewrite


def rewriter_of(models: Path | None) -> Callable[[Sample], Rewriter]:
    """For a sample the rewriter whose model never saw it; without `models` the one that ships.

    Raises:
        DataError: `models` is not such a folder, or, of what is returned, no fold is without the sample's document.
    """
    folds = held_out(models) if models else {}
    rewriters = {folder: _rewriter(folder) for folder in dict.fromkeys(folds.values() if models else [None])}

    def chosen(sample: Sample) -> Rewriter:
        if models and sample.document not in folds:
            message = (
                f"no fold of {models} was trained without document {sample.document}: its numbers would not be cross-validated"
            )
            raise DataError(message)
        return rewriters[folds.get(sample.document)]

    return chosen


def _rewriter(folder: Path | None) -> Rewriter:
    return Rewriter.unhurried(DetectSettings(model=folder), KEY)


def held_out(models: Path) -> Mapping[str, Path]:
    """For each document the folder of the model that never saw it.

    Raises:
        DataError: folds.json is missing or of another form, or a model's folder is missing.
    """
    path = models / "folds.json"
    try:
        folds = [
            (models / fold["model"], [str(name) for name in fold["documents"]]) for fold in json.loads(path.read_text())["folds"]
        ]
    except OSError:
        message = f"no {path}: --models takes a folder of models of folds (docs/anonymization.md says how it looks)"
        raise DataError(message) from None
    except (ValueError, KeyError, TypeError):
        message = f'{path} is not of the form {{"folds": [{{"model": "fold-0", "documents": ["…"]}}]}}'
        raise DataError(message) from None
    missing = next((folder for folder, _ in folds if not folder.is_dir()), None)
    if missing is not None:
        message = f"{path} names a model that is not there: {missing}"
        raise DataError(message)
    return {document: folder for folder, documents in folds for document in documents}
