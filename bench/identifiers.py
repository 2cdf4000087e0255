"""How many random strings of its own shape pass the check of each official number: what the column `alone` rests on.

python bench/identifiers.py [strings per shape]
"""

import random
import string
import sys

from guardian_core.detect.identifier_table import TABLE
from guardian_core.detect.identifiers import valid


def drawn(shape: str, draw: random.Random) -> str:
    pools = {"9": string.digits, "A": string.ascii_uppercase, "?": string.digits + string.ascii_uppercase}
    return "".join(draw.choice(pools[character]) if character in pools else character for character in shape)


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 5_000
    draw = random.Random(5)
    for row in TABLE:
        for column, shapes in (("alone", row.alone), ("beside", row.beside)):
            for shape in shapes.split("|") if shapes else ():
                passed = sum(valid(row, drawn(shape, draw)) for _ in range(count))
                print(f"{row.country} {row.check:22} {column:7} {shape:24} {passed / count:8.4%}")


if __name__ == "__main__":
    main()
