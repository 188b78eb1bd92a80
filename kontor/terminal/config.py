"""The server and its key. They come from the command line, the environment, or the file that `kontor login` writes.

A key belongs to one server and is never sent to another server.
"""

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Self

HERE = "http://127.0.0.1:8080"  # default address of `kontor up`


def config_file() -> Path:
    """Return the path of the file in which `kontor login` stores keys. It is in the user's configuration folder."""
    folder = os.environ.get("XDG_CONFIG_HOME") or "~/.config"
    return Path(folder).expanduser() / "kontor" / "login.json"


@dataclass(frozen=True, slots=True)
class Tokens:
    """The tokens that a server gave instead of a key. `until`: when the access token ends, in seconds since 1970."""

    client_id: str
    access: str
    refresh: str
    until: float


@dataclass(frozen=True, slots=True)
class Config:
    """The content of the file that `kontor login` writes. `url`: the server of the last login. `keys` and `tokens`: the
    key or the tokens for each server.
    """

    url: str = HERE
    keys: Mapping[str, str] = field(default_factory=dict)
    tokens: Mapping[str, Tokens] = field(default_factory=dict)

    @classmethod
    def read(cls) -> Self:
        """Read the file that `kontor login` writes. Raise ValueError with a message for the user if it is not valid."""
        path = config_file()
        try:
            body = json.loads(path.read_text("utf-8"))
            tokens = {str(url): Tokens(**each) for url, each in body.get("tokens", {}).items()}
            return cls(str(body["url"]), {str(url): str(key) for url, key in body["keys"].items()}, tokens)
        except FileNotFoundError:
            return cls()
        except (ValueError, KeyError, TypeError, AttributeError):
            raise ValueError(f"{path} is not a file that kontor login wrote. Remove it and log in again.") from None

    def with_key(self, url: str, key: str) -> Self:
        return replace(self.without_key(url), url=url, keys={**self.keys, url: key})

    def with_tokens(self, url: str, tokens: Tokens) -> Self:
        return replace(self.without_key(url), url=url, tokens={**self.tokens, url: tokens})

    def without_key(self, url: str) -> Self:
        keys, tokens = dict(self.keys), dict(self.tokens)
        keys.pop(url, None)
        tokens.pop(url, None)
        return replace(self, keys=keys, tokens=tokens)

    def write(self) -> Path:
        """Write the file atomically. Only its owner can read it."""
        path = config_file()
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        beside = path.with_suffix(f".{os.getpid()}")
        with open(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
            json.dump(asdict(self), file, indent=2)
            file.write("\n")
        beside.replace(path)
        return path


@dataclass(frozen=True, slots=True)
class Server:
    """The server to call, and the API key for it. Without a key, only public calls are possible."""

    url: str
    key: str | None


def chosen_server(url: str | None) -> Server:
    """Return the server to call: `url`, otherwise KONTOR_URL, otherwise the server of the last login. Its key is
    KONTOR_KEY, otherwise the key that is stored for this server.
    """
    config = Config.read()
    address = plain(url or os.environ.get("KONTOR_URL") or config.url)
    tokens = config.tokens.get(address)
    stored = config.keys.get(address) if tokens is None else tokens.access
    return Server(address, os.environ.get("KONTOR_KEY") or stored)


def plain(url: str) -> str:
    return url.rstrip("/")
