"""One file for shells: what is in it, what a shell makes of it, and that nothing is left."""

import subprocess

import pytest

from guardian_core.errors import TrustError
from guardian_core.trust import Place, stores
from guardian_core.trust.bundle import bundle_path
from guardian_core.trust.programs import ProgramStore, load, shell_file


def everything(_):
    return "/usr/bin/yes"


@pytest.fixture
def of(home):
    def make(name, environment=None, which=everything):
        return ProgramStore(name, home, Place(environment=environment or {}, which=which))

    return make


def test_sets_the_variables_in_a_shell_that_loads_it(home, of, ours, take):
    assert of("git").look(ours).state == "missing"
    for name in ("git", "node"):
        take(of(name).install(ours))
    assert of("git").look(ours).says == f"in shells that load it: {load(home)}"
    said = subprocess.run(
        ["sh", "-c", f'{load(home)}; echo "$GIT_SSL_CAINFO|$NODE_EXTRA_CA_CERTS|$CURL_CA_BUNDLE"'],
        capture_output=True,
        text=True,
        check=True,
        env={},
    ).stdout
    assert said.strip() == f"{bundle_path(home)}|{bundle_path(home)}|"
    assert of("git", {"GIT_SSL_CAINFO": str(bundle_path(home))}).look(ours).says == ""
    assert of("git").install(ours) == []


def test_leaves_the_others_and_in_the_end_nothing(home, of, ours, take):
    for name in ("git", "node"):
        take(of(name).install(ours))
    take(of("git").remove(ours))
    assert (of("git").look(ours).state, of("node").look(ours).state) == ("missing", "trusted")
    said = subprocess.run(["sh", "-c", f"{load(home)}; env"], capture_output=True, text=True, check=True, env={}).stdout
    assert ("NODE_EXTRA_CA_CERTS" in said, "GIT_SSL_CAINFO" in said) == (True, False)
    assert of("git").remove(ours) == ()
    take(of("node").remove(ours))
    assert not shell_file(home).exists()
    assert not bundle_path(home).exists()


def test_knows_a_bundle_of_an_earlier_authority(home, of, ours, other, take):
    take(of("curl").install(ours))
    bundle_path(home).write_text(other.pem)
    assert of("curl").look(ours).state == "outdated"
    (step,) = of("curl").install(ours)
    assert step.shown.endswith(f"> {bundle_path(home)}")
    step.do()
    assert of("curl").look(ours).state == "trusted"


def test_says_that_the_program_is_not_here(of, ours):
    store = of("node", which=lambda _: None)
    assert store.look(ours).state == "absent"
    with pytest.raises(TrustError, match="no node here"):
        store.install(ours)


def test_is_listed_behind_the_stores_of_systems_and_browsers(home):
    assert [store.name for store in stores(home)] == ["system", "firefox", "chromium", "java", "python", "node", "curl", "git"]


def test_does_what_it_shows(home, of, ours):
    """A person who types what --dry-run prints has the same as one who lets it be done."""
    shown = [step.shown for name in ("git", "node") for step in of(name).install(ours)]
    assert not bundle_path(home).exists()
    subprocess.run(["sh", "-ec", "\n".join(shown)], check=True)
    assert [of(name).look(ours).state for name in ("git", "node", "curl")] == ["trusted", "trusted", "missing"]
    assert of("git").install(ours) == []
