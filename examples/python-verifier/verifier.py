"""A verifier that is driven by commands: each is a JSON object in one line, and so is each reply.

A presentation is hostile input until the signature of the issuer is verified.
"""

import argparse
import base64
import hashlib
import json
import re
import sys
import time
from http.client import HTTPException
from urllib.parse import urlsplit
from urllib.request import urlopen

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

FAULTS = {
    "any-signature": "looks at no signature",
    "any-digest": "believes disclosures that have no digest",
    "any-status": "takes credentials that are revoked",
}
SKEW = 60  # seconds that two clocks may differ
PERMANENT = {"iss", "id", "iat", "exp", "nbf", "status", "cnf", "vct"}
RESERVED = {"_sd", "_sd_alg", "..."}
CLAIMS = """CredentialIssuingDate EnrolmentDate EnrolmentNumber IsNRI IsResidentForeigner IdType IdExpiresOn MaskedUID
ResidentName LocalResidentName Dob Email MaskedEmail Mobile MaskedMobile Gender ResidentImage AgeAbove18 AgeAbove50
AgeAbove60 AgeAbove75 CareOf LocalCareOf Building LocalBuilding Locality LocalLocality Street LocalStreet Landmark
LocalLandmark Vtc LocalVtc SubDistrict LocalSubDistrict District LocalDistrict State LocalState PoName LocalPoName
Pincode Address RegionalAddress""".split()


class Refused(Exception):
    """The presentation is not valid."""


def demand(holds, otherwise):
    if not holds:
        raise Refused(otherwise)


class Verifier:
    def __init__(self, fault=None):
        self.fault = fault

    def verify(self, presentation, issuer, status_service):
        """The claims of a valid presentation."""
        demand(presentation.endswith("~"), "it does not end with a `~`")
        jws, *disclosures, _ = presentation.split("~")
        keys = parsed(fetched(f"{issuer}/.well-known/jwks.json"))
        header, payload = self.signed(jws, keys)
        demand(header.get("typ") == "vc+sd-jwt", "it is no credential")
        check_payload(payload, issuer, status_service)
        check_holder_key(payload.get("cnf"))
        claims = self.claims(disclosures, payload)
        self.check_status(payload, keys, (issuer, status_service))
        return claims

    def signed(self, text, keys):
        """Header and payload of a compact JWS that the issuer signed with ES256."""
        demand(text.count(".") == 2, "it has not three parts")
        head, body, signature = text.split(".")
        header, payload, octets = parsed(decoded(head)), parsed(decoded(body)), decoded(signature)
        demand(header.get("alg") == "ES256", "it is not signed with ES256")
        demand("crit" not in header and header.get("b64", True) is True, "the header has an unknown extension")
        fit = [key for key in keys.get("keys", []) if key.get("kid") == header.get("kid") and is_signing_key(key)]
        demand(len(fit) == 1, "its `kid` is not that of one key")
        if self.fault != "any-signature":
            demand(len(octets) == 64, "its signature is not R and S")
            signature = encode_dss_signature(*(int.from_bytes(half, "big") for half in (octets[:32], octets[32:])))
            try:
                public_key(fit[0]).verify(signature, f"{head}.{body}".encode(), ec.ECDSA(hashes.SHA256()))
            except InvalidSignature:
                raise Refused("its signature is another one's") from None
        return header, payload

    def claims(self, disclosures, payload):
        digests = payload.get("_sd")
        demand(isinstance(digests, list) and digests != [], "it has no digests")
        demand(all(is_octets(each, 32) for each in digests), "one of its digests is none")
        demand(len(set(digests)) == len(digests), "a digest is there twice")
        demand(len(set(disclosures)) == len(disclosures), "a disclosure is there twice")
        claims = {}
        for name, value, digest in map(disclosed, disclosures):
            demand(self.fault == "any-digest" or digest in digests, f"{name} has no digest")
            demand(name not in claims and name not in payload, f"{name} is there twice")
            demand(name not in PERMANENT | RESERVED, f"{name} cannot be disclosed")
            claims[name] = value
        return claims

    def check_status(self, payload, keys, issuers):
        """A credential is valid as long as the status service says so in a signed token."""
        _, status = self.signed(fetched(payload["status"]).decode("utf-8", "replace"), keys)
        demand(status.get("iss", issuers[0]) in issuers, "the status token has another issuer")
        about = [status[name] for name in ("id", "sub") if name in status]
        demand(about and all(name == payload["id"] for name in about), "its status is that of another credential")
        check_times({"iat": time.time(), "exp": time.time(), **status})
        demand(self.fault == "any-status" or status.get("status") == "active", "it is not active")


def check_payload(payload, issuer, status_service):
    demand(payload.get("iss") == issuer, "it is from another issuer")
    own = payload.get("id")
    pattern = r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"
    demand(isinstance(own, str) and re.fullmatch(pattern, own, re.IGNORECASE), "its id is no UUID")
    demand(payload.get("status") == f"{status_service}/credentials/status/{own}", "its status is elsewhere")
    demand(payload.get("_sd_alg") == "SHA-256", "its digests are made in another way")
    check_times(payload)
    demand(payload["exp"] > payload["iat"], "it expires before it is issued")
    demand(payload.keys().isdisjoint(CLAIMS), "a claim is not concealed")
    demand(not has_digests(list(payload.values())), "it has digests elsewhere")


