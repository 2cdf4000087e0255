"""The state of the parts: proxy, model, policies, journal, authority; how many values are registered, never which."""

import asyncio
from collections import Counter
from collections.abc import Sequence
from urllib.parse import urlsplit

from guardian_certs.hints import Interception

from guardian_core.control.html import Child, element
from guardian_core.control.layout import count, facts, moment
from guardian_core.errors import LlmError
from guardian_core.llm import connect
from guardian_core.running import Running
from guardian_core.settings import Settings
from policy_cache import PolicySummary

MODEL_SECONDS = 2.0


def status_page(
    settings: Settings,
    *,
    observing: bool,
    paused: float | None,
    running: Running | None,
    model: str | None,
    kinds: Sequence[str],
    policies: Sequence[PolicySummary],
    authority: Interception,
    faults: Sequence[str],
) -> tuple[Child, ...]:
    """`kinds`: of the registered values, one for each; `faults`: what cannot be used, in sentences."""
    by_kind = Counter(kinds)
    return (
        element("h1", "Status"),
        [element("p", fault, class_="note") for fault in faults],
        element("h2", "Proxy"),
        facts(
            (
                ("Address", running.url if running else f"{settings.proxy.host}:{settings.proxy.port}"),
                ("Mode", _mode(paused, observing=observing)),
                ("Home", element("code", str(settings.home))),
                ("Could not be read", f"fail.unreadable is {settings.fail.unreadable}, fail.stream is {settings.fail.stream}"),
            )
        ),
        element("h2", "Your own values"),
        facts((kind, str(number)) for kind, number in sorted(by_kind.items())) if kinds else element("p", "None are registered."),
        element(
            "p",
            "They are found in any spelling or encoding: ",
            element("code", "guardian identities add"),
            ". Which they are is not shown here.",
            class_="hint",
        ),
        element("h2", "Language model"),
        facts(_model(settings, model)),
        element("h2", "Privacy policies"),
        facts(_policies(settings, policies)),
        element("h2", "Authority"),
        facts(
            (
                ("Fingerprint", element("code", authority.fingerprint) if authority.fingerprint else "not made yet"),
                ("Expires", authority.expires),
                ("Certificate", element("a", "download, and how to trust it", href="/trust")),
            )
        ),
    )


def model_answers(settings: Settings) -> str | None:
    """Whether the configured model's server answers now, in words; None where none is. It is asked, so not on an event loop.

    Raises:
        SettingsError: its key cannot be used.
    """
    client = connect(settings.model, trust_ca=settings.proxy.trust_ca)
    if client is None:
        return None

    async def asked() -> str:
        try:
            async with asyncio.timeout(MODEL_SECONDS):
                return f"answers: {', '.join(await client.models()) or 'it lists no model'}"
        except TimeoutError:
            return f"did not answer within {MODEL_SECONDS:g} seconds"
        except LlmError as error:
            return error.reason
        finally:
            await client.close()

    return asyncio.run(asked())


def _mode(paused: float | None, *, observing: bool) -> Child:
    if paused is not None:
        return (
            "paused until ",
            moment(paused),
            ": nothing is changed or held back (",
            element("code", "guardian resume"),
            " ends it)",
        )
    return "observing: nothing is changed or held back" if observing else "protecting"


def _model(settings: Settings, answers: str | None) -> tuple[tuple[str, Child], ...]:
    model, weights = settings.model, settings.likelihood
    where = urlsplit(model.url or "").netloc.rpartition("@")[2]  # never a key that somebody wrote into the address
    judged = (
        "System 1, the trained classifier" + (", which learns" if weights.learn and model.url else "")
        if weights.system1
        else "rules"
    )
    return (
        ("Server", where or "none: levels 4 and 5 are served by rules, doubtful likelihoods stay with System 1"),
        ("Now", answers),
        ("Model", (model.name or "the first that it lists") if model.url else None),
        ("Likelihoods", judged),
    )


def _policies(settings: Settings, policies: Sequence[PolicySummary]) -> tuple[tuple[str, Child], ...]:
    if not settings.policy.enabled:
        return (("Looked for", "no ([policy] enabled = false)"),)
    states = Counter(str(one.state) for one in policies)
    newest = max((one.checked_at for one in policies), default=None)
    return (
        ("Sites", element("a", count(len(policies), "site"), href="/sites")),
        ("Of them", ", ".join(f"{number} {state}" for state, number in sorted(states.items()))),
        ("Last looked for", moment(newest) if newest else None),
        ("Waited for", f"{settings.policy.wait} ms on a first visit, then it goes on as unknown"),
    )
