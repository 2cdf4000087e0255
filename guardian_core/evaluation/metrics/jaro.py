"""Two words in, how alike they are written out (Jaro 1989; Winkler 1990): what Staab et al. 2024 judge free text by."""

PREFIX = 4  # letters at the beginning that count more
SCALE = 0.1


def jaro(first: str, second: str) -> float:
    """1 for equal, 0 for nothing in common.

    >>> round(jaro("DIXON", "DICKSONX"), 4)
    0.7667
    """
    if not first or not second:
        return float(first == second)
    window = max(len(first), len(second)) // 2 - 1
    taken: set[int] = set()
    places: list[int] = []
    for at, letter in enumerate(first):
        near = range(max(0, at - window), min(len(second), at + window + 1))
        found = next((place for place in near if place not in taken and second[place] == letter), None)
        if found is not None:
            taken.add(found)
            places.append(at)
    if not places:
        return 0.0
    moved = sum(first[one] != second[other] for one, other in zip(places, sorted(taken), strict=True)) // 2
    same = len(places)
    return (same / len(first) + same / len(second) + (same - moved) / same) / 3


def jaro_winkler(first: str, second: str) -> float:
    """Jaro's, nearer to 1 by what both begin with.

    >>> round(jaro_winkler("MARTHA", "MARHTA"), 4)
    0.9611
    """
    alike = jaro(first, second)
    same = 0
    for one, other in zip(first[:PREFIX], second, strict=False):
        if one != other:
            break
        same += 1
    return alike + same * SCALE * (1 - alike)
