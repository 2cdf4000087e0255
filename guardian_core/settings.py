"""The configuration: one TOML file, one frozen `Settings`; an unknown key is an error that names the nearest known one.

Durations are milliseconds and sizes bytes unless the name says otherwise; a relative path starts at the file's own folder.
`docs/settings.md` is generated from this file.
"""

import difflib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Self

import phonenumbers
from pydantic import (
    AfterValidator,
    Field,
    PrivateAttr,
    StrictBool,
    StrictInt,
    ValidationError,
    field_validator,
    model_validator,
)

from guardian_core import configuration, profiles
from guardian_core.addresses import host_and_port
from guardian_core.configuration import Source
from guardian_core.control_settings import ControlSettings
from guardian_core.decision_settings import DecisionSettings, FailMode, FailSettings, ListedDomain
from guardian_core.errors import SettingsError
from guardian_core.lists import read_list
from guardian_core.model_settings import ModelSettings
from guardian_core.rewrite_settings import RewriteSettings
from guardian_core.rule_settings import RuleSettings
from guardian_core.rules import Rule
from guardian_core.section import Days, File, Host, Section, is_endpoint
from guardian_core.wire_settings import ExceptionSettings, ProxyMode, Upstream, UpstreamUrl, Variable, upstream_of

__all__ = ["DecisionSettings", "FailMode", "FailSettings", "ListedDomain", "Rule", "Settings", "authorities"]


class ProxySettings(Section):
    """Where we listen and what lies upstream."""

    host: Host = Field("127.0.0.1", description="address to listen on; loopback unless you run a gateway for others")
    port: StrictInt = Field(8080, ge=1, le=65535, description="port to listen on")
    web_port: StrictInt = Field(8081, ge=1, le=65535, description="port of mitmweb with --web")
    resolve: dict[Annotated[str, AfterValidator(host_and_port)], Annotated[str, AfterValidator(is_endpoint)]] = Field(
        default_factory=dict,
        description='host names mapped to addresses, as curl --resolve does: "shop.example.test" = "127.0.0.1:8443"',
    )
    trust_ca: File | None = Field(None, description="a PEM file of authorities to trust upstream beside the public ones")
    max_body: StrictInt = Field(
        16_000_000, ge=1_000, description="decoded bytes of a request body that are read; of a larger one only the beginning is"
    )
    mode: ProxyMode = Field(
        "regular",
        description='how traffic comes in: "regular", "transparent" (the system sends it here), or "reverse:URL" (one server)',
    )
    upstream: UpstreamUrl | None = Field(
        None, description="a proxy through which everything goes out, policies too: http://proxy.example.com:3128 or https://…"
    )
    upstream_login_env: Variable | None = Field(
        None, description="the environment variable that holds user:password for it; never the login itself"
    )
    upstream_login_file: File | None = Field(None, description="the file that holds user:password for it (chmod 600)")
    pac_port: StrictInt = Field(
        0, ge=0, le=65535, description="port at which http://127.0.0.1:PORT/proxy.pac tells browsers of the proxy; 0: none"
    )

    @model_validator(mode="after")
    def _two_ports(self) -> Self:
        if self.port == self.web_port and "web_port" in self.model_fields_set:  # a default hurts only with --web, which says so
            message = f"web_port and port are both {self.port}; choose another web_port"
            raise ValueError(message)
        if self.upstream is not None and self.mode != "regular":
            message = f"upstream works in mode regular only, and mode is {self.mode}"
            raise ValueError(message)
        if self.upstream_login_env and self.upstream_login_file:
            message = "upstream_login_env and upstream_login_file: name one place of the login, not both"
            raise ValueError(message)
        return self

    def through(self) -> Upstream | None:
        """The upstream proxy with its login; raises SettingsError."""
        return upstream_of(self.upstream, self.upstream_login_env, self.upstream_login_file)


