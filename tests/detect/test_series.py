"""Cards among like numbers."""

import pytest

from guardian_core.vocabulary import Entity, Role

CARD = "4111111111111111"
IDS = [str(number) for number in range(4539148803430000, 4539148803430000 + 12 * 7919, 7919)]


def cards(detector, items):
    return [items[found.item].text for found in detector.find(items) if found.entity is Entity.CARD]


@pytest.mark.parametrize("path", ["body/v/{}", "body/{}/v"], ids=["a list", "records"])
def test_takes_no_member_of_a_series_for_a_card(patterns_only, item, path):
    texts = [*IDS, CARD]
    assert cards(patterns_only, [item(text, "v", Role.VALUE, path=path.format(n)) for n, text in enumerate(texts)]) == []


def test_finds_cards_where_all_are_cards(patterns_only, item):
    assert len(cards(patterns_only, [item(CARD, "v", Role.VALUE, path=f"body/v/{n}") for n in range(12)])) == 12


def test_finds_a_card_among_few_or_under_a_name_that_says_so(patterns_only, item):
    few = [*IDS[:4], CARD]
    assert CARD in cards(patterns_only, [item(text, "v", Role.VALUE, path=f"body/v/{n}") for n, text in enumerate(few)])
    many = [*IDS, CARD]
    keyed = [item(text, "cardNumber", Role.VALUE, path=f"body/{n}/cardNumber") for n, text in enumerate(many)]
    assert CARD in cards(patterns_only, keyed)


def test_leaves_other_findings_of_a_series_alone(patterns_only, item):
    mails = [item(f"dana{n}@example.test", "v", Role.VALUE, path=f"body/v/{n}") for n in range(12)]
    assert len(patterns_only.find(mails)) == 12
