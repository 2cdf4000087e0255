"""What a rule must say to be one."""

import pytest

from guardian_core.errors import SettingsError
from guardian_core.settings import Settings


def load(folder, text):
    path = folder / "guardian.toml"
    path.write_text(text, encoding="utf-8")
    return Settings.load(path).rules


def test_reads_the_whole_of_a_rule(tmp_path):
    (rule,) = load(
        tmp_path,
        '[[rules]]\nname = "x"\nsite = "Shop.Example.TEST."\nclient = "192.0.2.7/24"\ncategories = ["Email"]\n'
        'recipients = ["advertising"]\nleast_level = 2\nmost_level = 3\nas_recipient = "data_broker"\nas_purpose = "marketing"\n',
    )
    assert (rule.site, rule.client, rule.least_level, rule.as_recipient) == ("shop.example.test", "192.0.2.0/24", 2, "data_broker")


FAULTS = {
    "no effect": ('name = "x"\nsite = "a.test"\n', "it changes nothing"),
    "about everything": ('name = "x"\ndecide = "allow"\n', "it would decide about every request"),
    "levels": ('name = "x"\nleast_level = 4\nmost_level = 3\n', "least_level is above most_level"),
    "no level": ('name = "x"\nleast_level = 6\n', "rule 1: least_level"),
    "client": ('name = "x"\nclient = "my laptop"\ndecide = "deny"\n', "no address or network"),
    "unknown key": ('name = "x"\nhost = "a.test"\ndecide = "deny"\n', "rule 1: host: unknown key"),
    "no name": ('site = "a.test"\ndecide = "deny"\n', "rule 1: name"),
    "twice": ('name = "x"\nsite = "a.test"\ndecide = "deny"\n[[rules]]\nname = "x"\nleast_level = 1\n', "two rules are called 'x'"),
}


@pytest.mark.parametrize(("text", "said"), FAULTS.values(), ids=FAULTS.keys())
def test_names_the_fault(tmp_path, text, said):
    with pytest.raises(SettingsError) as raised:
        load(tmp_path, f"[[rules]]\n{text}")
    assert said in str(raised.value)
