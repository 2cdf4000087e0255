"""Who may ask the control page for what: a request in, the refusal out, or nothing where it may go on.

Being on loopback says nothing: the pages of other sites and the programs behind the proxy are there, too. What tells them apart is
what a browser says of itself and a page cannot change: Origin, Sec-Fetch-Site, a cookie that only our own pages cause to be sent.
"""

import ipaddress

from guardian_core.control.asking import Answer, Asked, page, refusal
from guardian_core.control.html import element
from guardian_core.control.layout import document
from guardian_core.control_settings import ControlSettings

PORTS = {"https": 443, "http": 80}
METHODS = frozenset({"GET", "HEAD", "POST"})
PUBLIC = frozenset({"/trust", "/ca.pem", "/ca.cer", "/style.css"})  # what a browser must see before it can trust us


def refused(asked: Asked, settings: ControlSettings) -> Answer | None:
    """Everything that is checked before anybody is known."""
    if asked.host != settings.host or not _names(asked, settings.host) or asked.port != PORTS.get(asked.scheme):
        return refusal(421, "this name is answered by the proxy itself, at its usual ports only")
    if not settings.remote and not is_here(asked.client):
        return refusal(403, "the control page is served on the proxy's own machine only ([control] remote)")
    if asked.method not in METHODS or asked.header("upgrade"):
        return refusal(405, "not here")
    if asked.scheme != "https" and asked.path not in PUBLIC:
        return _secure(asked, settings.host)
    if asked.method == "POST":
        return None if _is_own_form(asked, settings.host) else refusal(403, "forms of the control page's own only")
    return _visited(asked)


def is_here(client: str) -> bool:
    """Whether the client is on this machine."""
    try:
        address = ipaddress.ip_address(client.partition("%")[0])
    except ValueError:
        return False
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return (mapped or address).is_loopback


def _names(asked: Asked, host: str) -> bool:
    """Whether the Host header, if there is one, means us: a name that was made to lead here (DNS rebinding) does not."""
    said = [value for name, value in asked.headers if name == "host"]
    return all(value.strip().lower().removesuffix(f":{asked.port}").rstrip(".") == host for value in said)


def _secure(asked: Asked, host: str) -> Answer:
    """Over plain http whoever answers to our name could read the cookie: there is only what everybody may see."""
    if asked.method == "POST":
        return refusal(403, "https only")
    where = "/trust" if asked.path == "/" else asked.again.partition("?")[0]
    scheme = "http" if where == "/trust" else "https"
    return Answer(307, fields=(("Location", f"{scheme}://{host}{where}"),))


def _is_own_form(asked: Asked, host: str) -> bool:
    """A form that one of our own pages sent. Every browser since 2020 says the origin of a form."""
    return asked.header("origin") == f"https://{host}" and asked.header("sec-fetch-site") in {"same-origin", None}


def _visited(asked: Asked) -> Answer | None:
    """A page or a program may look; a request that another site's page makes may at most lead here, by a link or a window."""
    site = asked.header("sec-fetch-site")
    origin = asked.header("origin")
    if origin is not None and site != "same-origin":
        return refusal(403, "not for other sites")
    if site in {"same-origin", "none"} or (site is None and not any(name == "sec-fetch-site" for name, _ in asked.headers)):
        return None
    if (asked.header("sec-fetch-mode"), asked.header("sec-fetch-dest")) != ("navigate", "document"):
        return refusal(403, "not for other sites")
    # Our cookie is not sent with a link on somebody else's page (SameSite=Strict). So the page asks itself once more: from here on
    # it is we who ask. Nothing has been shown yet, and `Cross-Origin-Opener-Policy` has cut the other page off.
    again = element("meta", http_equiv="refresh", content=f"0; url={asked.again}")
    return page(
        document("One moment", element("p", "Opening ", element("a", "the control page", href=asked.again), "…"), head=again)
    )
