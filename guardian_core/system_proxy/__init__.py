"""The desktop's proxy settings: pointed at the proxy, and put back as they were, also after a crash."""

from guardian_core.system_proxy.desktops import Desktop, present
from guardian_core.system_proxy.switch import Change, Kept, carry_out, kept, turned_off, turned_on

__all__ = ["Change", "Desktop", "Kept", "carry_out", "kept", "present", "turned_off", "turned_on"]