def check_times(payload):
    now = time.time()
    for name in {"iat", "exp", "nbf"} & {"iat", "exp", *payload}:
        value = payload.get(name)
        demand(type(value) in (int, float) and 1e9 <= value < 1e10, f"`{name}` is no time")
        demand(now <= value + SKEW if name == "exp" else now >= value - SKEW, f"it is not the time for it: {name}")


def check_holder_key(cnf):
    jwk = cnf.get("jwk") if isinstance(cnf, dict) else None
    demand(isinstance(jwk, dict) and is_p256(jwk), "it is bound to no key on P-256")
    demand(jwk.get("alg") == "ES256" and "d" not in jwk, "it is bound to a key of another kind")


def disclosed(text):
    """Name, value and digest of a claim. The digest is over three encoded parts, concatenated (section 2.9)."""
    inside = decoded(text)
    elements = parsed(inside, list)
    demand(len(elements) == 3, "a disclosure is no triple")
    name, value, salt = elements
    demand(isinstance(name, str) and isinstance(salt, str), "a disclosure is no triple of name, value and salt")
    demand(not is_split_elsewhere(name, salt), f"{name} is a part of another claim")
    demand(not has_digests(value), "it has digests elsewhere")
    parts = [salt, name, value if isinstance(value, str) else second_in(inside.decode())]
    joined = "".join(encoded(part.encode("utf-8", "replace")) for part in parts)
    return name, value, encoded(hashlib.sha256(joined.encode()).digest())


def is_split_elsewhere(name, salt):
    """There is no separator between joined parts: `MaskedMobile` is `Mobile`, if `Masked` goes into the salt before it."""
    heads = [other[: -len(name)] for other in CLAIMS if other != name and other.endswith(name)]
    return salt.endswith(tuple(heads)) or any(other in salt for other in CLAIMS if len(other) > 5)


def second_in(array):
    """The second element of a JSON array, as it was written: any other spelling has another digest."""
    blank, scan = re.compile(r"[\s,]*"), json.JSONDecoder().raw_decode
    _, end = scan(array, blank.match(array, array.index("[") + 1).end())
    start = blank.match(array, end).end()
    return array[start : scan(array, start)[1]]


def has_digests(value):
    if isinstance(value, dict):
        return not RESERVED.isdisjoint(value) or any(map(has_digests, value.values()))
    return isinstance(value, list) and any(map(has_digests, value))


def is_signing_key(key):
    return (
        is_p256(key)
        and isinstance(key.get("kid"), str)
        and key.get("use", "sig") == "sig"
        and key.get("alg", "ES256") == "ES256"
        and "verify" in listed(key.get("key_ops", ["verify"]))
    )


def listed(value):
    """The elements of a list; none if it is something else."""
    return value if isinstance(value, list) else []


def is_p256(key):
    if (key.get("kty"), key.get("crv")) != ("EC", "P-256") or not all(is_octets(key.get(name), 32) for name in "xy"):
        return False
    try:
        return public_key(key) is not None
    except ValueError:
        return False  # the point is not on the curve


def public_key(key):
    x, y = (int.from_bytes(decoded(key[name]), "big") for name in "xy")
    return ec.EllipticCurvePublicNumbers(x, y, ec.SECP256R1()).public_key()


def is_octets(text, count):
    try:
        return isinstance(text, str) and len(decoded(text)) == count
    except Refused:
        return False


def encoded(octets):
    return base64.urlsafe_b64encode(octets).rstrip(b"=").decode()


def decoded(text):
    """The bytes of canonical base64url."""
    demand(re.fullmatch(r"[\w-]*", text, re.ASCII) and len(text) % 4 != 1, "it is not base64url")
    octets = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    demand(encoded(octets) == text, "this is base64url in another spelling")
    return octets


def parsed(octets, kind=dict):
    """JSON without duplicate members: two readers could read two different messages."""
    try:
        value = json.loads(octets.decode("utf-8"), object_pairs_hook=once)
    except (ValueError, RecursionError) as error:
        raise Refused("it is not JSON") from error
    demand(isinstance(value, kind), "this is JSON of another kind")
    return value


def once(pairs):
    demand(len(dict(pairs)) == len(pairs), "a member is duplicated")
    return dict(pairs)


def fetched(url):
    try:
        with urlopen(url, timeout=10) as answer:
            return answer.read()
    except (OSError, HTTPException) as error:
        raise Refused(f"{urlsplit(url).path}: {error}") from error


def main():
    flags = argparse.ArgumentParser(description=__doc__)
    flags.add_argument("--fault", choices=FAULTS, help="; ".join(f"{name}: {title}" for name, title in FAULTS.items()))
    verifier = Verifier(flags.parse_args().fault)
    for line in sys.stdin:
        command = json.loads(line)
        try:
            claims = verifier.verify(command["presentation"], command["issuer"], command["statusService"])
            reply = {"accepted": True, "claims": claims}
        except Refused as reason:
            reply = {"accepted": False, "refused": str(reason)}
        print(json.dumps({"id": command["id"], **reply}), flush=True)


if __name__ == "__main__":
    main()
