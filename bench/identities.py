"""Cost per request of registered values: the same requests with 0, 1 and 20 of them, and texts that grow; ratios of one run.

python bench/identities.py
"""

import hashlib
import json
import time
from collections.abc import Sequence

from guardian_core.actions import read
from guardian_core.detect.identity_forms import identity
from guardian_core.detect.identity_table import IdentityTable
from guardian_core.vocabulary import Request

COUNTS = (0, 1, 20)
RECORD = {
    "event": "view",
    "page": "https://shop.example.com/a?b=1",
    "user": hashlib.sha256(b"somebody").hexdigest(),
    "n": list(range(40)),
}
QUERY = "/c?v=1&tid=UA-1-1&cid=1631043292.1621480508&em=" + "0" * 64 + "&dl=https%3A%2F%2Fshop.example.com%2F%3Fa%3D1&z=1226156119"
TEXTS = {
    "prose": "Some words that people write in a message to each other. ",
    "base64": "iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4",
    "hexadecimal": "5d41402abc4b2a76b9719d911017c592",
    "digits": "0207 946 0958 / 12 34 ",
}


def spent(table: IdentityTable, texts: Sequence[str], times: int) -> float:
    """Microseconds of processor time per search, the best of three."""
    best = float("inf")
    for _ in range(3):
        begin = time.process_time()
        for _ in range(times):
            table.search(texts)
        best = min(best, (time.process_time() - begin) / times)
    return best * 1e6


def main() -> None:
    tables = {}
    for count in COUNTS:
        begin = time.process_time()
        tables[count] = IdentityTable([identity("email", f"dana.quill{n}@example.com") for n in range(count)])
        print(f"{count:3} addresses prepared in {(time.process_time() - begin) * 1e3:6.0f} ms")
    headers = ((b"content-type", b"application/json"),)
    requests = {
        "query of a tracker": Request("GET", "https", "t.example", 443, QUERY, (), b""),
        "record of 600 bytes": Request("POST", "https", "t.example", 443, "/", headers, json.dumps(RECORD).encode()),
        "record of 60 KB": Request("POST", "https", "t.example", 443, "/", headers, json.dumps([RECORD] * 100).encode()),
    }
    for name, request in requests.items():
        texts = [item.text for item in read(request).items]
        costs = [spent(tables[count], texts, 20) for count in COUNTS]
        print(
            f"{name:22}" + "".join(f"{cost:10.1f} µs ({count})" for count, cost in zip(COUNTS, costs, strict=True)),
            f"20:1 = {costs[2] / costs[1]:.2f}",
        )
    for name, text in TEXTS.items():
        short, long = text * (100_000 // len(text)), text * (1_000_000 // len(text))
        costs = [spent(tables[20], [one], 1) / 1e3 for one in (short, long)]
        print(f"{name:22}{costs[0]:10.1f} ms (100 KB) {costs[1]:10.1f} ms (1 MB)  ratio {costs[1] / costs[0]:.1f}")


if __name__ == "__main__":
    main()
