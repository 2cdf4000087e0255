"""How each desktop keeps its proxy settings: commands that read the values, and commands that write them.

A value is kept as the desktop prints it, so that what was there can be written back exactly. None: there was no value.
"""

import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from guardian_core.trust.steps import output

Values = dict[str, str | None]
Line = tuple[str, ...]
Read = Callable[[Sequence[str]], str | None]

OUTSIDE = ("localhost", "127.0.0.0/8", "::1")


@dataclass(frozen=True, slots=True)
class Desktop:
    """One desktop's settings."""

    name: str
    program: str  # without which it is not here
    read: Callable[[Read], Values]  # the present values, key by key
    ours: Callable[[str], Values]  # what they are with the proxy at this address; keys not named stay as they are
    write: Callable[[Values], list[Line]]  # the commands that set them


def _gnome_read(read: Read) -> Values:
    said = {key: read(("gsettings", "get", *key.split(" "))) for key in GNOME}
    return {key: value.strip() if value is not None else None for key, value in said.items()}


GNOME = (
    "org.gnome.system.proxy mode",
    "org.gnome.system.proxy ignore-hosts",
    *(f"org.gnome.system.proxy.{kind} {key}" for kind in ("http", "https") for key in ("host", "port")),
)


def _gnome_ours(proxy: str) -> Values:
    parts = urlsplit(proxy)
    hosts = ", ".join(f"'{name}'" for name in OUTSIDE)
    addresses: Values = {}
    for kind in ("http", "https"):
        addresses[f"org.gnome.system.proxy.{kind} host"] = f"'{parts.hostname}'"
        addresses[f"org.gnome.system.proxy.{kind} port"] = str(parts.port)
    return {**addresses, "org.gnome.system.proxy ignore-hosts": f"[{hosts}]", "org.gnome.system.proxy mode": "'manual'"}


def _gnome_write(values: Values) -> list[Line]:
    """The mode last: until then nothing uses the addresses."""
    ordered = sorted(values, key=lambda key: key.endswith(" mode"))
    return [
        ("gsettings", "reset", *key.split(" ")) if values[key] is None else ("gsettings", "set", *key.split(" "), str(values[key]))
        for key in ordered
    ]


KDE = ("ProxyType", "httpProxy", "httpsProxy", "NoProxyFor")


def _kde(number: str) -> Desktop:
    file = ("--file", "kioslaverc", "--group", "Proxy Settings", "--key")

    def read_all(read: Read) -> Values:
        said = {key: read((f"kreadconfig{number}", *file, key)) for key in KDE}
        return {key: value.strip() or None if value is not None else None for key, value in said.items()}

    def ours(proxy: str) -> Values:
        parts = urlsplit(proxy)
        address = f"http://{parts.hostname} {parts.port}"
        return {"httpProxy": address, "httpsProxy": address, "NoProxyFor": ",".join(OUTSIDE), "ProxyType": "1"}

    def write(values: Values) -> list[Line]:
        told = ("dbus-send", "--type=signal", "/KIO/Scheduler", "org.kde.KIO.Scheduler.reparseSlaveConfiguration", "string:")
        lines: list[Line] = [
            (f"kwriteconfig{number}", *file, key, "--delete") if value is None else (f"kwriteconfig{number}", *file, key, value)
            for key, value in values.items()
        ]
        return [*lines, told]

    return Desktop(f"KDE {number}", f"kwriteconfig{number}", read_all, ours, write)


MACOS = {"webproxy": "web", "securewebproxy": "secure"}


def _macos_read(read: Read) -> Values:
    """Per network service and kind: ``on|HOST|PORT``."""
    listed = (read(("networksetup", "-listallnetworkservices")) or "").splitlines()[1:]
    values: Values = {}
    for service in (line for line in listed if line and not line.startswith("*")):
        for kind in MACOS:
            said = read(("networksetup", f"-get{kind}", service)) or ""
            found = dict(re.findall(r"^(Enabled|Server|Port): *(.*)$", said, re.MULTILINE))
            state = "on" if found.get("Enabled") == "Yes" else "off"
            values[f"{kind} {service}"] = f"{state}|{found.get('Server', '')}|{found.get('Port', '0')}"
    return values


def _macos_ours(proxy: str) -> Values:
    """The same for every service: `system_proxy.on` puts in their names."""
    parts = urlsplit(proxy)
    return {f"{kind} *": f"on|{parts.hostname}|{parts.port}" for kind in MACOS}


def _macos_write(values: Values) -> list[Line]:
    lines: list[Line] = []
    for key, value in values.items():
        kind, _, service = key.partition(" ")
        state, host, port = (value or "off||0").split("|")
        if host:
            lines.append(("networksetup", f"-set{kind}", service, host, port))
        lines.append(("networksetup", f"-set{kind}state", service, state))
    return lines


WINDOWS_KEY = r"HKCU\Software\Microsoft\Windows\CurrentVersion\Internet Settings"
WINDOWS: Mapping[str, str] = {"ProxyServer": "REG_SZ", "ProxyOverride": "REG_SZ", "ProxyEnable": "REG_DWORD"}


def _windows_read(read: Read) -> Values:
    values: Values = {}
    for name in WINDOWS:
        found = re.search(rf"{name}\s+REG_\w+\s+(.*)", read(("reg", "query", WINDOWS_KEY, "/v", name)) or "")
        values[name] = found[1].strip() if found else None
    return values


def _windows_ours(proxy: str) -> Values:
    return {"ProxyServer": urlsplit(proxy).netloc, "ProxyOverride": "<local>;127.*", "ProxyEnable": "0x1"}


def _windows_write(values: Values) -> list[Line]:
    return [
        ("reg", "delete", WINDOWS_KEY, "/v", name, "/f")
        if value is None
        else ("reg", "add", WINDOWS_KEY, "/v", name, "/t", WINDOWS[name], "/d", value, "/f")
        for name, value in values.items()
    ]


# The program decides which desktop it is: KDE before GNOME, whose gsettings is installed beside it.
DESKTOPS = (
    _kde("6"),
    _kde("5"),
    Desktop("GNOME", "gsettings", _gnome_read, _gnome_ours, _gnome_write),
    Desktop("macOS", "networksetup", _macos_read, _macos_ours, _macos_write),
    Desktop("Windows", "reg", _windows_read, _windows_ours, _windows_write),
)


def present(which: Callable[[str], str | None], current: str = "", platform: str = sys.platform) -> Desktop | None:
    """The desktop of this session; `current` is XDG_CURRENT_DESKTOP."""
    named = {"KDE": "KDE", "GNOME": "GNOME", "UNITY": "GNOME", "X-CINNAMON": "GNOME", "MATE": "GNOME", "XFCE": "GNOME"}
    wanted = next((named[word] for word in current.upper().split(":") if word in named), None)
    system = {"darwin": "macOS", "win32": "Windows"}.get(platform)
    for desktop in DESKTOPS:
        if system is not None and desktop.name != system:
            continue
        if wanted is not None and not desktop.name.startswith(wanted):
            continue
        if which(desktop.program):
            return desktop
    return None


def run_read(line: Sequence[str]) -> str | None:
    """What a command that reads a value prints; None where it fails, which is how most say that there is none."""
    return output(line)
