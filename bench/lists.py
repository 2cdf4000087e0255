"""What long lists of harmless values cost: seconds to read and to search a body of so many rows, patterns alone, by kind of row.

python bench/lists.py [--rows N]
"""

import argparse
import json
import random
import time

from guardian_core import actions
from guardian_core.detect import Detector
from guardian_core.settings import DetectSettings
from guardian_core.vocabulary import Request

CHANCE = random.Random(2)
WORDS = [
    "oak",
    "shelf",
    "lamp",
    "chair",
    "table",
    "desk",
    "rug",
    "sofa",
    "bench",
    "stool",
    "mirror",
    "cup",
    "plate",
    "bowl",
    "towel",
]
KINDS = {
    "objects": lambda at: {"id": at, "sku": f"A-{at:05}", "price": round(CHANCE.uniform(1, 99), 2)},
    "titles": lambda at: {"id": at, "title": " ".join(CHANCE.choices(WORDS, k=3))},
    "floats": lambda _: round(CHANCE.random(), 6),
    "integers": lambda _: CHANCE.randrange(10**9),
    "hexadecimal": lambda _: f"{CHANCE.getrandbits(40):x}",
}


def main() -> None:
    """Print a line for each kind."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, default=30_000)
    rows = parser.parse_args().rows
    for kind, row in KINDS.items():
        body = json.dumps([row(at) for at in range(rows)]).encode()
        request = Request("POST", "https", "api.example.test", 443, "/", ((b"content-type", b"application/json"),), body)
        begun = time.process_time()
        items = actions.read(request).items
        read = time.process_time()
        found = Detector(DetectSettings(names=False)).find(items)
        searched = time.process_time() - read
        print(f"{kind:12} {len(body):9} bytes  read {read - begun:5.2f} s  searched {searched:5.2f} s  {len(found)} findings")


if __name__ == "__main__":
    main()
