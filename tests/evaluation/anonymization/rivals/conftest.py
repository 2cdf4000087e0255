"""A scripted model behind a real server on loopback: told apart by its prompts, it says what a test wants."""

import json
from contextlib import ExitStack

import pytest

from guardian_core.evaluation.anonymization.rivals.asking import FOLDER, method, wording
from guardian_core.evaluation.anonymization.samples import Sample
from guardian_core.llm import prompt
from tests.evaluation.asking import asked
from tests.llm.scripted import Server, obeys

CORE = ("guesser", "judge", "arbitrator")
PROMPTS = {wording(path.stem): path.stem for path in FOLDER.glob("*.md")} | {prompt(name): name for name in CORE}


class Model:
    """The server's side: what it is to say by prompt, each a function of what it is shown, and what it was shown."""

    def __init__(self, scripts):
        self.scripts, self.shown = scripts, []

    def reply(self, messages):
        name = PROMPTS[messages[0]["content"]]
        shown = json.loads(messages[-1]["content"].partition("\n\n")[0])
        self.shown.append((name, shown))
        said = self.scripts[name]
        said = said(shown) if callable(said) else said
        return said if isinstance(said, str) else json.dumps(said)

    @property
    def asked(self):
        return [name for name, _ in self.shown]


@pytest.fixture
def run():
    """Run a procedure on a text against a scripted server: (output, model)."""
    with ExitStack() as stack:

        def on(procedure, text, **scripts):
            model = Model(scripts)
            server = stack.enter_context(Server(obeys(model.reply)))
            rewrite = method(asked(server.url, None), procedure)
            return rewrite(Sample("tab", "f", "d", text, ())), model

        yield on


def infers(*told):
    """An attacker: (attribute, guess, certainty)."""
    return {
        "inferences": [
            {"attribute": attribute, "guess": guess, "reasoning": "a clue", "certainty": certainty}
            for attribute, guess, certainty in told
        ]
    }


def infers_while(word, *told):
    """An attacker who tells something as long as a word stands there."""
    return lambda shown: infers(*told) if word in shown["text"] else infers()


def swaps(**words):
    """An editor who replaces words."""

    def write(shown):
        text = shown["text"]
        for old, new in words.items():
            text = text.replace(old, new)
        return {"text": text}

    return write


def spans(*found):
    """A finder: (text, type) or (text, type, replacement)."""
    names = ("text", "type", "replacement")
    return {"spans": [dict(zip(names, one, strict=False)) for one in found]}
