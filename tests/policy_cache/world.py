"""A small real internet over TLS on loopback: any host name, one authority, every request remembered."""

import gzip
import ssl
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from guardian_core.settings import PolicySettings
from guardian_core.vocabulary import Act, Action, Basis, Category, Purpose, Recipient
from policy_cache import PolicyCache

FIRST = """<p>We collect your name and your e-mail address when you create an account with our shop.</p>
<p>We use your postal address to deliver your orders, on the basis of a contract with you.</p>"""
POLICY = f"""<!doctype html><html lang="en"><head><title>Privacy Policy - Example Shop</title></head><body>
<nav><a href="/">Home</a></nav><main><h1>Privacy Policy</h1><h2>What we collect</h2>{FIRST}
<h2>Sharing</h2><p>We share with:</p><ul><li>payment processors that handle your credit card</li>
<li>analytics providers that measure how you use our site</li></ul><p>We do not sell your phone number to data brokers.</p>
<h2>Your rights</h2><p>You have the right to access, correct and delete your personal information.</p>
<p>We retain your data for 3 years.</p></main></body></html>"""


def page(body: str, title: str = "Example") -> str:
    """A whole English page around `body`."""
    return f'<!doctype html><html lang="en"><head><title>{title}</title></head><body>{body}</body></html>'


def home(footer: str) -> str:
    """A home page with enough text to be one, and a footer."""
    words = "Fresh bread, rolls and cakes from our oven, every morning from six. " * 6
    return page(f"<main><h1>Welcome</h1><p>{words}</p></main><footer>{footer}</footer>", "Welcome")


@dataclass
class Answer:
    """What a path answers."""

    body: str | bytes = ""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    delay: float = 0.0


@dataclass
class World:
    """The servers of a test."""

    port: int
    ca: Path
    sites: dict[str, dict[str, Answer]] = field(default_factory=dict)
    otherwise: dict[str, Answer] = field(default_factory=dict)  # per host, for every other path
    requests: list[tuple[str, str, dict[str, str]]] = field(default_factory=list)

    def site(self, host: str, paths: Mapping[str, str | Answer], *, otherwise: Answer | None = None) -> str:
        """Let `host` answer these paths; its name, for convenience."""
        self.sites[host] = {path: answer if isinstance(answer, Answer) else Answer(answer) for path, answer in paths.items()}
        if otherwise is not None:
            self.otherwise[host] = otherwise
        return host

    @property
    def resolve(self) -> dict[str, str]:
        """Every host mapped to the server, as a user would write it."""
        return dict.fromkeys(self.sites, f"127.0.0.1:{self.port}")

    def paths(self, host: str) -> list[str]:
        """The paths that were asked of a host."""
        return [path for asked, path, _ in self.requests if asked == host]


def handler_of(world: World) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            host = self.headers.get("Host", "").split(":")[0]
            world.requests.append((host, self.path, dict(self.headers)))
            missing = world.otherwise.get(host, Answer(page("<p>Not found</p>"), 404))
            answer = world.sites.get(host, {}).get(self.path, missing)
            time.sleep(answer.delay)
            etag = answer.headers.get("ETag")
            same = etag is not None and self.headers.get("If-None-Match") == etag
            body = b"" if same else answer.body if isinstance(answer.body, bytes) else answer.body.encode()
            headers = {"Content-Type": "text/html; charset=utf-8", **answer.headers}
            try:
                self.send_response(304 if same else answer.status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)
            except (BrokenPipeError, ConnectionResetError, ssl.SSLError):
                self.close_connection = True

        def log_message(self, *_: object) -> None:
            pass

    return Handler


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_: object) -> None:
        """A client that hangs up is part of these tests."""


def cache_of(world: World, home: Path, settings: PolicySettings) -> PolicyCache:
    """A cache that reaches the world and nothing else."""
    return PolicyCache(settings, home=home, resolve=world.resolve, trust_ca=world.ca, lookup=no_names)


async def no_names(host: str, port: int) -> list[str]:
    """A resolver that knows nobody, so that a test never asks the real one."""
    message = f"{host}:{port} unknown here"
    raise OSError(message)


def action(domain: str, host: str | None = None, **fields: object) -> Action:
    """An e-mail address going to a site's own server, or what `fields` says."""
    return Action.model_validate(
        {
            "destination": host or domain,
            "domain": domain,
            "categories": {Category.EMAIL},
            "recipients": {Recipient.FIRST_PARTY},
            "purposes": {Purpose.FUNCTIONALITY},
            "basis": Basis.USER_INITIATED,
            "act": Act.COLLECTION,
            **fields,
        }
    )


def squeezed(text: str) -> bytes:
    """gzip."""
    return gzip.compress(text.encode())
