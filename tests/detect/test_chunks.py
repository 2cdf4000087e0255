import itertools

from hypothesis import given
from hypothesis import strategies as st

from guardian_core.detect.chunks import _OVERLAP, SIZE, chunks


@given(st.text(alphabet="ab .\n!\u00e9", max_size=9_000))
def test_covers_the_whole_text_in_bounded_stretches(text):
    spans = list(chunks(text))
    assert all(0 < end - start <= SIZE for start, end in spans)
    assert [start for start, _ in spans[:1]] == ([0] if text else [])
    assert (spans[-1][1] if spans else 0) == len(text)
    for (_, end), (start, _) in itertools.pairwise(spans):
        assert start in {end, end - _OVERLAP}


def test_cuts_between_sentences():
    text = "Mira Okafor came by the lake today. " * 200
    for start, _ in chunks(text):
        assert text[start:].startswith("Mira")


def test_reads_twice_where_it_has_to_cut_within_a_sentence():
    text = "Mira Okafor " * 1_000
    spans = list(chunks(text))
    assert all(later[0] == earlier[1] - _OVERLAP for earlier, later in itertools.pairwise(spans))


def test_keeps_earlier_stretches_when_the_text_grows():
    text = "Mira Okafor came by the lake today. " * 200
    grown = text + "And then she left for good. " * 50
    assert list(chunks(grown))[: len(list(chunks(text))) - 1] == list(chunks(text))[:-1]
