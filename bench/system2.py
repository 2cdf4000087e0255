"""Prints how the language model does as System 2 on held-out OPP-115 policies: usable answers, agreement with gold, time.

GUARDIAN_DATA=DIR python bench/system2.py --url http://127.0.0.1:8765/v1 [--count 50] [--seed 7] [--part held-out|rest] [--show]

Pairs of a behaviour and one statement, half of them compliant, as `guardian_core.training.pairs` draws them, where System 1
is unsure (u >= --threshold). The model sees the statement as our annotator reads it, not the gold fields; nothing else helps it.
"""

import argparse
import asyncio
import os
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from guardian_core.errors import LlmError
from guardian_core.llm import Client
from guardian_core.llm.metrics import percentile
from guardian_core.matching import judge
from guardian_core.matching.evidential import shipped
from guardian_core.matching.system2 import features_in_words, opinion
from guardian_core.model_settings import ModelSettings
from guardian_core.training.pairs import Pair, draw, judged
from guardian_core.training.policy_data import folder_of, held_out, policies
from guardian_core.vocabulary import Evidence, PolicyState, ScoredStatement


def evidence_of(pair: Pair) -> Evidence:
    statement = ScoredStatement(statement=pair.judged.predicted, score=1.0, structured=1.0, lexical=1.0)
    return Evidence(state=PolicyState.KNOWN, statements=(statement,), length=10_000)


def uncertain_pairs(data: Path, count: int, seed: int, part: str, threshold: float) -> list[Pair]:
    everything = policies(folder_of(data))
    kept_back = set(held_out(everything))
    passages = [one for name, of in everything.items() if (name in kept_back) == (part == "held-out") for one in of]
    drawn = draw(judged(passages), count * 10, seed, even=True)
    system1 = shipped()
    unsure = [pair for pair in drawn if judge(pair.action, evidence_of(pair), system1).uncertainty >= threshold]
    risky, compliant = ([pair for pair in unsure if pair.risky is side] for side in (True, False))
    return [pair for both in zip(risky, compliant, strict=False) for pair in both][:count]


@dataclass
class Asked:
    """What became of the pairs."""

    said: list[tuple[Pair, float]] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    faults: Counter[str] = field(default_factory=Counter)


async def ask(waiting: list[Pair], client: Client, asked: Asked, *, show: bool) -> None:
    while waiting:
        pair = waiting.pop(0)
        started = time.perf_counter()
        try:
            heard = await opinion(pair.action, evidence_of(pair), client)
        except LlmError as error:
            asked.faults[error.reason] += 1
            continue
        finally:
            asked.times.append(time.perf_counter() - started)
        asked.said.append((pair, heard.likelihood))
        if show:
            print(f"{pair.kind:22} {heard.likelihood:.2f} {asked.times[-1]:5.1f} s  {heard.rationale}")
            print(f"    {features_in_words(pair.action)}\n    {pair.judged.gold.text[:300]}", flush=True)


def report(pairs: list[Pair], asked: Asked) -> None:
    said, faults = asked.said, asked.faults
    right = [(pair, pair.risky == (value >= 0.5)) for pair, value in said]
    alone = [pair.risky == (judge(pair.action, evidence_of(pair), shipped()).value >= 0.5) for pair in pairs]
    print(f"pairs {len(pairs)}, usable answers {len(said)} ({len(said) / len(pairs):.0%}) {dict(faults) or ''}")
    print(
        f"agreement with gold {sum(one for _, one in right)}/{len(said)} ({sum(one for _, one in right) / max(len(said), 1):.0%})"
    )
    print(f"System 1 alone on the same pairs {sum(alone)}/{len(pairs)} ({sum(alone) / len(pairs):.0%}); always one answer: 50%")
    for kind in sorted({pair.kind for pair in pairs}):
        of_kind = [(one, value) for (pair, one), (_, value) in zip(right, said, strict=True) if pair.kind is kind]
        mean = sum(value for _, value in of_kind) / max(len(of_kind), 1)
        print(f"  {kind:22} {sum(one for one, _ in of_kind)}/{len(of_kind)}, mean {mean:.2f}")
    ordered = sorted(asked.times)
    print(f"seconds: p50 {percentile(ordered, 0.5):.1f}, p95 {percentile(ordered, 0.95):.1f}")


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure System 2 on OPP-115.")
    parser.add_argument(
        "--url", required=True, action="append", help="an OpenAI-compatible server on this machine; may be repeated"
    )
    parser.add_argument("--data", type=Path, default=Path(os.environ.get("GUARDIAN_DATA", "../shared/data")))
    parser.add_argument("--count", type=int, default=50)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--part", choices=["held-out", "rest"], default="held-out", help="rest: for writing the prompt")
    parser.add_argument("--threshold", type=float, default=0.25)
    parser.add_argument("--show", action="store_true")
    given = parser.parse_args()
    pairs = uncertain_pairs(given.data, given.count, given.seed, given.part, given.threshold)
    asyncio.run(run(pairs, given.url, show=given.show))


async def run(pairs: list[Pair], urls: list[str], *, show: bool) -> None:
    budget = {"timeout": 600_000, "calls_per_minute": 10_000, "tokens_per_minute": 10_000_000}
    clients = [Client(ModelSettings(url=url, **budget)) for url in urls]
    asked, waiting = Asked(), list(pairs)
    await asyncio.gather(*(ask(waiting, client, asked, show=show) for client in clients))
    report(pairs, asked)
    for client in clients:
        print(client.metrics())
        await client.close()


if __name__ == "__main__":
    main()
