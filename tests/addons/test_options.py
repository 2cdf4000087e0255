"""Options on mitmproxy's command line, and the logs of others."""

import logging
from collections.abc import Sequence

import pytest
from guardian_addons import options
from guardian_addons.guardian import GuardianAddon
from mitmproxy.test import taddons


class Core:
    def __init__(self, settings):
        pass

    async def close(self):
        pass


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("guardian_observe=maybe", "--set: Failed to parse option guardian_observe: boolean must be"),
        ("guardian_confg=/x.toml", "--set guardian_confg: unknown option; did you mean guardian_config?"),
        ("guardian=x", "--set guardian: unknown option; did you mean guardian_config?"),
    ],
    ids=["value", "name", "no name"],
)
async def test_stops_the_start_for_a_mistake_that_mitmproxy_would_pass_over(given, said, caplog):
    """mitmproxy would drop the addon (value) or run it without its settings (name), and say nothing."""
    with taddons.context(loadcore=False) as context:
        context.options.set(given, defer=True)
        options.declare(Loader(context.master), context.options)
    assert [entry.getMessage()[: len(said)] for entry in caplog.records if entry.levelno == logging.ERROR] == [said]


class Loader:
    def __init__(self, master):
        self.master = master

    def add_option(self, name, kind, default, meaning):
        self.master.options.add_option(name, kind, default, meaning)


async def test_says_nothing_about_options_that_are_right_or_of_others(caplog):
    with taddons.context(loadcore=False) as context:
        context.options.set("guardian_observe=true", "somebody_elses=1", defer=True)
        options.declare(Loader(context.master), context.options)
        assert context.options.guardian_observe is True
    assert not caplog.records


async def test_shows_the_comment_beside_the_path_unless_columns_were_chosen():
    with taddons.context(loadcore=False) as context:
        options.show_comments(context.options)  # no mitmweb
        context.options.add_option("web_columns", Sequence[str], ["icon", "path", "time"], "")
        options.show_comments(context.options)
        options.show_comments(context.options)
        assert context.options.web_columns == ["icon", "path", "comment", "time"]
        context.options.web_columns = ["path"]
        options.show_comments(context.options)
        assert context.options.web_columns == ["path"]


async def test_keeps_addresses_that_libraries_fetch_out_of_every_log(caplog, tmp_path):
    caplog.set_level(logging.DEBUG)
    for name in options.TALKATIVE:
        logging.getLogger(name).setLevel(logging.NOTSET)
    with taddons.context(GuardianAddon(Core), loadcore=False):
        for name in (*options.TALKATIVE, "httpcore.http11"):
            logging.getLogger(name).info("GET https://policy.example.test/%s", name)
            logging.getLogger(name).debug("GET https://policy.example.test/%s", name)
    assert "policy.example.test" not in caplog.text
