"""The mitmproxy shell: the only code that imports mitmproxy."""

from guardian_addons import later

later.put_off()  # before anything here imports mitmproxy's addons
