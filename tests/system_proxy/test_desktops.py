"""What each desktop prints and is told; GNOME's own program is tried in test_switch.py."""

import pytest

from guardian_core.system_proxy.desktops import DESKTOPS, present

PROXY = "http://127.0.0.1:8080"


def desktop(name):
    return next(one for one in DESKTOPS if one.name == name)


NETWORKSETUP = {
    (
        "networksetup",
        "-listallnetworkservices",
    ): "An asterisk (*) denotes that a network service is disabled.\nWi-Fi\n*Bluetooth PAN\n",
    (
        "networksetup",
        "-getwebproxy",
        "Wi-Fi",
    ): "Enabled: Yes\nServer: old.example.test\nPort: 3128\nAuthenticated Proxy Enabled: 0\n",
    ("networksetup", "-getsecurewebproxy", "Wi-Fi"): "Enabled: No\nServer: \nPort: 0\nAuthenticated Proxy Enabled: 0\n",
}
REGISTRY = r"HKCU\Software\Microsoft\Windows\CurrentVersion\Internet Settings"


def test_reads_and_writes_every_service_of_macos():
    macos = desktop("macOS")
    values = macos.read(lambda line: NETWORKSETUP.get(tuple(line)))
    assert values == {"webproxy Wi-Fi": "on|old.example.test|3128", "securewebproxy Wi-Fi": "off||0"}
    assert macos.write(values) == [
        ("networksetup", "-setwebproxy", "Wi-Fi", "old.example.test", "3128"),
        ("networksetup", "-setwebproxystate", "Wi-Fi", "on"),
        ("networksetup", "-setsecurewebproxystate", "Wi-Fi", "off"),
    ]


def test_reads_and_writes_the_registry_of_windows():
    windows = desktop("Windows")
    said = {"ProxyEnable": "    ProxyEnable    REG_DWORD    0x0\r\n", "ProxyServer": "    ProxyServer    REG_SZ    old:3128\r\n"}
    values = windows.read(lambda line: said.get(line[-1]))
    assert values == {"ProxyServer": "old:3128", "ProxyOverride": None, "ProxyEnable": "0x0"}
    assert windows.write({"ProxyOverride": None, "ProxyEnable": "0x0"}) == [
        ("reg", "delete", REGISTRY, "/v", "ProxyOverride", "/f"),
        ("reg", "add", REGISTRY, "/v", "ProxyEnable", "/t", "REG_DWORD", "/d", "0x0", "/f"),
    ]
    assert windows.ours(PROXY)["ProxyServer"] == "127.0.0.1:8080"


def test_reads_and_writes_kde():
    kde = desktop("KDE 6")
    values = kde.read(lambda line: {"ProxyType": "0\n"}.get(line[-1], "\n"))
    assert values == {"ProxyType": "0", "httpProxy": None, "httpsProxy": None, "NoProxyFor": None}
    first, second, told = kde.write({"httpProxy": None, "ProxyType": "0"})
    start = ("kwriteconfig6", "--file", "kioslaverc", "--group", "Proxy Settings", "--key")
    assert (first, second) == ((*start, "httpProxy", "--delete"), (*start, "ProxyType", "0"))
    assert told[0] == "dbus-send"
    assert kde.ours(PROXY)["httpsProxy"] == "http://127.0.0.1 8080"


HERE = {
    "GNOME": (("gsettings",), "ubuntu:GNOME", "linux", "GNOME"),
    "KDE beside gsettings": (("gsettings", "kwriteconfig5"), "KDE", "linux", "KDE 5"),
    "GNOME beside KDE's programs": (("gsettings", "kwriteconfig6"), "GNOME", "linux", "GNOME"),
    "no name": (("gsettings",), "", "linux", "GNOME"),
    "macOS": (("networksetup", "gsettings"), "", "darwin", "macOS"),
    "Windows": (("reg",), "", "win32", "Windows"),
    "nothing": ((), "GNOME", "linux", None),
}


@pytest.mark.parametrize("name", HERE)
def test_knows_which_desktop_it_is(name):
    programs, current, platform, expected = HERE[name]
    found = present(lambda program: program if program in programs else None, current, platform)
    assert (found.name if found else None) == expected
