"""Text in, spans of vehicles out: identification numbers by their check digit or a word, registration plates by a word."""

import re
from collections.abc import Iterator

from guardian_core.detect.context import Context, before, table
from guardian_core.detect.spans import CHECKED, SHAPE, Span
from guardian_core.vocabulary import Entity

_VIN = re.compile(r"(?<![A-Za-z0-9])(?=[A-Za-z]{0,11}\d)[A-HJ-NPR-Za-hj-npr-z0-9]{17}(?![A-Za-z0-9])")
_VIN_WORDS = re.compile(
    r"(?i)\b(?:vin|chassis|vehicle id\w*|fahrgestell\w*|fahrzeug-?ident\w*|fin|châssis|chasis|bastidor|telaio|nadwozia)\b"
)
VIN_KEYS = table("""
    vin vinnumber vincode vehicleid vehicleidentificationnumber chassis chassisnumber fahrgestellnummer fin
    fahrzeugidentifikationsnummer numerochassis numerobastidor bastidor telaio
    """)
PLATE_KEYS = table("""
    licenseplate licenceplate licenseplatenumber licenceplatenumber plate platenumber numberplate vehicleregistration
    vehiclereg registrationplate carregistration kennzeichen amtlicheskennzeichen kfzkennzeichen immatriculation
    plaqueimmatriculation matricula matrícula targa kenteken nummerplaat placa placadeveiculo registreringsnummer
    rejestracja numerrejestracyjny
    """)
_PLATE = re.compile(
    r"(?i)\b(?:licen[cs]e plate|number ?plate|vehicle reg(?:istration)?|car reg(?:istration)?|registration plate"
    r"|reg(?:istration)? (?:no|number)"
    r"|(?:kfz-?|amtliche[sn]? )?kennzeichen|(?:plaque d')?immatriculation|matr[íi]cula|targa|kenteken|placas?|rejestracyjny)"
    r"(?: (?:no|nr|number|is|ist|lautet|es|è|est))?[\s.:#]{1,4}"
    r"(?-i:(?P<plate>(?=[A-ZÄÖÜ0-9 ·-]{0,9}\d)[A-ZÄÖÜ0-9]{1,4}(?:[ ·-]?[A-ZÄÖÜ0-9]{1,4}){1,3}))(?!\w)"
)
# Letters count as digits (49 CFR 565.15, table III).
_VALUES = dict(zip("ABCDEFGHJKLMNPRSTUVWXYZ", (1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4, 5, 7, 9, 2, 3, 4, 5, 6, 7, 8, 9), strict=True))
# One of them stands, in small letters, in whatever names a plate.
_PLATE_WORDS = ("plate", "reg", "kennzeichen", "immatric", "matr", "targa", "kenteken", "placa", "rejestr")
_WEIGHTS = (8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2)


def vin_valid(vin: str) -> bool:
    """The check digit of North America (49 CFR 565.15), in the ninth place; Europe's makers need not set it.

    >>> vin_valid("1M8GDM9AXKP042788"), vin_valid("1M8GDM9A1KP042788")
    (True, False)
    """
    total = sum(weight * _VALUES.get(c, int(c) if c.isdigit() else 0) for weight, c in zip(_WEIGHTS, vin.upper(), strict=True))
    return "0123456789X"[total % 11] == vin[8].upper()


def vehicles(text: str, context: Context) -> Iterator[Span]:
    """A whole identification number: checked and ending in a serial of digits, or named."""
    keyed = context.has(VIN_KEYS)
    for match in _VIN.finditer(text):
        vin = match[0]
        proven = vin == vin.upper() and vin[-5:].isdigit() and sum(c.isalpha() for c in vin) >= 3 and vin_valid(vin)
        named = keyed or bool(_VIN_WORDS.search(before(text, match.start(), 32)))
        if proven or (named and any(c.isalpha() for c in vin)):
            yield Span(*match.span(), Entity.DEVICE_ID, 0.95 if proven else 0.9, CHECKED)
    low = text.lower()
    for match in _PLATE.finditer(text) if any(word in low for word in _PLATE_WORDS) else ():
        yield Span(*match.span("plate"), Entity.DEVICE_ID, 0.85, SHAPE)
