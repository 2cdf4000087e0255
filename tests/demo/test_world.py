"""The world writes configurations that can be used, and leaves nothing behind."""

import socket

import pytest

from guardian_core.demo import ProxyStartError, World
from guardian_core.settings import Settings
from guardian_core.vocabulary import Recipient


def test_writes_a_configuration_that_loads(world, tmp_path):
    settings = Settings.load(world.configure(tmp_path / 'a "quoted" home', extra="[policy]\nwait = 0"))
    assert settings.home == tmp_path / 'a "quoted" home'
    assert settings.proxy.resolve["willowshop.test"] == f"127.0.0.1:{world.port}"
    assert settings.proxy.trust_ca == world.ca
    assert settings.decision.domains["peoplebase.test"].recipient is Recipient.DATA_BROKER
    assert settings.policy.wait == 0


def test_says_why_the_proxy_did_not_start(world):
    with pytest.raises(ProxyStartError, match=r"(?s)ended with status 1 before it listened:\n.*audit\.colour: unknown key"):
        world.proxy(extra='[audit]\ncolour = "green"')


def test_leaves_no_folder_and_no_listener():
    with World() as world:
        socket.create_connection(("127.0.0.1", world.port), 5).close()
    assert not world.folder.exists()
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", world.port), 5)


def test_ends_what_it_started_when_something_fails():
    world = World()

    def fail():
        with world:
            world.proxy(extra="not TOML")

    with pytest.raises(ProxyStartError):
        fail()
    assert not world.folder.exists()
