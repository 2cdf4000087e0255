"""The Public Suffix List in little memory: the same suffixes as tldextract, whose list it is."""

import pytest
import tldextract
from hypothesis import given
from hypothesis import strategies as st

from guardian_core import suffixes
from guardian_core.suffixes import suffix_length

THEIRS = tldextract.TLDExtract(suffix_list_urls=(), cache_dir=None, include_psl_private_domains=True)


def by_tldextract(host):
    suffix = THEIRS(host).suffix
    return len(suffix.split(".")) if suffix else 0


@pytest.mark.parametrize(
    ("host", "length"),
    [("www.shop.co.uk", 2), ("a.github.io", 2), ("ck", 0), ("a.ck", 2), ("www.ck", 1), ("shop.test", 0), ("a.city.kawasaki.jp", 2)],
)
def test_knows_rules_wildcards_and_their_exceptions(host, length):
    assert suffix_length(host) == length == by_tldextract(host)


def test_every_rule_is_read_as_tldextract_reads_it():
    for rule in suffixes._rules()[::40]:
        host = ".".join(reversed([label.lstrip("!") if label != "*" else "any" for label in rule.split(".")]))
        for name in (host, f"shop.{host}", f"www.shop.{host}"):
            assert suffix_length(name) == by_tldextract(name), name


LABELS = st.sampled_from(
    ["com", "co", "uk", "io", "github", "ck", "www", "jp", "kawasaki", "city", "test", "xn--bcher-kva", "*", "s3"]
)


@given(st.lists(LABELS, min_size=1, max_size=6))
def test_any_names_of_such_labels_too(labels):
    assert suffix_length(".".join(labels)) == by_tldextract(".".join(labels))


def test_a_name_of_very_many_labels_is_no_work():
    assert suffix_length("a." * 100_000 + "co.uk") == 2
