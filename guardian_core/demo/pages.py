"""A received request in, the answer of its site out: pages from `sites/`, and a table of what forms and APIs reply."""

import json
import re
from base64 import b64decode
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from html import escape
from importlib.resources import files
from importlib.resources.abc import Traversable
from urllib.parse import parse_qs, urlsplit

from guardian_core.demo.servers import Answer, Received

_SITES = files("guardian_core.demo") / "sites"
HOSTS: tuple[str, ...] = tuple(sorted(folder.name for folder in _SITES.iterdir() if folder.is_dir()))
_TYPES = {"html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8"}
_PIXEL = b64decode("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==")  # one transparent point


def answer(received: Received) -> Answer:
    """What the site replies: its table, then its pages, then 404; replies can be read from any page that asks."""
    if received.method == "OPTIONS":
        return _with_cors(received, Answer(204, headers=_PREFLIGHT))
    reply = _API.get((received.host, received.method, received.path))
    if reply is not None:
        return _with_cors(received, reply(received))
    if received.method in {"GET", "HEAD"} and (page := _page(received.host, received.path)) is not None:
        return page
    return Answer(404, b"<!doctype html><title>Not found</title><h1>Not found</h1>")


_PREFLIGHT = (
    ("Access-Control-Allow-Methods", "GET, POST, PUT, DELETE"),
    ("Access-Control-Allow-Headers", "content-type, authorization"),
    ("Access-Control-Max-Age", "60"),
)


def _with_cors(received: Received, reply: Answer) -> Answer:
    origin = received.header("Origin")
    if origin is None:
        return reply
    cors = (("Access-Control-Allow-Origin", origin), ("Access-Control-Allow-Credentials", "true"), ("Vary", "Origin"))
    return replace(reply, headers=reply.headers + cors)


@cache
def _page(host: str, path: str) -> Answer | None:
    """`/help/terms` of a site is `help/terms.html` inside its layout; a path with a suffix is served as it lies there."""
    parts = (path.strip("/") or "index").split("/")
    if host not in HOSTS or not all(re.fullmatch(r"[a-z0-9][a-z0-9.-]*", part) for part in parts):
        return None
    suffix = parts[-1].rpartition(".")[2] if "." in parts[-1] else "html"
    name = "/".join(parts) if "." in parts[-1] else "/".join(parts) + ".html"
    content = _read(_SITES / host / name)
    if content is None or suffix not in _TYPES:
        return None
    if suffix == "html":
        title = re.search(r"<h1>(.*?)</h1>", content)
        layout = _read(_SITES / host / "_layout.html") or "{content}"
        content = layout.replace("{title}", title[1] if title else host).replace("{content}", content.strip())
    return Answer(200, content.encode(), _TYPES[suffix])


def _read(file: Traversable) -> str | None:
    try:
        return file.read_text(encoding="utf-8")
    except OSError:
        return None


def _nothing(_: Received) -> Answer:
    return Answer(204)


def _pixel(_: Received) -> Answer:
    return Answer(200, _PIXEL, "image/gif")


def _shows(path: str) -> Callable[[Received], Answer]:
    return lambda received: _page(received.host, path) or Answer(404)


def _says(value: object, status: int = 200) -> Callable[[Received], Answer]:
    return lambda _: Answer(status, json.dumps(value).encode(), "application/json")


def _signs_in(received: Received) -> Answer:
    cookie = ("Set-Cookie", "session=9f27c1d06b; Path=/; Secure; HttpOnly; SameSite=Lax")
    return Answer(303, headers=(("Location", "/account" if received.host == "willowshop.test" else "/accounts"), cookie))


def _session(_: Received) -> Answer:
    cookie = ("Set-Cookie", "session=5c1ab2290e; Path=/; Secure; HttpOnly; SameSite=Lax")
    return Answer(200, b'{"ok":true,"next":"/accounts"}', "application/json", (cookie,))


def _authorizes(received: Received) -> Answer:
    """The redirect of RFC 6749 §4.1.2: the code and the untouched state go back to the bank."""
    state = parse_qs(urlsplit(received.target).query).get("state", [""])[0]
    return Answer(302, headers=(("Location", f"https://harborbank.test/oauth/callback?code={AUTHORIZATION_CODE}&state={state}"),))


def _chats(received: Received) -> Answer:
    """An OpenAI-like completion that says how much it read; one that streams repeats what was written."""
    asked = json.loads(received.body)
    if asked.get("stream"):
        return _streams(f"You wrote: {asked['messages'][-1]['content']}")
    text = f"I have read {len(received.body)} bytes and will think about them."
    choice = {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}
    return _says({"id": "chatcmpl-demo", "object": "chat.completion", "model": "reed-1", "choices": [choice]})(received)


def _streams(text: str) -> Answer:
    """Server-sent events, a few characters each: what is put back has to be found across them."""
    pieces = [text[start : start + 5] for start in range(0, len(text), 5)]
    choices = [{"index": 0, "delta": {"content": piece}, "finish_reason": None} for piece in pieces]
    chunks: list[dict[str, object]] = [{"choices": [choice]} for choice in choices]
    chunks.append({"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]})
    data = [json.dumps({"id": "chatcmpl-demo", "object": "chat.completion.chunk", "model": "reed-1"} | chunk) for chunk in chunks]
    return Answer(200, content_type="text/event-stream", pieces=tuple(f"data: {one}\n\n".encode() for one in (*data, "[DONE]")))


def _finds(received: Received) -> Answer:
    words = parse_qs(urlsplit(received.target).query).get("q", [""])[0]
    page = _page("willowshop.test", "/search")
    body = page.body if page else b""
    return Answer(200, body.replace(b"Search results", f"Search results for {escape(words)}".encode()))


AUTHORIZATION_CODE = "SplxlOBeZQQYbYS6WxSbIA8tF1"
_thanks = _shows("/thanks")
_API: dict[tuple[str, str, str], Callable[[Received], Answer]] = {
    ("willowshop.test", "POST", "/login"): _signs_in,
    ("willowshop.test", "GET", "/search"): _finds,
    ("willowshop.test", "POST", "/checkout"): _thanks,
    ("willowshop.test", "POST", "/newsletter"): _thanks,
    ("willowshop.test", "POST", "/returns"): _thanks,
    ("willowshop.test", "POST", "/api/basket"): _says({"ok": True}),
    ("willowshop.test", "GET", "/selftest/seen"): _nothing,
    ("oakclinic.test", "POST", "/appointments"): _shows("/booked"),
    ("harborbank.test", "POST", "/login"): _signs_in,
    ("harborbank.test", "POST", "/api/session"): _session,
    ("harborbank.test", "GET", "/oauth/callback"): _signs_in,
    ("harborid.test", "GET", "/oauth/authorize"): _authorizes,
    ("harborid.test", "POST", "/oauth/token"): _says({"access_token": "demo", "token_type": "Bearer", "expires_in": 3600}),
    ("pagemetrics.test", "POST", "/collect"): _nothing,
    ("adlantern.test", "POST", "/lead"): _says({"ok": True}),
    ("adlantern.test", "POST", "/bid"): _says({"bids": []}),
    ("adlantern.test", "GET", "/pixel.gif"): _pixel,
    ("peoplebase.test", "POST", "/v2/profiles"): _says({"matched": 3}, 201),
    ("chatter.test", "POST", "/v1/chat/completions"): _chats,
    ("formrelay.test", "POST", "/f/garden"): _says({"ok": True}),
}
