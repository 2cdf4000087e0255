"""What mitmproxy does to traffic that would break it, done otherwise from now on; each place says what and why."""

from guardian_addons import again, farewell, hints, interim, late, pending, trailers, unreached


def mend() -> None:
    """Change mitmproxy's layers; a second time does nothing."""
    trailers.read()
    interim.skip()
    hints.pass_on()
    farewell.allow()
    pending.wait()
    late.wait()
    unreached.tell()
    again.send()  # first of all: what is sent again has no error yet
