"""A number as written in upper case in, whether its check digits hold out: those that python-stdnum does not know.

Each names where its rule is laid down. All are total: whatever is not of the right shape is not valid.
"""

import re
from collections.abc import Callable
from datetime import date

from guardian_core.detect.numbers import luhn


def _digits(text: str, size: int) -> list[int]:
    """The digits of `text` if there are exactly `size` of them and nothing else, else []."""
    return [int(character) for character in text] if len(text) == size and text.isascii() and text.isdigit() else []


def _weighted(digits: list[int], *weights: int) -> int:
    return sum(digit * weight for digit, weight in zip(digits, weights, strict=False))


def _day(year: int, month: int, day: int) -> bool:
    try:
        date(year, month, day)
    except ValueError:
        return False
    return True


def kvnr(text: str) -> bool:
    """German health insurance (SGB V §290): a letter as two digits and nine digits, weights 1 and 2, digit sums, modulo 10.

    >>> kvnr("A123456780"), kvnr("A123456781")
    (True, False)
    """
    if not re.fullmatch(r"[A-Z]\d{9}", text):
        return False
    digits = [int(character) for character in f"{ord(text[0]) - 64:02}{text[1:9]}"]
    total = sum(sum(divmod(digit * (1 + place % 2), 10)) for place, digit in enumerate(digits))
    return total % 10 == int(text[9])


def rvnr(text: str) -> bool:
    """German pension insurance (VKVV §2-4): area, birth day, letter, serial; weights 2,1,2,5,7,1,2,1,2,1,2,1, digit sums.

    >>> rvnr("15070649C103"), rvnr("15070649C104")
    (True, False)
    """
    match = re.fullmatch(r"(\d{2})(\d{2})(\d{2})(\d{2})([A-Z])(\d{2})(\d)", text)
    if not match or not 1 <= int(match[3]) <= 12 or not 1 <= int(match[2]) % 50 <= 31:
        return False
    digits = [int(character) for character in f"{text[:8]}{ord(text[8]) - 64:02}{text[9:11]}"]
    weights = (2, 1, 2, 5, 7, 1, 2, 1, 2, 1, 2, 1)
    return sum(sum(divmod(d * w, 10)) for d, w in zip(digits, weights, strict=True)) % 10 == int(text[11])


_MRZ_WEIGHTS = (7, 3, 1)


def mrz_digit(field: str) -> int:
    """The check digit of a field of a travel document (ICAO 9303 part 3, §4.9).

    >>> mrz_digit("L898902C3")
    6
    """
    values = (0 if character == "<" else int(character, 36) for character in field)
    return sum(value * _MRZ_WEIGHTS[place % 3] for place, value in enumerate(values)) % 10


def ausweis(text: str) -> bool:
    """German identity card and passport: nine characters and their check digit (ICAO 9303)."""
    return bool(re.fullmatch(r"[CFGHJKLMNPRTVWXYZ][0-9CFGHJKLMNPRTVWXYZ]{8}\d", text)) and mrz_digit(text[:9]) == int(text[9])


def nino(text: str) -> bool:
    """British national insurance: prefixes that were never issued are refused (HMRC manual NIM39110)."""
    return bool(re.fullmatch(r"(?!BG|GB|KN|NK|NT|TN|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z]\d{6}[A-D]", re.sub(r"[ .-]", "", text)))


def uk_licence(text: str) -> bool:
    """British driving licence: surname, decade, month (+50 for women), day, year, initials."""
    match = re.fullmatch(r"[A-Z9]{5}\d(\d{2})(\d{2})\d[A-Z9]{2}[A-Z0-9][A-Z]{2}", text)
    return match is not None and 1 <= int(match[1]) % 50 <= 12 and 1 <= int(match[2]) <= 31


def mbi(text: str) -> bool:
    """Medicare beneficiary identifier (CMS): eleven places, letters without S, L, O, I, B, Z."""
    letter = "[AC-HJKMNP-RT-Y]"
    either = "[0-9AC-HJKMNP-RT-Y]"
    return bool(re.fullmatch(rf"[1-9]{letter}{either}\d-?{letter}{either}\d-?{letter}{{2}}\d\d", text))


def npi(text: str) -> bool:
    """National provider identifier: Luhn with the prefix 80840 (45 CFR 162)."""
    return bool(_digits(text, 10)) and text[0] in "12" and luhn("80840" + text)


def medicare_au(text: str) -> bool:
    """Australian Medicare card: the ninth digit checks the first eight, weights 1,3,7,9,…"""
    digits = _digits(text[:10], 10)
    return (
        bool(digits)
        and len(text) in {10, 11}
        and 2 <= digits[0] <= 6
        and _weighted(digits, 1, 3, 7, 9, 1, 3, 7, 9) % 10 == digits[8]
    )


