"""`guardian exec`: any program, behind the proxy."""

import os
import shlex
import shutil
import signal
import subprocess
from collections.abc import Mapping, Sequence
from types import FrameType

import click

from guardian_core.cli.shell import FailedError, config_option, json_option, print_json, say
from guardian_core.errors import GuardianError
from guardian_core.settings import Settings

NOT_FOUND, NOT_EXECUTABLE = 127, 126  # as every shell says it
FORWARDED = ("SIGTERM", "SIGHUP", "SIGUSR1", "SIGUSR2", "SIGCONT")
FROM_TERMINAL = ("SIGINT", "SIGQUIT")  # the program gets them itself: both are in the terminal's foreground group


@click.command("exec", context_settings={"allow_interspersed_args": False})
@click.option("--observe", is_flag=True, help="Where a proxy is started for this: decide and record, but change nothing.")
@click.option("--shell", is_flag=True, help='Run nothing; print the variables for a shell: eval "$(guardian exec --shell)".')
@click.argument("command", nargs=-1, type=click.UNPROCESSED, metavar="[--] COMMAND [ARGUMENT]...")
@config_option
@json_option
def exec_(command: tuple[str, ...], settings: Settings, *, observe: bool, shell: bool, as_json: bool) -> int:
    """Run a program behind the proxy: the one that runs, or else one that is started for as long as the program takes.

    The program finds the proxy and trusts its authority by its environment, in whatever spelling it reads: HTTP_PROXY and
    http_proxy, SSL_CERT_FILE, REQUESTS_CA_BUNDLE, NODE_EXTRA_CA_CERTS, GIT_SSL_CAINFO, JAVA_TOOL_OPTIONS and so on. Connections to
    this machine itself stay outside. Its exit status is that of the program. With --json or --shell nothing is run.

    \b
    Examples:
      guardian exec -- python agent.py
      guardian exec -- curl https://shop.example
      guardian exec -- npm install
      eval "$(guardian exec --shell)"
    """
    from guardian_core import behind

    if shell or as_json:
        return _tell(settings, as_json=as_json)
    if not command:
        message = "which program? guardian exec -- python agent.py"
        raise click.UsageError(message)
    program = shutil.which(command[0])
    if program is None:
        return _refuse(command[0])
    running = behind.found(settings)
    if running is not None and os.name == "posix":
        return _become(program, command, {**os.environ, **_environment(settings, running.url)})
    if running is None:
        click.echo("guardian: no proxy is running; starting one for this command", err=True)
    with behind.proxy(settings, observe=observe) as proxy:
        status = _attend(program, command, {**os.environ, **_environment(settings, proxy.url)})
    return _end_as(status)


def _refuse(word: str) -> int:
    """Say as a shell does why this cannot be run: not there, or there and not to be run."""
    there = (os.path.dirname(word) and os.path.isdir(word)) or shutil.which(word, mode=os.F_OK)  # noqa: PTH112, PTH120 - a bare word is no path
    click.echo(f"guardian: {word}: {'permission denied' if there else 'command not found'}", err=True)
    return NOT_EXECUTABLE if there else NOT_FOUND


def _tell(settings: Settings, *, as_json: bool) -> int:
    from guardian_core import behind

    running = behind.found(settings)
    if running is None:
        message = "no proxy is running: guardian run, in another terminal"
        raise FailedError(message)
    found = _environment(settings, running.url)
    if as_json:
        print_json({"proxy": running.url, "environment": found})
    else:
        say("\n".join(f"export {name}={shlex.quote(value)}" for name, value in sorted(found.items())))
    return 0


def _environment(settings: Settings, url: str) -> dict[str, str]:
    from guardian_core import behind

    try:
        return behind.environment(settings.home, url)
    except GuardianError as error:
        raise FailedError(str(error)) from None
    except OSError as error:
        message = f"the file of authorities cannot be written: {error.strerror} ({error.filename})"
        raise FailedError(message) from None


def _become(program: str, command: Sequence[str], environment: Mapping[str, str]) -> int:
    """Turn into the program: nothing stands between it and its signals, and its exit status is ours."""
    try:
        os.execve(program, list(command), dict(environment))  # noqa: S606 - what the user asked for
    except OSError as error:
        click.echo(f"guardian: {command[0]}: {error.strerror}", err=True)
        return NOT_EXECUTABLE


def _attend(program: str, command: Sequence[str], environment: Mapping[str, str]) -> int:
    """Run it as a child and pass on what we are sent; the status as Popen gives it: negative for a signal."""
    started: list[subprocess.Popen[bytes]] = []
    early: list[int] = []

    def forward(number: int, _frame: FrameType | None) -> None:
        for process in started:
            process.send_signal(number)
        if not started:
            early.append(number)

    def leave(_number: int, _frame: FrameType | None) -> None:
        """The program has it already."""

    # Before it starts: it may be told to end as soon as it has said its first word.
    for names, handler in ((FORWARDED, forward), (FROM_TERMINAL, leave)):
        for number in (getattr(signal, name) for name in names if hasattr(signal, name)):
            signal.signal(number, handler)
    try:
        started.append(subprocess.Popen(list(command), executable=program, env=dict(environment)))  # noqa: S603 - what the user asked for
    except OSError as error:
        click.echo(f"guardian: {command[0]}: {error.strerror}", err=True)
        return NOT_EXECUTABLE
    for number in early:
        started[0].send_signal(number)
    return started[0].wait()


def _end_as(status: int) -> int:
    """End as the program did: by the same signal where it was one, so that whoever waits for us sees it."""
    if status < 0 and os.name == "posix":
        signal.signal(-status, signal.SIG_DFL)
        os.kill(os.getpid(), -status)
    return status if status >= 0 else 128 - status
