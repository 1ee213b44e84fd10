"""A phone, as far as a wallet sees it: keys that never leave it, and a certificate chain that describes them.

A real device does all of this in hardware, and its chain ends at an authority of its maker. Here it ends at the
synthetic test root, which the reference issuer trusts.
"""

import base64
from datetime import datetime, timedelta, timezone

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from jose import private_key, public_jwk, sign

KEY_DESCRIPTION = x509.ObjectIdentifier("1.3.6.1.4.1.11129.2.1.17")


class Device:
    def __init__(self, keys):
        self.root = private_key(keys["root"])
        self.authority, self.key, self.second = (ec.generate_private_key(ec.SECP256R1()) for _ in range(3))
        self.response_key = private_key(keys["walletSealEc"])  # Assay has it too, so it can decrypt the response

    def attest(self, nonce, now):
        """A key attestation: the keys that credentials are requested for, signed by the key of the first certificate."""
        header = {"alg": "ES256", "typ": "keyattestation+jwt", "x5c": self.chain(nonce)}
        keys = [public_jwk(key) for key in (self.key, self.second)]
        return sign(header, {"nonce": nonce, "iat": now, "attested_keys": keys}, self.key)

    def chain(self, nonce):
        signs = x509.KeyUsage(True, *[False] * 8)
        certifies = x509.KeyUsage(*[False] * 5, True, *[False] * 3)
        ca = [(x509.BasicConstraints(ca=True, path_length=None), True), (certifies, True)]
        described = [(signs, True), (x509.UnrecognizedExtension(KEY_DESCRIPTION, key_description(nonce)), False)]
        return [
            certificate("Device key", self.key, "Example authority", self.authority, described),
            certificate("Example authority", self.authority, "Test root", self.root, ca),
            certificate("Test root", self.root, "Test root", self.root, ca),
        ]


def certificate(subject, key, issuer, issuer_key, extensions):
    today = datetime.now(timezone.utc)
    draft = (
        x509.CertificateBuilder()
        .subject_name(name(subject))
        .issuer_name(name(issuer))
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(today - timedelta(days=30))
        .not_valid_after(today + timedelta(days=30))
    )
    for extension, critical in extensions:
        draft = draft.add_extension(extension, critical)
    signed = draft.sign(issuer_key, hashes.SHA256())
    return base64.b64encode(signed.public_bytes(serialization.Encoding.DER)).decode()


def name(text):
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])


# The key description of Android, in DER. cryptography does not support it; it needs four kinds of values only.

BOOLEAN, INTEGER, OCTETS, ENUM, SEQUENCE, SET = 0x01, 0x02, 0x04, 0x0A, 0x30, 0x31
TRUSTED_ENVIRONMENT, GENERATED, VERIFIED, SIGN, EC, P256, SHA256 = 1, 0, 0, 2, 3, 1, 4


def key_description(nonce):
    digest, locked, state = der(OCTETS, bytes(32)), der(BOOLEAN, b"\xff"), der(ENUM, VERIFIED)
    root_of_trust = der(SEQUENCE, digest, locked, state, digest)
    hardware = [
        tagged(1, der(SET, der(INTEGER, SIGN))),
        tagged(2, der(INTEGER, EC)),
        tagged(3, der(INTEGER, 256)),
        tagged(5, der(SET, der(INTEGER, SHA256))),
        tagged(10, der(INTEGER, P256)),
        tagged(702, der(INTEGER, GENERATED)),
        tagged(704, root_of_trust),
    ]
    version, level = der(INTEGER, 300), der(ENUM, TRUSTED_ENVIRONMENT)
    challenge, unique_id, software = der(OCTETS, nonce.encode()), der(OCTETS, b""), der(SEQUENCE)
    return der(SEQUENCE, version, level, version, level, challenge, unique_id, software, der(SEQUENCE, *hardware))


def der(tag, *parts):
    content = b"".join(part if isinstance(part, bytes) else integer(part) for part in parts)
    length = len(content)
    if length < 0x80:
        return bytes([tag, length]) + content
    octets = length.to_bytes((length.bit_length() + 7) // 8, "big")
    return bytes([tag, 0x80 | len(octets)]) + octets + content


def integer(value):
    return value.to_bytes(value.bit_length() // 8 + 1, "big")


def tagged(number, content):
    """An explicit tag; one above 30 takes further bytes."""
    if number < 31:
        return der(0xA0 | number, content)
    return bytes([0xBF, 0x80 | number >> 7]) + der(number & 0x7F, content)
