"""actions.graphql_items: what people say in a GraphQL request, and what of it may be rewritten."""

import json
from urllib.parse import quote

import pytest

from guardian_core import actions
from guardian_core.actions.graphql_items import HASH_REASON, is_document
from guardian_core.detect import Detector
from guardian_core.settings import DetectSettings
from guardian_core.vocabulary import Edit, Entity, Level, Role
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
    items = [one for one in actions.read(post(json.dumps({"query": document}).encode())).items if one.path != "body/query/query"]
    assert "".join(one.text for one in items if one.text != "query") == document
    assert all(one.load_bearing for one in items if one.text != "query")


VALUES = [
    ('mutation{u(ssn:"524713806"){id}}', ["u/ssn"]),
    ("mutation{u(ssn: 524713806){id}}", ["u/ssn"]),
    ('{ user: find(by: {ssn: "524713806"}) { id } }', ["find/by/ssn"]),
    ('mutation M { add(input: {people: [{ssn: "1"}, {ssn: "2"}], pets: ["Rex"]}) { id } }', [
        "add/input/people/0/ssn", "add/input/people/1/ssn", "add/input/pets/0",
    ]),
    ('mutation { add(to: {a: {b: [["x"], ["y"]]}, ssn: "1"}) { id(in: "z") } }', [
        "add/to/a/b/0/0", "add/to/a/b/1/0", "add/to/ssn", "id/in",
    ]),
    ('query Q($ssn: String! = "524713806", $tags: [Tag!]! = [HOT], $n: Int) { a(n: $n, t: $tags) { b } }', ["Q/ssn", "Q/tags/0"]),
    ('{ a @include(if: true) @tag(name: "x") { b(sort: NAME, all: false, more: null) } }', ["tag/name", "b/sort"]),
    ('{ a { b } } fragment F on User { pictures(title: """Dana""") { url } }', ["pictures/title"]),
    ('{ a(x\n , : "1", # ssn: "2"\n y: -1.5e3) }', ["a/x", "", "a/y"]),
    ('{ a(raw: "{\\"ssn\\":\\"524713806\\"}") { b } }', ["a/raw/ssn", "a/raw/ssn"]),
    ("{ a(pregnant: true, open: true) { b } }", ["a/pregnant"]),
    ('{ } ) ] { a(x: "1") { b } } }', ["a/x"]),
]  # fmt: skip


@pytest.mark.parametrize(("document", "paths"), VALUES)
def test_a_value_has_the_name_of_its_argument_or_field(document, paths):
    items = actions.read(post(document.encode(), "application/graphql")).items
    values = [item for item in items if item.role is not Role.STRUCTURE or item.path != "body"]
    assert [item.path.removeprefix("body").removeprefix("/") for item in values] == paths
    for item in values:
        name = next(name for name in reversed(item.path.split("/")) if not name.isdigit())
        assert item.key == ("query" if name == "body" else name)


FOUND = [
    ('mutation{u(ssn:"524713806"){id}}', Entity.US_SSN),
    ("mutation{u(ssn:524713806){id}}", Entity.US_SSN),
    ('mutation{login(password:"Tr0ub4dor&horse!9"){token}}', Entity.PASSWORD),
    ('mutation{login(input:{user:{password:"Tr0ub4dor&horse!9"}}){token}}', Entity.PASSWORD),
    ('mutation{note(diagnosis:"severe depression"){id}}', Entity.HEALTH),
    ('mutation{note(diagnosis:"""severe depression"""){id}}', Entity.HEALTH),
    ('mutation{p(birthDate:"1984-03-02"){id}}', Entity.DATE_OF_BIRTH),
    ('mutation{p(all:[{birthDate:"1984-03-02"}]){id}}', Entity.DATE_OF_BIRTH),
    ('query Q($birthDate: String = "1984-03-02"){p(d:$birthDate){id}}', Entity.DATE_OF_BIRTH),
    ("mutation{p(gender: FEMALE){id}}", Entity.GENDER),
]


@pytest.mark.parametrize(("document", "entity"), FOUND)
def test_finds_in_a_document_what_is_found_in_variables(document, entity):
    ways = [
        post(json.dumps({"query": document}).encode()),
        post(json.dumps([{"query": "{ a }"}, {"query": document}]).encode()),
        post(document.encode(), "application/graphql"),
        post(b"", target="/graphql?query=" + quote(document)),
    ]
    detector = Detector(DetectSettings(names=False))
    assert [[one.entity for one in detector.find(actions.read(way).items)] for way in ways] == [[entity]] * 4


def test_finds_nothing_in_harmless_arguments():
    document = (
        'query List($first: Int = 20) { products(first: $first, after: "cGFnZTox", sort: PRICE_ASC, filter: {brand: "Kettler", '
        'inStock: true, sizes: [38, 39], category: CITY_BIKES}) @cached(ttl: 600) { id name(locale: "en_GB") image(width: 640) } }'
    )
    items = actions.read(post(json.dumps({"query": document}).encode())).items
    assert Detector(DetectSettings()).find(items) == ()


def test_reads_a_long_document_in_linear_time():
    document = "{ a(x: " + "[{y: " * 20_000 + '"Dana"' + "}]" * 20_000 + ") { b } }"
    (item,) = [one for one in actions.read(post(document.encode(), "application/graphql")).items if one.text == "Dana"]
    assert item.key == "y"


def test_the_text_that_a_hash_names_is_not_rewritten():
    body = body_of(extensions={"persistedQuery": {"version": 1, "sha256Hash": "a" * 64}})
    items = actions.read(post(body)).items
    assert {item.load_bearing for item in items if item.path.startswith("body/query") and MAIL in item.text} == {HASH_REASON}
    assert [item.load_bearing for item in items if item.path == "body/variables/mail" and MAIL in item.text] == [None]


def test_reads_uploads():
    parts = {"operations": body_of().decode(), "map": '{"0":["variables.file"]}', "0": "text of a file"}
    body = (
        "".join(f'--B\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n' for name, value in parts.items())
        + "--B--\r\n"
    )
    after, edits = edited(body.encode(), MAIL, "x@example.org", "multipart/form-data; boundary=B")
    assert edits == 3
    assert after.replace(b"x@example.org", MAIL.encode()) == body.encode()
