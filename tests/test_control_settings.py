"""The section `[control]`."""

import pytest

from guardian_core.control_settings import ControlSettings
from guardian_core.errors import SettingsError
from guardian_core.settings import Settings
from guardian_core.terms import CATEGORY_TIER, Category, Tier


def test_forbids_categories_and_whole_tiers():
    forbidden = ControlSettings(forbid=("critical", "Phone")).forbidden
    assert forbidden == {category for category, tier in CATEGORY_TIER.items() if tier is Tier.CRITICAL} | {Category.PHONE}
    assert ControlSettings().forbidden == frozenset()


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "::1", "10.0.0.1"])
def test_wants_a_name_of_its_own(tmp_path, host):
    """A name without a dot, or an address, is somebody else's: its origin would be shared with other pages."""
    path = tmp_path / "guardian.toml"
    path.write_text(f'[control]\nhost = "{host}"\n')
    with pytest.raises(SettingsError, match=r"control"):
        Settings.load(path)


def test_knows_its_name_in_any_spelling():
    assert ControlSettings(host="Guardian.Invalid.").host == "guardian.invalid"
