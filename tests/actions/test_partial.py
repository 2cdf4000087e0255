"""Which requests carry a part of an upload, and what stands where parts meet."""

from dataclasses import replace

import pytest

from guardian_core import actions
from guardian_core.actions.partial import SEAM, chunk_in, crosses, part_of, read_seams, trimmed
from guardian_core.errors import EditError
from guardian_core.vocabulary import Category, Edit, Entity, Finding, Level, Request

BODY = b"0123456789"
FORM = b"multipart/form-data; boundary=B"


def asked(target="/f", *, method="PATCH", body=BODY, **fields):
    headers = tuple((name.replace("_", "-").encode(), value) for name, value in fields.items())
    return Request(method, "https", "x.example.test", 443, target, headers, body)


def form(**fields):
    lines = [f'--B\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n' for name, value in fields.items()]
    file = (
        '--B\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\nHELLO\r\n--B--\r\n'
    )
    return "".join([*lines, file]).encode()


PARTS = {
    "a range": (asked(Content_Range=b"bytes 20-29/100"), ("Content-Range", 20, 30, False)),
    "a range of a registry": (asked(Content_Range=b"20-29"), ("Content-Range", 20, 30, False)),
    "a range without an end": (asked(method="PUT", Range=b"bytes=20-"), ("Range", 20, 30, False)),
    "a range of which the beginning was seen": (asked(Content_Range=b"bytes 0-99/100"), ("Content-Range", 0, None, False)),
    "a range that says nothing": (asked(Content_Range=b"pages"), ("Content-Range", None, None, False)),
    "a page of a blob": (asked(method="PUT", x_ms_range=b"bytes=512-521"), ("X-Ms-Range", 512, 522, False)),
    "tus": (asked(Tus_Resumable=b"1.0.0", Upload_Offset=b"7"), ("Upload-Offset", 7, 17, False)),
    "tus, as it is made": (asked(method="POST", Upload_Length=b"100"), ("Upload-Length", 0, 10, False)),
    "tus, of which the beginning was seen": (asked(Upload_Offset=b"7", Content_Length=b"99"), ("Upload-Offset", 7, None, False)),
    "the IETF's": (asked(method="POST", Upload_Complete=b"?0"), ("Upload-Complete", 0, 10, False)),
    "Google's": (asked(X_Goog_Upload_Command=b"upload", X_Goog_Upload_Offset=b"8"), ("X-Goog-Upload-Offset", 8, 18, False)),
    "a store's": (asked("/b/o?partNumber=3&uploadId=a", method="PUT"), ("partNumber", 3, 4, True)),
    "a block": (asked("/c/b?comp=block&blockid=QUE%3D", method="PUT"), ("comp", None, None, False)),
    "a synchronised folder's": (
        asked("/uploads/me/77/00004", method="PUT", OC_Total_Length=b"99"),
        ("OC-Total-Length", 4, 5, True),
    ),
    "an argument's": (
        asked("/2/files/upload_session/append_v2", method="POST", Dropbox_API_Arg=b'{"cursor":{"session_id":"S","offset":9}}'),
        ("Dropbox-API-Arg", 9, 19, False),
    ),
    "a patch": (asked(Content_Type=b"message/byterange"), ("message/byterange", None, None, False)),
    "a script's query": (asked("/u?flowChunkNumber=2&flowIdentifier=a", method="POST"), ("flowChunkNumber", 2, 3, True)),
    "a script's form": (
        asked(method="POST", Content_Type=FORM, body=form(dzuuid="u", dzchunkindex=2)),
        ("dzchunkindex", 2, 3, True),
    ),
    "a video's form": (
        asked(method="POST", Content_Type=FORM, body=form(upload_session_id="u", start_offset=20)),
        ("start_offset", 20, 25, False),
    ),
}


@pytest.mark.parametrize("name", PARTS)
def test_tells_a_part_and_its_place(name):
    request, expected = PARTS[name]
    part = part_of(request)
    assert (part.how, part.start, part.end, part.counted) == expected
    assert actions.read(request).part == part.how


