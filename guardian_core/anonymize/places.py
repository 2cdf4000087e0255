"""A position or a network address goes in, a coarser or an unassigned one comes out, written the same way."""

import ipaddress
import re

from guardian_core.anonymize.shapes import Stream

_NUMBER = re.compile(r"-?\d+(?:\.\d+)?", re.ASCII)
_TEST_NETS = ("192.0.2", "198.51.100", "203.0.113")  # RFC 5737


def rounded(written: str, decimals: int) -> str:
    """Coordinates rounded to `decimals` places; minutes and seconds become zeros: "48.8566,2.3522" → "48.9,2.4"."""
    if re.search(r"[°º'′\"]", written):
        first = re.search(r"[°º]", written)
        kept = first.start() if first else 0
        return written[:kept] + re.sub(r"[°º].*?(?=[NSEWO]|$)|\d", lambda found: _degrees(found.group()), written[kept:])

    def number(found: re.Match[str]) -> str:
        value = round(float(found.group()), decimals) + 0.0  # + 0.0: no "-0"
        return f"{value:.{decimals}f}" if "." in found.group() else f"{value:.0f}"

    return _NUMBER.sub(number, written)


def _degrees(found: str) -> str:
    return re.sub(r"\d", "0", found) if found[0] in "°º" else "0"


def nowhere(written: str) -> str:
    """Every digit 0, decimals and signs as they were: "48.8566" → "0.0000"."""
    return _NUMBER.sub(
        lambda found: "0" + re.sub(r"\d", "0", found.group().partition(".")[1] + found.group().partition(".")[2]), written
    )


def network(written: str) -> str:
    """An address's network: IPv4 /24, IPv6 /48; anything else is returned as it is."""
    try:
        address = ipaddress.ip_address(written.strip().strip("[]"))
    except ValueError:
        return written
    prefix = 24 if address.version == 4 else 48
    return str(ipaddress.ip_network((address, prefix), strict=False).network_address)


def unassigned(written: str, stream: Stream, attempt: int) -> str:
    """An address of the documentation ranges (RFC 5737, RFC 3849); after many tries of the benchmark range 198.18/15 (RFC 2544)."""
    if ":" in written:
        groups = ":".join(f"{stream.below(65535) + 1:x}" for _ in range(6))
        return f"2001:db8:{groups}"
    if attempt < 8:
        return f"{stream.pick(_TEST_NETS)}.{1 + stream.below(254)}"
    return f"198.{18 + stream.below(2)}.{stream.below(256)}.{1 + stream.below(254)}"
