"""`[proxy] mode` and `upstream` in; mitmproxy's options for them out."""

from guardian_core.settings import Settings


def options(settings: Settings) -> dict[str, object]:
    """What mitmproxy is told, beside where to listen.

    Raises:
        SettingsError: the login of the upstream proxy is not where it is said to be.
    """
    proxy = settings.proxy
    through = proxy.through()
    if through is None:
        return {"mode": [proxy.mode]}
    name = f"[{through.host}]" if ":" in through.host else through.host
    return {"mode": [f"upstream:{through.scheme}://{name}:{through.port}"], "upstream_auth": through.login}
