"""A piece of work per number in, the results in order out, several at a time in threads."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, ThreadPoolExecutor

from guardian_core.evaluation.anonymization import background


def in_order[Result](work: Callable[[int], Result], count: int, parallel: int) -> Iterator[Result]:
    """work(0), work(1), … work(count - 1); with `parallel` of 1 in this very thread.

    After an error nothing more is begun, and the first error is raised. An interruption ends what is under way.
    """
    if parallel == 1:
        yield from map(work, range(count))
        return
    errors: list[BaseException] = []

    def guarded(number: int) -> Result:
        if errors:
            raise errors[0]
        try:
            return work(number)
        except BaseException as error:
            errors.append(error)
            raise

    pool = ThreadPoolExecutor(parallel, thread_name_prefix="text")
    try:
        for waiting in [pool.submit(guarded, number) for number in range(count)]:
            yield waiting.result()
    except (KeyboardInterrupt, GeneratorExit):
        errors.append(CancelledError())
        background.cancel_all()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


ALONE = threading.Lock()  # held by what computes here, so that its time is its own
