"""Real programs behind a real proxy, before TLS servers on loopback: they get through, trust the authority, and are read."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from importlib.util import find_spec

import pytest

from guardian_core import ports
from guardian_core.demo import World
from guardian_core.demo.servers import Answer
from tests.cli.published import check_output

HOST, GIT = "pagemetrics.test", "staticnest.test"  # the demo's configuration knows the first as analytics
COMMIT = "1f0c3a9e5d7b2468ace013579bdf02468ace1357"
EMAIL = "wader1984@mailbox.example"
DATA = json.dumps({"page": "/account", "user": EMAIL})
URL = f"https://{HOST}/collect"


def answer(received):
    if received.path.endswith("/info/refs"):
        return Answer(200, f"{COMMIT}\trefs/heads/main\n".encode(), "text/plain")
    if received.path.endswith("/HEAD"):
        return Answer(200, b"ref: refs/heads/main\n", "text/plain")
    return Answer(200, b"got it", "text/plain")


@pytest.fixture(scope="module")
def shops():
    with World((HOST, GIT), answer) as world:
        yield world


@pytest.fixture(scope="module")
def proxy(shops):
    running = shops.proxy(extra="[policy]\nenabled = false\n")
    yield running
    running.stop()


def guardian(*words, config, path=None, **options):
    environment = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
    environment |= {"PATH": path} if path else {}
    command = [sys.executable, "-m", "guardian_core.cli", "exec", "--config", str(config), *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=90, env=environment, check=False, **options)


PYTHON = {
    "urllib": "import urllib.request as u; print(u.urlopen(u.Request(url, data.encode(), kind)).read().decode())",
    "requests": "import requests; print(requests.post(url, data, headers=kind).text)",
    "httpx": "import httpx; print(httpx.post(url, content=data, headers=kind).text)",
    "aiohttp": """
import aiohttp, asyncio
async def main():
    async with aiohttp.ClientSession() as session, session.post(url, data=data, headers=kind) as reply:
        print(await reply.text())
asyncio.run(main())""",
}
HEAD = f"url, data, kind = {URL!r}, {DATA!r}, {{'Content-Type': 'application/json'}}\n"
POST = (
    "const h = require('https'), post = (more, then) => h.request(url, {method: 'POST', headers: kind, ...more}, then).end(data); "
)
NODE = {
    "fetch": "fetch(url, {method: 'POST', body: data, headers: kind}).then(r => r.text()).then(t => console.log(t))",
    "https": POST + "post({}, r => r.pipe(process.stdout))",
    "an agent of its own": POST + "post({agent: new h.Agent()}, r => r.pipe(process.stdout))",
    "no agent": POST + "post({agent: false}, r => r.pipe(process.stdout))",
}
NODE_HEAD = f"const url = {URL!r}, data = {DATA!r}, kind = {{'Content-Type': 'application/json'}};"
JAVA = """
import java.net.*; import java.net.http.*;
class Post { public static void main(String[] given) throws Exception {
  var request = HttpRequest.newBuilder(URI.create(given[0])).header("Content-Type", "application/json")
    .POST(HttpRequest.BodyPublishers.ofString(given[1])).build();
  System.out.println(HttpClient.newBuilder().proxy(ProxySelector.getDefault()).build()
    .send(request, HttpResponse.BodyHandlers.ofString()).body()); } }
