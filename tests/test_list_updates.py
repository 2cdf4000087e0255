"""Lists from a real TLS server and from files: limits, checks, and what stays in force when something fails."""

import gzip
import time

import pytest

from guardian_core.demo.servers import Answer
from guardian_core.demo.world import World
from guardian_core.list_updates import Limits, in_force, update
from guardian_core.settings import Settings

LIST = "".join(f"||tracker{number}.example^\n" for number in range(40))


class Sites:
    """What the server answers, by path."""

    def __init__(self):
        self.answers = {}

    def __call__(self, received):
        found = self.answers.get(received.path, Answer(404))
        return found(received) if callable(found) else found


@pytest.fixture(scope="module")
def server():
    sites = Sites()
    with World(("localhost",), sites) as world:
        yield world, sites


@pytest.fixture
def ask(server, tmp_path):
    """Settings with one source, and what the server says there."""
    world, sites = server

    def made(answer, path="/list"):
        sites.answers = {path: answer} if not isinstance(answer, dict) else answer
        sources = {"ep": f"https://localhost:{world.port}{path}"}
        return Settings(home=tmp_path, proxy={"trust_ca": world.ca}, decision={"sources": sources})

    return made


def answer(text, status=200, *fields):
    return Answer(status, text.encode() if isinstance(text, str) else text, "text/plain", fields)


def test_fetches_a_list_and_says_what_it_knows(ask, tmp_path):
    settings = ask(answer(LIST))
    done = update(settings, "ep")
    assert (done.state, done.domains, done.reason) == ("new", 40, "")
    assert (tmp_path / "lists" / "ep").read_text() == LIST
    assert update(settings, "ep").state == "unchanged"
    (listed,) = in_force(settings)
    assert (listed.name, listed.path, listed.domains) == ("ep", tmp_path / "lists" / "ep", 40)
    assert abs(listed.written - time.time()) < 100


def test_is_used_from_then_on(ask, tmp_path):
    update(ask(answer(LIST)), "ep")
    path = tmp_path / "guardian.toml"
    path.write_text(f'home = "{tmp_path}"\n[decision.sources]\nep = "https://localhost:1/list"\n')
    assert Settings.load(path).decision.domains["tracker7.example"].recipient == "analytics"


FAILURES = {
    "status": (answer("gone", 410), "status 410"),
    "no list": (answer("<html>please log in</html>"), "no list of"),
    "not text": (answer(b"\xff\xfe\x00"), "no list of"),
    "compressed": (answer(gzip.compress(LIST.encode()), 200, ("Content-Encoding", "gzip")), "compressed"),
    "to http": (answer("", 302, ("Location", "http://localhost/list")), "without encryption"),
    "in circles": (answer("", 302, ("Location", "/list")), "more than 5 times"),
    "cut off": (answer("||tracker1.example^\n"), "1 domains where there were 40"),
    "too long": (answer("x" * 100_000), "longer than 50000 bytes"),
}


@pytest.mark.parametrize(("said", "reason"), FAILURES.values(), ids=FAILURES.keys())
def test_keeps_the_list_that_was_there(ask, tmp_path, said, reason):
    update(ask(answer(LIST)), "ep")
    done = update(ask(said), "ep", limits=Limits(most_bytes=50_000))
    assert (done.state, done.domains) == ("kept", 40)
    assert reason in done.reason
    assert (tmp_path / "lists" / "ep").read_text() == LIST
    assert [path.name for path in (tmp_path / "lists").iterdir()] == ["ep"]


def test_follows_a_redirect_within_https(ask):
    done = update(ask({"/list": answer("", 301, ("Location", "/other")), "/other": answer(LIST)}), "ep")
    assert (done.state, done.domains) == ("new", 40)


def test_takes_a_shorter_list_when_told_to(ask):
    update(ask(answer(LIST)), "ep")
    assert update(ask(answer("||tracker1.example^\n")), "ep", force=True).state == "changed"


def test_gives_up_what_takes_too_long(ask):
    def slow(received):
        time.sleep(0.2)
        return answer(LIST)

    assert "longer than 0.05 seconds" in update(ask(slow), "ep", limits=Limits(seconds=0.05)).reason


def test_does_not_trust_a_certificate_of_anybody(ask):
    settings = ask(answer(LIST))
    settings = settings.model_copy(update={"proxy": settings.proxy.model_copy(update={"trust_ca": None})})
    done = update(settings, "ep")
    assert (done.state, done.domains) == ("kept", 0)
    assert "cannot be fetched (ConnectError)" in done.reason


def test_takes_a_file_too(tmp_path):
    (tmp_path / "own.txt").write_text(LIST)
    settings = Settings(home=tmp_path, decision={"sources": {"own": str(tmp_path / "own.txt"), "none": str(tmp_path / "none.txt")}})
    assert update(settings, "own").state == "new"
    assert "cannot read" in update(settings, "none").reason
