"""What a person types for a site, for the address of its policy and for the type of a document; the same checked."""

from urllib.parse import urlsplit

import click

from guardian_core.addresses import host
from guardian_core.cli.request import address

READ = ("text/html", "text/plain", "application/pdf", "application/xhtml+xml")


def site(_context: click.Context, _parameter: click.Parameter, text: str | None) -> str | None:
    """A domain; of an address that was pasted whole, its host."""
    if text is None:
        return None
    try:
        return host((urlsplit(text).hostname or "") if "://" in text else text.strip())
    except ValueError:
        message = f"{text!r} is not a domain: write shop.example"
        raise click.BadParameter(message) from None


def published(_context: click.Context, _parameter: click.Parameter, url: str | None) -> str | None:
    """An address of the web, as it is written."""
    if url is not None:
        address(url)
    return url


def kind(_context: click.Context, _parameter: click.Parameter, text: str) -> str:
    """The type of a document that can be read as a policy."""
    if text and text.partition(";")[0].strip().lower() not in READ:
        message = f"{text!r} is not read: {', '.join(READ)}"
        raise click.BadParameter(message)
    return text


domain_argument = click.argument("domain", callback=site)
