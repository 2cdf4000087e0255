"""System 2's opinions in, System 1 for this installation out: the weights that judge now, kept up to date in the background.

What is stored are features and labels, never text, and whose policy it was as a keyed digest. Every update goes through the gate of
`updating`; accepted weights are kept as versions, so that any of them can be taken back.
"""

import hmac
import io
import json
import logging
import sqlite3
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import numpy as np
from sqlite_utils import Database, Migrations

from guardian_core.matching.evidential import Network, shipped
from guardian_core.matching.features import CHOOSING, PLACES, SAID, SIZE, Floats, features, features_of
from guardian_core.matching.reading import behaviours
from guardian_core.matching.system2 import Opinion
from guardian_core.matching.updating import Label, Update, update
from guardian_core.vocabulary import Action, Evidence

logger = logging.getLogger(__name__)

EVERY = 8  # new labels per update
KEPT_LABELS, KEPT_VERSIONS = 4_096, 5
BUSY_SECONDS = 5.0

migrations = Migrations("guardian_learned")


@migrations()
def create_labels_and_versions(db: Database) -> None:
    """Labels by System 2; weights that were accepted."""
    db.table("labels").create(
        {"id": int, "time": float, "owner": str, "behaviour": str, "statement": str, "risky": int, "weight": float}, pk="id"
    )
    db.table("versions").create(
        {"id": int, "time": float, "base": str, "accuracy": float, "why": str, "weights": bytes, "withdrawn": int}, pk="id"
    )


@migrations()
def forget_labels_of_bits(db: Database) -> None:
    """Labels of bits, and what was learned from them, are of weights that read bits only."""
    db.execute("delete from labels")
    db.execute("delete from versions")


@dataclass(frozen=True, slots=True)
class Version:
    """One update that was accepted."""

    id: int
    time: float
    accuracy: float  # on the frozen hold-out
    why: str


class System1:
    """The fast path of one process: `network` judges; `heard` teaches it."""

    def __init__(self, path: Path, key: bytes, *, weights: Path | None = None, learns: bool = True) -> None:
        """Load the weights that ship (or `weights`), or what was learned from them into the database `path`.

        Where nothing is to be learned, no file is made.

        Raises:
            ModelError: the weights are missing or broken.
        """
        self._base = Network.load(weights) if weights else shipped()
        self.network = self._base
        self._key, self._learns = key, learns
        self._lock = threading.Lock()
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="system1")
        self._new = 0
        self._db = _open(path) if learns or path.exists() else None
        with suppress(sqlite3.Error, ValueError):
            self.network = self._newest() or self._base

    def heard(self, action: Action, evidence: Evidence, opinion: Opinion) -> None:
        """Remember what System 2 said, and learn from it in the background; returns at once."""
        if self._db is None or not self._learns:
            return
        owner = hmac.digest(self._key, (action.owner or action.domain).encode(), "sha256").hex()[:16]
        labels = list(labels_of(action, evidence, opinion, owner))
        if labels:
            self._worker.submit(self._learn, self._db, labels)

    def settle(self) -> None:
        """Wait until everything heard so far was learned from."""
        self._worker.submit(int).result()

    def versions(self) -> list[Version]:
        """The updates in force, newest first; the first one judges."""
        if self._db is None:
            return []
        query = "select id, time, accuracy, why from versions where not withdrawn and base = ? order by id desc"
        with self._lock:
            return [Version(*row) for row in self._db.execute(query, [_mark(self._base)]).fetchall()]

    def withdraw(self) -> bool:
        """Take back the newest update, and forget the labels that it was made of; False where there is none."""
        versions = self.versions()
        if not versions or self._db is None:
            return False
        with self._lock, self._db.atomic():
            self._db.execute("update versions set withdrawn = 1 where id = ?", [versions[0].id])
            earlier = versions[1].time if len(versions) > 1 else 0.0
            self._db.execute("delete from labels where time > ?", [earlier])
        self.network = self._newest() or self._base
        return True

    def close(self) -> None:
        """Finish what is being learned and close the database."""
        self._worker.shutdown(wait=True, cancel_futures=True)
        if self._db is not None:
            self._db.close()

    def _learn(self, db: Database, labels: list[Label]) -> None:
        try:
            with self._lock, db.atomic():
                for label in labels:
                    db.table("labels").insert(_row(label))
                keep = "select id from labels order by id desc limit ?"
                db.execute(f"delete from labels where id not in ({keep})", [KEPT_LABELS])  # noqa: S608 - our own words
                rows = list(db.query("select * from labels order by id"))
            self._new += len(labels)
            if self._new >= EVERY:
                self._new = 0
                self._take(db, update(self.network, self._base, [_label(row) for row in rows]))
        except (sqlite3.Error, ValueError) as error:
            logger.warning("System 1 could not learn from the language model's opinion: %s", type(error).__name__)

    def _take(self, db: Database, made: Update) -> None:
        logger.info("System 1: update %s: %s", "accepted" if made.accepted else "refused", made.why)
        if not made.accepted:
            return
        with self._lock, db.atomic():
            row = {"time": time.time(), "base": _mark(self._base), "accuracy": made.accuracy, "why": made.why}
            db.table("versions").insert(row | {"weights": _packed(made.network), "withdrawn": 0})
            keep = "select id from versions order by id desc limit ?"
            db.execute(f"delete from versions where id not in ({keep})", [KEPT_VERSIONS])  # noqa: S608 - our own words
        self.network = made.network

    def _newest(self) -> Network | None:
        """The newest version in force that began at these very weights."""
        if self._db is None:
            return None
        query = "select weights from versions where not withdrawn and base = ? order by id desc limit 1"
        with self._lock:
            row = self._db.execute(query, [_mark(self._base)]).fetchone()
        return _unpacked(row[0], self._base) if row else None


