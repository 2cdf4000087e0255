"""Keccak-256 by its published digests."""

import pytest

from guardian_core.detect.keccak import keccak256


@pytest.mark.parametrize(
    ("data", "digest"),
    [
        (b"", "c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470"),
        (b"abc", "4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45"),
        (b"hello", "1c8aff950685c2ed4bc3174f3472287b56d9517b9c948127319a09a7a36deac8"),
    ],
)
def test_gives_the_published_digest(data, digest):
    assert keccak256(data).hex() == digest


@pytest.mark.parametrize("size", [134, 135, 136, 137, 272])
def test_pads_around_the_edges_of_a_block(size):
    assert len(keccak256(b"a" * size)) == 32
    assert keccak256(b"a" * size) != keccak256(b"a" * (size + 1))
