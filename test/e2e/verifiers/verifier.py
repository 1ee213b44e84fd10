"""A correct verifier, and one for each bug of bugs.ts. Each line of the input is a command, and each has a reply.

    {"bug": "none", "profile": "document", "presentation": "…", "issuer": "…", "now": 1795000000}

The verifier has no network: it asks for what it needs, as {"get": URL}, and gets {"body": "…"} or {"failed": true}.
"""

import base64
import hashlib
import hmac
import json
import sys
import zlib

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

SKEW = 60
REQUIRED = {"iss", "id", "iat", "exp", "status", "cnf"}
PERMANENT = {"iss", "id", "iat", "nbf", "exp", "status", "cnf", "vct"}
RESERVED = {"_sd", "_sd_alg", "..."}
CLAIMS = ["CareOf", "ResidentName", "MaskedMobile", "MaskedEmail", "SubDistrict", "LocalDistrict", "RegionalAddress"]
BASE64URL = set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
STANDARD = {"standard": True, "hash": "sha-256", "required": REQUIRED, "status": True}
SD_JWT_VC = {**STANDARD, "typ": ["dc+sd-jwt"], "required": REQUIRED | {"vct"}, "status": False}
PROFILES = {
    "document": {"standard": False, "hash": "SHA-256", "typ": ["vc+sd-jwt"], "required": REQUIRED, "status": True},
    "document-rfc9901": {**STANDARD, "typ": ["vc+sd-jwt", "dc+sd-jwt", "example+sd-jwt"]},
    "document-sd-jwt-vc": SD_JWT_VC,
    "document-openid4vci": SD_JWT_VC,
}


class Refused(Exception):
    """The presentation is not valid."""


def demand(holds, otherwise="it is not valid"):
    if not holds:
        raise Refused(otherwise)


def decode(text):
    demand(set(text) <= BASE64URL)
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def encode(octets):
    return base64.urlsafe_b64encode(octets).rstrip(b"=").decode()


def parse(text):
    return json.loads(decode(text).decode())


def digest(text):
    return encode(hashlib.sha256(text.encode()).digest())


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def read_key(jwk):
    demand(jwk.get("kty") == "EC" and jwk.get("crv") == "P-256")
    x, y = (int.from_bytes(decode(jwk[name]), "big") for name in "xy")
    return ec.EllipticCurvePublicNumbers(x, y, ec.SECP256R1()).public_key()


def verify(key, der, signed):
    try:
        key.verify(der, signed["input"], ec.ECDSA(hashes.SHA256()))
    except InvalidSignature as error:
        raise Refused("the signature is not valid") from error


class Jws:
    """The steps that verify a JWS."""

    def __init__(self, get):
        self.get = get

    def verify(self, text, keys):
        signed = self.read(text)
        self.check_algorithm(signed["header"])
        self.check_critical(signed["header"])
        self.check_signature(signed, self.find_key(signed["header"], keys))
        return signed

    def read(self, text):
        header, payload, signature = text.split(".")
        signed = {"header": parse(header), "payload": parse(payload), "signature": decode(signature)}
        demand(isinstance(signed["header"], dict) and isinstance(signed["payload"], dict))
        return {**signed, "input": f"{header}.{payload}".encode()}

    def check_algorithm(self, header):
        demand(header.get("alg") == "ES256")

    def check_critical(self, header):
        demand("crit" not in header)

    def find_key(self, header, keys):
        return self.find_by_kid(header.get("kid"), keys)

    def find_by_kid(self, kid, keys):
        found = [key for key in keys if isinstance(kid, str) and key.get("kid") == kid]
        demand(len(found) == 1)
        return read_key(found[0])

    def check_signature(self, signed, key):
        octets = signed["signature"]
        demand(len(octets) == 64)
        verify(key, encode_dss_signature(*(int.from_bytes(half, "big") for half in (octets[:32], octets[32:]))), signed)


