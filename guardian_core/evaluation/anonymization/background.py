"""One event loop in a thread of its own: any thread gives it a coroutine and waits for what comes out.

A client of a language model is bound to an event loop; texts are worked through in several threads. So all of them ask here.
"""

import asyncio
import threading
from collections.abc import Coroutine
from functools import cache


@cache
def _loop() -> asyncio.AbstractEventLoop:
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, name="model", daemon=True).start()
    return loop


def run[Result](work: Coroutine[object, object, Result]) -> Result:
    """Wait for `work`; it sees the context variables of this thread. Interrupted, the work is cancelled."""
    waiting = asyncio.run_coroutine_threadsafe(work, _loop())
    try:
        return waiting.result()
    except BaseException:
        waiting.cancel()
        raise


def cancel_all() -> None:
    """Cancel everything under way, so that threads that wait for it end."""

    def cancel() -> None:
        for task in asyncio.all_tasks():
            task.cancel()

    _loop().call_soon_threadsafe(cancel)
