"""Header lines that a text quotes."""

import json

import pytest

from guardian_core.vocabulary import Entity

BASIC, BEARER, SESSION = "d2FuZGE6aHVudGVyMg==", "7f3kd92mfk20dk", "8f14e45fceea167a5a36dedd4bea2543"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (f"2026-11-30 12:00:01 DEBUG > Authorization: Basic {BASIC}", BASIC),
        (f"Proxy-Authorization: Basic {BASIC}", BASIC),
        (f"Authorization: Bearer {BEARER}", BEARER),
        ("Authorization: Bearer qwhzmtkvbxrplcdnsgfj", "qwhzmtkvbxrplcdnsgfj"),
        ("AUTHORIZATION: token ghx12345abcd", "ghx12345abcd"),
        (f"authorization: {SESSION}", SESSION),
        (f"curl -H 'Authorization: Bearer {BEARER}' https://api.example.test/", BEARER),
        (f"headers = {{'Authorization': 'Bearer {BEARER}'}}", BEARER),
        (f'"Authorization" => "Bearer {BEARER}"', BEARER),
        (f'sent {{\\"authorization\\":\\"Bearer {BEARER}\\"}} again', BEARER),
        (f"Bearer {BEARER}", BEARER),
        (f"GET / HTTP/1.1\nCookie: theme=dark; session={SESSION}", SESSION),
        (f"Set-Cookie: PHPSESSID={SESSION}; Path=/; HttpOnly", SESSION),
        ("Cookie: connect.sid=s%3AaB3dE6gH9jK2mN5pQ8s.x1", "s%3AaB3dE6gH9jK2mN5pQ8s.x1"),
        ("{'Cookie': 'sessionid=abc123def456'}", "abc123def456"),
    ],
)
def test_finds_the_credential(found_in, text, value):
    assert found_in({"log": text}) == [(value, Entity.SECRET)]


@pytest.mark.parametrize(
    "text",
    [
        "Authorization: Bearer <token>", "Authorization: Bearer YOUR_API_TOKEN", "Authorization: Bearer ${TOKEN}",
        "Authorization: Bearer $1",
        "Authorization: Basic realm1", "Basic understanding2go", "Authorization: required for level 2",
        "Prior authorization: MRI of the knee, 2 views", "pre-authorization: 20261130",
        "Authorization: AWS4-HMAC-SHA256 Credential",
        "Cookie: theme=dark123456; lang=en-GB-2026", "Cookie: _ga=GA1.2.1033501218.1368477899; _hjSessionUser_12=eyJpZCI6IjEyMyJ9",
        "Cookie: csrftoken=Ab12Cd34Ef56Gh78", "cookie: accept all 24 partners", "bearer of 2 rings",
        "Cookie: session_type=standard123",
    ],
)  # fmt: skip
def test_leaves_examples_and_what_only_looks_so(found_in, text):
    assert found_in({"log": text}) == []


@pytest.mark.parametrize(
    "headers",
    [
        [{"name": "Authorization", "value": f"Basic {BASIC}"}],
        [{"name": "authorization", "value": f"Bearer {BEARER}"}],
        [["Authorization", f"Bearer {BEARER}"]],
        {"Authorization": f"Bearer {BEARER}"},
        {"Authorization": [f"Basic {BASIC}"]},
        [{"name": "Cookie", "value": f"theme=dark; session={SESSION}"}],
        {"cookie": f"session={SESSION}"},
        {"set-cookie": [f"session={SESSION}; Path=/"]},
        [{"name": "X-Api-Key", "value": SESSION}],
    ],
    ids=json.dumps,
)
def test_finds_it_in_the_list_of_a_recorded_request(found_in, headers):
    ((value, entity),) = found_in({"log": {"entries": [{"request": {"headers": headers}}]}})
    assert entity is Entity.SECRET
    assert value.endswith((BASIC, BEARER, SESSION, "Path=/"))


@pytest.mark.parametrize(
    "headers", [{"authorization": "granted"}, {"cookies": True}, {"Cookie": "theme=dark"}, {"api_key": SESSION}]
)
def test_leaves_lists_that_hold_none(found_in, headers):
    """A key of thirty-two letters under `api_key` is printed in pages on purpose by programs that count visits."""
    assert found_in({"headers": headers}) == []
