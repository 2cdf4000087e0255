"""What the proxy does not load before somebody asks for it, and that it is there then."""

import subprocess
import sys

import pytest

USED = {
    "mitm.it": """
import asyncio
from mitmproxy.addons.onboarding import Onboarding
from mitmproxy.test import taddons, tflow
async def ask(path):
    flow = tflow.tflow()
    flow.request.host, flow.request.path, flow.request.headers["host"] = "mitm.it", path, "mitm.it"
    pages = Onboarding()
    with taddons.context(pages) as context:
        context.configure(pages)
        await pages.request(flow)
    return flow.response
page = asyncio.run(ask("/"))
assert page.status_code == 200 and "mitmproxy" in page.text
assert asyncio.run(ask("/nowhere")).status_code == 404
""",
    "LDAP": """
from mitmproxy.addons.proxyauth import ldap3
assert ldap3.utils.conv.escape_filter_chars("a*b") == "a\\\\2ab"
assert ldap3.Server("ldap.example.test", port=3890).port == 3890
import ldap3 as real
assert "__path__" in vars(real) and ldap3 is not real
""",
    "local files": """
from mitmproxy.addons.maplocal import safe_join
assert safe_join("/srv/pages", "a/b") == "/srv/pages/a/b"
assert safe_join("/srv/pages", "../secret") is None
""",
}


def run(program: str) -> None:
    """In a process of its own, for ours has imported mitmproxy in whatever order."""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr


def test_loads_neither_the_login_by_ldap_nor_the_pages_of_mitmproxy_at_the_start() -> None:
    """Nor what brings a command line to an HTTP client and a guesser of charsets to a parser of text."""
    run(
        "import guardian_addons.run, sys\n"
        "named = {'flask', 'werkzeug', 'jinja2', 'ldap3.core', 'rich', 'pygments', 'charset_normalizer'}\n"
        "assert not named & set(sys.modules), named & set(sys.modules)"
    )


@pytest.mark.parametrize("program", USED.values(), ids=USED)
def test_is_there_when_it_is_asked_for(program: str) -> None:
    """What stood in for it until then says what the real one says."""
    run(f"import guardian_addons.run\n{program}")


def test_leaves_what_is_imported_already() -> None:
    """As in mitmdump, which has loaded all of its own before our script."""
    run(
        "import mitmproxy.addons, sys\nbefore = sys.modules['ldap3']\nimport guardian_addons\n"
        "assert sys.modules['ldap3'] is before and hasattr(before, '__path__')"
    )