"""


def arrived(shops, mark):
    """The one request that arrived, without the address that was in it."""
    (received,) = [one for one in shops.records.since(mark) if one.host == HOST]
    assert received.path == "/collect"
    assert EMAIL.encode() not in received.body
    assert b"/account" in received.body
    return received


@pytest.mark.parametrize("name", PYTHON)
def test_puts_python_behind_the_proxy(shops, proxy, name):
    if not find_spec(name.partition(".")[0]):
        pytest.skip(f"{name} is not installed")
    mark = len(shops.records)
    done = guardian("--", sys.executable, "-c", HEAD + PYTHON[name], config=proxy.config)
    assert (done.stdout, done.returncode) == ("got it\n", 0), done.stderr
    arrived(shops, mark)


@pytest.mark.skipif(not shutil.which("node"), reason="no node here")
@pytest.mark.parametrize("name", NODE)
def test_puts_node_behind_the_proxy(shops, proxy, name):
    mark = len(shops.records)
    done = guardian("--", "node", "-e", f"{NODE_HEAD} {NODE[name]}", config=proxy.config)
    assert (done.stdout.strip(), done.returncode) == ("got it", 0), done.stderr
    arrived(shops, mark)


@pytest.mark.skipif(not shutil.which("curl"), reason="no curl here")
def test_puts_curl_behind_the_proxy(shops, proxy):
    mark = len(shops.records)
    done = guardian("curl", "-sS", "--json", DATA, URL, config=proxy.config)
    assert (done.stdout, done.returncode) == ("got it", 0), done.stderr
    arrived(shops, mark)


@pytest.mark.skipif(not shutil.which("git"), reason="no git here")
def test_puts_git_behind_the_proxy(proxy):
    done = guardian("--", "git", "ls-remote", f"https://{GIT}/tools.git", config=proxy.config)
    assert done.returncode == 0, done.stderr
    assert f"{COMMIT}\trefs/heads/main" in done.stdout


@pytest.mark.skipif(not (shutil.which("java") and shutil.which("javac")), reason="no Java that compiles here")
def test_puts_java_behind_the_proxy(shops, proxy, tmp_path):
    (tmp_path / "Post.java").write_text(JAVA)
    mark = len(shops.records)
    done = guardian("--", "java", "-XX:TieredStopAtLevel=1", str(tmp_path / "Post.java"), URL, DATA, config=proxy.config)
    assert (done.stdout, done.returncode) == ("got it\n", 0), done.stderr
    arrived(shops, mark)


def test_is_the_program_to_whoever_waits_for_it(proxy):
    assert guardian("--", "sh", "-c", "exit 7", config=proxy.config).returncode == 7
    assert guardian("--", "sh", "-c", "kill -TERM $$", config=proxy.config).returncode == -signal.SIGTERM
    assert guardian("--", "sh", "-c", "cat", config=proxy.config, input="in\n").stdout == "in\n"
    missing = guardian("--", "no-such-program", config=proxy.config)
    assert (missing.returncode, missing.stderr) == (127, "guardian: no-such-program: command not found\n")


def test_says_that_a_file_may_not_be_run(proxy, tmp_path):
    (tmp_path / "notes").write_text("no program")
    (tmp_path / "notes").chmod(0o644)
    for word, path in ((str(tmp_path / "notes"), os.environ["PATH"]), ("notes", f"{tmp_path}:/bin"), (str(tmp_path), "/bin")):
        done = guardian("--", word, config=proxy.config, path=path)
        assert (done.returncode, done.stderr) == (126, f"guardian: {word}: permission denied\n")


def test_takes_no_option_for_the_program(proxy):
    done = guardian("--port", "99", "--", "true", config=proxy.config)
    assert (done.returncode, "No such option" in done.stderr) == (2, True), done.stderr


def test_leaves_words_of_the_program_to_it(proxy):
    done = guardian("--", "echo", "--json", "--help", config=proxy.config)
    assert done.stdout == "--json --help\n"
    assert guardian("--", "no-such-program", "--json", config=proxy.config).stdout == ""


def test_tells_a_shell_and_a_program_what_to_set(proxy):
    said = json.loads(guardian("--json", config=proxy.config).stdout)
    check_output(["exec"], said)
    assert said["proxy"] == proxy.url
    script = f'eval "$({sys.executable} -m guardian_core.cli exec --shell --config {proxy.config})"; env'
    shell = subprocess.run(["sh", "-c", script], capture_output=True, text=True, check=True)
    got = dict(line.split("=", 1) for line in shell.stdout.splitlines() if "=" in line)
    assert {name: got[name] for name in said["environment"]} == said["environment"]


def test_wants_a_program(proxy):
    done = guardian(config=proxy.config)
    assert done.returncode == 2
    assert "which program? guardian exec -- python agent.py" in done.stderr


@pytest.fixture
def alone(shops, tmp_path):
    """A configuration whose proxy does not run."""
    quick = "[policy]\nenabled = false\n[detect]\nnames = false\n[likelihood]\nsystem1 = false\n"
    return shops.configure(tmp_path / "home", extra=quick)


@pytest.mark.skipif(not shutil.which("curl"), reason="no curl here")
def test_starts_a_proxy_where_none_runs_and_leaves_none_behind(shops, alone, tmp_path):
    """One command inside another, each with a proxy of its own: a signal and an exit status pass through the inner one, whose end
    leaves the outer one's proxy alone; the outer one is killed."""
    mark, fifo = len(shops.records), tmp_path / "fifo"
    os.mkfifo(fifo)
    program = f"trap 'exit 5' TERM; echo $HTTPS_PROXY > {fifo}; sleep 60 & wait"
    script = f"""
    {sys.executable} -m guardian_core.cli exec --config {alone} -- sh -c "{program.replace("$", chr(92) + "$")}" &
    read url < {fifo}; kill -TERM $!; wait $!; echo "$? $url $HTTPS_PROXY"
    curl -sS --json '{DATA}' {URL}; echo; sleep 60
    """
    outer = [sys.executable, "-m", "guardian_core.cli", "exec", "--config", str(alone), "--", "sh", "-c", script]
    process = subprocess.Popen(outer, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)
    try:
        status, *urls = process.stdout.readline().split()
        assert (status, process.stdout.readline()) == ("5", "got it\n")
        arrived(shops, mark)
        inner, own = (int(url.rpartition(":")[2]) for url in urls)
        assert (ports.answers("127.0.0.1", inner), ports.answers("127.0.0.1", own)) == (False, True)
        os.kill(process.pid, signal.SIGKILL)
        deadline = time.monotonic() + 20
        while ports.answers("127.0.0.1", own) and time.monotonic() < deadline:
            time.sleep(0.1)
        assert not ports.answers("127.0.0.1", own)
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    assert process.stderr.read() == "guardian: no proxy is running; starting one for this command\n" * 2
    assert not (alone.parent / "running.json").exists()


