"""Overlaps resolved: BUGS B34."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guardian_core.detect.spans import CHECKED, GUESS, KEY, SHAPE, WHOLE, Span, disjoint
from guardian_core.vocabulary import Entity

TEXT = "Tel 2025550142, please check the 12 Elm Street and ab12 cd34 ef"
SPANS = st.lists(
    st.builds(
        lambda start, length, entity, rank: Span(start, min(start + length, len(TEXT)), entity, 0.9, rank),
        st.integers(0, len(TEXT) - 1),
        st.integers(1, 30),
        st.sampled_from([Entity.PHONE, Entity.PERSON, Entity.CARD]),
        st.sampled_from([GUESS, KEY, SHAPE, CHECKED, WHOLE]),
    ),
    max_size=12,
)


def test_keeps_one_of_four_claims_and_the_words_after_it():
    claims = [
        Span(4, 14, Entity.PHONE, 0.9, CHECKED),
        Span(4, 14, Entity.BANK_ACCOUNT, 0.8, GUESS),
        Span(5, 14, Entity.DRIVING_LICENCE, 0.8, GUESS),
        Span(4, 15, Entity.NATIONAL_ID, 0.8, GUESS),
    ]
    assert disjoint(claims, TEXT) == [claims[0]]


def test_keeps_what_a_loser_covers_beside_the_winner():
    text = "Dana Quill dana@example.test"
    kept = disjoint([Span(0, 28, Entity.PERSON, 0.9, GUESS), Span(11, 28, Entity.EMAIL, 0.9, CHECKED)], text)
    assert [(text[s.start : s.end], s.entity) for s in kept] == [("Dana Quill", Entity.PERSON), ("dana@example.test", Entity.EMAIL)]


@given(SPANS)
def test_never_overlaps_and_leaves_at_most_one_letter_of_any_claim_uncovered_in_a_row(claims):
    kept = disjoint(claims, TEXT)
    assert all(a.end <= b.start for a, b in pairwise(kept))
    covered = {at for span in kept for at in range(span.start, span.end)}
    for claim in claims:
        bare = "".join(TEXT[at] if at not in covered else "\n" for at in range(claim.start, claim.end))
        assert all(sum(c.isalnum() for c in run) < 2 or claim.end - claim.start < 2 for run in bare.split("\n"))


@given(SPANS)
def test_does_not_depend_on_the_order_of_the_claims(claims):
    assert disjoint(claims, TEXT) == disjoint(list(reversed(claims)), TEXT)


@given(SPANS)
def test_replacing_what_is_kept_leaves_everything_else_as_it_was(claims):
    kept = disjoint(claims, TEXT)
    written, at = [], 0
    for span in kept:
        written += [TEXT[at : span.start], "#"]
        at = span.end
    written.append(TEXT[at:])
    outside = "".join(c for i, c in enumerate(TEXT) if not any(s.start <= i < s.end for s in kept))
    assert "".join(written).replace("#", "") == outside


def test_refuses_an_empty_span():
    with pytest.raises(ValueError, match=r"\[3, 3\)"):
        Span(3, 3, Entity.PHONE, 0.9, GUESS)
