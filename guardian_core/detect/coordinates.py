"""Text in, spans of exact places out: decimal pairs, degrees and minutes, geo links, Open Location Codes."""

import re
from collections.abc import Iterator

from guardian_core.detect.context import Context, before, table
from guardian_core.detect.spans import CHECKED, SHAPE, Span
from guardian_core.vocabulary import Entity

_PAIR = re.compile(
    r"(?<![\w.,])(?<!, )(?P<lat>[-+]?\d{1,2}\.\d{3,15})\s?°?\s?(?P<ns>[NSns])?\s{0,2}[,;/ ]\s{0,2}"
    r"(?P<lon>[-+]?\d{1,3}\.\d{3,15})(?!\d)\s?°?\s?(?P<ew>[EWew]\b)?(?![\w%])(?!\s?,\s?[-+]?\d|\s[-+]?\d{1,3}\.\d)(?!\.\d)"
)
_LISTED = re.compile(r"\d\.\d+[ \t]$|(?<![A-Za-z])[MLCQTAHVmlcqtahv][ \t]?$")  # a row of numbers, a path of a drawing
# 48°51'24.0"N 2°21'03"E and 48° 51.400' N, with any of the signs people type for minutes and seconds.
_ANGLE = r"\d{1,3}\s?[°º]\s?(?:\d{1,2}(?:[.,]\d{1,6})?\s?['’′]\s?)?(?:\d{1,2}(?:[.,]\d{1,6})?\s?(?:\"|''|”|″)\s?)?"
_DEGREES = re.compile(rf"(?<![\w.])(?:[NS]\s?{_ANGLE}[,;/ ]?\s?[EWO]\s?{_ANGLE}|{_ANGLE}[NS][,;/ ]?\s{{0,2}}{_ANGLE}[EWO])(?!\w)")
_LETTERED = re.compile(r"(?<!\w)[NS]\s?\d{1,2}\.\d{3,15}°?[,;/ ]?\s?[EW]\s?\d{1,3}\.\d{3,15}°?(?!\w)")
_GEO = re.compile(r"(?i)\b(?:geo:|(?:SRID=\d{4};)?POINT ?\()(?P<pair>[-+]?\d{1,3}\.\d{2,15}[, ][-+]?\d{1,3}\.\d{2,15})")
# The map links of browsers and phones: …/@48.85837,2.29448,17z and ?q=, ?ll=, #map=17/48.85/2.29.
_MAP = re.compile(
    r"(?:/@|[?&](?:q|ll|sll|center|daddr|saddr|destination|origin)=|#map=\d{1,2}/)(?P<pair>-?\d{1,2}\.\d{3,15}(?:,|%2C|/)-?\d{1,3}\.\d{3,15})"
)
_PLUS_CODE = re.compile(r"(?<![\w+])[2-9CFGHJMPQRVWX]{8}\+[2-9CFGHJMPQRVWX]{2,3}(?![\w+])")
_THREE_WORDS = re.compile(r"(?<![:/\w])///[a-z]{3,20}\.[a-z]{3,20}\.[a-z]{3,20}(?![\w./])")


def coordinates(text: str, _context: Context) -> Iterator[Span]:
    """Latitude and longitude as a pair with at least three decimals, not part of a longer list; and other notations."""
    for match in _PAIR.finditer(text):
        latitude, longitude = float(match["lat"]), float(match["lon"])
        if abs(latitude) > 90 or abs(longitude) > 180 or (abs(latitude) < 1 and abs(longitude) < 1):
            continue
        if _LISTED.search(before(text, match.start(), 20)):
            continue
        yield Span(match.start(), match.end() - (len(match[0]) - len(match[0].rstrip())), Entity.COORDINATES, 0.85, SHAPE)
    if "°" in text or "º" in text:
        for match in _DEGREES.finditer(text):
            yield Span(match.start(), match.start() + len(match[0].rstrip()), Entity.COORDINATES, 0.9, CHECKED)
    for match in _LETTERED.finditer(text):
        yield Span(*match.span(), Entity.COORDINATES, 0.9, CHECKED)
    for pattern in (_GEO, _MAP):
        for match in pattern.finditer(text):
            yield Span(*match.span("pair"), Entity.COORDINATES, 0.9, CHECKED)


def codes(text: str, _context: Context) -> Iterator[Span]:
    """Open Location Codes to ten metres, and three words behind three strokes."""
    for pattern in (_PLUS_CODE, _THREE_WORDS):
        for match in pattern.finditer(text):
            yield Span(*match.span(), Entity.COORDINATES, 0.85, SHAPE)


LATITUDE_LONGITUDE_KEYS = table("""
    lat latitude lng lon long longitude breitengrad laengengrad längengrad latitud longitud latitudine longitudine szerokosc
    dlugosc широта долгота 纬度 经度 緯度 経度
    """)
# A list of two numbers under such a name: GeoJSON, map libraries.
PAIR_KEYS = table("coordinates latlng latlon lnglat lonlat gps geopoint geocoordinates geolocation geoposition")
_DECIMAL = re.compile(r"\s*[-+]?\d{1,3}\.\d{2,15}\s*")


def coordinate_value(text: str, context: Context) -> Iterator[Span]:
    """One number in a field named for it; in a list of two it needs four decimals."""
    if len(text) >= 24 or not _DECIMAL.fullmatch(text) or abs(float(text)) > 180:
        return
    listed = context.has(PAIR_KEYS) and len(text.strip().partition(".")[2]) >= 4
    if listed or context.has(LATITUDE_LONGITUDE_KEYS):
        yield Span(0, len(text), Entity.COORDINATES, 0.9, SHAPE)
