"""Crypto addresses and keys."""

import pytest

from guardian_core.detect.context import Context
from guardian_core.detect.wallets import base58check, bech32_valid, eip55_valid, wallets
from guardian_core.vocabulary import Entity, Role

ADDRESSES = {
    "bitcoin, one key": "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2",
    "bitcoin, script": "3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy",
    "segwit": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
    "segwit in capitals": "BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4",
    "taproot": "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0",
    "ripple": "rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh",
    "litecoin": "LVg2kJoFNg45Nbpy53h7Fe1wKyeXVRhMH9",
    "tron": "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8",
    "dogecoin": "D7Y55r6Yoc1G8EECxkQ6SuSjTgGJJ7M6yD",
    "ether": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
}


@pytest.mark.parametrize("address", ADDRESSES.values(), ids=ADDRESSES)
def test_finds_an_address_by_its_checksum_alone(found, address):
    assert found(f"it is {address}, thanks") == [(address, Entity.BANK_ACCOUNT)]


@pytest.mark.parametrize("address", ADDRESSES.values(), ids=ADDRESSES)
def test_leaves_one_with_a_changed_character(found, address):
    wrong = address[:-3] + ("x" if address[-3] != "x" else "z") + address[-2:]
    assert found(f"it is {wrong}, thanks") == []


def test_finds_private_keys_and_recovery_words(found):
    key = "5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ"
    assert found(f"import {key}") == [(key, Entity.SECRET)]
    words = "legal winner thank year wave sausage worth useful legal winner thank yellow"
    assert found(f"my seed phrase: {words}.") == [(words, Entity.SECRET)]
    assert (
        found("4c0883a69102937d6231471b5dbb6204fe512961708279f8d7e1f0e1a2b3c4d5", "private_key", Role.VALUE)[0][1] is Entity.SECRET
    )


def test_reads_ether_addresses_of_one_case_only_where_something_says_that_they_are_accounts(found):
    plain = "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed"
    assert found(plain, "wallet", Role.VALUE) == [(plain, Entity.BANK_ACCOUNT)]
    assert found(f"send it to {plain}") == [(plain, Entity.BANK_ACCOUNT)]
    assert found(f"commit {plain}") == []


@pytest.mark.parametrize("key", ["contract_address", "token", "to", "params"])
def test_leaves_contracts_and_the_calls_to_a_node(key):
    assert list(wallets("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", Context(key, Role.VALUE))) == []


def test_spends_no_more_than_a_fixed_number_of_hashes_on_one_text():
    """A hash takes half a millisecond; ten thousand addresses must not take five seconds."""
    text = " ".join(["0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"] * 200)
    assert len(list(wallets(text, Context()))) == 200


def test_checks_are_those_of_the_standards():
    assert base58check("1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN3") is None
    assert base58check("0OIl") is None
    assert not bech32_valid("bc1Qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4")
    assert eip55_valid("0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359")
    assert not eip55_valid("0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5D359")