def nhi(text: str) -> bool:
    """New Zealand health index, old form (HISO 10046): three letters without I and O, four digits, modulo 11."""
    if not re.fullmatch(r"[A-HJ-NP-Z]{3}\d{4}", text):
        return False
    letters = "ABCDEFGHJKLMNPQRSTUVWXYZ"
    values = [letters.index(character) + 1 for character in text[:3]] + [int(character) for character in text[3:6]]
    left = 11 - _weighted(values, 7, 6, 5, 4, 3, 2) % 11
    return left != 11 and left % 10 == int(text[6])


def snils(text: str) -> bool:
    """Russian pension insurance: weights 9 to 1, modulo 101."""
    digits = _digits(text, 11)
    return bool(digits) and _weighted(digits[:9], *range(9, 0, -1)) % 101 % 100 == int(text[9:])


def iin(text: str) -> bool:
    """Kazakhstan: birth day, century, and a check modulo 11, a second time with shifted weights where that gives ten."""
    digits = _digits(text, 12)
    if not digits or not _day(2000 + int(text[:2]), int(text[2:4]), int(text[4:6])) or not 1 <= digits[6] <= 6:
        return False
    check = _weighted(digits[:11], *range(1, 12)) % 11
    if check == 10:
        check = _weighted(digits[:11], 3, 4, 5, 6, 7, 8, 9, 10, 11, 1, 2) % 11
    return check == digits[11]


def luxembourg(text: str) -> bool:
    """Luxembourg, 13 digits: birth day, serial, Luhn over the first eleven (law of 19 June 2013)."""
    return (
        bool(_digits(text, 13))
        and 1850 <= int(text[:4]) <= 2100
        and _day(int(text[:4]), int(text[4:6]), int(text[6:8]))
        and luhn(text[:12])
    )


def singapore(text: str) -> bool:
    """Singapore NRIC and FIN: weights 2,7,6,5,4,3,2 and a letter by series."""
    if not re.fullmatch(r"[STFGM]\d{7}[A-Z]", text):
        return False
    total = _weighted([int(character) for character in text[1:8]], 2, 7, 6, 5, 4, 3, 2)
    total += {"T": 4, "G": 4, "M": 3}.get(text[0], 0)
    letters = "JZIHGFEDCBA" if text[0] in "ST" else "XWUTRQPNMLK" if text[0] in "FG" else "KLJNPQRTUWX"
    return letters[total % 11] == text[8]


def taiwan(text: str) -> bool:
    """Taiwan: a letter for the county, sex, and weights 1,9,8,…,1,1 modulo 10."""
    if not re.fullmatch(r"[A-Z][1289]\d{8}", text):
        return False
    county = "ABCDEFGHJKLMNPQRSTUVXYWZIO".index(text[0]) + 10
    digits = [county // 10, county % 10, *(int(character) for character in text[1:])]
    return _weighted(digits, 1, 9, 8, 7, 6, 5, 4, 3, 2, 1, 1) % 10 == 0


def hong_kong(text: str) -> bool:
    """Hong Kong: one or two letters, six digits and a check modulo 11 in parentheses or not."""
    match = re.fullmatch(r"([A-Z]{1,2})(\d{6})\(?([0-9A])\)?", text)
    if not match:
        return False
    values = [36] * (2 - len(match[1])) + [ord(c) - 55 for c in match[1]] + [int(c) for c in match[2]]
    return (_weighted(values, *range(9, 1, -1)) + int(match[3], 16)) % 11 == 0


def spanish_insurance(text: str) -> bool:
    """Spanish social security: province, serial, and both modulo 97."""
    return bool(_digits(text, 12)) and 1 <= int(text[:2]) <= 66 and int(text[:10]) % 97 == int(text[10:])


def denmark(text: str) -> bool:
    """Danish CPR: a day of birth; the old check digit no longer holds (CPR office, 2007)."""
    return bool(_digits(text, 10)) and text[6:] != "0000" and _day(2000 + int(text[4:6]), int(text[2:4]), int(text[:2]))


def china(text: str) -> bool:
    """Chinese resident identity card: place, birth day, serial, ISO 7064 MOD 11-2 (GB 11643-1999)."""
    if not re.fullmatch(r"[1-8]\d{16}[0-9X]", text) or not _day(int(text[6:10]), int(text[10:12]), int(text[12:14])):
        return False
    check = (12 - _weighted([int(digit) for digit in text[:17]], 7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2) % 11) % 11
    return 1850 <= int(text[6:10]) <= 2100 and "0123456789X"[check] == text[17]


OWN: dict[str, Callable[[str], bool]] = {
    "own.kvnr": kvnr, "own.rvnr": rvnr, "own.ausweis": ausweis, "own.nino": nino, "own.uk_licence": uk_licence, "own.mbi": mbi,
    "own.npi": npi, "own.medicare_au": medicare_au, "own.nhi": nhi, "own.snils": snils, "own.iin": iin,
    "own.luxembourg": luxembourg, "own.singapore": singapore, "own.taiwan": taiwan, "own.hong_kong": hong_kong,
    "own.spanish_insurance": spanish_insurance, "own.denmark": denmark, "own.china": china,
}  # fmt: skip
