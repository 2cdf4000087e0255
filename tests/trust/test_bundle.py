"""The bundle holds whom the user trusts already, and ours."""

from guardian_core.trust.bundle import bundle_path, write_bundle


def test_adds_ours_to_the_authorities_of_the_system(home, ours):
    path = write_bundle(home, ours, {})
    text = path.read_text()
    assert ours.is_in(text)
    assert text.count("BEGIN CERTIFICATE") > 50
    before = path.stat().st_ino
    assert write_bundle(home, ours, {}).stat().st_ino == before  # a program may be reading it


def test_adds_it_to_the_authorities_that_the_user_chose(home, ours, other):
    path = write_bundle(home, ours, {"SSL_CERT_FILE": str(other.path)})
    assert path.read_text() == other.pem + ours.pem


def test_does_not_grow_inside_itself(home, ours):
    first = write_bundle(home, ours, {}).read_text()
    inside = {"SSL_CERT_FILE": str(bundle_path(home))}
    assert write_bundle(home, ours, inside).read_text() == first


def test_goes_on_where_the_chosen_file_is_gone(home, ours):
    assert write_bundle(home, ours, {"SSL_CERT_FILE": str(home / "gone.pem")}).read_text().count("BEGIN CERTIFICATE") > 50