class Verifier:
    """The steps that verify a presentation."""

    Credential = Jws
    Status = Jws

    def __init__(self, profile, get, now):
        self.profile, self.get, self.now = profile, get, now

    def verify(self, presentation, issuer):
        keys = json.loads(self.get(f"{issuer}/.well-known/jwks.json"))["keys"]
        jws, disclosures = self.split(presentation)
        signed = self.Credential(self.get).verify(jws, keys)
        payload = signed["payload"]
        self.check_type(signed["header"])
        self.check_issuer(payload, issuer)
        claims = self.reveal(payload, disclosures)
        self.check_required(payload)
        self.check_expiry(payload)
        self.check_start(payload)
        self.check_issuance(payload)
        demand(isinstance(payload.get("status", ""), str) == self.profile["status"])
        self.check_status(payload, issuer, keys)
        return claims

    def split(self, presentation):
        jws, *disclosures = presentation.split("~")
        demand(disclosures and disclosures.pop() == "")
        demand(len(set(disclosures)) == len(disclosures))
        return jws, disclosures

    def check_type(self, header):
        demand(header.get("typ") in self.profile["typ"])

    def check_issuer(self, payload, issuer):
        demand(payload.get("iss") == issuer)

    def check_required(self, payload):
        demand(self.profile["required"] <= payload.keys())

    def check_expiry(self, payload):
        demand(is_number(payload.get("exp")) and self.now <= payload["exp"] + SKEW)

    def check_start(self, payload):
        demand(is_number(payload.get("nbf", 0)) and self.now >= payload.get("nbf", 0) - SKEW)

    def check_issuance(self, payload):
        demand(is_number(payload.get("iat")) and self.now >= payload["iat"] - SKEW)

    def reveal(self, payload, disclosures):
        digests = payload.get("_sd", [])
        demand(isinstance(digests, list))
        self.check_hash_name(payload.get("_sd_alg", "sha-256"))
        self.check_digests(digests)
        claims = {}
        for text in disclosures:
            salt, name, value = self.sort_elements(self.read_elements(text))
            self.check_boundary(name, salt)
            self.check_name(name)
            self.check_place(name, payload, claims)
            demand(self.is_included(self.compute_digest(text, salt, name, value), text, digests))
            claims[name] = value
        return claims

    def check_hash_name(self, name):
        demand(name == self.profile["hash"])

    def check_digests(self, digests):
        demand(len({json.dumps(each) for each in digests}) == len(digests))

    def read_elements(self, text):
        elements = parse(text)
        demand(isinstance(elements, list) and len(elements) == 3)
        return elements

    def sort_elements(self, elements):
        """Salt, name and value."""
        salt, name, value = elements if self.profile["standard"] else (elements[2], elements[0], elements[1])
        self.check_elements(salt, name)
        return salt, name, value

    def check_elements(self, salt, name):
        demand(isinstance(salt, str) and isinstance(name, str))

    def check_boundary(self, name, salt):
        """Mobile can be cut out of MaskedMobile, and any claim out of a value: then its salt has a part of a name in it."""
        if not self.profile["standard"]:
            heads = [other[: -len(name)] for other in CLAIMS if other != name and other.endswith(str(name))]
            demand(not str(salt).endswith(tuple(heads)) and not any(other in str(salt) for other in CLAIMS[:2]))

    def check_name(self, name):
        demand(name not in RESERVED)

    def check_place(self, name, payload, claims):
        demand(name not in PERMANENT and name not in payload and name not in claims)

    def compute_digest(self, text, salt, name, value):
        if self.profile["standard"]:
            return digest(text)
        spelled = value if isinstance(value, str) else json.dumps(value, separators=(",", ":"), ensure_ascii=False)
        return digest("".join(encode(part.encode()) for part in (str(salt), str(name), spelled)))

    def is_included(self, own, text, digests):
        return own in digests

    def check_status(self, payload, issuer, keys):
        answer = self.fetch_status(payload)
        if answer is None:
            return
        status = self.read_status(answer, keys)
        self.check_subject(status, payload)
        self.check_status_issuer(status, issuer)
        self.check_status_expiry(status)
        demand(self.is_active(status.get("status") if self.profile["status"] else self.read_listed(status, payload)))

    def fetch_status(self, payload):
        return self.get(payload["status"] if isinstance(payload["status"], str) else self.find_list(payload)["uri"])

    def find_list(self, payload):
        reference = payload["status"]["status_list"]
        demand(type(reference["idx"]) is int and reference["idx"] >= 0 and isinstance(reference["uri"], str))
        return reference

    def read_listed(self, status, payload):
        place = self.find_list(payload)["idx"] * status["status_list"]["bits"]
        octets = zlib.decompress(base64.urlsafe_b64decode(status["status_list"]["lst"] + "=="))
        demand(place // 8 < len(octets))
        value = (octets[place // 8] >> place % 8) % 2 ** status["status_list"]["bits"]
        return {0: "active", 1: "revoked", 2: "suspended"}.get(value)

    def read_status(self, answer, keys):
        return self.Status(self.get).verify(answer, keys)["payload"]

    def check_subject(self, status, payload):
        if self.profile["status"]:
            demand(status.get("id") == payload["id"])
        else:
            demand(status.get("sub") == self.find_list(payload)["uri"])

    def check_status_issuer(self, status, issuer):
        demand(status.get("iss") == issuer)

    def check_status_expiry(self, status):
        demand("exp" not in status or (is_number(status["exp"]) and self.now <= status["exp"] + SKEW))

    def is_active(self, value):
        return value == "active"


# Each bug replaces a step or two.

BUGS = {"": Verifier}


def bug(name, **steps):
    """Defines a bug by the steps that it replaces."""
    BUGS[name] = type(name, (Verifier,), steps)


def in_credential(name, **steps):
    bug(name, Credential=type(name, (Jws,), steps))


def in_status(name, **steps):
    bug(name, Status=type(name, (Jws,), steps))


def ignore(*_):
    return None


class AcceptsNone(Jws):
    def check_algorithm(self, header):
        demand(header.get("alg") == "ES256" or str(header.get("alg")).lower() == "none")

    def check_signature(self, signed, key):
        if str(signed["header"]["alg"]).lower() == "none":
            demand(signed["signature"] == b"")
        else:
            super().check_signature(signed, key)


class AcceptsHmac(Jws):
    def check_algorithm(self, header):
        demand(header.get("alg") in ("ES256", "HS256"))

    def get_secret(self, key):
        return key.public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)

    def check_signature(self, signed, key):
        if signed["header"]["alg"] == "HS256":
            demand(hmac.digest(self.get_secret(key), signed["input"], "sha256") == signed["signature"])
        else:
            super().check_signature(signed, key)


class ReadsFile(AcceptsHmac):
    def find_key(self, header, keys):
        is_file = header["alg"] == "HS256" and str(header.get("kid")).endswith("null")
        return None if is_file else super().find_key(header, keys)

    def get_secret(self, key):
        demand(key is None)
        return b""


class OwnKey(Jws):
    parameter = "jwk"

    def find_key(self, header, keys):
        given = header.get(self.parameter)
        return super().find_key(header, keys) if given is None else self.read_own(given, header)

    def read_own(self, given, header):
        return read_key(given)


class OwnSet(OwnKey):
    parameter = "jku"

    def read_own(self, given, header):
        return self.find_by_kid(header.get("kid"), json.loads(self.get(given))["keys"])


class OwnCertificate(OwnKey):
    parameter = "x5c"

    def read_own(self, given, header):
        return x509.load_der_x509_certificate(base64.b64decode(given[0])).public_key()


class OwnPem(OwnKey):
    parameter = "x5u"

    def read_own(self, given, header):
        return x509.load_pem_x509_certificate(self.get(given).encode()).public_key()


class AcceptsDer(Jws):
    def check_signature(self, signed, key):
        if len(signed["signature"]) == 64:
            super().check_signature(signed, key)
        else:
            verify(key, signed["signature"], signed)


def fetch_kid(self, header, keys):
    kid = header.get("kid")
    is_url = isinstance(kid, str) and kid.startswith("data:")
    return read_key(json.loads(self.get(kid))["keys"][0]) if is_url else self.find_by_kid(kid, keys)


in_credential("any-signature", check_signature=ignore)
bug("none", Credential=AcceptsNone)
bug("hs256", Credential=AcceptsHmac)
bug("empty-file", Credential=ReadsFile)
in_credential("any-algorithm", check_algorithm=ignore)
bug("own-jwk", Credential=OwnKey)
bug("own-jku", Credential=OwnSet)
bug("own-x5c", Credential=OwnCertificate)
bug("own-x5u", Credential=OwnPem)
in_credential("kid-url", find_key=fetch_kid)
in_credential("crit", check_critical=ignore)
bug("der", Credential=AcceptsDer)
in_credential("parts", read=lambda self, text: Jws.read(self, ".".join(text.split(".")[:3])))
bug("typ", check_type=ignore)
bug(
    "issuer",
    check_issuer=ignore,
    check_required=lambda self, payload: Verifier.check_required(self, {"iss": "", **payload}),
)
bug("issuer-begins", check_issuer=lambda self, payload, issuer: demand(str(payload.get("iss")).startswith(issuer)))
bug("expired", check_expiry=lambda self, payload: demand(is_number(payload.get("exp"))))
bug("leeway", check_expiry=lambda self, payload: demand(is_number(payload["exp"]) and self.now <= payload["exp"] + 3600))
bug(
    "exp-missing",
    check_required=ignore,
    check_expiry=lambda self, payload: Verifier.check_expiry(self, {"exp": self.now, **payload}),
)
bug("exp-text", check_expiry=lambda self, all: is_number(all.get("exp")) and Verifier.check_expiry(self, all))
bug(
    "exp-disclosed",
    check_required=ignore,
    check_expiry=lambda self, payload: "exp" in payload and Verifier.check_expiry(self, payload),
    check_place=lambda self, name, payload, claims: (
        demand("exp" not in payload) if name == "exp" else Verifier.check_place(self, name, payload, claims)
    ),
)
bug("future-iat", check_issuance=ignore)
bug("nbf", check_start=ignore)
bug("any-digest", is_included=lambda *_: True)
bug("digest-twice", check_digests=ignore)


def read_loosely(is_allowed):
    def read_elements(self, text):
        elements = parse(text)
        demand(isinstance(elements, list) and is_allowed(len(elements)))
        return [*elements, None][:3]

    return read_elements


bug("four-elements", read_elements=read_loosely(lambda length: length >= 3))
bug("two-elements", read_elements=read_loosely(lambda length: length in (2, 3)))
bug("number-salt", check_elements=lambda self, salt, name: demand(isinstance(name, str)))
bug(
    "number-name",
    check_elements=lambda self, salt, name: demand(isinstance(salt, str) and isinstance(name, (str, int))),
)
bug("reserved-name", check_name=ignore)
bug("name-twice", check_place=lambda self, name, payload, _: Verifier.check_place(self, name, payload, {}))
bug("overrides", check_place=lambda self, name, _, claims: demand(name not in claims))


def split_full(self, presentation):
    *parts, tail = presentation.split("~")
    return Verifier.split(self, "~".join([*filter(None, parts), tail]))


bug("empty-disclosure", split=split_full)
bug("both-digests", is_included=lambda self, own, text, digests: own in digests or digest(text) in digests)
bug("boundary", check_boundary=ignore)
bug("hash-name", check_hash_name=ignore)
bug("tail", split=lambda self, text: Verifier.split(self, text[: text.rfind("~") + 1]))
bug("bare-jwt", split=lambda self, text: Verifier.split(self, text if "~" in text else f"{text}~"))


def fetch_or_skip(self, payload):
    try:
        return self.get(str(payload["status"]))
    except OSError:
        return None


def read_json(self, answer, keys):
    is_plain = answer.startswith("{") and '"protected"' not in answer
    return json.loads(answer) if is_plain else Verifier.read_status(self, answer, keys)


bug("status-skipped", fetch_status=ignore)
bug("status-error", fetch_status=fetch_or_skip)
bug(
    "status-missing",
    check_required=lambda self, payload: Verifier.check_required(self, {"status": "", **payload}),
    fetch_status=lambda self, payload: self.get(payload["status"]) if isinstance(payload.get("status"), str) else None,
)
bug("revoked", is_active=lambda self, value: value in ("active", "revoked"))
bug("suspended", is_active=lambda self, value: value in ("active", "suspended"))
bug("not-revoked", is_active=lambda self, value: value != "revoked")
bug("status-subject", check_subject=ignore)
bug("status-issuer", check_status_issuer=ignore)
bug("status-stale", check_status_expiry=ignore)
in_status("status-signature", check_signature=ignore)
bug("status-json", read_status=read_json)
bug("status-none", Status=AcceptsNone)
bug("status-hs256", Status=AcceptsHmac)
bug("status-jwk", Status=OwnKey)
in_status("status-crit", check_critical=ignore)


def say(reply):
    print(json.dumps(reply), flush=True)


def get(url):
    say({"get": url})
    answer = json.loads(sys.stdin.readline())
    if "body" not in answer:
        raise OSError("there was no answer")
    return answer["body"]


def answer(command):
    verifier = BUGS[command["bug"]](PROFILES[command["profile"]], get, command["now"])
    try:
        return {"accepted": True, "claims": verifier.verify(command["presentation"], command["issuer"])}
    except (Refused, OSError, ValueError, KeyError, TypeError, AttributeError, IndexError, zlib.error) as error:
        return {"accepted": False, "refused": f"{type(error).__name__}: {error}"}


if __name__ == "__main__":
    say({"bugs": [name for name in BUGS if name]})
    for line in sys.stdin:
        say(answer(json.loads(line)))
