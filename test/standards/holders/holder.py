"""A holder of SD-JWTs that shares no code with Assay: one line of JSON for each question, and one for each answer.

The name of one mistake may be given as the argument.
"""

import base64
import hashlib
import json
import sys

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, utils

MISTAKE = sys.argv[1] if len(sys.argv) > 1 else ""
HASHES = {"sha-256": hashlib.sha256, "sha-384": hashlib.sha384, "sha-512": hashlib.sha512}


class Invalid(Exception):
    pass


def has(mistake):
    return MISTAKE == mistake


def decode(text):
    if not text or any(c not in "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_" for c in text):
        raise Invalid("no base64url")
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def encode(octets):
    return base64.urlsafe_b64encode(octets).rstrip(b"=").decode()


def parse(text):
    try:
        return json.loads(decode(text).decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise Invalid("no JSON") from error


def number(key, name):
    return int.from_bytes(decode(key[name]), "big")


def check_signature(header, signed, signature, keys):
    if header.get("alg") != "ES256" or len(signature) != 64:
        raise Invalid("algorithm")
    der = utils.encode_dss_signature(int.from_bytes(signature[:32], "big"), int.from_bytes(signature[32:], "big"))
    for key in keys:
        if key.get("crv") != "P-256":
            continue
        public = ec.EllipticCurvePublicNumbers(number(key, "x"), number(key, "y"), ec.SECP256R1()).public_key()
        try:
            public.verify(der, signed, ec.ECDSA(hashes.SHA256()))
            return
        except Exception:  # the next key may be the right one
            pass
    raise Invalid("signature")


def receive(text, keys):
    """The issuer-signed JWT, its payload, and the disclosures by their digests."""
    parts = text.split("~")
    if len(parts) < 2 or (parts[-1] != "" and not has("takes-key-binding")):
        raise Invalid("form")
    jwt = parts[0].split(".")
    if len(jwt) != 3:
        raise Invalid("JWT")
    header, payload = parse(jwt[0]), parse(jwt[1])
    if not isinstance(header, dict) or not isinstance(payload, dict):
        raise Invalid("JWT")
    if "crit" in header:
        raise Invalid("crit")
    if not has("no-signature"):
        check_signature(header, f"{jwt[0]}.{jwt[1]}".encode(), decode(jwt[2]), keys)
    if has("needs-hash") and "_sd_alg" not in payload or has("known-header") and set(header) - {"alg", "typ", "kid"}:
        raise Invalid("unusual")
    name = payload.get("_sd_alg", "sha-256")
    if name not in HASHES:
        raise Invalid("_sd_alg")
    disclosures = {encode(HASHES[name](each.encode()).digest()): each for each in parts[1:-1]}
    return parts[0], payload, disclosures, HASHES[name]


def place(value, at, disclosures, seen, placed):
    """Walks through a value, and notes at which place each disclosure belongs."""

    def take(digest):
        if digest in seen and not has("digest-twice"):
            raise Invalid("digest twice")
        seen.add(digest)
        return disclosures.get(digest) if isinstance(digest, str) else None

    if isinstance(value, dict):
        names = [name for name in value if name != "_sd"]
        for name in names:
            place(value[name], f"{at}/{escape(name)}", disclosures, seen, placed)
        for digest in value.get("_sd", []) if isinstance(value.get("_sd"), list) else []:
            text = take(digest)
            if text is None:
                continue
            content = parse(text)
            if not isinstance(content, list) or len(content) != 3 or content[1] in ("_sd", "..."):
                raise Invalid("disclosure of a property")
            if content[1] in names and not has("name-taken"):
                raise Invalid("name")
            names.append(content[1])
            inside = f"{at}/{escape(str(content[1]))}"
            placed[text] = inside
            place(content[2], inside, disclosures, seen, placed)
    elif isinstance(value, list):
        i = 0
        for element in value:
            inside = f"{at}/{i}"
            if isinstance(element, dict) and "..." in element:
                text = take(element["..."])
                if text is None:
                    continue
                content = parse(text)
                if not isinstance(content, list) or len(content) != 2:
                    raise Invalid("disclosure of an element")
                placed[text] = inside
                element = content[1]
            place(element, inside, disclosures, seen, placed)
            i += 1


def escape(name):
    return name.replace("~", "~0").replace("/", "~1")


def bind(key, audience, nonce, now, digest):
    secret = ec.derive_private_key(number(key, "d"), ec.SECP256R1())
    payload = {"iat": now, "aud": audience, "nonce": nonce, "sd_hash": digest}
    signed = ".".join(encode(json.dumps(each).encode()) for each in ({"typ": "kb+jwt", "alg": "ES256"}, payload))
    r, s = utils.decode_dss_signature(secret.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
    return f"{signed}.{encode(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}"


def answer(question):
    jwt, payload, disclosures, function = receive(question["sdJwt"], question["jwks"]["keys"])
    placed = {}
    place(payload, "", disclosures, set(), placed)
    if len(placed) < len(disclosures) and not has("unreferenced"):
        raise Invalid("a disclosure without a digest")

    def is_wanted(pointer):
        for each in question["disclose"]:
            if each == pointer or (each.startswith(pointer + "/") and not has("no-parents")):
                return True
            if has("children-too") and pointer.startswith(each + "/"):
                return True
            if has("by-name") and pointer.rpartition("/")[2] == each.rpartition("/")[2]:
                return True
            if has("siblings-too") and pointer.rpartition("/")[0] == each.rpartition("/")[0]:
                return True
        return False

    if has("signs-again"):
        jwt = jwt[:-4] + "AAAA"
    shown = [text for text, pointer in placed.items() if is_wanted(pointer)]
    if has("writes-again"):
        shown = [encode(json.dumps(parse(each)).encode()) for each in shown]
    presented = "~".join([jwt, *shown, ""])
    if "key" in question:
        hashed = question["sdJwt"] if has("hash-as-issued") else presented
        digest = encode(function(hashed.encode()).digest())
        nonce = "1" if has("old-nonce") else question["nonce"]
        presented += bind(question["key"], question["audience"], nonce, question["now"], digest)
    return {"presentation": presented}


for line in sys.stdin:
    try:
        said = answer(json.loads(line))
    except Invalid as error:
        said = {"rejected": str(error)}
    print(json.dumps(said), flush=True)
