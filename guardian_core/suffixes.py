"""A host name in, how many of its labels are a public suffix out: by the list that ships with tldextract, never fetched.

Private suffixes count (`github.io`). tldextract itself keeps the list as objects, ten megabytes of them, and imports an HTTP
client; here it is a sorted row of texts, a rule each with the last label first. A host has the same suffix by both.
"""

from bisect import bisect_left
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from guardian_core.errors import ModelError

FILE = ".tld_set_snapshot"
_MOST = 12  # labels of a name that are looked at; the longest rule has fewer than half


@cache
def _rules() -> tuple[str, ...]:
    """Every rule with its labels in reverse, sorted; raises ModelError where the list is not there."""
    found = find_spec("tldextract")
    try:
        with Path(str(found and found.origin)).with_name(FILE).open(encoding="utf-8") as lines:
            rules = {_turned(line.split()[0]) for line in lines if line.strip() and not line.startswith("//")}
    except OSError:
        message = "the Public Suffix List is missing: install tldextract again"
        raise ModelError(message) from None
    return tuple(sorted(rules))


def _turned(rule: str) -> str:
    labels = rule.split(".") if rule.isascii() else map(_on_the_wire, rule.split("."))
    return ".".join(reversed(list(labels)))


def _begins(rules: tuple[str, ...], start: str) -> bool:
    """Whether one of `rules` begins so."""
    at = bisect_left(rules, start)
    return at < len(rules) and rules[at].startswith(start)


def _holds(rules: tuple[str, ...], rule: str) -> bool:
    at = bisect_left(rules, rule)
    return at < len(rules) and rules[at] == rule


def suffix_length(host: str) -> int:
    """The labels of `host` that are a public suffix; 0 where no rule names it. `host` is in lower case.

    >>> suffix_length("www.shop.co.uk"), suffix_length("a.github.io"), suffix_length("www.ck"), suffix_length("shop.test")
    (2, 2, 1, 0)
    """
    rules, at, found = _rules(), "", 0
    for count, label in enumerate(map(_on_the_wire, host.split(".")[: -_MOST - 1 : -1]), 1):
        below = f"{at}.{label}" if at else label
        if _holds(rules, below):
            found = count
        elif not _begins(rules, f"{below}."):
            if at and _holds(rules, f"{at}.*"):
                return count - 1 if _holds(rules, f"{at}.!{label}") else count
            break
        at = below
    return found


def _on_the_wire(label: str) -> str:
    return label if label.isascii() else "xn--" + label.encode("punycode").decode("ascii")
