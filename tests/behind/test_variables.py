"""Every spelling, and what the user had set is kept."""

from pathlib import Path

from guardian_core.behind.variables import variables

GIVEN = {"truststore": Path("/h/java.p12"), "preload": Path("/h/p.cjs"), "python": Path("/h/python")}


def made(environment=None, **changed):
    return variables("http://127.0.0.1:8080", Path("/h/bundle.pem"), **{**GIVEN, **changed}, environment=environment or {})


def test_sets_both_cases():
    found = made()
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        assert found[name] == found[name.lower()] == "http://127.0.0.1:8080"
    assert found["NO_PROXY"] == found["no_proxy"] == "localhost,127.0.0.1,::1"
    assert {found[name] for name in ("SSL_CERT_FILE", "CARGO_HTTP_CAINFO", "AWS_CA_BUNDLE", "DENO_CERT")} == {"/h/bundle.pem"}


def test_adds_to_what_the_user_set_and_adds_nothing_twice():
    before = {
        "no_proxy": ".corp.example, localhost",
        "NODE_OPTIONS": "--max-old-space-size=99",
        "PYTHONPATH": "/mine",
        "JAVA_TOOL_OPTIONS": "-Xmx1g",
    }
    found = made(before)
    assert found["NO_PROXY"] == ".corp.example,localhost,127.0.0.1,::1"
    assert found["NODE_OPTIONS"] == "--max-old-space-size=99 --require=/h/p.cjs"
    assert found["PYTHONPATH"] == "/h/python:/mine"
    assert found["JAVA_TOOL_OPTIONS"].startswith("-Xmx1g -Dhttp.proxyHost=127.0.0.1 ")
    assert "nonProxyHosts=*.corp.example|localhost|127.0.0.1" in found["JAVA_TOOL_OPTIONS"]
    again = made({**before, **found})
    assert {name: again[name] for name in before if name in again} == {name: found[name] for name in before if name in found}


def test_quotes_for_programs_that_split_at_spaces():
    found = made(preload=Path("/a home/p.cjs"), truststore=Path("/a home/t.p12"))
    assert found["NODE_OPTIONS"] == '--require="/a home/p.cjs"'
    assert '-Djavax.net.ssl.trustStore="/a home/t.p12"' in found["JAVA_TOOL_OPTIONS"]


def test_leaves_java_alone_where_there_is_none():
    assert "JAVA_TOOL_OPTIONS" not in made(truststore=None)
