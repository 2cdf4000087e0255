"""With what something was measured: versions, prompts, model, machine; its digest names the run.

Seed and number of texts are of a record and not of a run, so that more texts can be added later.
"""

import hashlib
import importlib.metadata
import json
import os
import platform
from pathlib import Path

from guardian_core.evaluation.anonymization.rivals import asking
from guardian_core.llm import wording

PACKAGES = ("guardianagent", "numpy", "onnxruntime", "tokenizers", "spacy", "presidio-analyzer", "torch", "transformers")
PROMPTS = (wording.FOLDER, asking.FOLDER)


def described(model: str | None, encoder: str | None, folds: Path | None = None, longest: int | None = None) -> dict[str, object]:
    """The run: its id under "run", and all that the id is made of; the machine beside it.

    Args:
        model: the name of the language model, None without one.
        encoder: the name of the encoder, None without one.
        folds: the folder of models for cross-validation, None where the model that ships is measured.
        longest: only texts of at most so many words.
    """
    about: dict[str, object] = {
        "model": model,
        "encoder": encoder,
        "prompts": prompts() if model else {},
        "detector": _file(folds or Path(__file__).parents[2] / "detect" / "models"),
        "cross_validated": folds is not None,
        **({"longest": longest} if longest else {}),
        "versions": versions(),
    }
    name = hashlib.sha256(json.dumps(about, sort_keys=True).encode()).hexdigest()[:12]
    return {"run": name, **about, "hardware": hardware()}


def prompts() -> dict[str, str]:
    """Each prompt's name and a digest of its words."""
    return {path.stem: _digest(path.read_bytes()) for folder in PROMPTS for path in sorted(folder.glob("*.md"))}


def versions() -> dict[str, str]:
    """What is installed of all that numbers can depend on."""
    found = {"python": platform.python_version()}
    for name in PACKAGES:
        try:
            found[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            continue
    return found


def hardware() -> dict[str, object]:
    """The machine, as far as times depend on it; nothing that names it."""
    return {"machine": platform.machine(), "system": platform.system(), "cores": os.cpu_count(), "processor": _processor()}


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor()
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), platform.processor())


def _file(folder: Path) -> str:
    """A digest of all weights in a folder: another model is another run."""
    whole = hashlib.sha256()
    for path in sorted(folder.rglob("*.onnx")):
        whole.update(path.read_bytes())
    return whole.hexdigest()[:12]


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:12]
