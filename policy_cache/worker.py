"""A page that is large, deep or a PDF in, its text out, read in a process of its own that can be killed.

Only a process has a memory limit and an end: a thread that parses a hostile page holds the interpreter, and every flow with it.
Run as a program this file is that process: bytes on standard input, one JSON object on standard output.
"""

import asyncio
import json
import os
import subprocess
import sys
from asyncio.subprocess import DEVNULL, PIPE  # nothing of a traceback is shown: it would quote the page

from pydantic import TypeAdapter, ValidationError

from guardian_core.errors import FetchError
from policy_cache.extract import read_page
from policy_cache.page import Fetched, Page
from policy_cache.pdf import is_pdf, read_pdf
from policy_cache.processes import end

SECONDS = 10  # of processor time and of waiting
MEMORY = 1 << 30  # bytes of address space
LARGE = 150_000  # bytes
_TAGS = 5_000  # a page of few bytes with so many is suspicious

_pages = TypeAdapter(Page)


def is_risky(content: bytes) -> bool:
    """Whether a page is read in a process of its own."""
    return len(content) > LARGE or content.count(b"<") > _TAGS or is_pdf(content)


async def read(content: bytes, content_type: str, url: str = "") -> Page:
    """The page taken apart, by a worker if it is risky.

    Raises:
        FetchError: a format that is not read, or one whose reading took too long or too much memory.
    """
    if not is_risky(content):
        return read_page(content, content_type, url)
    process = await asyncio.create_subprocess_exec(
        *_command(), stdin=PIPE, stdout=PIPE, stderr=DEVNULL, env=_environment(), start_new_session=True
    )
    try:
        async with asyncio.timeout(SECONDS + 2):
            out, _ = await process.communicate(_packed(content, content_type, url))
    except TimeoutError:
        raise FetchError("reading it took too long") from None
    finally:
        if process.returncode is None:
            await end(process)
    return _result(out, process.returncode or 0)


async def read_answer(answer: Fetched) -> Page:
    """As `read`, for what was fetched."""
    return await read(answer.content, answer.content_type, answer.url)


def read_now(content: bytes, content_type: str, url: str = "") -> Page:
    """As `read`, for callers that may block."""
    if not is_risky(content):
        return read_page(content, content_type, url)
    try:
        done = subprocess.run(  # noqa: S603 - our own program
            _command(),
            input=_packed(content, content_type, url),
            stdout=subprocess.PIPE,
            env=_environment(),
            timeout=SECONDS + 2,
            check=False,
            stderr=DEVNULL,
        )
    except subprocess.TimeoutExpired:
        raise FetchError("reading it took too long") from None
    return _result(done.stdout, done.returncode)


def _command() -> list[str]:
    return [sys.executable, "-m", "policy_cache.worker"]


def _environment() -> dict[str, str]:
    """Nothing of the user's environment but what Python needs to find this package."""
    return {
        "PATH": os.environ.get("PATH", ""),
        "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
        "PYTHONUTF8": "1",
        "OMP_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
    }


def _packed(content: bytes, content_type: str, url: str) -> bytes:
    return json.dumps([content_type, url]).encode() + b"\n" + content


def _result(out: bytes, status: int) -> Page:
    if status:
        raise FetchError("reading it took too much time or memory")
    try:
        answer = json.loads(out)
        if "fault" in answer:
            raise FetchError(str(answer["fault"])[:200])
        return _pages.validate_python(answer["page"])
    except (ValueError, KeyError, TypeError, ValidationError):
        raise FetchError("reading it failed") from None


def _limit() -> None:
    try:
        import resource  # noqa: PLC0415 - not on every system
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    os.nice(5)


def main() -> int:
    """Read one page from standard input."""
    _limit()
    head, _, content = sys.stdin.buffer.read().partition(b"\n")
    content_type, url = json.loads(head)
    try:
        page = read_pdf(content) if is_pdf(content) else read_page(content, content_type, url)
        answer: dict[str, object] = {"page": _pages.dump_python(page, mode="json")}
    except FetchError as fault:
        answer = {"fault": fault.reason}
    except (MemoryError, RecursionError):
        return 1
    sys.stdout.write(json.dumps(answer))
    return 0


if __name__ == "__main__":
    sys.exit(main())
