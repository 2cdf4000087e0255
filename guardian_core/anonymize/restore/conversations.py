"""Conversations go in, what each of their values is called in them comes out: the same name every turn, and never another value's.

Only in memory: bound to client, credentials and destination, and to the conversation within them. What was not used for a while, or
is too much, is forgotten; then names are given anew in the order of the text, which most often makes them the same ones.
"""

import hashlib
import re
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence

from guardian_core.anonymize.restore.texts import PLACEHOLDER
from guardian_core.anonymize.traces import fold, name_words
from guardian_core.vocabulary import Entity, Item, Request, Talk

MOST = 20_000  # values of one conversation; what comes after that cannot be put back
_NAMESAKES = 64  # so many people are looked through for one who was called by another part of his name
_ALIASES = 16  # per conversation kept
_CREDENTIALS = frozenset({b"authorization", b"x-api-key", b"api-key", b"x-goog-api-key", b"cookie", b"ocp-apim-subscription-key"})
_JOINED = re.compile(r"\w[._@+]\w")
# Kinds whose ways of writing differ in separators only: the letters and digits make the value.
_BY_DIGITS = frozenset(
    {Entity.PHONE, Entity.CARD, Entity.IBAN, Entity.BANK_ACCOUNT, Entity.US_SSN, Entity.NATIONAL_ID, Entity.TAX_ID}
)


class Conversation:
    """The names of one conversation's values."""

    def __init__(self) -> None:
        self.originals: dict[str, str] = {}
        self._names: dict[tuple[Entity, str], str] = {}
        self._people: list[tuple[frozenset[str], str]] = []
        self._taken: set[str] = set()  # the other side or the user wrote them, so they are nobody's name
        self._count: dict[Entity, int] = {}
        self.used = 0.0

    def reserve(self, texts: Iterable[str], *, by_model: Iterable[str] = ()) -> None:
        """Never give out what already stands in a text (BUGS B43); `by_model` may hold names of ours that were left standing."""
        foreign = {name for text in texts for name in PLACEHOLDER.findall(text)}
        known = {name for text in by_model for name in PLACEHOLDER.findall(text)} - self.originals.keys()
        for name in foreign & self.originals.keys():
            del self.originals[name]
            self._names = {key: given for key, given in self._names.items() if given != name}
            self._people = [(words, given) for words, given in self._people if given != name]
        self._taken |= foreign | known

    def name(self, entity: Entity, value: str) -> str | None:
        """What stands for `value`; None where the conversation is full."""
        key = entity, _same(entity, value)
        if key not in self._names:
            if len(self._names) >= MOST:
                return None
            self._names[key] = self._person(value) if entity is Entity.PERSON else self._next(entity, value)
        return self._names[key]

    def _person(self, value: str) -> str:
        """A person called by part of a name given before ("Ms Quill" after "Dana Quill") has the same one."""
        if _JOINED.search(value):
            return self._next(Entity.PERSON, value)  # part of an address or of a file's name: it must come back letter by letter
        words = frozenset(fold(word)[0] for word in name_words(value)) - {""}
        same = (name for known, name in reversed(self._people[-_NAMESAKES:]) if words and (words <= known or known <= words))
        name = next(same, None) or self._next(Entity.PERSON, value)
        self._people.append((words, name))
        if len(value) > len(self.originals[name]):
            self.originals[name] = value
        return name

    def _next(self, entity: Entity, value: str) -> str:
        while True:
            self._count[entity] = self._count.get(entity, 0) + 1
            name = f"[{entity.name}_{self._count[entity]}]"
            if name not in self._taken:
                self.originals[name] = value
                return name


def _same(entity: Entity, value: str) -> str:
    """The same text for what is one value; what must come back letter by letter is one value only if all letters are the same."""
    if entity in _BY_DIGITS or (entity is Entity.PERSON and not _JOINED.search(value)):
        return fold(value)[0] or value
    return " ".join(value.split())


class Conversations:
    """All of them that are kept."""

    def __init__(self, *, limit: int, minutes: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._limit, self._seconds, self._clock = limit, minutes * 60, clock
        self._key = secrets.token_bytes(32)
        self._kept: OrderedDict[bytes, Conversation] = OrderedDict()  # in the order of their last use
        self._aliases: OrderedDict[bytes, bytes] = OrderedDict()

    def open(self, request: Request, talk: Talk) -> tuple[Conversation, Callable[[str], None]]:
        """The conversation, made where it is new, and what is to be told the identifiers of its replies."""
        self._forget()
        scope = self._digest(b"scope", *_scope(request))
        asked = self._digest(b"talk", scope, talk.opening.encode("utf-8", "surrogatepass"))
        key = self._aliases.get(asked, asked)
        conversation = self._kept.setdefault(key, Conversation())
        conversation.used = self._clock()
        self._kept.move_to_end(key)
        while len(self._kept) > self._limit:
            self._kept.popitem(last=False)

        def heard(identifier: str) -> None:
            self._aliases[self._digest(b"talk", scope, f"kept {identifier}".encode("utf-8", "surrogatepass"))] = key
            while len(self._aliases) > self._limit * _ALIASES:
                self._aliases.popitem(last=False)

        return conversation, heard

    def __len__(self) -> int:
        self._forget()
        return len(self._kept)

    def _forget(self) -> None:
        oldest = self._clock() - self._seconds
        while self._kept and next(iter(self._kept.values())).used < oldest:
            self._kept.popitem(last=False)

    def _digest(self, *parts: bytes) -> bytes:
        digest = hashlib.blake2b(key=self._key, digest_size=16)
        for part in parts:
            digest.update(len(part).to_bytes(8, "big") + part)
        return digest.digest()


def _scope(request: Request) -> tuple[bytes, ...]:
    """Who talks to whom: two users behind one address have two keys."""
    credentials = (name.lower() + b":" + value for name, value in request.headers if name.lower() in _CREDENTIALS)
    return request.client.encode(), f"{request.scheme} {request.host} {request.port}".encode(), *credentials


def reserved(conversation: Conversation, items: Sequence[Item], talk: Talk) -> None:
    """Keep the conversation's names apart from what already stands in the request."""
    conversation.reserve(
        (item.text for number, item in enumerate(items) if number not in talk.by_model and "[" in item.text),
        by_model=(items[number].text for number in talk.by_model if "[" in items[number].text),
    )


def standing(conversation: Conversation, items: Sequence[Item], talk: Talk) -> Mapping[str, str]:
    """The names that stand in a rewritten request, or all where the other side keeps what was said before, and their originals."""
    if talk.lasting:
        return dict(conversation.originals)
    names = {name for number in talk.said for name in PLACEHOLDER.findall(items[number].text)}
    return {name: conversation.originals[name] for name in names if name in conversation.originals}
