"""Many writers of one policy store: `python bench/store.py [processes threads upserts]`; by default 2 × 32 × 1,000 on 10 hosts."""

import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from guardian_core.vocabulary import Category, Statement
from policy_cache.page import PolicyDocument
from policy_cache.store import Store

HOSTS = 10


def document(host: str, text: str, at: float) -> PolicyDocument:
    statements = tuple(Statement(text=f"{text} {n}", position=n, categories=frozenset({Category.EMAIL})) for n in range(5))
    return PolicyDocument(domain=host, url=f"https://{host}/p", hash=text, fetched_at=at, extractor=1, statements=statements)


def write(path: Path, process: str, threads: int, upserts: int) -> int:
    """What one process does; the number of upserts that gave no key or raised."""
    store = Store(path)
    failed: list[str] = []

    def work(thread: int) -> None:
        for n in range(upserts):
            try:
                if store.save(document(f"host{n % HOSTS}.test", f"{process} {thread} {n}", time.time()), again_at=9.0) is None:
                    failed.append("no key")
            except Exception as error:  # noqa: BLE001 - that nothing is raised is what is measured
                failed.append(type(error).__name__)

    workers = [threading.Thread(target=work, args=(thread,)) for thread in range(threads)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return len(failed) + store.in_memory


def main(processes: int = 2, threads: int = 32, upserts: int = 1_000) -> int:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "policies.db"
        started = time.perf_counter()
        command = [sys.executable, __file__, "--write", str(path)]
        writers = [subprocess.Popen([*command, str(n), str(threads), str(upserts)]) for n in range(processes)]
        failed = sum(writer.wait() for writer in writers)
        took = time.perf_counter() - started
        store = Store(path)
        total = processes * threads * upserts
        # A version's number is never given twice, so the last one counts every insert.
        kept = max(store.site(f"host{n}.test")[1] or 0 for n in range(HOSTS))  # type: ignore[index]
        whole = all(entry.statements == 5 and entry.versions == 5 for entry in store.sites())
        size = sum(file.stat().st_size for file in Path(folder).iterdir())
    print(f"{processes} processes x {threads} threads x {upserts} upserts: {took:.1f} s, {total / took:.0f} a second")
    print(f"failed {failed}, lost {total - kept}, every host whole: {whole}, {size / 1e6:.1f} MB on disk")
    return int(failed or kept != total or not whole)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--write"]:
        sys.exit(min(255, write(Path(sys.argv[2]), sys.argv[3], int(sys.argv[4]), int(sys.argv[5]))))
    sys.exit(main(*map(int, sys.argv[1:])))
