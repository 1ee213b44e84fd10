"""Mistakes that any message may have. They share no code with Assay.

A mistake is NAME:PLACE:HOW. In the message with that name, the value at the place (names and numbers, with commas between
them) is changed: `metadata:display,0,name:number`. Without a place it is the message itself: `token::cut`. A JWT is an object
of its header and its claims: `proof:header,crit:list`. Their texts have names of their own: `proof-claims::member-twice`.
"""

import base64
import copy
import datetime
import hashlib
import json
import secrets
import time
import types
import urllib.parse
import zlib

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa
from cryptography.x509.oid import NameOID, ObjectIdentifier

import jose
import mdoc

ABSENT = object()
DAY = 86_400
VALUES = {
    "none": lambda _: ABSENT,
    "number": lambda _: 7,
    "minus": lambda _: -1,
    "zero": lambda _: 0,
    "half": lambda _: 1.5,
    "text": lambda _: "x1",
    "digits": str,
    "blank": lambda _: "a b",
    "umlaut": lambda _: "Schlüssel",
    "quoted": lambda _: 'a"b',
    "empty": lambda _: "",
    "true": lambda _: True,
    "false": lambda _: False,
    "long": lambda _: "x" * 4_000,
    "null": lambda _: None,
    "list": lambda _: ["x1"],
    "numbers": lambda _: [7],
    "one": lambda old: [old],
    "first": lambda old: old[0],
    "nothing": lambda _: [],
    "object": lambda _: {"a": 1},
    "bare": lambda _: {},
    "twice": lambda old: [*old, old[0]],
    "shorter": lambda old: old[:-1],
    "longer": lambda old: f"{old}x",
    "fragment": lambda old: f"{old}#a",
    "query": lambda old: f"{old}?a=1",
    "slash": lambda old: f"{old}/",
    "host": lambda _: "https://other.example/a",
    "plain": lambda _: "http://other.example/a",
    "path": lambda _: "/a",
    "data": lambda _: "data:image/png;base64,AAAA",
    "past": lambda _: int(time.time()) - 3 * DAY,
    "future": lambda _: int(time.time()) + 3 * DAY,
    "soon": lambda _: int(time.time()) + DAY // 2,
    "later": lambda _: int(time.time() * 1000),
    "date": lambda _: "2026-01-01T00:00:00Z",
    "get": lambda _: "get",
    "post": lambda _: "post",
    "unknown": lambda _: "ES000",
    "inner": lambda _: {"_sd_alg": "sha-256"},
    "sha": lambda _: "sha-256",
    "digests": lambda _: "_sd",
    "dots": lambda _: "...",
    "png": lambda _: base64.b64encode(b"\x89PNG\r\n\x1a\n" + bytes(100)).decode(),
    "jpeg": lambda _: jose.encode(b"\xff\xd8\xff" + bytes(100)),
    "english": lambda _: "english_GB",
    "two-digits": lambda _: "#12",
    "1digit": lambda _: "1name",
    "same": lambda _: "given_name",
    "always": lambda _: "always",
    "never": lambda _: "never",
    "allowed": lambda _: "allowed",
    "missing": lambda _: ["missing"],
    "digest": lambda _: "sha256-" + base64.b64encode(hashlib.sha256(b"something else").digest()).decode(),
    "digest-512": lambda _: "sha512-" + base64.b64encode(hashlib.sha512(b"something else").digest()).decode(),
    "hex": lambda _: "sha256-" + hashlib.sha256(b"something else").hexdigest(),
    "none-alg": lambda _: "none",
    "mac": lambda _: "HS256",
    "cnf": lambda _: "cnf",
    "es256": lambda _: "ES256",
    "thumb": lambda _: jose.digest("another certificate"),
    "empties": lambda _: [""],
    "own-type": lambda _: ["https://types.example/card"],
    "own-types": lambda _: ["urn:example:base:1", "https://types.example/card"],
    "own-name": lambda _: "https://types.example/card",
    "also": lambda _: ["https://types.example/also"],
    "listed": lambda _: {"status_list": {"idx": 5, "uri": "https://status.example/lists/1"}},
    "no-digests": lambda _: {"_sd": []},
    "deeper": lambda _: ["number", "digits"],
    "listed-country": lambda _: ["address", 0],
    "number-path": lambda _: ["number"],
    "minus-index": lambda _: ["languages", -1],
    "weak-digest": lambda _: "sha256-AAAA",
    "html": lambda _: "text/html",
    "vct-json": lambda _: "application/vct+json",
    "tenant": lambda old: f"{old}/tenant",
    "week": lambda _: 7 * DAY,
    "bearer": lambda _: "Bearer",
    "plain-json": lambda _: "application/json",
    "jose-type": lambda _: "application/jose",
    "kid-only": lambda _: {"kid": "key-1"},
    "w3c": lambda _: "jwt_vc_json",
    "old-format": lambda _: "vc+sd-jwt",
    "es384": lambda _: ["ES384"],
    "eddsa": lambda _: ["EdDSA", "ES512"],
    "identifiers": lambda _: {"identifier_list": {"id": "text", "uri": "https://status.example/ids"}},
    "same-scopes": lambda old: {**old, "other": {**old["card"], "vct": "https://types.example/other"}},
    "same-again": lambda old: {**old, "again": {**old["licence"], "doctype": "org.example.library.1"}},
    "longer-list": lambda old: old * 3,
    "strange-chain": lambda _: [make_certificate(jose.make_key("ES256"))[0]],
    "small-key": lambda _: write_small(),
    "tiny-key": lambda _: write_tiny(),
    "no-point": lambda _: VALUES["off-curve"](jose.write_key(jose.make_key("ES256"))),
    "private-key": lambda _: jose.write_secret(jose.make_key("ES256")),
    "secret-key": lambda _: {"kty": "oct", "k": jose.encode(secrets.token_bytes(32))},
    "numbered-key": lambda _: {**jose.write_key(jose.make_key("ES256")), "use": 7},
    "mac-key": lambda _: {**jose.write_key(jose.make_key("ES256")), "alg": "HS256"},
    "certified-key": lambda _: {**jose.write_key(jose.make_key("ES256")), "x5c": [make_certificate(jose.make_key("ES256"))[0]]},
    "thumb-key": lambda _: VALUES["misnamed"](jose.write_key(jose.make_key("ES256"))),
    # CBOR
    "hs": lambda _: 5,
    "empty-octets": lambda _: b"",
    "sixteen": lambda _: b"0123456789abcdef",
    "short": lambda old: old[:8],
    "more": lambda old: old + b"\0",
    "zeros": lambda old: bytes(len(old)),
    "tagged": lambda old: mdoc.Tagged(18, old),
    "mac-tag": lambda old: mdoc.Tagged(17, old),
    "local": lambda _: mdoc.Tagged(0, time.strftime("%Y-%m-%dT%H:%M:%S+01:00", time.gmtime(time.time() - DAY))),
    "fraction": lambda _: mdoc.Tagged(0, time.strftime("%Y-%m-%dT%H:%M:%S.5Z", time.gmtime(time.time() - DAY))),
    "yesterday": lambda _: mdoc.moment(time.time() - DAY),
    "month": lambda _: mdoc.moment(time.time() - 30 * DAY),
    "tomorrow": lambda _: mdoc.moment(time.time() + DAY),
    "octets": lambda _: b"\1\2",
    "day": lambda _: "1990-01-31",
    "other-day": lambda _: mdoc.Tagged(1004, "31.01.1990"),
    "pem": lambda _: b"-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n",
    "leaf": lambda _: [base64.b64decode(make_certificate(jose.make_key("ES256"))[0])],
    "element": lambda _: {"note": "x1"},
    "library": lambda _: {"nameSpaces": [mdoc.SPACE]},
    "library-map": lambda _: {"nameSpaces": {mdoc.SPACE: True}},
    "name-alone": lambda _: {"dataElements": {mdoc.SPACE: ["name"]}},
    "bare-names": lambda _: {"dataElements": ["name"]},
    "both-ways": lambda _: {"nameSpaces": [mdoc.SPACE], "dataElements": {mdoc.SPACE: ["name"]}},
    "said-errors": lambda _: {mdoc.SPACE: {"age": "not there"}},
    "flat-errors": lambda _: {"age": 0},
    "errors": lambda _: {mdoc.SPACE: {"age": 0}},
    "type-error": lambda _: [{"org.example.library.1": 0}],
    "type-errors": lambda _: {"org.example.library.1": 0},
    "said-type-errors": lambda _: [{"org.example.library.1": "not there"}],
    # keys
    "off-curve": lambda old: {**old, "x": jose.encode(secrets.token_bytes(32))},
    "short-key": lambda old: {**old, "x": jose.encode(jose.decode(old["x"])[1:])},
    "no-curve": lambda old: {name: each for name, each in old.items() if name != "crv"},
    "private": lambda old: {**old, "d": jose.encode(secrets.token_bytes(32))},
    "secret": lambda old: {"kty": "oct", "k": jose.encode(secrets.token_bytes(32)), **{k: old[k] for k in ("kid", "alg", "use") if k in old}},
    "small": lambda old: {**write_small(), **{k: old[k] for k in ("kid", "alg", "use") if k in old}},
    "tiny": lambda old: {**write_tiny(), **{k: old[k] for k in ("kid", "alg", "use") if k in old}},
    "fresh": lambda _: jose.write_key(jose.make_key("ES256")),
    "certified": lambda old: {**old, "x5c": [make_certificate(jose.make_key("ES256"))[0]]},
    "misnamed": lambda old: {**old, "x5c": [certify_key(old)], "x5t#S256": jose.digest("another certificate")},
    "thumbprint": lambda old: {**old, "x5t#S256": jose.digest("another certificate")},
}
TEXTS = {
    "cut": lambda text: text[:-1],
    "comma": lambda text: text[:-1] + ",}",
    "mark": lambda text: b"\xef\xbb\xbf" + text,
    "latin": lambda text: text[:-1] + b', "x_name": "\xfc"}',
    "wide": lambda text: text.decode().encode("utf-16"),
    "single": lambda text: text.replace(b'"', b"'"),
    "number": lambda text: b"7",
    "list": lambda text: b"[" + text + b"]",
    "text": lambda text: json.dumps(text.decode()).encode(),
    "not-a-number": lambda text: text[:-1] + b', "x_number": NaN}',
    "comment": lambda text: b"/* a comment */" + text,
    "member-twice": lambda text: text[:-1] + b", " + text[1:],
    "empty": lambda text: b"",
    "page": lambda text: b"<p>Hello",
    "longer": lambda text: text + b"a",
    "bare": lambda text: text[2:],
    "null": lambda text: b"\xf6",
    "tag-61": lambda text: b"\xd8\x3d" + text,
}


