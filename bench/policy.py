"""Prints how fast a policy is read and searched, and how well the lexicon labels OPP-115 segments (needs GUARDIAN_DATA).

python bench/policy.py                     speed
GUARDIAN_DATA=DIR python bench/policy.py   speed, then precision, recall and F1 per practice
"""

import csv
import os
import random
import time
from collections import Counter, defaultdict
from pathlib import Path

from guardian_core.vocabulary import Act, Action, Basis, Category, Purpose, Recipient
from policy_cache.annotate import PRACTICES, annotate
from policy_cache.extract import read_page
from policy_cache.retrieve import Index
from policy_cache.segment import segment

SENTENCES = (
    "We collect your name, your e-mail address and your telephone number when you create an account with us.",
    "Our servers automatically record your IP address, the type of your browser and the pages that you visit.",
    "We share your information with service providers that process payments or deliver orders on our behalf.",
    "We do not sell your personal information to data brokers or to anybody else for money.",
    "You may opt out of our newsletter at any time by following the link at the foot of each message.",
    "You have the right to access, correct and delete the personal data that we hold about you.",
    "We retain order records for seven years because tax law obliges us to do so.",
    "Advertising partners may place cookies on your device in order to show you advertising that fits your interests.",
    "We may change this policy from time to time and will then post the new version on this page.",
    "Our legal basis is your consent, the performance of a contract or our legitimate interest in a safe service.",
)


def policy(words: int, seed: int = 7) -> bytes:
    """A page of about `words` words in paragraphs under headings."""
    chance = random.Random(seed)
    parts, count = ["<!doctype html><html lang=en><title>Privacy</title><body><main><h1>Privacy policy</h1>"], 0
    while count < words:
        # Each names something else: what a page says again and again, numbers aside, is read three times at most.
        names = ["".join(chance.choices("abcdefghij", k=7)) for _ in range(4)]
        sentences = [f"At {name.title()}, {chance.choice(SENTENCES)}" for name in names]
        parts.append(f"<h2>Section {count}</h2><p>{' '.join(sentences)}</p>")
        count += sum(len(sentence.split()) for sentence in sentences)
    return "".join([*parts, "</main></body></html>"]).encode()


def speed() -> None:
    """Reading 4,000 words and retrieving from 300 statements."""
    content = policy(4_000)
    annotate(segment(read_page(content, "text/html").blocks))  # the lexicon is compiled once per process
    started = time.process_time()
    blocks = read_page(content, "text/html").blocks
    extracted = time.process_time()
    statements = annotate(segment(blocks))
    done = time.process_time()
    print(f"extract 4,000 words: {1e3 * (extracted - started):.0f} ms (processor time)")
    print(f"segment and annotate them: {1e3 * (done - extracted):.0f} ms (processor time)")
    index = Index((statements * 10)[:300])
    chance, taken = random.Random(1), []
    for _ in range(1_000):
        action = Action(
            destination="shop.test",
            domain="shop.test",
            categories=frozenset(chance.sample(list(Category), 3)),
            recipients=frozenset({chance.choice(list(Recipient))}),
            purposes=frozenset({chance.choice(list(Purpose))}),
            basis=Basis.DEFAULT,
            act=chance.choice(list(Act)),
        )
        started = time.thread_time()
        index.top(action, 8)
        taken.append(time.thread_time() - started)
    taken.sort()
    print(f"top 8 of 300 statements: p50 {1e3 * taken[500]:.2f} ms, p95 {1e3 * taken[950]:.2f} ms (processor time)")


def quality(folder: Path) -> None:
    """Per practice, over segments on which at least two of three annotators agree."""
    counts: dict[str, Counter[str]] = {practice: Counter() for practice in PRACTICES}
    for path in sorted((folder / "annotations").glob("*.csv")):
        page = folder / "sanitized_policies" / f"{path.stem}.html"
        if page.exists():
            _count(path, page, counts)
    print(f"{'practice':40s}    P     R    F1     n")
    for practice, count in counts.items():
        precision, recall = count["hit"] / max(1, count["said"]), count["hit"] / max(1, count["true"])
        print(f"{practice:40s} {precision:.3f} {recall:.3f} {_f1(count):.3f} {count['true']:5d}")
    print(f"macro F1 {sum(map(_f1, counts.values())) / len(counts):.3f}")


def _count(path: Path, page: Path, counts: dict[str, Counter[str]]) -> None:
    votes: dict[tuple[int, str], set[str]] = defaultdict(set)
    with path.open(encoding="utf-8", errors="replace") as rows:
        for row in csv.reader(rows):
            votes[int(row[4]), row[5]].add(row[2])
    for number, text in enumerate(page.read_text(encoding="utf-8", errors="replace").split("|||")):
        gold = {practice for (place, practice), who in votes.items() if place == number and len(who) >= 2}
        if gold:
            said = {
                practice for one in annotate(segment(read_page(text.encode(), "text/html").blocks)) for practice in one.practices
            }
            for practice, count in counts.items():
                count.update(said=practice in said, true=practice in gold, hit=practice in said and practice in gold)


def _f1(count: Counter[str]) -> float:
    return 2 * count["hit"] / max(1, count["said"] + count["true"])


if __name__ == "__main__":
    speed()
    if "GUARDIAN_DATA" in os.environ:
        quality(Path(os.environ["GUARDIAN_DATA"]) / "opp115")
