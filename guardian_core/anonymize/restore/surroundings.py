"""The text that a reader of a reply has before him goes in; whether a value may stand next comes out.

A reply is written by somebody else, perhaps on the orders of a page the model has read. A value in an address that is fetched or
clicked (a link, an image, an attribute of a tag, a script) would travel to whoever owns that address. So a value never stands in
one; in doubt it does not stand there either. What is followed here is what CommonMark, GitHub's autolinks and HTML's tokenizer make
an address of, each on the generous side.
"""

import re
from enum import Enum

_SPACE = frozenset(" \t\n\r\f\v")
_NAMED = "mailto|tel|sms|data|javascript|vbscript|blob|file|intent|magnet|geo|callto|skype|whatsapp|facetime|view-source"
# An address within a run without spaces: a scheme, "www.", "//host", or a host and then a path ("evil.example/").
_ADDRESS = re.compile(
    rf"[a-z][a-z0-9+.\-]{{1,20}}:[/\\]|(?<![a-z])(?:{_NAMED}):|www\.|[/\\]{{2}}|\w\.[^\W\d]{{2,63}}(?::\d{{1,5}})?[/?#\\]",
    re.IGNORECASE,
)
_PLAIN = re.compile(r"[^ \t\n\r\f\v<\](:/\\.?#]+")  # none of these ends or begins anything
_TELLING = frozenset(":/\\.?#")  # the last character of each of these
_REACH = 90  # no pattern is longer
_RAW = frozenset({"script", "style", "xmp", "iframe", "noembed", "noframes", "plaintext"})  # whose inside is no text


class _Where(Enum):
    TEXT = "text"
    TAG = "tag"
    RAW = "raw"
    TARGET = "target"  # of a Markdown link or image: behind "]("
    DEFINITION = "definition"  # of a Markdown reference: behind "[name]:"


class Surroundings:
    """What the characters read so far make of the next one."""

    def __init__(self) -> None:
        self._where = self._outer = _Where.TEXT  # the outer one: around the tag
        self._run = ""  # the end of the run without spaces
        self._address = False  # whether that run holds an address
        self._last = ""
        self._line = ""  # the first two characters of the line
        self._name = ""  # of the tag, then of the element whose inside is raw
        self._named = False
        self._quote = ""
        self._equals = False
        self._tail = ""
        self._depth = 0
        self._angle = False
        self._begun = False
        self._blank = False

    @property
    def bare(self) -> bool:
        """Whether what comes next is text that goes nowhere."""
        return self._where is _Where.TEXT and not self._address

    @property
    def open(self) -> bool:
        """Whether what comes next stands in no tag, script or target, though it may be part of an address in the text."""
        return self._where is _Where.TEXT

    def read(self, text: str) -> None:
        """Go on by `text`."""
        position = 0
        while position < len(text):
            if self._where is _Where.TEXT and self._last != "<" and (plain := _PLAIN.match(text, position)):
                self._go_on(plain[0])
                position = plain.end()
                continue
            character = text[position]
            position += 1
            self._follow(character)
            match self._where:
                case _Where.TEXT:
                    self._text(character)
                case _Where.TAG:
                    self._tag(character)
                case _Where.RAW:
                    self._raw(character)
                case _:
                    self._target(character)
            self._last = character

    def _go_on(self, plain: str) -> None:
        """Characters of text that change nothing by themselves."""
        if not self._address:
            self._run = (self._run + plain)[-_REACH:]
        self._line = (self._line + plain[:2])[:2]
        self._last = plain[-1]

    def _follow(self, character: str) -> None:
        """The run without spaces; also within tags and targets, for who shows them as text may make a link of it."""
        if character in _SPACE or character == "<":
            self._run, self._address = "", False
        elif not self._address:
            self._run = self._run[-_REACH:] + character
            self._address = character in _TELLING and _ADDRESS.search(self._run) is not None

    def _text(self, character: str) -> None:
        if self._opens_tag(character):
            self._enter_tag(character)
        elif self._last == "]" and character == "(":
            self._open(_Where.TARGET)
        elif self._last == "]" and character == ":" and self._line[:1] == "[" and self._line != "[^":
            self._open(_Where.DEFINITION)
        if character == "\n":
            self._line = ""
        elif len(self._line) < 2 and not (character == " " and not self._line):
            self._line += character

    def _opens_tag(self, character: str) -> bool:
        return self._last == "<" and (character.isalpha() or character in "/!?")

    def _enter_tag(self, character: str) -> None:
        self._outer, self._angle = self._where, False
        self._where, self._name, self._named, self._quote, self._equals = _Where.TAG, "", False, "", False
        self._tag(character)

    def _open(self, where: _Where) -> None:
        self._where, self._depth, self._angle, self._begun, self._blank = where, 1, False, False, False

    def _close(self) -> None:
        self._where, self._line = _Where.TEXT, "--"

    def _tag(self, character: str) -> None:
        """HTML's tokenizer: quotes count only behind "=", and within them nothing ends the tag."""
        if self._quote:
            self._quote = "" if character == self._quote else self._quote
        elif character == ">":
            self._leave_tag()
        elif character in "\"'" and self._equals:
            self._quote, self._equals = character, False
        elif character not in _SPACE:
            self._equals = character == "="
            if not self._named:
                self._named = character == "/" and bool(self._name)
                self._name += "" if self._named or len(self._name) > 20 else character.lower()
        elif self._name:
            self._named = True

    def _leave_tag(self) -> None:
        self._where = self._outer
        if self._where is _Where.TEXT:
            self._close()
        if self._name in _RAW:
            self._where, self._tail = _Where.RAW, ""

    def _raw(self, character: str) -> None:
        self._tail = (self._tail + character.lower())[-len(self._name) - 2 :]
        if self._tail == f"</{self._name}":
            self._where, self._name, self._named, self._quote, self._equals = _Where.TAG, "/", True, "", False

    def _target(self, character: str) -> None:
        if self._opens_tag(character):  # if this is no target after all, it is a tag
            self._enter_tag(character)
            return
        if character == "\n":
            if self._blank or (self._begun and self._where is _Where.DEFINITION):
                self._close()
            self._blank, self._angle = True, False
            return
        self._blank = self._blank and character in _SPACE
        if self._last == "\\" or character == "\\":
            self._begun = True
        elif self._angle:
            self._angle = character != ">"
        elif character in _SPACE:
            if self._begun and self._where is _Where.DEFINITION:
                self._close()
        elif not self._begun and character == "<":
            self._angle = True
        elif self._where is _Where.TARGET and character in "()":
            self._depth += 1 if character == "(" else -1
            if self._depth == 0:
                self._close()
        self._begun = self._begun or character not in _SPACE
