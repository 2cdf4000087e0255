"""Texts in, spans of names, organisations, places, dates, groups, amounts and codes out, by our own model under onnxruntime.

Three narrowed layers over word vectors (model card: models/spans/README.md; trained by `guardian_core.training.spans`). Loaded at
the first use, shared by all threads. Texts are read one at a time, so that what is found in one never depends on its neighbours:
the 8-bit network scales its activations over the whole window.
"""

import json
import os
import struct
import threading
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from guardian_core.detect.decoding import ENTITIES, spans, words
from guardian_core.detect.names import NameSpan
from guardian_core.detect.pieces import Floats, PieceReader, Pieces
from guardian_core.detect.remembered import Remembered
from guardian_core.errors import ModelError

MODELS = Path(__file__).parent / "models"
FILES = ("config.json", "tokenizer.json", "vectors.npz", "model.onnx")
_LENGTHS = 26  # where the header of a file in an archive has the lengths of its name and extra field (APPNOTE.TXT 4.3.7)
_WINDOW, _OVERLAP = 192, 48  # word pieces; spans are far shorter than the overlap


@dataclass(frozen=True, slots=True, eq=False)
class _Loaded:
    session: Any = field(repr=False)
    reader: PieceReader = field(repr=False)
    rows: npt.NDArray[np.int8] = field(repr=False)  # [vocabulary, width]
    scales: Floats = field(repr=False)  # [vocabulary]
    kinds: tuple[str, ...]
    thresholds: dict[str, float]  # how likely masked a word of each kind must be
    ends: tuple[int, int]  # ids of the pieces that open and close a window


class SpanModel:
    """The span model; `spans` is safe to call from several threads."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder or MODELS / "spans"
        self._lock = threading.Lock()
        self._loaded: _Loaded | None = None
        self._remembered: Remembered[NameSpan] = Remembered()

    def spans(self, texts: Sequence[str]) -> list[list[NameSpan]]:
        """The spans of each text, by start, without overlaps.

        Raises:
            ModelError: the model is missing or broken; the message says which file.
        """
        return [list(self._recalled(text)) for text in texts]

    def _recalled(self, text: str) -> tuple[NameSpan, ...]:
        found = self._remembered.get(text)
        if found is None:
            found = self.read(text)
            self._remembered.put(text, found)
        return found

    def read(self, text: str) -> tuple[NameSpan, ...]:
        """The spans of one text, which is not remembered; raises what `spans` raises."""
        loaded = self._load()
        pieces, chances = self.chances(text)
        return tuple(spans(text, words(pieces, chances), loaded.kinds, loaded.thresholds)) if len(pieces) else ()

    def chances(self, text: str) -> tuple[Pieces, Floats]:
        """The word pieces of a text and their chances [pieces, 2 · kinds + 1]: to begin a kind, to go on with it, to be masked."""
        loaded = self._load()
        # Lone surrogates, which JSON can carry, are no characters for the tokenizer; one for one, so that offsets stay.
        text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace") if not text.isascii() else text
        pieces = loaded.reader.read(text)
        windows = list(_windows(loaded, pieces))
        return pieces, np.concatenate(windows) if windows else np.zeros((0, 2 * len(loaded.kinds) + 1), dtype=np.float32)

    def _load(self) -> _Loaded:
        with self._lock:
            if self._loaded is None:
                self._loaded = _open(self._folder)
            return self._loaded


def _windows(loaded: _Loaded, pieces: Pieces) -> Iterator[Floats]:
    """The chances window by window, every piece once; half of an overlap only gives context."""
    start, count = 0, len(pieces)
    while start < count:
        end = min(start + _WINDOW, count)
        ids = np.concatenate(([loaded.ends[0]], pieces.ids[start:end], [loaded.ends[1]]))
        cases = np.concatenate(([0], pieces.cases[start:end], [0]))
        vectors = loaded.rows[ids].astype(np.float32) * loaded.scales[ids, None]
        chances: Floats = loaded.session.run(["chances"], {"vectors": vectors[None], "cases": cases[None]})[0]
        first = 0 if start == 0 else _OVERLAP // 2
        last = end - start if end == count else end - start - _OVERLAP // 2
        yield chances[1 + first : 1 + last]
        if end == count:
            return
        start = end - _OVERLAP


def _open(folder: Path) -> _Loaded:
    """Load every file of the model.

    Raises:
        ModelError: a file is missing or broken.
    """
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"  # read when it is imported; its Linux builds report to their maker by default
    import onnxruntime  # noqa: PLC0415 - half a second that a run without the model need not spend
    from tokenizers import Tokenizer  # noqa: PLC0415

    config, pieces, vectors, network = (folder / name for name in FILES)
    for file in (config, pieces, vectors, network):
        if not file.is_file():
            message = (
                f"the span model lacks {file}: install the package again, point detect.model to its folder, "
                "or set detect.names = false"
            )
            raise ModelError(message)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.log_severity_level = 4
    options.enable_cpu_mem_arena = False  # the arena keeps what the longest window ever needed
    try:
        kinds, thresholds = _configured(config)
        vocabulary = pieces.read_text(encoding="utf-8")
        json.loads(vocabulary)["model"]["vocab"]  # the tokenizer's own complaint is a bare Exception
        reader = PieceReader(Tokenizer.from_str(vocabulary))
        ends = reader.markers
        with np.load(vectors, allow_pickle=False) as file:
            scales = file["scales"]
        rows = _mapped(vectors, "rows.npy")
        session = onnxruntime.InferenceSession(str(network), options, providers=["CPUExecutionProvider"])
    except (ValueError, KeyError, TypeError, AttributeError, RuntimeError, OSError, EOFError, zipfile.BadZipFile,
            onnxruntime.capi.onnxruntime_pybind11_state.InvalidProtobuf,
            onnxruntime.capi.onnxruntime_pybind11_state.Fail) as error:  # fmt: skip
        message = (
            f"the span model in {folder} is broken ({type(error).__name__}): install the package again, or set detect.names = false"
        )
        raise ModelError(message) from None
    return _Loaded(session, reader, rows, scales, kinds, thresholds, ends)


def _mapped(path: Path, name: str) -> npt.NDArray[np.int8]:
    """An array of an ``.npz`` that lies in it as it is, mapped: of eleven megabytes the few rows that words need are in memory.

    Raises:
        ValueError: it is compressed, or no such array.
    """
    with zipfile.ZipFile(path) as archive:
        found = archive.getinfo(name)
    if found.compress_type != zipfile.ZIP_STORED:
        message = f"{name} is compressed"
        raise ValueError(message)
    with path.open("rb") as file:
        file.seek(found.header_offset + _LENGTHS)
        file.seek(sum(struct.unpack("<HH", file.read(4))), os.SEEK_CUR)  # its name, and what else was said of it
        version = np.lib.format.read_magic(file)
        read = np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
        shape, columns, kind = read(file)
        return np.asarray(np.memmap(path, kind, "r", file.tell(), shape, order="F" if columns else "C"))


def _configured(path: Path) -> tuple[tuple[str, ...], dict[str, float]]:
    """(kinds, threshold of each) of a configuration file; KeyError or ValueError where it does not fit this program."""
    config = json.loads(path.read_text(encoding="utf-8"))
    kinds = tuple(str(kind) for kind in config["kinds"])
    thresholds = {kind: float(config["thresholds"][kind]) for kind in kinds if ENTITIES[kind]}
    return kinds, thresholds
