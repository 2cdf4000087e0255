"""Take settings, run the proxy until it is stopped: mitmproxy's Master embedded, with our addon last in its chain.

`python -m guardian_addons.run --config FILE` runs the same without the command line; it prints ``listening on 127.0.0.1:PORT``.
"""

import argparse
import asyncio
import atexit
import contextlib
import gc
import hashlib
import logging
import os
import signal
import sys
import tempfile
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

import certifi
from guardian_addons import authority, checks, dispatch, lean, notes, preflight, terminal, turns, untyped, upstream
from guardian_addons.guardian import GuardianAddon
from guardian_addons.preflight import Mode
from guardian_addons.shell import Core
from guardian_certs import hints
from mitmproxy import exceptions, options
from mitmproxy.master import Master
from mitmproxy.tools.dump import DumpMaster

from guardian_core import running, system_proxy
from guardian_core.configuration import usual
from guardian_core.errors import GuardianError, SettingsError, SystemProxyError
from guardian_core.guardian import Guardian
from guardian_core.profiles import PROFILES
from guardian_core.settings import Settings, authorities

logger = logging.getLogger("guardian_addons")

TURN = 0.001  # seconds that a thread (the journal's) may keep the loop waiting for the interpreter


class Announcement:
    """Says, once everything listens, where that is and how to use it."""

    def __init__(self, settings: Settings, mode: Mode, *, lasting: bool) -> None:
        """`lasting`: other programs may find this proxy; not one that was started for a single command."""
        self.settings = settings
        self.mode = mode
        self.lasting = lasting

    def running(self) -> None:
        """The line programs wait for, then what a newcomer needs."""
        host, port = untyped.addon("proxyserver").listen_addrs()[0][:2]
        tell = logger.info if self.mode == "tui" else say  # there the screen is not ours to write on
        tell(f"listening on {host}:{port}")
        if self.settings.decision.observe:
            tell(notes.OBSERVING)
        if self.mode == "web":
            tell(f"flows: {untyped.addon('webauth').web_url}")
        tell(hints.first_steps(self.settings.home))
        if self.lasting:
            web = f"http://127.0.0.1:{self.settings.proxy.web_port}/" if self.mode == "web" else None
            source = self.settings.source
            config = str(source.path.resolve()) if source.path else ""
            now = running.Running(os.getpid(), host, port, self.mode, web, config, source.profile)
            running.note(self.settings.home, now)
            if (left := leftover(self.settings.home, now.url)) is not None:
                tell(left)

    def done(self) -> None:
        """Nobody shall look for us any more."""
        running.forget(self.settings.home)


def leftover(home: Path, url: str) -> str | None:
    """What `guardian system-proxy on` left of an earlier run; None where the desktop is as the user set it."""
    try:
        found = system_proxy.kept(home)
    except SystemProxyError as error:
        return str(error)
    if found is None:
        return None
    if found.proxy == url:
        return f"{found.desktop} uses this proxy: guardian system-proxy off puts back what was set before"
    return f"{found.desktop} still uses {found.proxy}: guardian system-proxy on points it here, off puts back what was set before"


def complain(text: str) -> None:
    """Why it cannot run."""
    sys.stderr.write(f"guardian: {text}\n")


def run_proxy(
    settings: Settings,
    *,
    mode: Mode = "headless",
    make_core: Callable[[Settings], Core] = Guardian,
    complain: Callable[[str], None] = complain,
    ready: Callable[[], None] = lambda: None,
    quiet: bool = False,
    with_stdin: bool = False,
) -> int:
    """Run the proxy until SIGINT or SIGTERM (`with_stdin`: or the end of standard input); returns the exit status.

    0 after a stop, 1 after one call of `complain` where it cannot run; `ready` is called once the settings and models turned out to
    be usable. `quiet`: no line per request. `make_core` lets tests put another core behind the wire.
    """
    try:
        preflight.check(settings, mode)
        authority.make(settings.home)
        return asyncio.run(_serve(settings, mode, make_core, ready, with_stdin=with_stdin, quiet=quiet))
    except (GuardianError, exceptions.OptionsError) as error:
        complain(str(error))
    except OSError as error:
        complain(f"cannot start: {error.strerror or type(error).__name__} ({error.filename or settings.home})")
    return 1


async def _serve(
    settings: Settings,
    mode: Mode,
    make_core: Callable[[Settings], Core],
    ready: Callable[[], None],
    *,
    with_stdin: bool,
    quiet: bool,
) -> int:
    lean.one_heap()
    addon = GuardianAddon(make_core)
    addon.use(settings)  # before anything listens
    master = make_master(settings, mode, trust_bundle(settings), quiet=quiet)
    ready()
    gc.collect()
    gc.freeze()  # models and tables stay to the end: nobody need look through them again and again
    sys.setswitchinterval(TURN)
    untyped.add(master, addon, Announcement(settings, mode, lasting=not with_stdin))
    loop = asyncio.get_running_loop()
    if with_stdin:
        threading.Thread(target=_at_end_of_input, args=(loop, master), daemon=True).start()
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):  # Windows: Ctrl-C arrives as KeyboardInterrupt
            loop.add_signal_handler(number, master.shutdown)
    try:
        await master.run()
    except SystemExit as stop:  # mitmproxy's errorcheck, after it said why
        return int(stop.code or 0)
    return 0


