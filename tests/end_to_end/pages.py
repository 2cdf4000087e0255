"""A shop, a chat, an analytics service and an advertiser on loopback, whose pages a real browser opens."""

import hashlib
import json
from email import message_from_bytes
from email.policy import HTTP
from html import escape
from threading import Event
from urllib.parse import parse_qs

from guardian_core.demo.servers import Answer

SHOP, CHAT, MODELS = "fernmill.test", "reedchat.test", "reedmodels.test"
METRICS, ADS = "pagemetrics.test", "adlantern.test"  # the roles of these two are in every configuration of a World
HOSTS = (SHOP, CHAT, MODELS, METRICS, ADS)
SESSION = "session=41d0c7be92"
GO_ON = Event()  # a reply of the model stops after thirty characters until this is set

STYLE = """<style>
body { font: 17px/1.5 sans-serif; max-width: 34em; margin: 2em auto; color: #233 }
input, textarea { font: inherit; width: 100%; box-sizing: border-box; padding: .3em } label { display: block; margin: .6em 0 }
button { font: inherit; padding: .3em 1.2em } .said { background: #e4efe6; border-radius: 8px; padding: .5em 1em; margin: .8em 0 }
.said { white-space: pre-wrap } .reply { background: #eef0f4 }
</style>"""
JOIN = """<form action="/join" method="post">
<label>Name <input name="name" autocomplete="name"></label> <label>E-mail <input name="email" type="email" required></label>
<label>Phone <input name="phone" type="tel"></label> <label>Password <input name="password" type="password" minlength="8"></label>
<input type="hidden" name="csrf_token" value="77b1f0c2a94e4d58"> <button>Join</button></form>"""
LOGIN = """<form action="/login" method="post">
<label>E-mail <input name="email" type="email"></label> <label>Password <input name="password" type="password"></label>
<button>Sign in</button></form>"""
RETURNS = """<form action="/returns" method="post" enctype="multipart/form-data">
<label>What is wrong? <textarea name="why"></textarea></label> <label>Pictures <input type="file" name="files" multiple></label>
<button>Send</button></form>"""
# What a tag manager adds to a page: it tells others who pressed what, and then lets the page do its work.
CHAIR = """<p>Reading chair, beech.</p> <button id="add">Add to basket</button> <p id="basket">empty</p>
<script>
const person = {email: "dana.quill@mailbox.example", phone: "+1 212 555 0143"};
document.querySelector("#add").addEventListener("click", async () => {
  const queued = [
    navigator.sendBeacon("https://pagemetrics.test/collect", JSON.stringify({page: "/chair", event: "add", user: person.email})),
    navigator.sendBeacon("https://adlantern.test/match",
      new URLSearchParams({...person, ssn: "524-71-3806", audience: "chairs-26"})),
  ];
  const reply = await fetch("/api/basket", {method: "POST", body: JSON.stringify({sku: "W-20931"})});
  document.querySelector("#basket").textContent = (await reply.json()).count + " chair, beacons: " + queued.join(" ");
});
</script>"""
TALK = """<main></main> <form><label>Your message <textarea name="message" rows="3"></textarea></label><button>Send</button></form>
<script>
const turns = [];
const show = (text, kind) => {
  const box = Object.assign(document.createElement("div"), {className: "said " + kind, textContent: text});
  document.querySelector("main").append(box);
  return box;
};
document.forms[0].addEventListener("submit", async (event) => {
  event.preventDefault();
  const field = document.forms[0].message;
  turns.push({role: "user", content: field.value});
  show(field.value, "user");
  field.value = "";
  const box = show("", "reply");
  const body = JSON.stringify({model: "reed-1", stream: true, messages: turns});
  const headers = {"Content-Type": "application/json"};
  const reply = await fetch("https://reedmodels.test/v1/chat/completions", {method: "POST", headers, body});
  const reader = reply.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const lines = (rest + part.value).split("\\n");
    rest = lines.pop();
    for (const line of lines.filter((one) => one.startsWith("data: {")))
      box.textContent += JSON.parse(line.slice(6)).choices[0].delta.content ?? "";
  }
  turns.push({role: "assistant", content: box.textContent});
  box.classList.add("whole");
});
</script>"""


