"""TLS of both sides: certificate files, a certificate made on the spot, fingerprints."""

import hashlib
import ipaddress
import ssl
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from arena.errors import ConfigError

_VALID = timedelta(days=400)
_PACKAGE = "pip install 'mus-arena[remote]'"


@dataclass(frozen=True, slots=True)
class Files:
    """A certificate with its chain, and its key, in PEM."""

    certificate: Path
    key: Path


@dataclass(frozen=True, slots=True)
class Identity:
    """What the arena proves itself with, and how to know it by that."""

    context: ssl.SSLContext
    fingerprint: str


def identity(files: Files | None, *, host: str) -> Identity:
    """The arena's identity from files, or made on the spot. Raises ConfigError."""
    if files is not None:
        return _loaded(files)
    with _made(host) as made:
        return _loaded(made)


def pinned(fingerprint: str | None) -> ssl.SSLContext:
    """How the joining side looks at the arena: who it is, is asked for by `fingerprint_of` if pinned."""
    context = ssl.create_default_context()
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    if fingerprint is not None:
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
    return context


def fingerprint_of(certificate: bytes) -> str:
    """The SHA-256 of a certificate in DER, in hex."""
    return hashlib.sha256(certificate).hexdigest()


def plain(fingerprint: str) -> str:
    """A fingerprint as a person may write it, with colons and capitals, as we do."""
    return fingerprint.replace(":", "").strip().lower()


def _loaded(files: Files) -> Identity:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    try:
        context.load_cert_chain(files.certificate, files.key)
        pem = files.certificate.read_text(encoding="ascii")
        first = pem[pem.index("-----BEGIN CERTIFICATE") :].split("-----END CERTIFICATE-----")[0]
        der = ssl.PEM_cert_to_DER_cert(f"{first.strip()}\n-----END CERTIFICATE-----\n")
    except (OSError, ValueError) as error:  # Also SSLError, which is an OSError.
        where = f"certificate = {str(files.certificate)!r}, key = {str(files.key)!r}"
        raise ConfigError(f"listen: {where}: can't be used: {error}") from None
    return Identity(context, fingerprint_of(der))


@contextmanager
def _made(host: str) -> Iterator[Files]:
    """A new key and a certificate signed with it, in files that are gone afterwards."""
    try:
        from cryptography import x509
        from cryptography.hazmat.primitives import hashes, serialization
        from cryptography.hazmat.primitives.asymmetric import ec
    except ImportError:
        raise ConfigError(
            f"listen: to make a certificate takes the package cryptography: {_PACKAGE},"
            " or set certificate and key"
        ) from None
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "mus-arena")])
    names: list[x509.GeneralName] = [x509.DNSName("localhost")]
    with suppress(ValueError):
        names.append(x509.IPAddress(ipaddress.ip_address(host)))
    now = datetime.now(UTC)
    builder = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
    builder = builder.not_valid_before(now - timedelta(days=1)).not_valid_after(now + _VALID)
    builder = builder.add_extension(x509.SubjectAlternativeName(names), critical=False)
    certificate = builder.sign(key, hashes.SHA256())
    encoding = serialization.Encoding.PEM
    with TemporaryDirectory(prefix="mus-") as folder:
        files = Files(Path(folder) / "certificate.pem", Path(folder) / "key.pem")
        files.certificate.write_bytes(certificate.public_bytes(encoding))
        files.key.write_bytes(
            key.private_bytes(
                encoding,
                serialization.PrivateFormat.PKCS8,
                serialization.NoEncryption(),
            )
        )
        yield files
