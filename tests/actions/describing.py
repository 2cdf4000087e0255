"""Requests and items for the tests of the describing half."""

from guardian_core.vocabulary import Item, Place, Request, Role

SHOP = "https://www.shop.test"


def request(
    url: str = "https://www.shop.test/api",
    method: str = "POST",
    *,
    page: str | None = SHOP,
    mode: str = "",
    dest: str = "",
    site: str = "",
    user: bool = False,
    kind: str | None = None,
    body: bytes = b"",
    **more: str,
) -> Request:
    """A request as a browser sends it from `page`, or a program's where that is None."""
    scheme, _, rest = url.partition("://")
    host, slash, target = rest.partition("/")
    if kind is None:
        kind = "application/x-www-form-urlencoded" if mode == "navigate" else "application/json"
    headers = {"Content-Type": kind}
    if page and (method != "GET" or mode == "cors"):
        headers["Origin"] = page
    if page:
        headers["Referer"] = page + "/"
    headers |= {"Sec-Fetch-Mode": mode, "Sec-Fetch-Dest": dest, "Sec-Fetch-Site": site, "Sec-Fetch-User": "?1" if user else ""}
    headers |= {name.replace("_", "-"): value for name, value in more.items()}
    pairs = tuple((name.encode(), value.encode()) for name, value in headers.items() if value)
    return Request(method=method, scheme=scheme, host=host, port=443, target=slash + target, headers=pairs, body=body)


def item(path: str, text: str, role: Role = Role.VALUE, place: Place = Place.BODY, *, ambient: bool = False) -> Item:
    """One item; its key is the last part of its path."""
    return Item(path, path.rsplit("/", 1)[-1], text, role, place, None, 0, len(text), ambient=ambient)


def body(**values: str) -> tuple[Item, ...]:
    """Items of a flat body."""
    return tuple(item(f"body/{key}", text) for key, text in values.items())
