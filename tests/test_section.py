"""What the sections of the configuration are made of."""

from pathlib import Path

import pytest
from pydantic import ValidationError

from guardian_core.section import Days, File, Host, Section, is_endpoint


class Example(Section):
    file: File | None = None
    host: Host = "a.test"
    days: Days = 1.0


def test_starts_relative_paths_at_the_folder_of_the_file(tmp_path):
    assert Example.model_validate({"file": "a/b"}, context={"folder": tmp_path}).file == tmp_path / "a" / "b"
    assert Example.model_validate({"file": Path("/etc/x")}, context={"folder": tmp_path}).file == Path("/etc/x")


def test_takes_no_key_it_does_not_know():
    with pytest.raises(ValidationError, match="extra_forbidden"):
        Example.model_validate({"fiel": "a"})


@pytest.mark.parametrize("values", [{"days": "1"}, {"days": float("inf")}, {"host": "a b"}, {"file": 3}])
def test_takes_no_value_of_another_kind(values):
    with pytest.raises(ValidationError):
        Example.model_validate(values)


def test_cannot_change():
    with pytest.raises(ValidationError, match="frozen"):
        Example().days = 2.0


def test_tells_an_address_from_a_name():
    assert is_endpoint("127.0.0.1:8443") == "127.0.0.1:8443"
    with pytest.raises(ValueError, match="is not an address"):
        is_endpoint("shop.test:8443")
