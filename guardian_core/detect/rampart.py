"""Texts in, name spans out, by the token classifier Rampart (National Design Studio, CC BY 4.0) under onnxruntime.

Loaded at the first use, shared by all threads. Texts are read one at a time: the int8 model scales its activations over the whole
batch, so in a batch what is found in one text would depend on its neighbours (sixteen short texts: 34 ms alone, 20 ms together).
"""

import hashlib
import json
import os
import secrets
import threading
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from guardian_core.detect.names import NAMES, Floats, NameSpan, join, word_scores, words
from guardian_core.detect.organisations import CLASSES, Head
from guardian_core.errors import ModelError

MODELS = Path(__file__).parent / "models"
_WINDOW, _OVERLAP = 160, 32  # word pieces; entities are far shorter than the overlap
_KEPT = 4_096  # texts whose spans are remembered

# Which labels of the model make up which kind of word.
_LABELS: dict[str, tuple[str, ...]] = {
    "person": ("GIVEN_NAME", "SURNAME"),
    "street": ("BUILDING_NUMBER", "STREET_NAME", "SECONDARY_ADDRESS"),
    "zip": ("ZIP_CODE",),
    "place": ("CITY", "STATE"),
    "phone": ("PHONE",),
    "national": ("GOVERNMENT_ID",),
    "passport": ("PASSPORT",),
    "licence": ("DRIVERS_LICENSE",),
    "tax": ("TAX_ID",),
    "account": ("BANK_ACCOUNT", "ROUTING_NUMBER"),
}


@dataclass(frozen=True, slots=True, eq=False)
class _Loaded:
    session: Any = field(repr=False)
    tokenizer: Any = field(repr=False)
    fold: Floats = field(repr=False)  # [labels, kinds], 0 or 1
    ends: tuple[int, int]  # ids of the tokens that open and close a window


class Rampart:
    """The names model; `spans` is safe to call from several threads."""

    def __init__(self, folder: Path | None = None, *, head: Path | None = None) -> None:
        self._folder = folder or MODELS / "rampart"
        self._head = head or MODELS / "organisations" / "head.npz"
        self._lock = threading.Lock()
        self._loaded: _Loaded | None = None
        # Texts are private: remembered by keyed digest only, the key dies with the process.
        self._key = secrets.token_bytes(16)
        self._known: OrderedDict[bytes, tuple[NameSpan, ...]] = OrderedDict()

    def spans(self, texts: Sequence[str]) -> list[list[NameSpan]]:
        """The spans of each text, by start, without overlaps.

        Raises:
            ModelError: the model is missing or broken; the message says which file.
        """
        return [list(self._remembered(text)) for text in texts]

    def _remembered(self, text: str) -> tuple[NameSpan, ...]:
        digest = hashlib.blake2b(text.encode("utf-8", "surrogatepass"), key=self._key, digest_size=16).digest()
        with self._lock:
            known = self._known.get(digest)
            if known is not None:
                self._known.move_to_end(digest)
                return known
        found = tuple(self._read(text))
        with self._lock:
            self._known[digest] = found
            while len(self._known) > _KEPT:
                self._known.popitem(last=False)
        return found

    def _read(self, text: str) -> list[NameSpan]:
        # Lone surrogates, which JSON can carry, are no characters for the tokenizer; one for one, so that offsets stay.
        text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace") if not text.isascii() else text
        offsets: list[tuple[int, int]] = []
        pieces: list[Floats] = []
        for window, logits, hidden in self.states(text):
            pieces.append(self._scores(logits, hidden))
            offsets.extend(window)
        if not pieces:
            return []
        places = words(text)
        return join(text, places, word_scores(places, offsets, np.concatenate(pieces)))

    def states(self, text: str) -> Iterator[tuple[list[tuple[int, int]], Floats, Floats]]:
        """Offsets, logits [pieces, labels] and hidden states [pieces, 384] window by window, every piece once.

        The first and last half overlap of a window only give context.
        """
        loaded = self._load()
        encoding = loaded.tokenizer.encode(text, add_special_tokens=False)
        ids, offsets = encoding.ids, encoding.offsets
        start = 0
        while start < len(ids):
            end = min(start + _WINDOW, len(ids))
            inputs = np.array([[loaded.ends[0], *ids[start:end], loaded.ends[1]]], dtype=np.int64)
            feed = {"input_ids": inputs, "attention_mask": np.ones_like(inputs), "token_type_ids": np.zeros_like(inputs)}
            logits, hidden = loaded.session.run(["logits", "hidden"], feed)
            first = 0 if start == 0 else _OVERLAP // 2
            last = end - start if end == len(ids) else end - start - _OVERLAP // 2
            yield offsets[start + first : start + last], logits[0, 1 + first : 1 + last], hidden[0, 1 + first : 1 + last]
            if end == len(ids):
                return
            start = end - _OVERLAP

    def _scores(self, logits: Floats, hidden: Floats) -> Floats:
        """Probabilities of each piece for each kind of `names.KINDS`: [pieces, kinds]."""
        loaded = self._load()
        raised = np.exp(logits - logits.max(axis=1, keepdims=True))
        scores = np.asarray((raised / raised.sum(axis=1, keepdims=True)) @ loaded.fold, dtype=np.float32)
        extra = self._organisations.scores(hidden)
        scores[:, NAMES.index("organization")] = extra[:, CLASSES.index("organization")]
        place = NAMES.index("place")
        scores[:, place] = np.maximum(scores[:, place], extra[:, CLASSES.index("place")])
        return scores

    @cached_property
    def _organisations(self) -> Head:
        return Head.load(self._head)

    def _load(self) -> _Loaded:
        with self._lock:
            if self._loaded is None:
                self._loaded = _open(self._folder)
            return self._loaded


