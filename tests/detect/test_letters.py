"""Which scripts the names model cannot read."""

import pytest

from guardian_core.detect.letters import UNREAD, lists


@pytest.mark.parametrize("text", ["购", "カ", "か", "무", "ส", "ش", "ה", "क"])
def test_knows_the_scripts_that_are_not_read(text):
    assert UNREAD.search(text)


@pytest.mark.parametrize("text", ["Dana", "Größe", "Размер", "Μέγεθος", "₪ 12"])
def test_leaves_the_others(text):
    assert not UNREAD.search(text)


def test_every_list_holds_something():
    assert all(words.split() for kinds in lists().values() for words in kinds.values())