def labels_of(action: Action, evidence: Evidence, opinion: Opinion, owner: str) -> Iterator[Label]:
    """What an opinion says of single pairs: of the statements that it names.

    Of several categories a permission holds for each; a violation names none of them, so it labels actions of one category only.
    A permission that rests on a denial, or on a sentence that does not name data and act, teaches nothing: it may be the policy's
    words that speak.
    """
    risky, weight = opinion.likelihood >= 0.5, abs(2 * opinion.likelihood - 1)
    acting = behaviours(action).reshape(-1, SIZE) if not risky else features(action)[None, :]
    if weight == 0 or (risky and len(action.categories) != 1):
        return
    for index in opinion.evidence:
        statement = evidence.statements[index].statement
        said = features_of(statement)
        for behaviour in acting:
            named = all((behaviour * said)[PLACES[group]].max() >= SAID for group in ("data", "act"))
            if risky or (named and not statement.negated and _chosen(behaviour, said)):
                yield Label(owner, behaviour, said, risky, weight)


def _chosen(behaviour: Floats, said: Floats) -> bool:
    return said[CHOOSING] < SAID or bool(behaviour[CHOOSING])


def _open(path: Path) -> Database:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600, exist_ok=True)
        db = Database(sqlite3.connect(path, timeout=BUSY_SECONDS, check_same_thread=False))
        db.enable_wal()
        migrations.apply(db)
    except (OSError, sqlite3.Error):
        logger.warning(
            "what System 1 learns cannot be kept in %s: it is forgotten at the next start. Make it writable, or move it away "
            "if it is damaged",
            path,
        )
        return _memory()
    return db


def _memory() -> Database:
    db = Database(sqlite3.connect(":memory:", check_same_thread=False))
    migrations.apply(db)
    return db


def _row(label: Label) -> dict[str, object]:
    return {
        "time": time.time(),
        "owner": label.owner,
        "behaviour": _numbers(label.behaviour),
        "statement": _numbers(label.statement),
        "risky": int(label.risky),
        "weight": label.weight,
    }


def _label(row: dict[str, object]) -> Label:
    behaviour, statement = (_vector(str(row[name])) for name in ("behaviour", "statement"))
    return Label(str(row["owner"]), behaviour, statement, bool(row["risky"]), float(str(row["weight"])))


def _numbers(vector: Floats) -> str:
    return json.dumps(vector.round(2).tolist())


def _vector(numbers: str) -> Floats:
    vector = np.array(json.loads(numbers), dtype=np.float64)
    if vector.shape != (SIZE,):
        message = f"a label of {vector.size} features"
        raise ValueError(message)
    return vector


def _packed(network: Network) -> bytes:
    buffer = io.BytesIO()
    np.savez_compressed(buffer, w1=network.w1, b1=network.b1, w2=network.w2, b2=network.b2)
    return buffer.getvalue()


def _unpacked(packed: bytes, base: Network) -> Network:
    with np.load(io.BytesIO(packed), allow_pickle=False) as file:
        return Network(file["w1"], file["b1"], file["w2"], file["b2"], base.temperature)


def _mark(network: Network) -> str:
    """What tells one set of shipped weights from another: an update of other weights is of no use."""
    return sha256(network.w1.tobytes() + network.b1.tobytes() + network.w2.tobytes() + network.b2.tobytes()).hexdigest()[:16]
