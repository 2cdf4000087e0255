"""actions.document_items: what people write in the files they send."""

import io
import time
import zipfile
import zlib

import pytest

from guardian_core import actions
from tests.actions.kit import post

MAIL = "dana.quill@example.test"


def archive(entries):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in entries.items():
            file.writestr(name, content)
    return out.getvalue()


WORD = f"<w:p><w:r><w:t>I am Dana </w:t></w:r><w:r><w:t>Quill &amp; co</w:t></w:r></w:p><w:p><w:t>{MAIL}</w:t></w:p>"
FLOWED = b"BT /F1 12 Tf (I am Da\\156a \\(Quill\\)) Tj T* [(dana.qu) -20 (ill@exam) 5 (ple.test)] TJ ET"


def pdf(stream, *, packed=True):
    body = zlib.compress(stream) if packed else stream
    return b"%PDF-1.7\n1 0 obj\n<</Length 9>>\nstream\r\n" + body + b"\nendstream\nendobj\n%%EOF"


FILES = {
    "word": archive({"[Content_Types].xml": "<x/>", "word/document.xml": WORD}),
    "slides": archive({"ppt/slides/slide1.xml": f"<a:p><a:t>{MAIL}</a:t></a:p>"}),
    "sheet": archive({"xl/sharedStrings.xml": f"<si><t>x</t></si><si><t>{MAIL}</t></si>"}),
    "open document": archive({"content.xml": f"<text:p>{MAIL}</text:p>"}),
    "properties": archive({"docProps/core.xml": f"<dc:creator>{MAIL}</dc:creator>"}),
    "pdf": pdf(FLOWED),
    "plain pdf": pdf(FLOWED, packed=False),
}


def documents(body, kind="application/octet-stream"):
    return [item for item in actions.read(post(body, kind)).items if item.path.endswith("/text")]


@pytest.mark.parametrize("name", FILES)
def test_reads_the_text_of_a_file(name):
    (item,) = documents(FILES[name])
    assert MAIL in item.text
    assert item.load_bearing is not None
    assert item.role == "binary"


def test_puts_what_is_cut_into_runs_together():
    assert "I am Dana Quill & co\n" in documents(FILES["word"])[0].text
    assert documents(FILES["pdf"])[0].text == f"I am Dana (Quill)\n{MAIL}"


def test_reads_files_in_forms():
    body = b'--B\r\nContent-Disposition: form-data; name="f"; filename="a.docx"\r\n\r\n' + FILES["word"] + b"\r\n--B--\r\n"
    assert MAIL in documents(body, "multipart/form-data; boundary=B")[0].text


@pytest.mark.parametrize(
    "body",
    [
        FILES["word"][:-40],
        FILES["word"][:60],
        b"PK\x03\x04" + bytes(100),
        archive({"word/media/image.xml": MAIL}),
        b"%PDF-1.4\n" + b"stream\n\x78\x9cbroken",
        b"%PDF-1.4\n" + b"stream\nBT (never ends",
    ],
)
def test_leaves_what_it_does_not_understand(body):
    assert documents(body) == []


def test_a_bomb_costs_no_more_than_its_cap():
    bombs = [archive({f"word/header{n}.xml": bytes(12_000_000) for n in range(2)})]
    bombs += [pdf(b"BT " + piece * (1_500_000 // len(piece))) for piece in (b"(x) Tj ", b"(", b"[", b"[(", b"\\", b"[\\", b"(\\")]
    for bomb in bombs:
        start = time.process_time()
        documents(bomb)
        assert time.process_time() - start < 3
