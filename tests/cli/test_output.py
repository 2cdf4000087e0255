"""What is printed can be printed, and does nothing to the terminal."""

import json
import os
import subprocess
import sys

PRINT_JSON = "import sys; from guardian_core.cli.shell import print_json; print_json({'a': 'é\\ud800→', 'b': {'y', 'x'}})"
SAY = "from guardian_core.cli.shell import say; say('é→ \\x1b[2J\\u202e\\ttab\\nline \\ud800')"


def printed(code, encoding):
    environment = os.environ | {"PYTHONIOENCODING": encoding}
    return subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, env=environment).stdout


def test_prints_json_whatever_the_output_takes():
    for encoding in ("utf-8", "ascii"):
        assert json.loads(printed(PRINT_JSON, encoding)) == {"a": "é\ud800→", "b": ["x", "y"]}


def test_shows_escape_sequences_instead_of_sending_them():
    assert printed(SAY, "utf-8").decode() == "é→ \\x1b[2J\\u202e\ttab\nline \\ud800\n"
    assert printed(SAY, "ascii") == b"\\xe9\\u2192 \\x1b[2J\\u202e\ttab\nline \\ud800\n"
