"""addons.pac: the file that tells browsers where the proxy is."""

import re
import socket

from guardian_addons.pac import Pac, script

from guardian_core.settings import ProxySettings, Settings


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def test_never_goes_around_a_proxy_that_is_down():
    text = script("::1", 8080, ["bank.example.test"])
    assert 'return "PROXY [::1]:8080";' in text
    assert len(re.findall("DIRECT", text)) == 2
    assert '["bank.example.test"]' in text


def test_serves_the_file_and_nothing_else(wire):
    port = free_port()
    shell = wire.addon.shell
    before = shell.now.settings
    shell.now.settings = Settings(home=wire.home, proxy=ProxySettings(pac_port=port))
    pac = Pac(shell)
    try:
        import asyncio

        asyncio.run_coroutine_threadsafe(pac.running(), wire.loop).result(10)

        def ask(line):
            with socket.create_connection(("127.0.0.1", port), timeout=10) as stream:
                stream.sendall(line + b"\r\nHost: x\r\n\r\n")
                data = b""
                while piece := stream.recv(4096):
                    data += piece
                return data

        reply = ask(b"GET /proxy.pac HTTP/1.1")
        assert b"application/x-ns-proxy-autoconfig" in reply
        assert f'return "PROXY 127.0.0.1:{wire.port}";'.encode() in reply
        assert ask(b"HEAD /proxy.pac HTTP/1.1").endswith(b"\r\n\r\n")
        for line in (b"GET / HTTP/1.1", b"POST /proxy.pac HTTP/1.1", b"GET http://shop.example.test/ HTTP/1.1", b"nonsense"):
            assert b" 404 " in ask(line)
    finally:
        shell.now.settings = before
        asyncio.run_coroutine_threadsafe(pac.done(), wire.loop).result(10)


def test_says_that_its_port_is_taken(wire, caplog):
    import asyncio

    shell = wire.addon.shell
    before = shell.now.settings
    shell.now.settings = Settings(home=wire.home, proxy=ProxySettings(pac_port=wire.port))
    try:
        asyncio.run_coroutine_threadsafe(Pac(shell).running(), wire.loop).result(10)
    finally:
        shell.now.settings = before
    assert "proxy.pac_port: cannot listen" in caplog.text
