"""A home with an authority in it, and a user who has nothing yet."""

import shutil

import pytest
from guardian_certs import make_authority

from guardian_core.trust import Place, certificate


def home_with(folder, made):
    """A home folder whose authority is the one in `made`."""
    (folder / "ca").mkdir(parents=True, exist_ok=True)
    shutil.copy(made / "ca.pem", folder / "ca" / "mitmproxy-ca-cert.pem")
    return folder


@pytest.fixture(scope="session")
def authorities(tmp_path_factory):
    """Folders of two authorities."""
    folders = [tmp_path_factory.mktemp(name) for name in ("one", "other")]
    for folder in folders:
        make_authority(folder, f"Authority {folder.name}")
    return folders


@pytest.fixture
def home(tmp_path, authorities):
    return home_with(tmp_path / "guardian", authorities[0])


@pytest.fixture
def ours(home):
    return certificate(home)


@pytest.fixture
def other(tmp_path, authorities):
    """An authority of ours that was replaced since."""
    return certificate(home_with(tmp_path / "earlier", authorities[1]))


@pytest.fixture
def place(tmp_path):
    (tmp_path / "user").mkdir()
    return Place(user=tmp_path / "user", environment={})


@pytest.fixture
def take():
    """Take every step."""

    def run(steps):
        for step in steps:
            step.do()

    return run
