"""The language model: messages in, its words or checked JSON out. Without `[model] url` there is none, and `connect` gives None.

A stage takes an `Llm` and nothing else of this package but `Message`, `ask` and `prompt`; a test gives it a script instead.
"""

from guardian_core.llm.client import Client, Health, connect
from guardian_core.llm.metrics import Snapshot
from guardian_core.llm.protocol import Llm, Message
from guardian_core.llm.replies import ask, strict_json
from guardian_core.llm.wording import prompt

__all__ = ["Client", "Health", "Llm", "Message", "Snapshot", "ask", "connect", "prompt", "strict_json"]
