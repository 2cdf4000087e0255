"""layers.py: edits on edits."""

from guardian_core.anonymize.adversarial.layers import applied, laid_over, masked
from guardian_core.anonymize.adversarial.prose import pieces
from guardian_core.vocabulary import Edit, Entity, Level

TEXT = "Ann met Bob. The dog slept.\nEve left."


def edit(word, replacement, item=0):
    at = TEXT.index(word)
    return Edit(item, at, at + len(word), replacement, Entity.PERSON, Level.AGGRESSIVE)


def test_applies_edits_in_order():
    assert applied(TEXT, [edit("Ann", "A."), edit("Eve", "")]) == "A. met Bob. The dog slept.\n left."
    assert applied(TEXT, []) == TEXT


def test_a_wide_edit_takes_the_place_of_those_it_overlaps_in_its_item():
    narrow = [edit("Ann", "A."), edit("Eve", "E."), edit("Ann", "A.", item=1)]
    wide = edit("Ann met Bob. The dog slept.", "Two met.")
    assert laid_over(narrow, [wide]) == (wide, narrow[1], narrow[2])


def test_masks_the_edits_within_a_piece():
    first, second = pieces(TEXT)
    task = masked(TEXT, first, [edit("Bob", "somebody"), edit("Eve", "E.")])
    assert task is not None
    assert (task.piece.text, task.piece.start, task.fields) == ("Ann met somebody. The dog slept.", first.start, ())
    assert masked(TEXT, second, [edit("Eve left.", "")]) is None  # nothing is left to rewrite
