"""What runs in the names model's process, without one."""

import marshal
import socket
import threading
import time

from guardian_core.children import receive, send
from guardian_core.detect.names import NameSpan
from guardian_core.names_process import read, serve
from guardian_core.terms import Entity


class Slow:
    """Takes a moment for each text."""

    def read(self, text):
        time.sleep(0.02)
        return (NameSpan(0, len(text), Entity.PERSON, 0.5),)


def test_reads_the_first_texts_in_the_time_there_is():
    ours, theirs = socket.socketpair()
    with ours, theirs:
        assert read(Slow(), ["a", "bc"], 60.0, theirs) == [[(0, 1, "person", 0.5, False)], [(0, 2, "person", 0.5, False)]]
        assert 1 <= len(read(Slow(), ["a"] * 100, 0.1, theirs)) < 100


def test_reads_nothing_for_somebody_who_has_gone():
    ours, theirs = socket.socketpair()
    ours.close()
    with theirs:
        assert read(Slow(), ["a"] * 100, 60.0, theirs) == []


def test_a_short_question_has_a_turn_of_its_own():
    turns = threading.Lock(), threading.Lock()
    ours, theirs = socket.socketpair()
    serving = threading.Thread(target=serve, args=(theirs, Slow(), turns))
    serving.start()
    with turns[True]:  # somebody asks at length
        send(ours, marshal.dumps((False, 1.0, ["Ann"])))
        assert marshal.loads(receive(ours)) == [[(0, 3, "person", 0.5, False)]]
    ours.close()
    serving.join(10)
    assert not serving.is_alive()