def _at_end_of_input(loop: asyncio.AbstractEventLoop, master: Master) -> None:
    """End with the process that started us, however it ended: its end of the pipe closes."""
    while os.read(0, 4_096):
        pass
    with contextlib.suppress(RuntimeError):  # the loop has ended before
        loop.call_soon_threadsafe(master.shutdown)


def make_master(settings: Settings, mode: Mode, bundle: Path | None, *, quiet: bool = False) -> Master:
    """mitmproxy's Master for `mode`, with the options that keep it closed."""
    proxy = settings.proxy
    opts = options.Options(
        confdir=str(settings.home / "ca"),
        listen_host=proxy.host,
        listen_port=proxy.port,
        ssl_verify_upstream_trusted_ca=str(bundle) if bundle else None,
    )
    master: Master
    # What draws takes half a second to load, and most starts draw nothing.
    if mode == "web":
        from mitmproxy.tools.web.master import WebMaster  # noqa: PLC0415

        master = WebMaster(opts, with_termlog=False)
        untyped.set_options(master, web_host="127.0.0.1", web_port=proxy.web_port, web_open_browser=sys.stdout.isatty())
    elif mode == "tui":
        from mitmproxy.tools.console.master import ConsoleMaster  # noqa: PLC0415

        master = ConsoleMaster(opts)
    else:
        master = DumpMaster(opts, with_termlog=False, with_dumper=False)
    dispatch.quicken(master.addons)
    turns.quicken()
    checks.quicken()
    untyped.set_options(master, **upstream.options(settings))
    # lazy: nothing, not even a TLS handshake, reaches the origin before the decision. block_global: never an open proxy.
    untyped.set_options(master, connection_strategy="lazy", block_global=True)
    logging.getLogger().setLevel(logging.INFO)
    if mode != "tui":
        terminal.attach(quiet=quiet)
    return master


def trust_bundle(settings: Settings) -> Path | None:
    """The file of authorities trusted upstream: the public ones and `[proxy] trust_ca` (mitmproxy's option would replace them).

    Raises:
        SettingsError: trust_ca cannot be read or holds no certificate.
    """
    extra = settings.proxy.trust_ca
    if extra is None:
        return None
    pem = authorities(extra)
    return keep_bundle(settings.home, Path(certifi.where()).read_bytes() + b"\n" + pem.encode("ascii"))


def keep_bundle(home: Path, content: bytes) -> Path:
    """A file with `content`, named for it: proxies that share a home but not their authorities do not write over each other's."""
    bundle = home / f"trusted-upstream-{hashlib.sha256(content).hexdigest()[:12]}.pem"
    with contextlib.suppress(OSError):
        if bundle.read_bytes() == content:
            return bundle
    try:
        handle, draft = tempfile.mkstemp(dir=home, prefix=".trusted-")
    except OSError:  # a home that cannot be written: for the length of this run
        handle, draft = tempfile.mkstemp(prefix="guardian-trusted-", suffix=".pem")
        bundle = Path(draft)
        atexit.register(bundle.unlink, missing_ok=True)
    with os.fdopen(handle, "wb") as file:
        file.write(content)
    return Path(draft).replace(bundle)


def say(text: str) -> None:
    """One thing for the person at the terminal, at once even into a pipe."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def main(arguments: Sequence[str] | None = None) -> int:
    """Parse the few switches and run."""
    parser = argparse.ArgumentParser(prog="guardian_addons.run", description="Run the proxy.")
    parser.add_argument("--config", type=Path, help="the configuration, a TOML file")
    parser.add_argument("--profile", choices=PROFILES, help="a named starting point, in place of the configuration's")
    parser.add_argument("--port", type=int, choices=range(65_536), metavar="PORT", help="listen here instead; 0 takes a free port")
    parser.add_argument("--quiet", action="store_true", help="no line per request, only warnings and errors")
    parser.add_argument("--observe", action="store_true", help="decide and record, change nothing")
    parser.add_argument("--with-stdin", action="store_true", help="end when standard input does")
    modes = parser.add_mutually_exclusive_group()
    for mode in ("web", "tui", "headless"):
        modes.add_argument(f"--{mode}", dest="mode", action="store_const", const=mode)
    parser.set_defaults(mode="headless")
    given = parser.parse_args(arguments)
    try:
        observe = {"decision": {"observe": True}} if given.observe else {}
        settings = Settings.load(usual(given.config), profile=given.profile, given=observe)
    except SettingsError as error:
        complain(str(error))
        return 1
    if given.port is not None:
        settings = settings.model_copy(update={"proxy": settings.proxy.model_copy(update={"port": given.port})})
    return run_proxy(settings, mode=given.mode, with_stdin=given.with_stdin, quiet=given.quiet)


if __name__ == "__main__":
    sys.exit(main())
