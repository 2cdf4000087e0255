"""How the names model reads what is no sentence."""

import pytest

from guardian_core.detect.labels import as_read, is_file


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("Dana Quill!", "Dana Quill "),
        ("Dana Quill...", "Dana Quill   "),
        ("DANA QUILL", "Dana Quill"),
        ("QUILL, DANA", "Quill, Dana"),
        ("Dana Quill/Nora Quist", "Dana Quill,Nora Quist"),
        ("Dana Quill | Nora Quist", "Dana Quill,  Nora Quist"),
        ("Nora_Quist_CV.pdf", "Nora Quist CV    "),
        ("Dana Quill;", "Dana Quill "),
        ("@Dana Quill", " Dana Quill"),
        ("Dana QUILL", "Dana Quill"),
        ("USB Cable", "Usb Cable"),
        ("Dana Quill & Nora Quist", "Dana Quill,  Nora Quist"),
        ("D. Q.", "D. Q."),
        ("I met Dana Quill and she told me of all of her friends!", "I met Dana Quill and she told me of all of her friends!"),
        ("SSL", "SSL"),
        ("a/b", "a/b"),
        ("America/New_York", "America/New_York"),
        ("Dana Quill / Nora Quist / Bo Lund", "Dana Quill,  Nora Quist,  Bo Lund"),
        ("What is the capital of France?", "What is the capital of France?"),
    ],
)
def test_reads_a_label_as_a_name_would_be_written(text, read):
    assert as_read(text) == read
    assert len(read) == len(text)


def test_knows_a_file_that_may_be_called_after_somebody():
    assert is_file("Nora Quist CV.pdf")
    assert is_file("Quist-Nora 2026.docx")
    assert not is_file("cv.pdf")
    assert not is_file("IMG_2034.jpg")
    assert not is_file("report_final_v2.pdf")
    assert not is_file("Nora Quist wrote this.")
