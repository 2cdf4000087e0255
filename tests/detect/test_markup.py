"""Markup that stands in a text."""

import pytest

from guardian_core.vocabulary import Entity


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("<soap:Body><user>dana</user><password>Heron22!x</password></soap:Body>", [("Heron22!x", Entity.PASSWORD)]),
        ('<wsse:Password Type="PasswordText">Heron22!x</wsse:Password>', [("Heron22!x", Entity.PASSWORD)]),
        ("<password>hunter</password>", [("hunter", Entity.PASSWORD)]),
        ('<add key="password" value="Heron22!x"/>', [("Heron22!x", Entity.PASSWORD)]),
        ("<add value='Heron22!x' key='DbPassword' />", [("Heron22!x", Entity.PASSWORD)]),
        ('<property name="connection.password">Heron22!x</property>', [("Heron22!x", Entity.PASSWORD)]),
        ('<field name="dob" value="1984-03-12"/>', [("1984-03-12", Entity.DATE_OF_BIRTH)]),
        ("log: <person><firstName>Mira</firstName><city>Leeds</city></person>", [("Mira", Entity.PERSON), ("Leeds", Entity.CITY)]),
        ("<apiKey>aB3dE6gH9jK2mN5pQ8s</apiKey>", [("aB3dE6gH9jK2mN5pQ8s", Entity.SECRET)]),
    ],
)
def test_reads_elements_and_attributes(found_in, text, found):
    assert found_in({"payload": text}) == found


@pytest.mark.parametrize(
    "text",
    [
        '<string name="forgot_password">Forgot your password?</string>', '<data name="Password"><value>Kennwort</value></data>',
        "<password>********</password>", "<password></password>", "<password>Password:</password>", "<h1>Password</h1>",
        '<string name="login_password">Kennwort</string>', '<input name="csrf_token" value="aB3dE6gH9jK2mN5pQ8s">',
        "<p>Our address</p><address>12 Mill Lane, Leeds</address>", '<add key="timeout" value="30"/>',
        '<option name="city" value="Leeds"/>', "if a<b and c>d: password = None", "List<Password> x = y; </T>",
    ],
)  # fmt: skip
def test_leaves_labels_pages_and_programs(found_in, text):
    assert found_in({"payload": text}) == []
