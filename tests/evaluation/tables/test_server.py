"""server.py: a model by its address."""

import pytest

from guardian_core.errors import SettingsError
from guardian_core.evaluation.tables.server import opened
from guardian_core.llm import Message
from tests.llm.scripted import Server, answer, says


def test_gives_the_model_and_its_name_and_keeps_answers_apart(tmp_path):
    with Server(says({"ok": True}), models=("one",)) as first, Server(says({"ok": True}), models=("two",)) as second:
        for server in (first, second):
            with opened(server.url, tmp_path) as (llm, name):
                assert name == server.models[0]
                llm.run(llm.complete([Message("user", "hello")]))
    assert len(list(tmp_path.glob("calls-*.jsonl"))) == 2


def test_says_what_is_wrong(tmp_path):
    with pytest.raises(SettingsError, match="no server's address"), opened("not an address", tmp_path):
        pass
    with (
        Server(answer({"error": "x"}, 500)) as server,
        pytest.raises(SettingsError, match="the language model"),
        opened(server.url, tmp_path),
    ):
        pass
