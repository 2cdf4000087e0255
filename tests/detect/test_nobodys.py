"""What is nobody's: a long list of numbers, hashes and words that look like something personal and are not."""

import pytest

from guardian_core.vocabulary import Role

PROSE = [
    "built at 1799500000001, serial 2026110701", "epoch 1799500000", "2026-11-30T02:57:09.123456Z", "20261130T025709Z",
    "version 3.14.15-rc.2+build.20261130", "v10.0.19041.3636", "release 2026.11.30.1", "OpenSSL 3.0.13 30 Jan 2024",
    "commit 4822aa538e03dde263103116958fca27b62ef771", "4822aa5..60703bb", "md5 0cc175b9c0f1b6a831c399e269772661",
    "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", "550e8400-e29b-41d4-a716-446655440000",
    "{6D92078A-8246-4BA4-AE5B-76104861E7DC}", "ULID 01ARZ3NDEKTSV4RRFFQ69G5FAV", "object 507f1f77bcf86cd799439011",
    "total 1,299.00 EUR", "USD 12.50", "£1,234.56", "129,90 €", "1 234 567,89", "3.14159265358979", "6.02214076e23",
    "0.1234, 0.5678",
    "ISBN 978-3-16-148410-0", "ISBN 0-306-40615-2", "EAN 4006381333931", "GTIN 00012345600012", "UPC 036000291452",
    "ISSN 2049-3630",
    "tracking 1Z999AA10123456784", "DHL 00340434161094042557", "RR123456785GB", "order 4821-77-3390", "order 36574261809",
    "invoice 2026-004512", "PO-2026-11-0042", "ticket HRN-204113", "bug 1234567890", "row 943 476 591 of the table",
    "part number WVW-1K0-615-301-AA", "SKU AB123456C", "model S1234567D", "firmware 12.34.56.78", "OID 1.3.6.1.4.1.311.21.20",
    "10.0.0.0/8", "127.0.0.1:8080", "::1", "00:00:00", "12:34:56", "8.8.8.8", "192.0.0.0", "rgb(12, 34, 56)", "#a1b2c3",
    "M 10.5 20.25 L 30.125 40.0625 Z", "matrix(1.0000, 0.0000, 0.0000, 1.0000)", "1920x1080", "44100 Hz", "4096 tokens",
    "chapter 12 34 56", "1999 2003 2010 2015", "2024-2026", "pages 123-456", "scored 21-17 and 15-21", "ratio 16:9",
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ", "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAA",
    "sk-button-primary-large", "npm_config_registry", "pk_live_4eC39HqLyjWDarjtT1zdp7dc", "Bearer authentication is used",
    "password is required", "the token expired", "git@github.com:owner/repo.git", "icon@2x.png", "user@host",
    "@media (min-width: 12px)",
    "meet me at noon", "look at this.example", "run 12345678-5", "pin 123456782", "sin 046454286",
    "ABC-123-DE", "plate tectonics 12",
    "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed", "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN3", "12345678901234567", "111111111111",
    "City: Paris", "name: Blue Chair", "a,b,c\n1,2,3\n", "phone,\nthey said\n",
]  # fmt: skip
VALUES = [
    ("ts", "1799500000001"), ("id", "4111111111111111"), ("span_id", "15108695088"), ("serial", "2026110701"), ("ttl", "604800"),
    ("price", "1299.00"), ("zip_code_pattern", "[0-9]{5}"), ("version", "10.0.19041.3636"), ("sku", "943476591"),
    ("uid", "111222333"),
    ("pin_type", "map"), ("run", "12345678-5"), ("condition", "and"), ("address", "localhost:8080"), ("address", "db.example.test"),
    ("card", "summary_large_image"), ("card_type", "4111"), ("phone", "unknown"), ("token", "true"), ("token_count", "4096"),
    ("city_id", "2643743"), ("name", "primary-button"), ("license", "Apache-2.0"), ("state", "open"), ("position", "1"),
    ("coordinates", "12"), ("account", "premium"), ("user", "42"), ("gender", "all"), ("hash", "0cc175b9c0f1b6a831c399e269772661"),
]  # fmt: skip


def test_the_list_is_long():
    assert len(set(PROSE)) + len(set(VALUES)) >= 120


@pytest.mark.parametrize("text", PROSE)
def test_finds_nothing_in_prose(found, text):
    assert found(text) == []


@pytest.mark.parametrize(("key", "value"), VALUES)
def test_finds_nothing_in_a_field(found, key, value):
    assert found(value, key, Role.VALUE) == []
