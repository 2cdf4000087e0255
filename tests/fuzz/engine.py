"""A coverage-guided fuzzer in a hundred lines: inputs that reach a line no input has reached are kept and changed further.

`sys.monitoring` reports each line once and is then silent about it, so that watching costs next to nothing.

    python -m tests.fuzz.engine --seconds 60 [--target body] [--keep]
"""

import argparse
import base64
import json
import random
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

CORPUS = Path(__file__).parent / "corpus"
PACKAGES = ("guardian_core", "addons", "guardian_addons")
TOOL = 4  # of the six that may watch; 0 to 3 are taken by debuggers, coverage and profilers
LONGEST = 4_096  # bytes of an input
SHORT = 768  # bytes of fifteen in sixteen
SLOW = 1.0  # seconds of processor time that no input may take

TOKENS = (
    b'"', b"\\", b"\\u0040", b"\\ud83d\\ude00", b"{", b"}", b"[", b"]", b":", b",", b"&", b"=", b"%", b"%40", b"%EB", b"+",
    b";", b"?", b"#", b"/", b"\r\n", b"\n", b"\r\n\r\n", b"--B", b"--B--", b"\0", b"\xff", b"\xef\xbb\xbf", b"\xed\xa0\x80",
    b"\xf0\x9f\x98\x80", b"dana.quill@example.test", b"[EMAIL_1]", b"[EMAIL_", b"data: ", b"data:text/plain;base64,",
    b"eyJhbGciOiJub25lIn0.", b"<a>", b"</a>", b"<![CDATA[", b"]]>", b"&amp;", b"&#64;", b'"""', b"query{", b"\x1f\x8b",
    b"\x28\xb5\x2f\xfd", b"\x0a\x03", b"1e400", b"4111111111111111", b"Content-Disposition: form-data; name=",
    b'; filename="', b"Content-Type: ", b"Content-Transfer-Encoding: base64", b"aGVsbG8gd29ybGQ=",
)  # fmt: skip


class FoundError(AssertionError):
    """An input that breaks a property, in base64 so that it can be kept."""


@dataclass
class Report:
    """What a campaign did."""

    target: str
    executions: int = 0
    seconds: float = 0.0
    lines: int = 0  # lines of the project that were reached
    inputs: int = 0  # that are kept
    slowest: float = 0.0
    curve: list[tuple[int, int]] = field(default_factory=list)  # (executions, lines) each time they had doubled


class Coverage:
    """Counts lines of the project, each once."""

    def __init__(self) -> None:
        self.lines = 0
        self.folders = tuple(str(Path(__file__).parents[2] / name) for name in PACKAGES)

    def _line(self, code, number):
        if code.co_filename.startswith(self.folders):
            self.lines += 1
        return sys.monitoring.DISABLE

    def __enter__(self):
        watch = sys.monitoring
        watch.use_tool_id(TOOL, "fuzz")
        watch.register_callback(TOOL, watch.events.LINE, self._line)
        watch.set_events(TOOL, watch.events.LINE)
        watch.restart_events()
        return self

    def __exit__(self, *_):
        sys.monitoring.set_events(TOOL, 0)
        sys.monitoring.free_tool_id(TOOL)


def mutate(data: bytes, others: list[bytes], dice: random.Random) -> bytes:
    """A few random changes: of bits, bytes, tokens, pieces of other inputs. Most stay short, for those are soon done."""

    def below(limit: int) -> int:
        return int(dice.random() * limit)  # a fifth of the time of `randrange`, which is most of a mutation

    out = bytearray(data)
    for _ in range(1 << below(4)):
        at = below(len(out) + 1)
        end = min(len(out), at + 1 + below(8))
        kind = below(8)
        if kind == 0 and out:
            out[at - 1] ^= 1 << below(8)
        elif kind == 1:
            del out[at:end]
        elif kind == 2:
            out[at:at] = TOKENS[below(len(TOKENS))]
        elif kind == 3:
            out[at:end] = TOKENS[below(len(TOKENS))]
        elif kind == 4:
            out[at:at] = out[at:end] * (1 + below(19))
        elif kind == 5:
            other = others[below(len(others))]
            begin = below(len(other) + 1)
            out[at:at] = other[begin : begin + 1 + below(63)]
        elif kind == 6:
            out[at:at] = out[at:end] * (1 + below(799 if below(16) == 0 else 30))
        else:
            out[at:at] = dice.randbytes(1 + below(4))
    return bytes(out[: LONGEST if below(16) == 0 else SHORT])


def corpus(target: str) -> list[bytes]:
    """The inputs that are kept for a target: those campaigns found, and those written by hand (`TARGET-more.txt`)."""
    files = [CORPUS / f"{target}.txt", CORPUS / f"{target}-more.txt"]
    return [base64.b64decode(line) for file in files if file.exists() for line in file.read_text().splitlines()] or [b""]


def once(
    check: Callable[[bytes, random.Random], None], data: bytes, seed: int, clock: Callable[[], float] = time.perf_counter
) -> float:
    """One execution; its seconds. Raises FoundError.

    The clock of the processor's time is asked for slow ones alone: asking it costs more than most executions.
    """
    start = clock()
    try:
        check(data, random.Random(seed))
    except Exception as error:
        shown = base64.b64encode(data).decode()
        message = f"{type(error).__name__}: {str(error)[:300]} for {shown} seed {seed}"
        raise FoundError(message) from error
    spent = clock() - start
    if spent > SLOW and clock is not time.process_time:  # the machine was busy, or it is slow
        return once(check, data, seed, time.process_time)
    if spent > SLOW:
        message = f"took {spent:.1f} s for {base64.b64encode(data).decode()} seed {seed}"
        raise FoundError(message)
    return spent


def fuzz(
    target: str,
    check: Callable[[bytes, random.Random], None],
    *,
    seconds: float,
    seed: int = 0,
    most: int = 10**9,
    keep: bool = False,
) -> Report:
    """Run a campaign; raises FoundError with the first input that breaks something."""
    dice, report = random.Random(seed), Report(target)
    inputs = corpus(target)
    given, kept = set(inputs), []
    start = time.monotonic()
    with Coverage() as coverage:
        for data in inputs:
            before = coverage.lines
            once(check, data, 0)
            report.executions += 1
            if coverage.lines > before:
                kept.append(data)
        while time.monotonic() - start < seconds and report.executions < most:
            data = mutate(dice.choice(inputs), inputs, dice)
            before = coverage.lines
            report.slowest = max(report.slowest, once(check, data, report.executions))
            report.executions += 1
            if coverage.lines > before:
                inputs.append(data)
                kept.append(data)
            if report.executions & (report.executions - 1) == 0:
                report.curve.append((report.executions, coverage.lines))
        report.lines = coverage.lines
    report.seconds, report.inputs = time.monotonic() - start, len(inputs)
    if keep:
        lines = sorted(base64.b64encode(data).decode() for data in {*kept, *given} if len(data) <= 1_500)
        (CORPUS / f"{target}.txt").write_text("\n".join(lines) + "\n")
    return report


def main() -> None:
    """Fuzz one target or all; print one JSON object per target."""
    from tests.fuzz.targets import TARGETS

    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--target", choices=TARGETS)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--keep", action="store_true", help="write inputs that reached new lines into the corpus")
    given = parser.parse_args()
    for name in [given.target] if given.target else TARGETS:
        report = fuzz(name, TARGETS[name], seconds=given.seconds, seed=given.seed, keep=given.keep)
        sys.stdout.write(json.dumps(vars(report)) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