WHOLE = {
    "no body": asked(Content_Range=b"bytes */100", body=b""),
    "an answer's range": asked(method="GET", Content_Range=b"bytes 0-9/10"),
    "a wish for a range": asked(method="POST", Range=b"bytes=0-9"),
    "what is told about a file beforehand": asked(method="POST", X_Goog_Upload_Command=b"start"),
    "the number of a spare part": asked("/shop?part_number=3", method="POST"),
    "an upload in one": asked(method="POST", Content_Type=FORM, body=form(title="x")),
    "another argument": asked("/2/files/upload", method="POST", Dropbox_API_Arg=b'{"path":"/a","offset":9}'),
}


@pytest.mark.parametrize("name", WHOLE)
def test_takes_nothing_else_for_a_part(name):
    assert part_of(WHOLE[name]) is None


def test_tells_uploads_apart_and_keeps_those_together_that_belong_together():
    def upload(target, **fields):
        return part_of(asked(target, method="PUT", **(fields or {"Content_Range": b"bytes 20-29/100"}))).upload

    assert upload("/u?upload_id=a&sig=1") == upload("/u?upload_id=a&sig=2") != upload("/u?upload_id=b&sig=1")
    assert upload("/v2/x/uploads/7?_state=a") == upload("/v2/x/uploads/7?_state=b") != upload("/v2/x/uploads/8?_state=a")
    assert upload("/f?key=a") != upload("/f?key=b")
    assert "upload" not in repr(part_of(asked(Content_Range=b"bytes 20-29/100")))


def test_finds_the_file_in_a_form():
    request = asked(method="POST", Content_Type=FORM, body=form(dzuuid="u", dzchunkindex=2))
    assert request.body[slice(*chunk_in(request))] == b"HELLO"
    assert chunk_in(asked()) == (0, 10)


@pytest.mark.parametrize("text", ["ë", "€", "\U0001f600", "aë€\U0001f600z"])
def test_takes_cut_letters_off_the_ends_and_nothing_else(text):
    data = text.encode()
    for begin in range(len(data)):
        for end in range(begin, len(data) + 1):
            kept = trimmed(data[begin:end])
            assert kept in data[begin:end]
            if kept != data[begin:end] or kept.isascii():
                assert kept.decode() in text
    assert trimmed(b"\xff\xfe\x80") == b"\xff\xfe\x80"


def found_in(item, value):
    begin = item.text.index(value)
    return Finding(0, begin, begin + len(value), Entity.EMAIL, Category.EMAIL, 1.0, "pattern")


@pytest.mark.parametrize("before", ["€ to ann@exam", "\x00\x01 ann@exam", "&#97;nn@exam"])
@pytest.mark.parametrize("chunk", [b"ple.test, or to", b"p"])
def test_only_what_crosses_the_seam_counts(before, chunk):
    after = b"" if len(chunk) > 1 else b"le.test, or to"
    request = replace(asked(body=chunk), neighbours=(before.encode() + b" ann@exam", after))
    items = read_seams(request, chunk)
    assert {item.path for item in items} == {SEAM}
    one = next(item for item in items if "ann@example.test" in item.text)
    assert crosses(found_in(one, "ann@example.test"), one)
    assert not crosses(found_in(one, "ann"), one)
    assert not crosses(found_in(one, "test"), one) or after


def test_what_is_no_text_is_not_joined():
    assert read_seams(replace(asked(), neighbours=(b"ann@exam\x00", b"")), b"ple.test") == []


def test_the_bytes_of_a_part_are_never_edited_and_its_headers_are():
    request = asked("/f?who=ann", Content_Range=b"bytes 20-29/100")
    reading = actions.read(request)
    body, target = (next(i for i, one in enumerate(reading.items) if one.text == text) for text in (BODY.decode(), "ann"))
    with pytest.raises(EditError, match="a part of an upload"):
        actions.write(reading, [Edit(body, 0, 1, "x", Entity.PERSON, Level.TAGS)])
    after = actions.write(reading, [Edit(target, 0, 3, "someone", Entity.PERSON, Level.TAGS)])
    assert (after.target, after.body, after.headers) == ("/f?who=someone", request.body, request.headers)
