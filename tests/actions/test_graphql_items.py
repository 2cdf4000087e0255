"""actions.graphql_items: what people say in a GraphQL request, and what of it may be rewritten."""

import json

import pytest

from guardian_core import actions
from guardian_core.actions.graphql_items import HASH_REASON, is_document
from guardian_core.vocabulary import Edit, Entity, Level
from tests.actions.kit import post

MAIL = "dana.quill@example.test"
DOCUMENT = f'mutation M($n: Int) {{ # for {MAIL}\n  add(mail: "{MAIL}", bio: """Hi "I" am\n Dana Quill""", n: $n) {{ id }} }}'


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        (DOCUMENT, True),
        ("{ me { id } }", True),
        ("# note\nquery Q { a }", True),
        ("fragment F on User { id }", True),
        ("subscription { news }", True),
        ("query for shoes", False),
        ("{broken", False),
        ("queryable { things }", False),
        ("", False),
    ],
)
def test_tells_documents(text, is_one):
    assert is_document(text) is is_one


def body_of(**more):
    return json.dumps({"query": DOCUMENT, "variables": {"mail": MAIL}, **more}).encode()


def edited(body, old, new, kind="application/json"):
    reading = actions.read(post(body, kind))
    edits = [
        Edit(index, at, at + len(old), new, Entity.EMAIL, Level.AGGRESSIVE)
        for index, item in enumerate(reading.items)
        if item.load_bearing is None and (at := item.text.find(old)) >= 0
    ]
    return actions.write(reading, edits).body, len(edits)


def test_rewrites_literals_comments_and_variables_and_no_code():
    body, edits = edited(body_of(), MAIL, 'an "x"\n@example.org')
    read = json.loads(body)
    assert edits == 3
    assert MAIL not in body.decode()
    assert 'mail: "an \\"x\\"\\n@example.org", bio: """Hi' in read["query"]
    assert read["query"].startswith('mutation M($n: Int) { # for an "x" @example.org\n  add(')
    assert read["variables"]["mail"] == 'an "x"\n@example.org'


def test_a_block_string_cannot_be_left():
    body, _ = edited(body_of(), "Dana Quill", 'x""" evil: """y"')
    assert json.loads(body)["query"].count('"""') - json.loads(body)["query"].count('\\"""') == 2


def test_reads_the_other_ways_to_send_a_document():
    plain, edits = edited(DOCUMENT.encode(), MAIL, "x@example.org", "application/graphql")
    assert edits == 2
    assert b'add(mail: "x@example.org"' in plain
    items = actions.read(post(b"", target='/graphql?query={me(mail:"dana.quill%40example.test"){id}}')).items
    assert MAIL in {item.text for item in items}


def test_code_is_searched_and_never_replaced():
    document = "{ user(name: DanaQuill_dana) { id } }"
    (item,) = [
        one
        for one in actions.read(post(json.dumps({"query": document}).encode())).items
        if one.path == "body/query" and one.text == document
    ]
    assert item.load_bearing


def test_the_text_that_a_hash_names_is_not_rewritten():
    body = body_of(extensions={"persistedQuery": {"version": 1, "sha256Hash": "a" * 64}})
    items = actions.read(post(body)).items
    assert {item.load_bearing for item in items if item.key == "query" and MAIL in item.text} == {HASH_REASON}
    assert [item.load_bearing for item in items if item.key == "mail" and MAIL in item.text] == [None]


def test_reads_uploads():
    parts = {"operations": body_of().decode(), "map": '{"0":["variables.file"]}', "0": "text of a file"}
    body = (
        "".join(f'--B\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n' for name, value in parts.items())
        + "--B--\r\n"
    )
    after, edits = edited(body.encode(), MAIL, "x@example.org", "multipart/form-data; boundary=B")
    assert edits == 3
    assert after.replace(b"x@example.org", MAIL.encode()) == body.encode()