def write_small():
    numbers = rsa.generate_private_key(65537, 1024).public_key().public_numbers()
    return {"kty": "RSA", "n": jose.encode(numbers.n.to_bytes(128, "big")), "e": "AQAB"}


def write_tiny():
    """The number of 768 bits has no known factors, and needs none: nobody decrypts with it."""
    return {"kty": "RSA", "n": jose.encode(b"\xc1" + secrets.token_bytes(94) + b"\1"), "e": "AQAB"}


def certify_key(jwk):
    """A certificate for a public key."""
    return make_certificate(types.SimpleNamespace(public_key=lambda: jose.read_key(jwk)), jose.make_key("ES256"))[0]


class Spoil:
    """The mistakes of a plan that are about messages."""

    def __init__(self, mistakes):
        self.all = [tuple(each.split(":", 2)) for each in mistakes if each.count(":") == 2]

    def find(self, name, whole=False):
        return [(place, how) for at, place, how in self.all if at == name and (place == "") == whole]

    def content(self, name, value):
        for place, how in self.find(name):
            value = change(copy.deepcopy(value), place.split(","), VALUES[how])
        return value

    def text(self, name, octets):
        for _, how in self.find(name, whole=True):
            octets = TEXTS[how](octets)
        return octets

    def json(self, name, value):
        """JSON in base64url."""
        return jose.encode(self.text(name, json.dumps(self.content(name, value)).encode()))

    def form(self, name, members, encoding="utf-8"):
        """The parameters of a URL or of a form."""
        text = urllib.parse.urlencode(self.content(name, members), encoding=encoding)
        for _, how in self.find(name, whole=True):
            text = PARAMETERS[how](text)
        return text

    def jwt(self, name, header, claims, key, chain=None):
        """A JWS of both, by a key. Who has changed the chain of certificates already says so."""
        whole = [how for _, how in self.find(name, whole=True)]
        for how in whole:
            if chain is None or how not in CHAINS:
                header, key = spoil_signer(how, header, key)
        made = self.content(name, {"header": {"alg": jose.name_algorithm(key), **header}, "claims": claims})
        text = f"{self.json(f'{name}-header', made['header'])}.{self.json(f'{name}-claims', made['claims'])}"
        text = f"{text}.{jose.encode(jose.sign_octets(text.encode(), key))}"
        for how in whole:
            text = FORMS.get(how, str)(text)
        return text

    def seal(self, name):
        """What `jose.seal` asks before it goes on."""
        return lambda part, value: self.part(name, part, value)

    def part(self, name, part, value):
        if part == "header":
            return self.content(name, {"header": value})["header"]
        return PARTS.get((part, *[how for _, how in self.find(name, whole=True)]), lambda old: old)(value)


