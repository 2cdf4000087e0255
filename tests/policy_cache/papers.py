"""PDF files written by hand: pages of text, pages without, and what is meant to break a reader."""

import zlib
from collections.abc import Sequence

LINES = (
    "Example Shop",
    "Privacy Policy",
    "What we collect",
    "We collect your name and your e-mail address when you create an account with the shop, and",
    "we keep them for three years after the last order that you placed with us.",
    "Sharing",
    "We share with:",
    "(a) payment processors that handle your credit card;",
    "(b) analytics providers that measure how you use our site.",
    "We do not sell your phone number to data brokers.",
)


def pdf(pages: Sequence[Sequence[str]] = (LINES,), *, encrypt: bool = False) -> bytes:
    """A PDF with these lines on its pages."""
    return assembled([_drawn(lines) for lines in pages], encrypt=encrypt)


def assembled(contents: Sequence[bytes], *, encrypt: bool = False) -> bytes:
    """A PDF whose pages have these (deflated) content streams."""
    count = len(contents)
    kids = " ".join(f"{4 + 2 * n} 0 R" for n in range(count))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R /Lang (en-GB) >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {count} >>".encode(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ]
    for n, content in enumerate(contents):
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents {5 + 2 * n} 0 R"
            " /Resources << /Font << /F1 3 0 R >> >> >>".encode()
        )
        objects.append(f"<< /Length {len(content)} /Filter /FlateDecode >>\nstream\n".encode() + content + b"\nendstream")
    if encrypt:
        objects.append(b"<< /Filter /Standard /V 1 /R 2 /P -4 /O <" + b"41" * 32 + b"> /U <" + b"42" * 32 + b"> >>")
    out, offsets = bytearray(b"%PDF-1.7\n"), []
    for number, body in enumerate(objects, 1):
        offsets.append(len(out))
        out += f"{number} 0 obj\n".encode() + body + b"\nendobj\n"
    at = len(out)
    out += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode()
    out += b"".join(f"{offset:010} 00000 n \n".encode() for offset in offsets)
    locked = f" /Encrypt {len(objects)} 0 R /ID [<00><00>]" if encrypt else ""
    out += f"trailer << /Size {len(objects) + 1} /Root 1 0 R{locked} >>\nstartxref\n{at}\n%%EOF\n".encode()
    return bytes(out)


def _drawn(lines: Sequence[str]) -> bytes:
    escaped = (line.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)") for line in lines)
    shown = "".join(f"({line}) Tj 0 -14 Td\n" for line in escaped)
    return zlib.compress(f"BT /F1 11 Tf 50 740 Td\n{shown}ET".encode("cp1252"))


def bomb() -> bytes:
    """A page of 400 MB that is half a megabyte on the wire."""
    stream = zlib.compressobj(9)
    piece = b"(We collect it.) Tj 0 -14 Td\n" * 40_000
    data = stream.compress(b"BT /F1 11 Tf 50 740 Td\n")
    for _ in range(350):
        data += stream.compress(piece)
    return assembled([data + stream.compress(b"ET") + stream.flush()])
