"""The configuration: one TOML file, one frozen `Settings`; an unknown key is an error that names the nearest known one.

Durations are milliseconds and sizes bytes unless the name says otherwise; a relative path starts at the file's own folder.
`docs/settings.md` is generated from this file.
"""

import difflib
import os
import tomllib
from pathlib import Path
from typing import Annotated, Literal, Self, get_args, get_origin

import phonenumbers
from pydantic import AfterValidator, BaseModel, Field, StrictBool, StrictInt, ValidationError, field_validator, model_validator

from guardian_core.addresses import host_and_port
from guardian_core.errors import SettingsError
from guardian_core.lists import read_list
from guardian_core.model_settings import ModelSettings
from guardian_core.rewrite_settings import RewriteSettings
from guardian_core.rule_settings import RuleSettings
from guardian_core.section import Days, File, Host, Section, is_endpoint
from guardian_core.vocabulary import Basis, Purpose, Recipient

FailMode = Literal["closed", "open"]


_OPAQUE: dict[Recipient, FailMode] = {
    Recipient.FIRST_PARTY: "open",
    Recipient.SERVICE_PROVIDER: "open",
    Recipient.GOVERNMENT: "open",
}


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
        16_000_000, ge=1_000, description="decoded bytes of a request body that are read; a larger one is unreadable"
    )

    @model_validator(mode="after")
    def _two_ports(self) -> Self:
        if self.port == self.web_port and "web_port" in self.model_fields_set:  # a default hurts only with --web, which says so
            message = f"web_port and port are both {self.port}; choose another web_port"
            raise ValueError(message)
        return self


class FailSettings(Section):
    """What happens to what could not be read: "closed" refuses, "open" lets it through and records it."""

    unreadable: FailMode = Field("closed", description="broken or unknown content coding, unreadable body, a stage that failed")
    opaque: dict[Recipient, FailMode] = Field(
        default_factory=lambda: dict(_OPAQUE),
        description="recognised binary, and text too long for the names model, by recipient; a recipient not named is closed",
    )
    stream: FailMode = Field("closed", description="raw TCP, UDP and other traffic that is not HTTP")


class ListedDomain(Section):
    """What is known of the owner of a domain; a user's own entry beats the list that ships."""

    recipient: Recipient = Field(description="who it is, for requests of other sites' pages and of clients without a page")
    purpose: Purpose | None = Field(None, description="what it does with the data; by default what such recipients usually do")
    owner: str | None = Field(None, description="its owner: pages and destinations of one owner are one party")
    own_pages: StrictBool = Field(False, description="people also visit it as a site of its own, where it is the first party")
    imported: StrictBool = Field(
        False, description="from one of `lists`: counts only where neither you nor the shipped list say more"
    )


class DecisionSettings(Section):
    """How decisions are taken."""

    observe: StrictBool = Field(False, description="decide and record, change nothing")
    client_recipient: Recipient = Field(
        Recipient.SERVICE_PROVIDER,
        description="recipient for a client without a page (agents, SDKs) where no list names the destination",
    )
    client_purpose: Purpose = Field(Purpose.FUNCTIONALITY, description="purpose for such a client where nothing else tells")
    client_basis: Basis = Field(Basis.DEFAULT, description="basis for such a client where nothing else tells")
    detect_timeout: StrictInt = Field(10_000, ge=1, description="time for finding personal data; over it the request is unreadable")
    domains: dict[Host, ListedDomain] = Field(
        default_factory=dict,
        description='what you know of domains and all below them: "ads.example.test" = { recipient = "advertising" }',
    )
    lists: tuple[File, ...] = Field(
        (), description="tracker lists of yours: Disconnect's services.json, DuckDuckGo's tds.json, EasyPrivacy or such as it"
    )


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

    home: File = Field(
        default_factory=lambda: Path(os.environ.get("GUARDIAN_HOME") or "~/.guardianagent").expanduser(),
        description="folder for databases, the interception authority and the key of the digests (also GUARDIAN_HOME)",
    )
    proxy: ProxySettings = ProxySettings()
    fail: FailSettings = FailSettings()
    decision: DecisionSettings = DecisionSettings()
    policy: PolicySettings = PolicySettings()
    likelihood: LikelihoodSettings = LikelihoodSettings()
    detect: DetectSettings = DetectSettings()
    model: ModelSettings = ModelSettings()
    rewrite: RewriteSettings = RewriteSettings()
    restore: RestoreSettings = RestoreSettings()
    audit: AuditSettings = AuditSettings()

    @property
    def identities(self) -> Path:
        """The file of the values that the user registered."""
        return self.detect.identities or self.home / "identities.json"

    @classmethod
    def load(cls, path: Path | None) -> "Settings":
        """Read a TOML file; None gives the defaults.

        Raises:
            SettingsError: unreadable file, broken TOML, unknown key or unusable value; the message says which and what to do.
        """
        if path is None:
            return cls()
        try:
            raw = tomllib.loads(path.read_text(encoding="utf-8"))
        except OSError as error:
            message = f"cannot read the configuration {path}: {error.strerror or error}"
            raise SettingsError(message) from None
        except UnicodeDecodeError:
            message = f"the configuration {path} is not UTF-8 text"
            raise SettingsError(message) from None
        except tomllib.TOMLDecodeError as error:
            message = f"the configuration {path} is not valid TOML: {error}"
            raise SettingsError(message) from None
        try:
            settings = cls.model_validate(raw, context={"folder": path.absolute().parent})
        except ValidationError as error:
            message = f"the configuration {path} cannot be used:\n" + "\n".join(
                _explain(e["loc"], e["type"], e["msg"]) for e in error.errors()
            )
            raise SettingsError(message) from None
        settings = _with_lists(settings)
        if settings.proxy.trust_ca is not None:
            authorities(settings.proxy.trust_ca)  # now, so that every command refuses what `run` refuses
        return settings


def _with_lists(settings: "Settings") -> "Settings":
    """The user's lists read into `decision.domains`, behind what the user said of a domain."""
    if not settings.decision.lists:
        return settings
    domains = {
        domain.lower(): ListedDomain(recipient=recipient, owner=owner, own_pages=True, imported=True)
        for path in settings.decision.lists
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


# What pydantic does not say: how the right value is written in TOML.
WRITTEN = {"bool_type": " (true or false, without quotes)", "int_type": " (a whole number, without quotes)"}


def _explain(loc: tuple[int | str, ...], kind: str, text: str) -> str:
    """One line for one fault; an unknown key names the nearest known one."""
    name = ".".join(str(part) for part in loc if part != "[key]")
    if kind != "extra_forbidden":
        return f"  {name}: {text.removeprefix('Value error, ')}{WRITTEN.get(kind, '')}"
    model: type[BaseModel] = Settings
    for part in loc[:-1]:
        if str(part) not in model.model_fields:
            continue  # the key of a table: its value type was taken with the field
        annotation: object = model.model_fields[str(part)].annotation
        if get_origin(annotation) in {dict, tuple}:
            annotation = get_args(annotation)[get_origin(annotation) is dict]
        if isinstance(annotation, type) and issubclass(annotation, BaseModel):
            model = annotation
    near = difflib.get_close_matches(str(loc[-1]), model.model_fields, 1, cutoff=0.4)
    hint = f"did you mean {near[0]!r}?" if near else "known keys: " + ", ".join(model.model_fields)
    return f"  {name}: unknown key; {hint}"