PARTS = {
    ("iv", "short-iv"): lambda iv: iv[:8],
    ("tag", "short-tag"): lambda tag: tag[:12],
    ("tag", "long-tag"): lambda tag: tag + b"\0",
    ("key", "with-key"): lambda key: key or b"a key",
    ("key", "no-key"): lambda _: b"",
    ("content", "cut"): lambda text: text[:-1],
    ("content", "list"): lambda text: b"[" + text + b"]",
    ("content", "text"): lambda text: json.dumps(text.decode()).encode(),
    ("content", "signed"): lambda text: jose.sign({"typ": "JWT"}, json.loads(text), jose.make_key("ES256")).encode(),
    ("content", "packed"): lambda text: zlib.compress(text, wbits=-15),
}
PARAMETERS = {
    "twice": lambda text: f"{text}&{text.partition('&')[0]}",
    "two-values": lambda text: f"{text}&{text.partition('=')[0]}=x1",
    "latin": lambda text: f"{text}&x_name=%FC",
}
FORMS = {
    "cut": lambda text: text.rpartition(".")[0],
    "no-signature": lambda text: text.rpartition(".")[0] + ".",
    "padded": lambda text: text + "==",
    "more-parts": lambda text: text + ".a",
    "changed": lambda text: text.replace(".", ".A", 1) if text.count(".") == 2 else text,
    "quoted": lambda text: f'"{text}"',
    "wrapped": lambda text: f"{text[:64]}\n{text[64:]}",
}


