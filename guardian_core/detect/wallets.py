"""Text in, spans of crypto addresses and of the keys to them out, by their checksums.

An address says who owns and paid what; a key is the money itself. Base58Check ends in four bytes of a double SHA-256, bech32 in six
characters of a BCH code (BIP-173, BIP-350), Ethereum's letter case holds bits of a Keccak hash (EIP-55).
"""

import hashlib
import re
from collections.abc import Iterator

from guardian_core.detect.context import Context, before, table
from guardian_core.detect.keccak import keccak256
from guardian_core.detect.spans import CHECKED, SHAPE, Span
from guardian_core.vocabulary import Entity

_ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
_RIPPLE = "rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz"
_BECH32 = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"
_BASE58 = re.compile(
    r"(?<![A-Za-z0-9])(?:[13LMDTrKcm5A9][1-9A-HJ-NP-Za-km-z]{24,51}|[xyz](?:prv|pub)[1-9A-HJ-NP-Za-km-z]{100,110})(?![A-Za-z0-9])"
)
_SEGWIT = re.compile(
    r"(?<![A-Za-z0-9])(?:(?:bc|tb|ltc)1[02-9ac-hj-np-z]{11,87}|addr1[02-9ac-hj-np-z]{50,110})(?![A-Za-z0-9])", re.IGNORECASE
)
_ETHER = re.compile(r"(?<![A-Za-z0-9])0x[0-9A-Fa-f]{40}(?![A-Za-z0-9])")
_HEX_KEY = re.compile(r"(?<![A-Za-z0-9])(?:0x)?[0-9A-Fa-f]{64}(?![A-Za-z0-9])")
# First byte of what is encoded, and what it is: Bitcoin, Litecoin, Dogecoin, Tron, Ripple (BIP-13, SLIP-0044 and each coin's own).
_ADDRESS_BYTES = frozenset({0x00, 0x05, 0x30, 0x32, 0x1E, 0x16, 0x41, 0x6F, 0xC4})
_KEY_BYTES = frozenset({0x80, 0xEF, 0xB0, 0x9E})
_PRIVATE_BYTES = frozenset({b"\x04\x88\xad\xe4", b"\x04\x9d\x78\x78", b"\x04\xb2\x43\x0c"})
_WORDS = re.compile(
    r"(?i)\b(?:wallet|eth(?:er(?:eum)?)?|address|account|send|sent|pay|paid|deposit|withdraw\w*|crypto|owner|metamask|donat\w+)\b"
)
WALLET_KEYS = table("""
    wallet walletaddress walletid ethaddress ethereumaddress btcaddress bitcoinaddress cryptoaddress depositaddress
    withdrawaladdress payoutaddress useraddress owneraddress account accountaddress
    """)
KEY_KEYS = table("privatekey privkey secretkey walletkey signingkey ethprivatekey deployerkey")
# Contracts; and the fields of calls to a chain's node (`eth_call`), which an invented address would send astray.
_CONTRACTS = table("""
    contract token asset collection factory router pool spender verifying implementation proxy module program abi
    to from params topics calldata
    """)
_HASHED = 64  # Keccak hashes per text: each costs half a millisecond, and beyond so many a text lists addresses anyway


def wallets(text: str, context: Context) -> Iterator[Span]:
    """Addresses are somebody's account; keys are secrets."""
    for match in _BASE58.finditer(text):
        entity = _base58(match[0])
        if entity:
            yield Span(*match.span(), entity, 0.97, CHECKED)
    for match in _SEGWIT.finditer(text):
        if bech32_valid(match[0]):
            yield Span(*match.span(), Entity.BANK_ACCOUNT, 0.97, CHECKED)
    yield from _ethers(text, context)
    if context.has(KEY_KEYS):
        for match in _HEX_KEY.finditer(text):
            yield Span(*match.span(), Entity.SECRET, 0.9, SHAPE)


def _ethers(text: str, context: Context) -> Iterator[Span]:
    """Mixed case that proves itself, or any case where field or words say that it is an account; not the address of a contract."""
    if context.mentions(_CONTRACTS):
        return
    keyed = context.has(WALLET_KEYS)
    for number, match in enumerate(_ETHER.finditer(text)):
        digits = match[0][2:]
        mixed = digits not in {digits.lower(), digits.upper()}
        known = keyed or bool(_WORDS.search(before(text, match.start(), 32)))
        if known or (mixed and (number >= _HASHED or eip55_valid(match[0]))):
            yield Span(*match.span(), Entity.BANK_ACCOUNT, 0.95 if mixed else 0.85, CHECKED)


def _base58(text: str) -> Entity | None:
    """What the payload of a Base58Check string is; None where its checksum does not hold."""
    payload = base58check(text, _RIPPLE if text[0] == "r" else _ALPHABET)
    if payload is None:
        return None
    if payload[:4] in _PRIVATE_BYTES or (payload[0] in _KEY_BYTES and len(payload) in {33, 34}):
        return Entity.SECRET
    known = (payload[0] in _ADDRESS_BYTES and len(payload) == 21) or len(payload) == 78
    return Entity.BANK_ACCOUNT if known else None


def base58check(text: str, alphabet: str = _ALPHABET) -> bytes | None:
    """The bytes before the checksum; None where it does not hold.

    >>> base58check("1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2").hex()
    '0077bff20c60e522dfaa3350c39b030a5d004e839a'
    """
    number = 0
    for character in text:
        place = alphabet.find(character)
        if place < 0:
            return None
        number = number * 58 + place
    zeros = len(text) - len(text.lstrip(alphabet[0]))
    raw = b"\0" * zeros + number.to_bytes((number.bit_length() + 7) // 8, "big")
    payload, check = raw[:-4], raw[-4:]
    right = hashlib.sha256(hashlib.sha256(payload).digest()).digest()[:4]
    return payload if len(payload) >= 5 and check == right else None


def bech32_valid(text: str) -> bool:
    """BIP-173 and BIP-350, one case throughout.

    >>> bech32_valid("BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4"), bech32_valid("bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5")
    (True, False)
    """
    if text not in {text.lower(), text.upper()}:
        return False
    prefix, _, data = text.lower().rpartition("1")
    values = [ord(c) >> 5 for c in prefix] + [0] + [ord(c) & 31 for c in prefix] + [_BECH32.find(c) for c in data]
    if -1 in values:
        return False
    check = 1
    for value in values:
        top = check >> 25
        check = (check & 0x1FFFFFF) << 5 ^ value
        for bit, generator in enumerate((0x3B6A57B2, 0x26508E6D, 0x1EA119FA, 0x3D4233DD, 0x2A1462B3)):
            check ^= generator if top >> bit & 1 else 0
    return check in {1, 0x2BC830A3}


def eip55_valid(address: str) -> bool:
    """Whether the letters of an Ethereum address are large where the hash of it says so.

    >>> eip55_valid("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"), eip55_valid("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD")
    (True, False)
    """
    digits = address[2:]
    bits = keccak256(digits.lower().encode()).hex()
    return all(c.isdigit() or c.isupper() == (int(bit, 16) >= 8) for c, bit in zip(digits, bits, strict=False))
