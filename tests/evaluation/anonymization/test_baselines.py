"""baselines.py: the bounds."""

from guardian_core.evaluation.anonymization.baselines import gold_tags, keep_all, mask_all


def test_keeps_everything(sample):
    assert keep_all(sample("Ann, 34.")).text == "Ann, 34."


def test_masks_every_word(sample):
    output = mask_all(sample("Ann, 34."))
    assert output.text == "***, ***."
    assert output.found == ((0, 3), (5, 7))


def test_tags_gold_and_nothing_else(sample):
    assert gold_tags(sample("Ann met Bo.", ("Ann", "PERSON", "DIRECT"))).text == "[PERSON] met Bo."
