"""inferring.py: a language model tells attributes of a text's author."""

import json

from guardian_core.evaluation.anonymization.inferring import attack
from tests.evaluation.asking import asked
from tests.llm.scripted import Server, obeys, says

TRUE = {"occupation": "shoe seller", "age": "28", "shoe_size": "42"}


def three(*guesses):
    return {"reasoning": "a clue", **dict(zip(("first", "second", "third"), guesses, strict=True))}


def test_asks_for_what_is_known_and_judges_three_guesses():
    with Server(says({"age": three("50", "30", "20"), "occupation": three("Shoe Seller", "nurse", "cook")})) as server:
        assert attack(asked(server.url, None), "I sell shoes.", TRUE) == {"age": (0, 1, 0), "occupation": (1, 0, 0)}
        shown = json.loads(server.asked[0]["messages"][-1]["content"])
        schema = server.asked[0]["response_format"]["json_schema"]["schema"]
    assert shown["text"] == "I sell shoes."
    assert list(shown["attributes"]) == list(schema["properties"]) == ["age", "occupation"]
    assert "28" not in json.dumps(shown)
    assert "shoe seller" not in json.dumps(shown)
    assert schema["properties"]["age"]["required"] == ["reasoning", "first", "second", "third"]


def test_an_answer_that_cannot_be_used_tells_nothing():
    with Server(says("no idea")) as server:
        assert attack(asked(server.url, None), "x", {"age": "28"}) == {"age": ()}
        assert server.calls == 2


def test_without_anything_to_tell_nothing_is_asked():
    with Server(obeys(lambda _: {})) as server:
        assert attack(asked(server.url, None), "x", {}) == {}
        assert server.calls == 0
