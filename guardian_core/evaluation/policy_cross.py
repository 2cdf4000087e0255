"""Other corpora of policy sentences in, F1 of what they label and we annotate too, out.

They were annotated with other words for other ends, and nothing was tuned on them: APP-350 (what data an app's policy says is used,
or is not), PolicyIE (one intent per sentence, app policies), PI-Extract (spans of data collected or shared, by noisy labels).
"""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path

from guardian_core.evaluation.policy_fields import Judged, Row, score
from guardian_core.vocabulary import Act, Category, Statement
from policy_cache.annotate import FIRST_PARTY, RETENTION, SECURITY, THIRD_PARTY, annotate
from policy_cache.segment import Segment, sentences

# APP-350's names, and our categories that say the same.
_APP_350: dict[str, tuple[tuple[str, ...], frozenset[Category]]] = {
    "Cookies": (("Identifier_Cookie_or_similar_Tech",), frozenset({Category.COOKIES})),
    "Email": (("Contact_E_Mail_Address",), frozenset({Category.EMAIL})),
    "Phone": (("Contact_Phone_Number",), frozenset({Category.PHONE})),
    "PostalAddress": (("Contact_Postal_Address", "Contact_ZIP"), frozenset({Category.POSTAL_ADDRESS})),
    "IPAddress": (("Identifier_IP_Address",), frozenset({Category.IP_ADDRESS})),
    "Credentials": (("Contact_Password",), frozenset({Category.CREDENTIALS})),
    "Location": (
        ("Location", "Location_GPS", "Location_WiFi", "Location_Bluetooth", "Location_Cell_Tower", "Location_IP_Address"),
        frozenset({Category.LOCATION, Category.LOCATION_PRECISE, Category.LOCATION_COARSE}),
    ),
    "DeviceID": (
        ("Identifier_Device_ID", "Identifier_Ad_ID", "Identifier_IMEI", "Identifier_MAC", "Identifier_IMSI", "Identifier"),
        frozenset({Category.DEVICE_ID}),
    ),
}
_POLICY_IE = {
    "data-collection-usage": FIRST_PARTY,
    "data-sharing-disclosure": THIRD_PARTY,
    "data-storage-retention-deletion": RETENTION,
    "data-security-protection": SECURITY,
}
_PI_EXTRACT = {"CollectUse": Act.COLLECTION, "Share": Act.SHARING}


def cross_checks(folder: Path) -> Iterator[Row]:
    """Rows of every corpus under `folder`, for both methods."""
    for method in ("lexicon", "classifier"):
        yield from _rows("APP-350", "category", method, "statements", _app_350(folder / "app350", method))
        yield from _rows("PolicyIE", "practice", method, "sentence", _policy_ie(folder / "policyie" / "json", method))
        yield from _rows("PI-Extract", "act", method, "sentence", _pi_extract(folder / "piextract", method))


def _rows(dataset: str, name: str, method: str, unit: str, judged: Iterable[Judged]) -> Iterator[Row]:
    texts = list(judged)
    wanted = sorted({label for one in texts for label in one.truth})
    about: Row = {"dataset": dataset, "field": name, "method": method, "unit": unit, "gold": "corpus"}
    rows = [about | {"label": label} | score(texts, {label}) for label in wanted]
    yield from rows
    if rows:
        every = score(texts, set(wanted))
        macro = sum(float(str(row["f1"])) for row in rows) / len(rows)
        yield about | {"label": "all"} | every | {"macro_f1": macro, "micro_f1": every["f1"]}


def _app_350(folder: Path, method: str) -> Iterator[Judged]:
    for row in _lines(folder.glob("test.json")):
        read = _read(sentences(str(row["text"])), method)
        said = {category for one in read for category in one.categories}
        given = set(row["label"])
        yield Judged(
            frozenset(label for label, (theirs, _) in _APP_350.items() if given & set(theirs)),
            frozenset(label for label, (_, ours) in _APP_350.items() if said & ours),
        )


def _policy_ie(folder: Path, method: str) -> Iterator[Judged]:
    for row in _lines(folder.glob("intent_classification_test.json")):
        (read,) = _read([str(row["sentence"])], method)
        truth = _POLICY_IE.get(str(row["label"]))
        yield Judged(frozenset({truth} if truth else ()), frozenset(read.practices))


def _pi_extract(folder: Path, method: str) -> Iterator[Judged]:
    for kind, act in _PI_EXTRACT.items():
        for row in _lines(folder.glob(f"{kind}_test.json")):
            (read,) = _read([" ".join(row["tokens"])], method)
            marked = any(label != "O" for label in row["labels"])
            yield Judged(frozenset({act.value} if marked else ()), frozenset({act.value} if act in read.acts else ()))


def _read(texts: Iterable[str], method: str) -> tuple[Statement, ...]:
    segments = [Segment(text, (), position, "en") for position, text in enumerate(texts)]
    return annotate(segments, classifier=method == "classifier")


def _lines(paths: Iterable[Path]) -> Iterator[dict[str, list[str]]]:
    for path in sorted(paths):
        for line in path.read_text(encoding="utf-8").splitlines():
            yield json.loads(line)
