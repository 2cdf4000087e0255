"""Every error this project raises on purpose.

GuardianError
├── SettingsError      the configuration cannot be used; the message says which key and what would be right
├── UnreadableError    part of a request could not be read, so it was not checked
├── EditError          edits that cannot be applied: overlapping, outside the item, not expressible in the charset
├── StoreError         a database cannot be used at all (callers degrade to memory)
├── FetchError         a policy page could not be fetched; `reason` goes into the fetch log
├── ModelError         a model file is missing or broken; the message says how to get it
├── IdentityError      a value cannot be registered, or the file of the registered ones cannot be used
├── RuleTimeoutError   the user's own patterns took too long over one request, which counts as unreadable
├── DataError          a file of research data is missing or not of its format; the message says where and what is wrong
├── ProxyError         a proxy could not be started or found; the message says what to do
├── SystemProxyError   the desktop's proxy settings cannot be read or put back; the message says what to do
├── TrustError         a certificate store cannot be read or changed; the message says what to do
├── NotInstalledError  software that only one command needs is missing; the message says how to get it
└── LlmError           the language model gave nothing that can be used; the caller goes on without it
    ├── LlmUnavailableError   it could not be asked: unreachable, too slow, failing, paused, budget spent
    └── LlmAnswerError        it answered, and the answer is not what was asked for

Messages carry offsets, ids and names of keys; never content.
"""


class GuardianError(Exception):
    """What the user can be told about; anything else is a fault of ours."""


class SettingsError(GuardianError):
    """The configuration cannot be used."""


class RuleTimeoutError(GuardianError, TimeoutError):
    """The user's own patterns took too long over one request."""


class UnreadableError(GuardianError):
    """Part of a request could not be read, so it was not checked."""


class EditError(GuardianError):
    """Edits that cannot be applied."""


class StoreError(GuardianError):
    """A database cannot be used at all."""


class FetchError(GuardianError):
    """A policy page could not be fetched."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class ModelError(GuardianError):
    """A model file is missing or broken."""


class IdentityError(GuardianError):
    """A value cannot be registered, or the file of the registered ones cannot be used."""


class DataError(GuardianError):
    """A file of research data is missing or not of its format."""


class ProxyError(GuardianError):
    """A proxy could not be started or found."""


class SystemProxyError(GuardianError):
    """The desktop's proxy settings cannot be read or put back."""


class TrustError(GuardianError):
    """A certificate store cannot be read or changed."""


class NotInstalledError(GuardianError):
    """Software that only one command needs is missing."""


class LlmError(GuardianError):
    """The language model gave nothing that can be used; `reason` completes the sentence "the language model …"."""

    def __init__(self, reason: str, kind: str) -> None:
        super().__init__(f"the language model {reason}")
        self.reason = reason
        self.kind = kind  # one word for counting: "timeout", "unreachable", "status", "paused", "budget", "queue", "answer"


class LlmUnavailableError(LlmError):
    """The language model could not be asked, or did not answer."""


class LlmAnswerError(LlmError):
    """The language model's answer is not what was asked for."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason, "answer")
