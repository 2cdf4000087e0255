"""How to trust the authority: the certificate to download, and the steps for each system. Open to all, also over plain http."""

import tomllib
from collections.abc import Sequence
from importlib.resources import files

from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding
from guardian_certs.hints import Interception

from guardian_core.control.asking import Answer, refusal
from guardian_core.control.html import Child, Markup, element
from guardian_core.control.layout import facts

# System → file and steps; what stands between ` is typed, in the folder of the downloaded file.
SYSTEMS = tomllib.loads(files("guardian_core.control").joinpath("trust.toml").read_text(encoding="utf-8"))


def trust_page(authority: Interception, host: str) -> tuple[Child, ...]:
    """`host`: of the control page."""
    if authority.fingerprint is None:
        return (element("h1", "The authority"), element("p", "It is made by the first start of the proxy."))
    return (
        element("h1", "Trust the authority of this proxy"),
        element(
            "p",
            "GuardianAgent reads https by signing what your programs see with an authority of its own. It was made on the proxy's "
            "machine, its key never leaves that machine, and no other installation has the same. Trust it only if the proxy is "
            "yours or your employer's, and compare the fingerprint with what ",
            element("code", "guardian run"),
            " prints on that machine.",
        ),
        element(
            "p",
            element("a", "Certificate (PEM)", href="/ca.pem", class_="button"),
            " ",
            element("a", "Certificate (DER, .cer)", href="/ca.cer", class_="button"),
        ),
        facts((("SHA-256", element("code", authority.fingerprint)), ("Expires", authority.expires))),
        element(
            "p",
            "Afterwards, ",
            element("a", f"the control page at https://{host}/", href=f"https://{host}/"),
            " opens without a warning.",
            class_="hint",
        ),
        [_steps(system, said["file"], said["steps"]) for system, said in SYSTEMS.items()],
    )


def _steps(system: str, file: str, steps: Sequence[str]) -> Markup:
    lines = [element("li", element("code", step.strip("`")) if step.startswith("`") else step) for step in steps]
    return element(
        "details", element("summary", system), element("ol", lines), element("p", element("a", "the file for it", href=file))
    )


def certificate(authority: Interception, path: str) -> Answer:
    """The file behind "/ca.pem" or "/ca.cer"."""
    if authority.fingerprint is None:
        return refusal(404, "the authority is made by the first start of the proxy")
    pem = authority.certificate.read_bytes()
    name = ("Content-Disposition", f'attachment; filename="guardianagent{path[3:]}"')
    if path == "/ca.pem":
        return Answer(200, pem, "application/x-pem-file", (name,))
    der = x509.load_pem_x509_certificate(pem).public_bytes(Encoding.DER)
    return Answer(200, der, "application/x-x509-ca-cert", (name,))
