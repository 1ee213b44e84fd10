"""What an issuer signs of ISO/IEC 18013-5, with as much of CBOR as it takes."""

import hashlib
import secrets
import struct
import time

from cryptography.hazmat.primitives import serialization

import jose

SPACE = "org.example.library.1"
CURVES = {"P-256": (2, 1), "P-384": (2, 2), "P-521": (2, 3), "Ed25519": (1, 6)}
ALGORITHMS = {"ES256": -7, "ES384": -35, "EdDSA": -8}
DAY = 86_400


class Tagged:
    def __init__(self, tag, value):
        self.tag, self.value = tag, value


def head(kind, number):
    if number < 24:
        return bytes([kind << 5 | number])
    for code, form in ((24, ">B"), (25, ">H"), (26, ">I"), (27, ">Q")):
        if number < 1 << 8 * struct.calcsize(form):
            return bytes([kind << 5 | code]) + struct.pack(form, number)
    raise ValueError("this number is too large")


def cbor(value):
    if isinstance(value, Tagged):
        return head(6, value.tag) + cbor(value.value)
    if value is None or isinstance(value, bool):
        return bytes([0xF6 if value is None else 0xF5 if value else 0xF4])
    if isinstance(value, float):
        return struct.pack(">Bd", 0xFB, value)
    if isinstance(value, int):
        return head(1, -1 - value) if value < 0 else head(0, value)
    if isinstance(value, bytes):
        return head(2, len(value)) + value
    if isinstance(value, str):
        return head(3, len(value.encode())) + value.encode()
    if isinstance(value, list):
        return head(4, len(value)) + b"".join(map(cbor, value))
    return head(5, len(value)) + b"".join(cbor(name) + cbor(each) for name, each in value.items())


def moment(seconds):
    return Tagged(0, time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds)))


def device_key(jwk):
    kind, curve = CURVES[jwk["crv"]]
    names = {-2: "x", -3: "y"} if kind == 2 else {-2: "x"}
    return {1: kind, -1: curve, **{label: jose.decode(jwk[name]) for label, name in names.items()}}


def issue(claims, doctype, jwk, signing, certificate, alg, has):
    """The issuer-signed data of a document, in base64url."""
    issuer, chain = has.__self__, certificate.public_bytes(serialization.Encoding.DER)
    return jose.encode(issuer.spoil.text("mdoc", cbor(write(claims, doctype, jwk, signing, [chain], alg, issuer))))


def write(claims, doctype, jwk, signing, chain, alg, issuer, space=SPACE):
    """The issuer-signed data of a document, by an issuer with its mistakes."""
    spoil, has = issuer.spoil, issuer.has
    random = [hashlib.sha256(name.encode()).digest() if has("mdoc-random") else secrets.token_bytes(24) for name in claims]
    if has("mdoc-counts") or has("mdoc-hashes"):
        begin, issuer.count = issuer.count, issuer.count + len(claims)
        counts = range(begin, issuer.count)
        random = [hashlib.sha256(str(each).encode()).digest() if has("mdoc-hashes") else each.to_bytes(24, "big") for each in counts]
    numbers = [i + (2**31 if has("mdoc-large") else 2**40 if has("mdoc-huge") else 0) for i in range(len(claims))]
    items = [
        Tagged(24, cbor(spoil.content("item", {"digestID": number, "random": each, "elementIdentifier": name, "elementValue": value})))
        for number, each, (name, value) in zip(numbers, random, claims.items())
    ]
    hashed = [each.value if has("mdoc-digests") else cbor(each) for each in items]
    digests = {number: hashlib.sha256(each).digest() for number, each in zip(numbers, hashed)}
    if has("mdoc-element"):
        items[0] = Tagged(24, cbor({"digestID": 0, "random": random[0], "elementIdentifier": "name", "elementValue": "Another"}))
    now = int(time.time())
    begin = now - now % 3_600 - (60 * DAY if has("mdoc-expired") else 0)
    key = device_key(jose.write_key(jose.make_key("ES256")) if has("mdoc-key") else jwk)
    content = {
        "version": "1.0",
        "digestAlgorithm": "SHA-256",
        "valueDigests": {space: digests},
        "deviceKeyInfo": {"deviceKey": key},
        "docType": doctype + ".card" if has("mdoc-type") else doctype[:-1] + "2" if has("mdoc-version") else doctype,
        "validityInfo": {"signed": moment(begin), "validFrom": moment(begin), "validUntil": moment(begin + 30 * DAY)},
    }
    if has("mdoc-place"):
        content["status"] = {"status_list": {"idx": 7, "uri": "https://status.example/lists/1"}}
    payload = spoil.text("payload", cbor(Tagged(24, spoil.text("object", cbor(spoil.content("mso", content))))))
    first = cbor(spoil.content("protected", {1: ALGORITHMS[alg]}))
    by = jose.make_key("ES256") if has("mdoc-signature") and alg == "ES256" else signing
    signature = jose.sign_octets(cbor(["Signature1", first, b"", payload]), by)
    auth = [first, spoil.content("unprotected", {33: chain if len(chain) > 1 else chain[0]}), payload, signature]
    return spoil.content("mdoc", {"nameSpaces": {space: items}, "issuerAuth": auth})
