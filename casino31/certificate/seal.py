"""A certificate as a file: canonical bytes, their digest, and a signature where there is one."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from casino31.bounded import content_of, json_of
from casino31.faults import Fault, RulesError
from casino31.notebook import Shown
from casino31.serialize import JsonMapping, JsonObject

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

FORMAT = "casino31 certificate, 1"
LARGEST = 64 * 2**20
"""Bytes: solved policies of both sides take some ten million."""
LARGEST_KEY = 2**16


class Signature(NamedTuple):
    """An Ed25519 signature of a certificate's content, in hexadecimal."""

    public_key: str
    value: str


@dataclass(frozen=True, repr=False)
class Certificate(Shown):
    """What is certified, and who signed it."""

    content: JsonMapping
    """The certified content, as JSON has it, without numbers that have a point: docs/certificate.md."""
    signature: Signature | None = None

    @property
    def canonical(self) -> bytes:
        """The content in canonical form: what is digested and signed."""
        return canonical(self.content)

    @property
    def digest(self) -> str:
        """SHA-256 of the content."""
        return hashlib.sha256(self.canonical).hexdigest()

    @property
    def file(self) -> bytes:
        """The bytes of the file."""
        whole: JsonObject = {"format": FORMAT, "content": self.content, "sha256": self.digest}
        if self.signature is not None:
            whole["signature"] = {"algorithm": "Ed25519", **self.signature._asdict()}
        return canonical(whole) + b"\n"

    @property
    def facts(self) -> Mapping[str, object]:
        """The layout, its claims, and the digests."""
        return {
            "layout": self.content["title"],
            "game": self.content["game"],
            **{f"{name}: {claim}": value for name, claim, value in self.claims},
            "SHA-256": self.digest,
            "signed by": self.signature.public_key if self.signature else "nobody",
        }

    @property
    def claims(self) -> list[tuple[str, str, str | None]]:
        """Every claimed figure: what it is of, its name and its value."""
        return [
            (name, figure, value)
            for name, figures in self.content["claims"].items()
            for figure, value in figures.items()
        ]


def canonical(data: object) -> bytes:
    """Return the one way to write data as JSON: UTF-8, keys sorted, no blanks.

    >>> canonical({"b": [1, None], "a": "1/2"})
    b'{"a":"1/2","b":[1,null]}'
    """
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode()


def read(path: Path) -> Certificate:
    """Return the certificate of a file; RulesError when it is none, or not in canonical form, or was altered.

    >>> read(Path("none.c31cert"))
    Traceback (most recent call last):
      ...
    casino31.faults.RulesError: none.c31cert: error[certificate]: it cannot be read: ...
    """
    expected = "a file written by casino31 certify"
    try:
        data = content_of(path, LARGEST)
    except OSError as error:
        raise _refused(path, f"it cannot be read: {error.strerror}", expected) from None
    try:
        whole = json_of(data)
        form = canonical(whole) + b"\n"
    except ValueError as error:
        raise _refused(path, f"it is not JSON in UTF-8: {error}", expected) from None
    if not isinstance(whole, dict) or whole.get("format") != FORMAT or not isinstance(whole.get("content"), dict):
        raise _refused(path, "it is not a certificate of this format", f'"format": "{FORMAT}"')
    if form != data:
        raise _refused(path, "it is not in canonical form", "keys sorted, no blanks, one line end")
    certificate = Certificate(whole["content"], _signature(path, whole.get("signature")))
    if certificate.file != data:
        raise _refused(path, "its content is not that of its SHA-256: it was altered", expected)
    return certificate


def _signature(path: Path, stated: object) -> Signature | None:
    if stated is None:
        return None
    if not isinstance(stated, dict) or not all(isinstance(stated.get(name), str) for name in Signature._fields):
        raise _refused(path, "a signature that is none", "an Ed25519 signature")
    return Signature(stated["public_key"], stated["value"])


def _refused(path: Path, found: str, expected: str) -> RulesError:
    return RulesError([Fault(str(path), 0, 0, "certificate", found, expected)])


def signed(certificate: Certificate, key: Path) -> Certificate:
    """Return the certificate with the signature of a key file; RulesError when the file holds no Ed25519 key.

    ModuleNotFoundError without the extra ``sign``.
    """
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    expected = "an Ed25519 private key in PEM: openssl genpkey -algorithm ed25519 -out FILE"
    try:
        loaded = load_pem_private_key(content_of(key, LARGEST_KEY), None)
    except OSError as error:
        raise _refused(key, f"it cannot be read: {error.strerror}", expected) from None
    except (ValueError, TypeError, UnsupportedAlgorithm) as error:
        locked = isinstance(error, TypeError)
        raise _refused(key, "the key is locked by a password" if locked else "no private key", expected) from None
    if not isinstance(loaded, Ed25519PrivateKey):
        raise _refused(key, "a key of another kind", expected)
    secret: Ed25519PrivateKey = loaded
    value = secret.sign(certificate.canonical).hex()
    return Certificate(certificate.content, Signature(secret.public_key().public_bytes_raw().hex(), value))


def signature_holds(certificate: Certificate, key: Path | None = None) -> bool:
    """Tell whether a certificate is signed, by the key of a file where one is given, and the signature is right.

    RulesError when the file holds no Ed25519 public key; ModuleNotFoundError without the extra ``sign``.
    """
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    wanted = None if key is None else _public(key)
    if certificate.signature is None:
        return False
    try:
        stated = bytes.fromhex(certificate.signature.public_key)
        public: Ed25519PublicKey = Ed25519PublicKey.from_public_bytes(stated)
        public.verify(bytes.fromhex(certificate.signature.value), certificate.canonical)
    except (ValueError, InvalidSignature):
        return False
    return wanted is None or stated == wanted


def _public(key: Path) -> bytes:
    """The public key of a file, which may hold the private one."""
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    from cryptography.hazmat.primitives.serialization import load_pem_public_key

    expected = "an Ed25519 public key in PEM: openssl pkey -in PRIVATE -pubout -out FILE"
    try:
        loaded = load_pem_public_key(content_of(key, LARGEST_KEY))
    except OSError as error:
        raise _refused(key, f"it cannot be read: {error.strerror}", expected) from None
    except (ValueError, UnsupportedAlgorithm):
        raise _refused(key, "no public key", expected) from None
    if not isinstance(loaded, Ed25519PublicKey):
        raise _refused(key, "a key of another kind", expected)
    return loaded.public_bytes_raw()
