"""A process of ours in, its end out: killed with its helpers, and its pipes emptied, without which asyncio waits for ever."""

import asyncio
import contextlib
import os
import signal


async def end(process: asyncio.subprocess.Process) -> None:
    """Kill a process that was started with `start_new_session`, and wait until it is gone."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(2):
            while process.stdout is not None and await process.stdout.read(65_536):
                pass
            await process.wait()
