"""What processes of our own have in common."""

import socket
import threading

import pytest

from guardian_core.children import LENGTH, environment, receive, send


@pytest.mark.parametrize("data", [b"", b"x", bytes(3_000_000)])
def test_messages_arrive_whole(data):
    ours, theirs = socket.socketpair()
    with ours, theirs:
        sending = threading.Thread(target=send, args=(ours, data))
        sending.start()
        assert receive(theirs) == data
        sending.join()


def test_a_message_that_breaks_off_is_none():
    ours, theirs = socket.socketpair()
    with theirs:
        ours.sendall(LENGTH.pack(10) + b"half")
        ours.close()
        with pytest.raises(EOFError):
            receive(theirs)


def test_a_length_that_nobody_means_is_refused():
    ours, theirs = socket.socketpair()
    with ours, theirs:
        ours.sendall(LENGTH.pack(1 << 40))
        with pytest.raises(EOFError):
            receive(theirs)


def test_nothing_of_the_users_environment_is_handed_on(monkeypatch):
    monkeypatch.setenv("CANARY_TOKEN", "canary")
    assert "canary" not in " ".join(environment().values())
