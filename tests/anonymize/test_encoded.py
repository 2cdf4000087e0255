"""Surrogates of encoded values: as long, as written, injective, and saying nothing of the original."""

import base64
import hashlib

import pytest

from guardian_core.anonymize.encoded import written
from guardian_core.anonymize.surrogates import Surrogates, Wanted
from guardian_core.anonymize.traces import Traces
from guardian_core.encodings import encoded
from guardian_core.vocabulary import Entity, Level

MAIL = "dana.quill@example.com"
SURROGATES = Surrogates(b"k" * 32)


def surrogate(chain, stands, *, value=MAIL, destination="a.test", level=Level.PARTIAL, entity=Entity.EMAIL, surrogates=SURROGATES):
    traces = Traces([(value, entity), (stands, entity)])
    return written(Wanted(entity, value, level, destination), chain, stands, surrogates, traces)


def test_sends_a_surrogate_through_the_same_chain():
    plain = SURROGATES.surrogate(
        Wanted(Entity.EMAIL, MAIL, Level.AGGRESSIVE, "a.test", distinct=True), Traces([(MAIL, Entity.EMAIL)])
    )
    assert surrogate(("sha256", "hex"), encoded(MAIL, ("sha256", "hex"))) == hashlib.sha256(plain.encode()).hexdigest()
    assert base64.b64decode(surrogate(("base64",), encoded(MAIL, ("base64",)))).decode() == plain


@pytest.mark.parametrize("chain", [("md5", "hex"), ("sha1", "base64"), ("sha256", "base64"), ("sha512", "hex")])
@pytest.mark.parametrize("upper", [False, True])
def test_keeps_length_case_and_alphabet_of_a_digest(chain, upper):
    stands = encoded(MAIL, chain)
    stands = stands.upper() if upper and chain[-1] == "hex" else stands
    new = surrogate(chain, stands)
    assert len(new) == len(stands)
    assert new != stands
    assert new.isupper() == (chain[-1] == "hex" and upper)
    assert ("=" in new) == ("=" in stands)


@pytest.mark.parametrize("level", list(Level))
def test_is_the_same_for_a_value_and_another_for_each_value_and_destination(level):
    chain = ("sha256", "hex")
    stands = encoded(MAIL, chain)
    one = surrogate(chain, stands, level=level)
    assert one == surrogate(chain, stands, level=level)
    assert one != surrogate(chain, stands, destination="b.test", level=level)
    others = {surrogate(chain, encoded(f"u{n}@example.net", chain), value=f"u{n}@example.net", level=level) for n in range(50)}
    assert len(others | {one}) == 51


@pytest.mark.parametrize("before", [b"", b"x", b"xy", b'{"mail":"'])
@pytest.mark.parametrize("inner", [(), ("md5", "hex"), ("percent",)])
def test_replaces_a_value_inside_base64_and_nothing_beside_it(before, inner):
    data = before + encoded(MAIL, inner).encode() + b'","tail":1}'
    stands = base64.b64encode(data).decode()
    new = base64.b64decode(surrogate((*inner, "inside-base64/0"), stands))
    assert new.startswith(before)
    assert new.endswith(b'","tail":1}')
    assert len(new) == len(data)
    assert encoded(MAIL, inner).encode() not in new


def test_fits_a_short_address_into_its_place():
    stands = base64.b64encode(b"x=ab@cd.de;").decode()
    new = base64.b64decode(surrogate(("inside-base64/0",), stands, value="ab@cd.de"))
    assert len(new) == len(b"x=ab@cd.de;")
    assert b"ab@cd.de" not in new


@pytest.mark.parametrize(
    "stands",
    [
        hashlib.sha256(b"x").hexdigest(),
        hashlib.md5(b"x").hexdigest().upper(),
        base64.b64encode(hashlib.sha256(b"x").digest()).decode(),
    ],
)
def test_makes_another_digest_of_one_whose_value_nobody_knows(stands):
    new = surrogate(("digest",), stands, value=stands)
    assert len(new) == len(stands)
    assert new != stands
    assert new == surrogate(("digest",), stands, value=stands)
    assert new != surrogate(("digest",), stands, value=stands, destination="b.test")


def test_tells_nothing_of_the_letters_of_a_digest():
    """Digits where digits were would say half of the digest."""
    stands = hashlib.sha256(b"x").hexdigest()
    new = surrogate(("digest",), stands, value=stands)
    assert [c.isdigit() for c in new] != [c.isdigit() for c in stands]