def _open(folder: Path) -> _Loaded:
    """Load every file of the model.

    Raises:
        ModelError: a file is missing or broken.
    """
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"  # read when it is imported; its Linux builds report to their maker by default
    import onnxruntime  # noqa: PLC0415 - half a second that a run without the model need not spend
    from tokenizers import Tokenizer  # noqa: PLC0415

    files = [folder / name for name in ("config.json", "tokenizer.json", "model.onnx")]
    for file in files:
        if not file.is_file():
            message = (
                f"the names model lacks {file}: install the package again, point detect.model to its folder, "
                "or set detect.names = false"
            )
            raise ModelError(message)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.log_severity_level = 4
    try:
        labels = {int(number): str(label) for number, label in json.loads(files[0].read_text(encoding="utf-8"))["id2label"].items()}
        pieces = files[1].read_text(encoding="utf-8")
        json.loads(pieces)["model"]["vocab"]  # the tokenizer's own complaint is a bare Exception
        tokenizer = Tokenizer.from_str(pieces)
        session = onnxruntime.InferenceSession(str(files[2]), options, providers=["CPUExecutionProvider"])
    except (ValueError, KeyError, TypeError, AttributeError, RuntimeError,
    onnxruntime.capi.onnxruntime_pybind11_state.InvalidProtobuf,
            onnxruntime.capi.onnxruntime_pybind11_state.Fail) as error:  # fmt: skip
        message = (
            f"the names model in {folder} is broken ({type(error).__name__}): install the package again, "
            "or set detect.names = false"
        )
        raise ModelError(message) from None
    tokenizer.no_truncation()
    tokenizer.no_padding()
    fold = np.zeros((len(labels), len(NAMES)), dtype=np.float32)
    for number, label in labels.items():
        for kind, parts in _LABELS.items():
            if label[2:] in parts:
                fold[number, NAMES.index(kind)] = 1
    ends = (tokenizer.token_to_id("[CLS]") or 0, tokenizer.token_to_id("[SEP]") or 0)
    return _Loaded(session, tokenizer, fold, ends)