def test_ends_by_the_signal_that_ended_the_program():
    code = "from guardian_core.cli.exec import _end_as; raise SystemExit(_end_as({}))"
    ended = [subprocess.run([sys.executable, "-c", code.format(status)], check=False).returncode for status in (-15, 3)]
    assert ended == [-signal.SIGTERM, 3]


def test_says_why_no_proxy_could_be_started(tmp_path):
    config = tmp_path / "guardian.toml"
    config.write_text(f'home = "{tmp_path / "home"}"\n[detect]\nmodel = "none"\n')
    done = guardian("--", "true", config=config)
    assert done.returncode == 2
    assert "the proxy could not be started: " in done.stderr
    assert done.stderr.count("\n") == 2


def test_says_that_the_home_cannot_be_used(tmp_path):
    (tmp_path / "home").write_text("a file")
    config = tmp_path / "guardian.toml"
    config.write_text(f'home = "{tmp_path / "home"}"\n')
    done = guardian("--", "true", config=config)
    assert (done.returncode, "the proxy could not be started: File exists" in done.stderr) == (2, True), done.stderr


def test_stands_before_another_sitecustomize_and_lets_it_in(tmp_path):
    from guardian_core.behind import PYTHON

    (tmp_path / "sitecustomize.py").write_text("import sys; sys.seen = __name__\n")
    environment = os.environ | {"PYTHONPATH": f"{PYTHON}{os.pathsep}{tmp_path}", "GUARDIAN_EXEC": "1"}
    code = f"import sys; print(sys.seen, {str(PYTHON)!r} in sys.path)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True)
    assert done.stdout == "sitecustomize False\n"
