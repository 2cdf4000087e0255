"""The mitmproxy shell: the only code that imports mitmproxy."""
