"""A text in; out, the stretches in which something personal is packed, as base64 or hexadecimal, each as one finding."""

from collections.abc import Sequence

from guardian_core import actions
from guardian_core.detect import Detector
from guardian_core.encodings import is_chain
from guardian_core.vocabulary import Finding, Item, Packing, Place, Request


def packed_findings(text: str, detector: Detector) -> list[Finding]:
    """What is packed in a text, read as the body of a request is; the whole stretch counts, whatever little of it is personal.

    Args:
        text: sentences; offsets of the findings are its code points, their item is 0.
        detector: reads what is unpacked.
    """
    body = text.encode("utf-8", "surrogatepass")
    request = Request("POST", "https", "localhost", 443, "/", ((b"content-type", b"text/plain; charset=utf-8"),), body)
    items = [item for item in actions.read(request, max_body=len(body)).items if item.packing and item.place is Place.BODY]
    if not items:
        return []
    found: dict[tuple[int, int], Finding] = {}
    for one in detector.find(items):
        packing = _outermost(items, one)
        start, end = (len(body[:at].decode("utf-8", "surrogatepass")) for at in (packing.start, packing.end))
        if (start, end) not in found:
            value = packing.data.decode("utf-8", "replace")
            chain = packing.chain if is_chain(packing.chain) else ()  # what cannot be packed again goes as a whole
            found[start, end] = Finding(0, start, end, one.entity, one.category, one.score, one.source, value, chain)
    return list(found.values())


def _outermost(items: Sequence[Item], found: Finding) -> Packing:
    packing = items[found.item].packing
    while packing and packing.outer:
        packing = packing.outer
    if packing is None:
        message = "an item that is not packed"
        raise ValueError(message)
    return packing
