"""The table of official numbers: shapes that can be found, words that are not everyday words."""

import re

import pytest

from guardian_core.detect.identifier_table import TABLE, TRIGGERS


@pytest.mark.parametrize("row", TABLE, ids=[f"{row.country} {row.check}" for row in TABLE])
def test_every_row_can_be_found(row):
    shapes = [shape for shape in (row.alone + "|" + row.beside).split("|") if shape]
    assert shapes
    assert all(re.fullmatch(r"[9A?](?:[9A? ./-]*[9A?])", shape) and 7 <= len(shape) <= 26 for shape in shapes)
    assert all(re.fullmatch(r"[9A?]+", shape) for shape in row.beside.split("|") if shape)


def test_a_word_of_ordinary_language_counts_only_in_capitals_before_the_number():
    pan = next(row for row in TABLE if row.check == "in_.pan")
    assert pan.words.search("PAN: ")
    assert pan.words.search("PAN number ")
    assert not pan.words.search("a frying pan ")
    assert not pan.words.search("PAN is what I own, and the order is ")


def test_the_words_of_ascii_are_among_the_triggers():
    assert {"nhs", "steuer", "rijksregisternummer", "codice"} <= TRIGGERS