class PolicySettings(Section):
    """The policy cache."""

    enabled: StrictBool = Field(True, description="look for the destinations' privacy policies")
    wait: StrictInt = Field(400, ge=0, description="how long a first visit waits for the policy before it goes on as unknown")
    store: File | None = Field(None, description="the database; by default policies.db in the home folder")
    fetch_timeout: StrictInt = Field(20_000, ge=100, description="time for one discovery, all hops together")
    max_bytes: StrictInt = Field(3_000_000, ge=10_000, description="largest page that is read")
    max_hops: StrictInt = Field(5, ge=0, le=20, description="redirects that are followed")
    fresh_days: Days = Field(7.0, gt=0, description="days after which a policy is looked up again")
    negative_hours: Days = Field(6.0, gt=0, description="hours for which an unreadable or missing policy is remembered")
    browser: File | None = Field(
        None, description="a Chromium that reads pages only scripts can write (headless, empty profile); by default none"
    )
    classifier: StrictBool = Field(
        True,
        description="read statements by the classifier, too; its weights are for research only (policy_cache/models)",
    )
    allow_private: tuple[Host, ...] = Field((), description="hosts whose policy may lie on a private address")
    top_k: StrictInt = Field(8, ge=1, le=64, description="statements retrieved per action (paper: 8)")


class LikelihoodSettings(Section):
    """System 1, the fast path of the likelihood."""

    system1: StrictBool = Field(
        True, description="judge by the trained classifier; its weights are for research only (guardian_core/matching/models)"
    )
    weights: File | None = Field(None, description="weights of your own for it; by default those that ship")
    learn: StrictBool = Field(True, description="let it learn from the language model's opinions: features and labels, never text")
    store: File | None = Field(None, description="what it has learned; by default learned.db in the home folder")


class DetectSettings(RuleSettings):
    """Finding personal data."""

    names: StrictBool = Field(True, description="use the names model")
    model: File | None = Field(None, description="folder of the names model; by default the one that ships")
    phone_regions: tuple[str, ...] = Field(
        ("US", "GB", "DE", "FR"), description="regions whose national phone formats are recognised"
    )
    max_model_chars: StrictInt = Field(
        50_000, ge=0, description="characters per request that the names model reads at most; patterns read everything"
    )
    model_time: StrictInt = Field(1_500, ge=0, description="time that the names model takes per request at most")
    workers: StrictInt = Field(
        1,
        ge=0,
        le=16,
        description="processes for long requests, started soon after the proxy, and as many for those of up to 64 KB that come "
        "meanwhile; 0: its own threads, which nobody can stop",
    )
    identities: File | None = Field(
        None, description="the values of `guardian identities`; by default identities.json in the home folder"
    )

    @field_validator("phone_regions")
    @classmethod
    def _known_regions(cls, regions: tuple[str, ...]) -> tuple[str, ...]:
        for region in regions:
            if region not in phonenumbers.SUPPORTED_REGIONS:
                near = {"UK": "GB", "EN": "GB"}.get(region.upper()) or next(
                    iter(difflib.get_close_matches(region.upper(), phonenumbers.SUPPORTED_REGIONS, 1)),
                    "a two-letter code such as GB",
                )
                message = f"unknown phone region {region!r}: use {near}"
                raise ValueError(message)
        return regions


class RestoreSettings(Section):
    """Conversations with language models: placeholders on the way out, the user's own words on the way back."""

    enabled: StrictBool = Field(
        True,
        description="use placeholders in conversations and put the originals back into the replies; false: levels as elsewhere",
    )
    hosts: tuple[Host, ...] = Field(
        (), description="hosts (and all below them) that are conversations whatever their JSON looks like; the usual APIs are known"
    )
    minutes: StrictInt = Field(720, ge=1, description="minutes after its last turn for which a conversation's originals are kept")
    conversations: StrictInt = Field(
        1_000, ge=1, description="conversations that are kept; the one not used for longest goes first"
    )


class AuditSettings(Section):
    """What is recorded, without raw values."""

    enabled: StrictBool = Field(True, description="record every decision")
    store: File | None = Field(None, description="the database; by default audit.db in the home folder")
    retention_days: Days = Field(30.0, gt=0, description="days after which records are removed")


