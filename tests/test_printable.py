"""Nothing that a stranger wrote steers a terminal."""

from guardian_core.printable import printable


def test_shows_what_would_steer():
    assert printable("a\x1b[2Jb\x9bc\u202ed") == "a\\x1b[2Jb\\x9bc\\u202ed"


def test_leaves_text_lines_and_other_scripts():
    text = "Straße\tÖl\nעברית العربية 日本語"
    assert printable(text) == text
