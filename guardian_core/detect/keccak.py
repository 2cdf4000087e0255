"""Bytes in, their Keccak-256 digest out: as Ethereum uses it, with the padding from before SHA-3 became a standard."""

_ROUNDS = 24
_RATE = 136  # bytes absorbed per permutation
_MASK = (1 << 64) - 1


def _constants() -> tuple[int, ...]:
    """The round constants, drawn from the linear feedback register x^8 + x^6 + x^5 + x^4 + 1 (Keccak reference, §1.2)."""
    register, found = 1, []
    for _ in range(_ROUNDS):
        constant = 0
        for power in range(7):
            constant |= (register & 1) << ((1 << power) - 1)
            register = register << 1 ^ (0x171 if register & 0x80 else 0)
        found.append(constant)
    return tuple(found)


_CONSTANTS = _constants()


def _left(lane: int, count: int) -> int:
    count %= 64
    return (lane << count | lane >> (64 - count)) & _MASK


def _permute(lanes: list[int]) -> list[int]:
    """Keccak-f[1600] on 25 lanes of 64 bits, lane x + 5y."""
    for constant in _CONSTANTS:
        columns = [lanes[x] ^ lanes[x + 5] ^ lanes[x + 10] ^ lanes[x + 15] ^ lanes[x + 20] for x in range(5)]
        mixed = [columns[(x - 1) % 5] ^ _left(columns[(x + 1) % 5], 1) for x in range(5)]
        lanes = [lane ^ mixed[place % 5] for place, lane in enumerate(lanes)]
        x, y, current = 1, 0, lanes[1]
        for step in range(24):
            x, y = y, (2 * x + 3 * y) % 5
            current, lanes[x + 5 * y] = lanes[x + 5 * y], _left(current, (step + 1) * (step + 2) // 2)
        rows = lanes
        lanes = [
            rows[place] ^ (~rows[(place % 5 + 1) % 5 + place // 5 * 5] & rows[(place % 5 + 2) % 5 + place // 5 * 5])
            for place in range(25)
        ]
        lanes[0] ^= constant
    return lanes


def keccak256(data: bytes) -> bytes:
    """The digest.

    >>> keccak256(b"").hex()[:16]
    'c5d2460186f7233c'
    """
    padded = bytearray(data) + b"\x01"
    padded += b"\0" * (-len(padded) % _RATE)
    padded[-1] |= 0x80
    lanes = [0] * 25
    for start in range(0, len(padded), _RATE):
        for lane in range(_RATE // 8):
            lanes[lane] ^= int.from_bytes(padded[start + 8 * lane : start + 8 * lane + 8], "little")
        lanes = _permute(lanes)
    return b"".join(lane.to_bytes(8, "little") for lane in lanes[:4])