class Settings(Section):
    """The whole configuration."""

    profile: profiles.Profile | None = Field(
        None, description="a named starting point, for what is not said here: personal, agent, strict, gateway, observe"
    )
    home: File = Field(
        default_factory=configuration.home,
        description="folder for databases, the interception authority and the key of the digests (also GUARDIAN_HOME)",
    )
    proxy: ProxySettings = ProxySettings()
    fail: FailSettings = FailSettings()
    exceptions: ExceptionSettings = ExceptionSettings()
    decision: DecisionSettings = DecisionSettings()
    rules: tuple[Rule, ...] = Field(
        (), description="rules of yours about whole requests, each a table [[rules]]; see docs/rules.md"
    )
    policy: PolicySettings = PolicySettings()
    likelihood: LikelihoodSettings = LikelihoodSettings()
    detect: DetectSettings = DetectSettings()
    model: ModelSettings = ModelSettings()
    rewrite: RewriteSettings = RewriteSettings()
    restore: RestoreSettings = RestoreSettings()
    audit: AuditSettings = AuditSettings()
    control: ControlSettings = ControlSettings()

    _source: Source = PrivateAttr(default_factory=Source)

    @field_validator("rules")
    @classmethod
    def _one_name_each(cls, rules: tuple[Rule, ...]) -> tuple[Rule, ...]:
        names = [rule.name for rule in rules]
        twice = next((name for name in names if names.count(name) > 1), None)
        if twice is not None:
            message = f"two rules are called {twice!r}: give each its own name"
            raise ValueError(message)
        return rules

    @property
    def identities(self) -> Path:
        """The file of the values that the user registered."""
        return self.detect.identities or self.home / "identities.json"

    @property
    def source(self) -> Source:
        """Where these settings came from."""
        return self._source

    @property
    def fetched(self) -> dict[str, Path]:
        """Where `guardian lists update` keeps each of `decision.sources`."""
        return {name: self.home / "lists" / name for name in self.decision.sources}

    @classmethod
    def load(cls, path: Path | None, *, profile: str | None = None, given: Mapping[str, Any] | None = None) -> "Settings":
        """Read a TOML file over its profile; None gives the defaults. `given` beats both: what the command line says.

        Raises:
            SettingsError: unreadable file, broken TOML, unknown key or unusable value; the message says which and what to do.
        """
        text = configuration.content(path) if path else ""
        file = configuration.tables(path, text) if path else {}
        name = profile or file.get("profile")
        base = profiles.values(name) if name in profiles.PROFILES else {}
        layers = {f"profile {name}": base, str(path): file, "the command line": given or {}}
        raw = configuration.layered(*layers.values()) | ({"profile": name} if name is not None else {})
        try:
            settings = cls.model_validate(raw, context={"folder": path.absolute().parent if path else Path()})
        except ValidationError as error:
            what = f"the configuration {path}" if path else "this configuration"
            message = f"{what} cannot be used:\n" + "\n".join(
                configuration.explained(cls, e["loc"], e["type"], e["msg"]) for e in error.errors()
            )
            raise SettingsError(message) from None
        settings = _with_lists(settings)
        if settings.proxy.trust_ca is not None:
            authorities(settings.proxy.trust_ca)  # now, so that every command refuses what `run` refuses
        settings._source = Source(path, profile, given or {}, configuration.origins(layers), not text.strip())
        return settings

    def again(self, *, profile: str | None = None, given: Mapping[str, Any] | None = None) -> "Settings":
        """Read anew what these were read from, with what else the command line says; raises what `load` raises."""
        source = self._source
        return Settings.load(source.path, profile=profile or source.profile, given=configuration.layered(source.given, given or {}))


def _with_lists(settings: "Settings") -> "Settings":
    """The user's lists read into `decision.domains`, behind what the user said of a domain."""
    lists = (*settings.decision.lists, *(path for path in settings.fetched.values() if path.is_file()))
    if not lists:
        return settings
    domains = {
        domain.lower(): ListedDomain(recipient=recipient, owner=owner, own_pages=True, imported=True)
        for path in lists
        for domain, recipient, owner in read_list(path)
    }
    decision = settings.decision.model_copy(update={"domains": domains | settings.decision.domains})
    return settings.model_copy(update={"decision": decision})


def authorities(path: Path) -> str:
    """The PEM text of `[proxy] trust_ca`.

    Raises:
        SettingsError: it cannot be read or holds no certificate.
    """
    try:
        pem = path.read_text(encoding="ascii")
    except (OSError, UnicodeDecodeError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or "not a PEM file"
        message = f"proxy.trust_ca: cannot read {path}: {reason}"
        raise SettingsError(message) from None
    if "-----BEGIN CERTIFICATE-----" not in pem:
        message = f"proxy.trust_ca: {path} holds no certificate in PEM form"
        raise SettingsError(message)
    return pem
