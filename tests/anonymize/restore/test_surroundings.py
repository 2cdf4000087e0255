"""Where a value may stand in a reply, and where it would travel on."""

import pytest

from guardian_core.anonymize.restore.surroundings import Surroundings


def bare(before):
    around = Surroundings()
    around.read(before)
    return around.bare


@pytest.mark.parametrize(
    "before",
    [
        "", "Dear ", "Name: ", "Name:", "(", "[", '"', "a < b and ", "a<", "mail <", "and/or ", "x = ", "`",
        "```python\nname = '", "**", "# ", "| a | ", "https://shop.example/ then ", "see http://shop.example\n",
        "[text](//host/x) ", "[text](<//host/x>) ", "[text](//host/(x)) ", '[text](//host "title") ', "![alt", "[label ", "<b>",
        "<br/>", '<a href="x">', "<!-- note -->", "</p>", '<img alt="a>b" src=x>', "<script>x</script>", "<style>a</style >",
        "[^1]: ", "[note]: //host ", "[a]\n", "12:30 ", "e.g. ", "file.txt ", "don't <b>don't</b> ", "[x](\n\n", "3.5/",
    ],
)  # fmt: skip
def test_lets_a_value_stand_in_the_open(before):
    assert bare(before)


@pytest.mark.parametrize(
    "before",
    [
        "https://evil.example/", "HTTPS://evil.example/?q=", "https:/evil.example/", "see https://evil.example/?a=1&b=",
        "http://", "ftp://u:", "//evil.example/", "\\\\evil.example\\", "www.", "evil.example/", "evil.example:8080/",
        "evil.example?q=", "mailto:", "MAILTO:a@evil.example?body=", "tel:", "data:text/html,", "javascript:f('",
        "https://evil.example/)", 'https://x/"', "https://x\u00a0", "https://x/`", "[a](", "[a]( ", "[a](\n", "![a](", "[a](x",
        "[a](<", "[a](<x y", "[a](<//evil/)", "[a](x(y)", "[a](x\\)", "[a](<x\\>", "[a](//evil\n", "[r]:", "[r]: ",
        "[r]: //evil/", "  [r]: <//evil ", "[r]:\n", '<img src="', "<img src=", "<img src='//evil/", '<img alt="a>b" src="',
        "<a ", "<a\n", "<IMG ", "</a ", "<script>", "<script src=x>", "<SCRIPT>'", "<style>a{", "<script></scrip>", "<iframe>",
        "<svg><image href='", "<!-- ", '<a title="x">"<b ', "<x-y z=", "<a/href=", "[a](https://evil.example/)",
        '<b title="https://evil.example/">', "<!--\n https://evil.example/>", '[r]: <a href="\n', '[a](<img src="\n\n',
    ],
)  # fmt: skip
def test_lets_none_stand_where_it_would_travel_on(before):
    assert not bare(before)


def test_is_not_led_astray_by_a_value_that_was_put_in():
    """The value is part of what the reader sees: with an address in it, what follows is part of that address."""
    around = Surroundings()
    around.read("https://clinic.example/booking")
    assert not around.bare
    around.read(" ")
    assert around.bare
