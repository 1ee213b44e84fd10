"""Signed tokens in JSON and in CBOR (RFC 7515, RFC 8392, RFC 9052), with nothing but `cryptography`. They share no code with Assay."""

import base64
import datetime
import hashlib
import hmac
import json
import struct

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa, utils
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509.oid import NameOID

CURVES = {
    "ES256": (ec.SECP256R1(), "P-256", hashes.SHA256()),
    "ES384": (ec.SECP384R1(), "P-384", hashes.SHA384()),
    "ES512": (ec.SECP521R1(), "P-521", hashes.SHA512()),
    "ES256K": (ec.SECP256K1(), "secp256k1", hashes.SHA256()),
}
NUMBERS = {"ES256": -7, "ES384": -35, "ES512": -36, "ES256K": -47, "EdDSA": -8, "Ed25519": -19, "PS256": -37}
NUMBERS.update({"RS256": -257, "HS256": 5})
NAMES = {"iss": 1, "sub": 2, "aud": 3, "exp": 4, "nbf": 5, "iat": 6, "cti": 7, "status_list": 65533, "ttl": 65534}


def encode(octets):
    return base64.urlsafe_b64encode(octets).rstrip(b"=").decode()


def make_key(alg):
    if alg == "HS256":
        return hashlib.sha256(b"a secret of a status issuer").digest()
    if alg in CURVES:
        return ec.generate_private_key(CURVES[alg][0])
    return ed25519.Ed25519PrivateKey.generate() if alg.startswith("Ed") else rsa.generate_private_key(65537, 2048)


def publish(key, alg):
    """The JWK by which others verify."""
    if alg == "HS256":
        return {"kty": "oct", "k": encode(key)}
    public = key.public_key()
    if alg.startswith("Ed"):
        return {"kty": "OKP", "crv": "Ed25519", "x": encode(public.public_bytes_raw())}
    numbers = public.public_numbers()
    if alg in CURVES:
        size = (public.key_size + 7) // 8
        x, y = (encode(each.to_bytes(size, "big")) for each in (numbers.x, numbers.y))
        return {"kty": "EC", "crv": CURVES[alg][1], "x": x, "y": y}
    return {"kty": "RSA", "n": encode(numbers.n.to_bytes(256, "big")), "e": "AQAB"}


def sign(octets, key, alg):
    if alg == "HS256":
        return hmac.new(key, octets, "sha256").digest()
    if alg.startswith("Ed"):
        return key.sign(octets)
    if alg in CURVES:
        r, s = utils.decode_dss_signature(key.sign(octets, ec.ECDSA(CURVES[alg][2])))
        size = (key.key_size + 7) // 8
        return r.to_bytes(size, "big") + s.to_bytes(size, "big")
    fill = padding.PKCS1v15() if alg == "RS256" else padding.PSS(padding.MGF1(hashes.SHA256()), 32)
    return key.sign(octets, fill, hashes.SHA256())


def certify(public, root, issuer="a root", subject="a status issuer", is_root=False):
    now = datetime.datetime.now(datetime.timezone.utc)
    named = lambda text: x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])
    return (
        x509.CertificateBuilder()
        .subject_name(named(subject))
        .issuer_name(named(issuer))
        .public_key(public)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=30))
        .add_extension(x509.BasicConstraints(is_root, None), True)
        .sign(root, hashes.SHA256())
        .public_bytes(Encoding.DER)
    )


def write_json(content, style):
    if style == "pretty":
        return json.dumps(content, indent=2).encode()
    if style == "raw":
        return json.dumps(content, separators=(",", ":"), ensure_ascii=False).encode()
    return json.dumps(content, separators=(",", ":")).encode()


def write_jwt(header, claims, key, alg, style="compact"):
    text = f"{encode(write_json(header, style))}.{encode(write_json(claims, style))}"
    return f"{text}.{encode(sign(text.encode(), key, alg))}".encode()


class Tagged:
    def __init__(self, tag, value):
        self.tag, self.value = tag, value


def head(major, count, wide=False):
    if wide:
        return struct.pack(">BQ", major << 5 | 27, count)
    if count < 24:
        return bytes([major << 5 | count])
    for info, size in ((24, 1), (25, 2), (26, 4), (27, 8)):
        if count < 1 << 8 * size:
            return bytes([major << 5 | info]) + count.to_bytes(size, "big")


def write_cbor(value, style="definite"):
    again = lambda each: write_cbor(each, style)
    wide = style == "wide"
    if value is None or isinstance(value, bool):
        return bytes([0xF6 if value is None else 0xF5 if value else 0xF4])
    if isinstance(value, float):
        return struct.pack(">Bd", 0xFB, value)
    if isinstance(value, int):
        return head(0, value, wide) if value >= 0 else head(1, -1 - value, wide)
    if isinstance(value, Tagged):
        return head(6, value.tag) + again(value.value)
    if isinstance(value, (bytes, str)):
        octets = value if isinstance(value, bytes) else value.encode()
        major = 2 if isinstance(value, bytes) else 3
        if style == "indefinite" and (major == 2 or octets.isascii()) and len(octets) > 8:
            chunks = b"".join(head(major, len(each)) + each for each in (octets[:3], octets[3:]))
            return bytes([major << 5 | 31]) + chunks + b"\xff"
        return head(major, len(octets), wide) + octets
    if isinstance(value, list):
        inner = b"".join(map(again, value))
        return b"\x9f" + inner + b"\xff" if style == "indefinite" else head(4, len(value), wide) + inner
    inner = b"".join(again(name) + again(each) for name, each in value.items())
    return b"\xbf" + inner + b"\xff" if style == "indefinite" else head(5, len(value), wide) + inner


def write_cwt(own, other, claims, key, alg, style="definite", tags=None):
    payload = write_cbor({NAMES.get(name, name): value for name, value in claims.items()}, style)
    protected = write_cbor({1: NUMBERS[alg], **own}, style)
    mac = alg == "HS256"
    signature = sign(write_cbor(["MAC0" if mac else "Signature1", protected, b"", payload]), key, alg)
    message = [protected, other, payload, signature]
    for tag in [17 if mac else 18] if tags is None else tags:
        message = Tagged(tag, message)
    return write_cbor(message, style)
