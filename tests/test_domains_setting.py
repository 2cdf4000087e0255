"""The user's own entries about domains (`decision.domains`)."""

import pytest

from guardian_core.errors import SettingsError
from guardian_core.settings import Settings
from guardian_core.vocabulary import Purpose, Recipient


def load(tmp_path, text):
    path = tmp_path / "config.toml"
    path.write_text(text, encoding="utf-8")
    return Settings.load(path)


def test_reads_entries_whatever_the_case(tmp_path):
    text = '[decision.domains."Ads.Example.TEST."]\nrecipient = "advertising"\npurpose = "profiling"\nowner = "Lantern"\n'
    entry = load(tmp_path, text).decision.domains["ads.example.test"]
    assert (entry.recipient, entry.purpose, entry.owner) == (Recipient.ADVERTISING, Purpose.PROFILING, "Lantern")


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ('recipient = "advertising"\nownr = "x"', "did you mean 'owner'?"),
        ('recipient = "advertiser"', "'advertising'"),
        ('owner = "x"', "recipient: Field required"),
    ],
    ids=["unknown key", "unknown recipient", "no recipient"],
)
def test_says_what_is_wrong_with_an_entry(tmp_path, entry, said):
    with pytest.raises(SettingsError) as error:
        load(tmp_path, f'[decision.domains."ads.example.test"]\n{entry}\n')
    assert "decision.domains.ads.example.test" in str(error.value)
    assert said in str(error.value)