def page(title, content):
    """A whole page."""
    return Answer(200, f'<!doctype html><html lang="en"><title>{title}</title>{STYLE}<h1>{title}</h1>{content}'.encode())


def form(received):
    """The fields of a form as it arrived."""
    return {name: values[0] for name, values in parse_qs(received.body.decode()).items()}


def parts(received):
    """(file name or None, name, bytes) of each part of an upload as it arrived."""
    head = f"Content-Type: {received.header('Content-Type')}\r\n\r\n".encode()
    for part in message_from_bytes(head + received.body, policy=HTTP).iter_parts():
        name = part.get_param("name", header="Content-Disposition")
        yield part.get_filename(), name, part.get_payload(decode=True)


def _joined(received):
    sent = form(received)
    return page("Fern Mill", f"<p>Welcome, {escape(sent['name'])}! We have written to {escape(sent['email'])}.</p>")


def _uploaded(received):
    files = [(name, data) for name, _, data in parts(received) if name]
    said = (f"<li>{escape(name)}: {len(data)} bytes, {hashlib.sha256(data).hexdigest()}" for name, data in files)
    return page("Thank you", f"<ul>{''.join(said)}</ul>")


def _account(received):
    signed_in = SESSION in (received.header("Cookie") or "")
    return page("Your account", "<p>Good to see you again.</p>" if signed_in else "<p>Please sign in.</p>")


def _signed_in(_):
    cookie = ("Set-Cookie", f"{SESSION}; Path=/; Secure; HttpOnly; SameSite=Lax")
    return Answer(303, headers=(("Location", "/account"), cookie))


def letter(asked):
    """What the model writes: it repeats, as models do, what it was told."""
    return f"Here is a draft.\n\n{asked['messages'][-1]['content']}"


def _streamed(text):
    for number, start in enumerate(range(0, len(text), 3)):
        if number == 10:
            GO_ON.wait(20)
        choice = {"index": 0, "delta": {"content": text[start : start + 3]}, "finish_reason": None}
        chunk = {"id": "chatcmpl-1", "object": "chat.completion.chunk", "model": "reed-1", "choices": [choice]}
        yield f"data: {json.dumps(chunk)}\n\n".encode()
    yield b"data: [DONE]\n\n"


def _completes(received):
    text = letter(json.loads(received.body))
    return Answer(200, content_type="text/event-stream", headers=_cors(received), pieces=_streamed(text))


def _cors(received):
    return (("Access-Control-Allow-Origin", received.header("Origin") or "*"), ("Access-Control-Allow-Headers", "content-type"))


ANSWERS = {
    (SHOP, "GET", "/join"): lambda _: page("Join Fern Mill", JOIN),
    (SHOP, "POST", "/join"): _joined,
    (SHOP, "GET", "/login"): lambda _: page("Sign in", LOGIN),
    (SHOP, "POST", "/login"): _signed_in,
    (SHOP, "GET", "/account"): _account,
    (SHOP, "GET", "/returns"): lambda _: page("Returns", RETURNS),
    (SHOP, "POST", "/returns"): _uploaded,
    (SHOP, "GET", "/chair"): lambda _: page("Chairs", CHAIR),
    (SHOP, "POST", "/api/basket"): lambda _: Answer(200, b'{"count": 1}', "application/json"),
    (CHAT, "GET", "/"): lambda _: page("Reed Chat", TALK),
    (MODELS, "POST", "/v1/chat/completions"): _completes,
    (METRICS, "POST", "/collect"): lambda received: Answer(204, headers=_cors(received)),
    (ADS, "POST", "/match"): lambda received: Answer(204, headers=_cors(received)),
}


def answer(received):
    """What the site replies."""
    if received.method == "OPTIONS":
        return Answer(204, headers=_cors(received))
    reply = ANSWERS.get((received.host, received.method, received.path))
    return reply(received) if reply else Answer(404, b"<!doctype html><title>Not found</title>")
