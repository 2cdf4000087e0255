"""Every change does the same to a written file as to plain tables, whatever form the file has."""

import copy
import tomllib

import click
import pytest
import tomlkit

from guardian_core.cli import rule_edits

FORMS = {
    "empty": "",
    "tables": '[[rules]]\nname = "a"\nleast_level = 1\n\n[detect]\nallow = ["x1"]\n[detect.deny]\ny1 = "Content"\n'
    '[[detect.patterns]]\nname = "p"\nregex = "a"\ncategory = "Email"\n',
    "arrays": 'rules = [{name = "a", least_level = 1}]\n[detect]\nallow = [\n  "x1", # one\n]\ndeny = {y1 = "Content"}\n'
    'patterns = [{name = "p", regex = "a", category = "Email"}]\n',
    "only below": '[detect.deny]\ny1 = "Content"\n\n[proxy]\nport = 1\n',
}
CHANGES = {
    "rule": rule_edits.add_rule({"name": "b", "site": "a.test", "categories": ["Email"], "decide": "deny"}),
    "pattern": rule_edits.add_pattern({"name": "q", "regex": "\\d", "category": "Email"}),
    "allow": rule_edits.add_allowed("Willow “Labs”"),
    "deny": rule_edits.add_denied("Project Heron", "Content"),
}


@pytest.mark.parametrize("written", FORMS.values(), ids=FORMS.keys())
@pytest.mark.parametrize("kind", CHANGES)
def test_adds_in_every_form_and_takes_it_out_again(written, kind):
    plain, document = tomllib.loads(written), tomlkit.parse(written)
    before = copy.deepcopy(plain)
    CHANGES[kind](plain)
    CHANGES[kind](document)
    assert tomllib.loads(tomlkit.dumps(document)) == plain != before
    (new,) = set(rule_edits.names(plain)) - set(rule_edits.names(before))
    assert new[0] == kind
    document = tomlkit.parse(tomlkit.dumps(document))
    rule_edits.remove(*new)(document)
    assert set(rule_edits.names(tomllib.loads(tomlkit.dumps(document)))) == set(rule_edits.names(before))
    assert all(line in tomlkit.dumps(document) for line in written.splitlines() if "#" in line)


def test_finds_one_by_name_or_says_what_there_is():
    tables = tomllib.loads(FORMS["tables"] + '[[rules]]\nname = "p"\nleast_level = 2\n')
    assert rule_edits.found(tables, "y1", None) == ("deny", "y1")
    assert rule_edits.found(tables, "p", "rule") == ("rule", "p")
    with pytest.raises(click.BadParameter, match="rule and pattern: say which"):
        rule_edits.found(tables, "p", None)
    with pytest.raises(click.BadParameter, match="did you mean 'y1'"):
        rule_edits.found(tables, "y12", None)
