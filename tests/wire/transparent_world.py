"""A network of its own: an origin on an address of its own, the firewall's redirect, a proxy in transparent mode, and a client who
knows of none of it. Run as root within a network namespace; prints one JSON object: case → [status, what the origin got].

    unshare -n python -m tests.wire.transparent_world FOLDER run|mitmdump
"""

import asyncio
import json
import os
import signal
import socket
import ssl
import subprocess
import sys
import threading
import time
from pathlib import Path

from guardian_certs import make_authority

from tests.wire.conftest import MAIL, RECIPIENTS, reply_from, status_of
from tests.wire.origin import Origin

ADDRESS, PORT = "198.51.100.10", 8080
REWRITES, DENIES, ALLOWS = RECIPIENTS
EXCEPTED = "bank.example.test"
NOBODY = 65534  # the client's user: only his packets are redirected, for the proxy's own must get out
RULES = f"""table ip guardian {{
  chain out {{ type nat hook output priority -100;
    meta skuid {NOBODY} tcp dport {{ 80, 443 }} redirect to :{PORT}
  }}
}}
"""
# name: (SNI, Host, port)
CASES = {
    "rewritten": (REWRITES, REWRITES, 443),
    "refused": (DENIES, DENIES, 443),
    "allowed": (ALLOWS, ALLOWS, 443),
    "a borrowed Host": (DENIES, ALLOWS, 443),
    "excepted": (EXCEPTED, EXCEPTED, 443),
    "no name": (None, ALLOWS, 443),
    "plain": (None, REWRITES, 80),
    "plain, refused": (None, DENIES, 80),
    "plain, a borrowed Host": (None, ALLOWS, 80),
}


def make_network():
    """The loopback device with the origin's address on it, and the redirect."""
    for command in ("ip link set lo up", f"ip address add {ADDRESS}/32 dev lo"):
        subprocess.run(command.split(), check=True)
    subprocess.run(["nft", "-f", "-"], input=RULES, text=True, check=True)


def client(read, write):
    """A process of another user; waits for the authorities, then makes every connection as if there was no proxy."""
    "name".encode("idna")  # as for each connection: the user may not be able to read Python's own files
    os.setgid(NOBODY)
    os.setuid(NOBODY)
    with os.fdopen(read) as orders, os.fdopen(write, "w") as results:
        trusted = json.loads(orders.readline())
        for name, (sni, host, port) in CASES.items():
            results.write(json.dumps([name, visit(trusted, name, sni, host, port)]) + "\n")
            results.flush()
            orders.readline()


def visit(trusted, name, sni, host, port):
    """The status of a POST with an e-mail address, 0 where the connection ended; whose certificate was shown."""
    body = b'{"mail":"%s"}' % MAIL.encode()
    context = ssl.create_default_context(cadata=trusted["origin" if name == "excepted" else "proxy"])
    context.verify_flags &= ~ssl.VERIFY_X509_STRICT
    context.check_hostname = sni is not None
    try:
        stream = socket.create_connection((ADDRESS, port), timeout=20)
        if port == 443:
            stream = context.wrap_socket(stream, server_hostname=sni)
        fields = b"Host: %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n" % (host.encode(), len(body))
        stream.sendall(b"POST /v1 HTTP/1.1\r\n" + fields + b"\r\n" + body)
        return status_of(reply_from(stream))
    except OSError as error:
        return type(error).__name__


def start_proxy(folder, kind, authority):
    """The command of the proxy; settings say transparent mode for `guardian run`, an option does for mitmdump."""
    domains = "".join(f'[decision.domains."{host}"]\nrecipient = "{recipient}"\n' for host, recipient in RECIPIENTS.items())
    proxy = f'[proxy]\nport = {PORT}\nmode = "transparent"\ntrust_ca = "{authority.certificate}"\n'
    leads = [f'"{host}" = "{ADDRESS}"' for host in (REWRITES, DENIES)]  # and the third one's name to nowhere
    proxy += f'resolve = {{ {", ".join(leads)} }}\n[decision]\nclient_recipient = "data_broker"\n'
    rest = f'[policy]\nenabled = false\n[detect]\nnames = false\n[exceptions]\nhosts = ["{EXCEPTED}"]\n'
    (folder / "guardian.toml").write_text(f'home = "{folder}"\n{proxy}{rest}{domains}')
    if kind == "run":
        command = [sys.executable, "-m", "guardian_addons.run", "--config", str(folder / "guardian.toml"), "--headless"]
    else:
        script = Path(__file__).parents[2] / "addons" / "guardian.py"
        options = [f"confdir={folder / 'ca'}", f"ssl_verify_upstream_trusted_ca={authority.certificate}"]
        options += [f"guardian_config={folder / 'guardian.toml'}"]
        command = [str(Path(sys.executable).with_name("mitmdump")), "--mode", f"transparent@127.0.0.1:{PORT}", "-s", str(script)]
        command += [word for option in options for word in ("--set", option)]
    with (folder / "proxy.log").open("w") as log:
        return subprocess.Popen(command, stdout=log, stderr=log, start_new_session=True)


def wait_for(process):
    """Wait until the proxy listens; RuntimeError where it ends."""
    for _ in range(1_200):
        if process.poll() is not None:
            break
        try:
            socket.create_connection(("127.0.0.1", PORT), 1).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    message = "the proxy did not start"
    raise RuntimeError(message)


def main():
    """Make the world, let the client visit it, print what came of it."""
    folder, kind = Path(sys.argv[1]), sys.argv[2]
    (orders_out, orders_in), (results_out, results_in) = os.pipe(), os.pipe()
    child = os.fork()  # before there is any thread
    if child == 0:
        os.close(orders_in), os.close(results_out)
        client(orders_out, results_in)
        os._exit(0)
    os.close(orders_out), os.close(results_in)
    make_network()
    authority = make_authority(folder / "authority", "Test authority")
    origin, loop = Origin(), asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, daemon=True).start()
    leaf = authority.leaf((*RECIPIENTS, EXCEPTED))
    asyncio.run_coroutine_threadsafe(origin.start(leaf, ADDRESS, ports=(443, 80)), loop).result(20)
    proxy = start_proxy(folder, kind, authority)
    try:
        wait_for(proxy)
        with os.fdopen(orders_in, "w") as orders, os.fdopen(results_out) as results:
            trusted = {"proxy": (folder / "ca" / "mitmproxy-ca-cert.pem").read_text(), "origin": authority.certificate.read_text()}
            orders.write(json.dumps(trusted) + "\n")
            orders.flush()
            found = {}
            for line in results:
                name, status = json.loads(line)
                found[name] = [status, [seen.body.decode() for seen in origin.seen]]
                origin.forget()
                orders.write("\n")
                orders.flush()
    finally:
        os.killpg(proxy.pid, signal.SIGTERM)
        proxy.wait(15)
    sys.stdout.write(json.dumps(found))


if __name__ == "__main__":
    main()