def change(value, steps, how):
    """The value with the one at a place changed. What is above has to be there."""
    first, rest = steps[0], steps[1:]
    if first == "*":
        first = next(iter(value)) if isinstance(value, dict) else "0"
    is_numbered = isinstance(value, list) or any(isinstance(each, int) for each in value)
    key = int(first) if is_numbered and first.lstrip("-").isdigit() else first
    if rest:
        value[key] = change(value[key], rest, how)
        return value
    old = value[key] if isinstance(value, list) else value.get(key)
    new = how(old)
    if new is ABSENT:
        del value[key]
    else:
        value[key] = new
    return value


# signers and their certificates


def spoil_signer(how, header, key):
    if how == "other-key":
        return header, jose.make_key(jose.name_algorithm(key))
    if how not in CHAINS:
        return header, key
    chain, key = CHAINS[how]()
    return {**{name: each for name, each in header.items() if name not in ("jwk", "kid")}, "x5c": chain}, key


def make_certificate(key, by=None, days=(-1, 30), is_authority=False, name="Leaf", issuer="Authority", more=()):
    """A certificate in base64, and its key."""
    now = datetime.datetime.now(datetime.timezone.utc)
    write = lambda text: x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])  # noqa: E731
    made = (
        x509.CertificateBuilder()
        .subject_name(write(name))
        .issuer_name(write(issuer))
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now + datetime.timedelta(days=days[0]))
        .not_valid_after(now + datetime.timedelta(days=days[1]))
    )
    if is_authority is not None:
        made = made.add_extension(x509.BasicConstraints(ca=is_authority, path_length=None), critical=True)
    for extension, critical in more:
        made = made.add_extension(extension, critical=critical)
    function = None if isinstance(by or key, ed25519.Ed25519PrivateKey) else hashes.SHA256()
    octets = made.sign(by or key, function).public_bytes(serialization.Encoding.DER)
    return base64.b64encode(octets).decode(), key


def make_chain(leaf=None, middle=None, by=None):
    """A leaf below an intermediate authority, below a root that is not there."""
    root, between, own = (jose.make_key("ES256") for _ in range(3))
    above, _ = make_certificate(between, root, name="Middle", issuer="Root", **{"is_authority": True, **(middle or {})})
    below, _ = make_certificate(own, by or between, name="Leaf", issuer="Middle", **(leaf or {}))
    return [below, above], own


def make_own_chain(has_leaf=True):
    """A leaf below a root that is there, or the root alone."""
    root, own = (jose.make_key("ES256") for _ in range(2))
    above, _ = make_certificate(root, is_authority=has_leaf, name="Root", issuer="Root")
    return ([make_certificate(own, root, issuer="Root")[0], above], own) if has_leaf else ([above], root)


def usage(**names):
    known = ("digital_signature", "content_commitment", "key_encipherment", "data_encipherment", "key_agreement")
    known += ("key_cert_sign", "crl_sign", "encipher_only", "decipher_only")
    return x509.KeyUsage(**{name: names.get(name, False) for name in known})


CHAINS = {
    "chain": make_chain,
    "chain-root": make_own_chain,
    "chain-self": lambda: make_own_chain(has_leaf=False),
    "chain-expired": lambda: make_chain(leaf={"days": (-30, -2)}),
    "chain-early": lambda: make_chain(leaf={"days": (2, 30)}),
    "chain-old-middle": lambda: make_chain(middle={"days": (-30, -2)}),
    "chain-no-authority": lambda: make_chain(middle={"is_authority": False}),
    "chain-other": lambda: make_chain(by=jose.make_key("ES256")),
    "chain-no-signatures": lambda: make_chain(leaf={"more": [(usage(key_agreement=True), True)]}),
    "chain-critical": lambda: make_chain(leaf={"more": [(x509.UnrecognizedExtension(ObjectIdentifier("1.3.6.1.4.1.99999.1"), b"\5\0"), True)]}),
}
