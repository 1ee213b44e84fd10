"""How a verifier reads a presentation: an SD-JWT with a Key Binding JWT (RFC 9901), for a query of OpenID4VP 1.0."""

import hmac
import json
import time
import urllib.parse

from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

import jose
from jose import Invalid
from published import check_type, find_keys
from status import fetch

LATEST = 600


def read_presentation(text, query, session, verifier):
    wrong = verifier.wrong
    if wrong("list-early"):
        fetch_early(text, verifier)
    if not isinstance(text, str) or text.count("~") < 1:
        raise Invalid("this is no SD-JWT")
    signed, *disclosures, binding = text.split("~")
    known = signed.rpartition(".")[0] in verifier.accepted
    try:
        header, payload = jose.open_jws(signed) if known and wrong("known-issuer") else read_signed(signed, verifier)
    except Invalid:
        if wrong("list-anyway"):
            fetch_early(text, verifier)
        raise
    if "kid" not in header and (wrong("by-kid") or wrong("by-thumbprint") and "x5t#S256" not in header):
        raise Invalid("the key has no name")
    if header.get("typ") != "dc+sd-jwt":
        raise Invalid("another typ")
    if "crit" in header and not wrong("crit"):
        raise Invalid("a parameter that has to be known")
    now = time.time()
    if wrong("exp-text") and isinstance(payload.get("exp"), str):
        payload = {**payload, "exp": now + 1}
    if payload.get("exp", now + 1) <= now - (86_400 if wrong("expired-lately") else 0) and not wrong("expired"):
        raise Invalid("it has expired")
    if payload.get("nbf", now) > now + (86_400 if wrong("early-lately") else 0) and not wrong("early"):
        raise Invalid("it is not valid yet")
    claims = disclose(payload, disclosures, wrong)
    types = query["meta"]["vct_values"]
    is_near = wrong("type-scheme") and any(each.split(":")[0] == claims["vct"].split(":")[0] for each in types)
    if claims.get("vct") not in types and not wrong("type") and not is_near:
        raise Invalid("another type")
    if verifier.published:
        check_type(payload, disclosures, verifier)
    if not wrong("claims"):
        check_claims(claims, query, wrong)
    is_free = query.get("require_cryptographic_holder_binding", not wrong("bound-when-asked")) is False
    if (binding or not (wrong("unbound") or is_free)) and not (known and wrong("known-binding")):
        read_binding(text, payload, query, session, verifier)
    verifier.accepted.add(signed.rpartition(".")[0])
    return payload


def fetch_early(text, verifier):
    try:
        fetch(jose.open_jws(text.split("~")[0])[1]["status"]["status_list"]["uri"], verifier)
    except Exception:
        pass


def read_signed(signed, verifier):
    wrong = verifier.wrong
    header, payload = jose.open_jws(signed)
    if wrong("hmac") and is_mac(signed, verifier.trust[0]):
        return header, payload
    if wrong("alg-none") and header.get("alg") == "none" or wrong("issuer-signature"):
        return header, payload
    if wrong("any-issuer") and "x5c" in header:
        from cryptography import x509

        import base64

        jose.verify(signed, x509.load_der_x509_certificate(base64.b64decode(header["x5c"][0])).public_key())
        return header, payload
    if verifier.published:
        verifier.known = find_keys(payload.get("iss"), verifier)
        named = wrong("issuer-kid") and any(each.get("kid") == header.get("kid") for each in verifier.known)
        if (wrong("issuer-any-key") or named) and verifier.known:
            return header, payload
    for key in verifier.known:
        try:
            jose.verify(signed, jose.read_key(key), "ES256" if wrong("usual-alg") else None)
            return header, payload
        except Invalid:
            continue
    raise Invalid("no key of the issuer verifies it")


def is_mac(signed, key):
    """Whether it is an HMAC whose secret is the text of a public key."""
    header, _ = jose.open_jws(signed)
    text = jose.read_key(key).public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    head, _, mac = signed.rpartition(".")
    return header.get("alg") == "HS256" and hmac.digest(text, head.encode(), "sha256") == jose.decode(mac)


def disclose(payload, disclosures, wrong):
    """The claims, with what is disclosed in its place."""
    if payload.get("_sd_alg", "sha-256") != "sha-256" and not wrong("any-hash"):
        raise Invalid("another hash function")
    there = {}
    for each in disclosures:
        content = json.loads(jose.decode(each))
        if not isinstance(content, list) or len(content) not in ((2, 3, 4) if wrong("four") else (2, 3)):
            raise Invalid("this is no disclosure")
        if wrong("digest-split") and b'","' not in jose.decode(each):
            raise Invalid("this is no disclosure")
        digest = jose.digest(jose.write_again(each) if wrong("digest-again") else each)
        if digest in there:
            raise Invalid("a disclosure is there twice")
        there[digest] = content
    used, seen = set(), set()

    def walk(value):
        if isinstance(value, list):
            return [item for each in value for item in walk_item(each)]
        if not isinstance(value, dict):
            return value
        found = {name: walk(each) for name, each in value.items() if name not in ("_sd", "_sd_alg")}
        for digest in value.get("_sd", []):
            if digest in seen and not wrong("twice"):
                raise Invalid("a digest is there twice")
            seen.add(digest)
            if digest not in there and wrong("unused"):
                raise Invalid("a digest has no disclosure")
            if digest not in there:
                continue
            used.add(digest)
            _, name, content = there[digest][:3]
            if (name in found and not wrong("overwrites")) or (name in ("_sd", "...") and not wrong("reserved")):
                raise Invalid("this name is there already")
            found[name] = walk(content)
        return found

    def walk_item(item):
        if not isinstance(item, dict) or set(item) != {"..."}:
            return [walk(item)]
        if item["..."] not in there:
            return []
        used.add(item["..."])
        return [walk(there[item["..."]][1])]

    claims = walk(payload)
    if wrong("decoys") and len(payload.get("_sd", [])) > len(there):
        raise Invalid("there are more digests than disclosures")
    if wrong("digests"):
        claims |= {content[1]: content[2] for content in there.values() if len(content) == 3}
    elif used != set(there):
        raise Invalid("a disclosure belongs to nothing")
    return claims


def find(value, path):
    """All values at a path (section 7)."""
    if not path:
        return [value]
    first, rest = path[0], path[1:]
    if first is None:
        return [each for item in value for each in find(item, rest)] if isinstance(value, list) else []
    if isinstance(first, int):
        return find(value[first], rest) if isinstance(value, list) and first < len(value) else []
    return find(value[first], rest) if isinstance(value, dict) and first in value else []


def check_claims(claims, query, wrong):
    def is_there(claim):
        named = [str(each).swapcase() for each in claim["path"]]
        found = find(claims, claim["path"]) or (find(claims, named) if wrong("claims-case") else [])
        wanted = claim.get("values")
        return bool(found) and (wanted is None or wrong("values") or any(each in wanted for each in found) or (wrong("values-start") and str(found[0]) in str(wanted)))

    wanted = query.get("claims", [])
    by_id = {each.get("id"): each for each in wanted}
    sets = [[by_id[name] for name in each] for each in query.get("claim_sets", [])] or [wanted]
    if not any((any if wrong("any-claim") else all)(is_there(each) for each in some) for some in sets):
        raise Invalid("a claim is missing")


def read_binding(text, payload, query, session, verifier):
    wrong = verifier.wrong
    binding = text.rpartition("~")[2]
    header, content = jose.open_jws(binding)
    if header.get("typ") != "kb+jwt" and not wrong("kb-typ") and not (wrong("kb-typ-end") and str(header.get("typ")).endswith("+jwt")):
        raise Invalid("this is no Key Binding JWT")
    if "crit" in header and not wrong("crit") and not wrong("binding-crit"):
        raise Invalid("a parameter that has to be known")
    holder = payload["cnf"]["jwk"]
    algs = verifier.plan["kb"].split("_")
    is_usual = header.get("alg") == algs[0]
    if wrong("binding-usual-alg"):
        header = {**header, "alg": algs[0]}
    if header.get("alg") not in ([algs[0]] if wrong("first-alg") else algs) and header.get("alg") in ("ES256", "ES384", "ES512", "EdDSA", "Ed25519"):
        raise Invalid("another algorithm than those of the request")
    if wrong("no-edwards") and header.get("alg") == "Ed25519":
        raise Invalid("an algorithm that is not there")
    if wrong("binding-hmac") and is_mac(binding, holder):
        header = {**header, "alg": "none"}
    if not wrong("holder") and not (wrong("usual-holder") and not is_usual) and not wrong("long-signature") and not (wrong("binding-hmac") and header["alg"] == "none") and not (wrong("binding-none") and header.get("alg") == "none"):
        key = jose.read_key(header["jwk"] if wrong("header-key") and "jwk" in header else holder)
        jose.verify(binding, key, "ES256" if wrong("binding-usual-alg") else None)
    if wrong("long-signature"):
        signature = jose.encode(jose.decode(binding.rpartition(".")[2])[:64])
        jose.verify(f"{binding.rpartition('.')[0]}.{signature}", jose.read_key(holder))
    if wrong("nonce-listed") and content["nonce"] == [session.nonce]:
        content = {**content, "nonce": session.nonce}
    if wrong("nonce-case") and content["nonce"].lower() == session.nonce.lower():
        content = {**content, "nonce": session.nonce}
    if wrong("nonce-start") and content["nonce"].startswith(session.nonce[:-1]):
        content = {**content, "nonce": session.nonce}
    if content["nonce"] != session.nonce and not wrong("nonce") and not (wrong("usual-nonce") and not is_usual):
        raise Invalid("another nonce")
    audience = content["aud"]
    client = verifier.audience(session)
    if wrong("aud-prefix"):
        client, audience = client.split(":")[0], audience.split(":")[0]
    near = wrong("aud-slash") and audience.rstrip("/") == client or wrong("aud-bare") and client.endswith(f":{audience}")
    near = near or wrong("aud-trimmed") and audience.strip() == client or wrong("aud-end") and audience.endswith(client)
    near = near or wrong("aud-decoded") and urllib.parse.unquote(audience) == client
    if audience != client and not near and not wrong("aud"):
        raise Invalid("for another verifier")
    if wrong("hash-start") and jose.digest(text[: len(text) - len(binding)]).startswith(content["sd_hash"]):
        content = {**content, "sd_hash": jose.digest(text[: len(text) - len(binding)])}
    if content["sd_hash"] != jose.digest(text[: len(text) - len(binding)]) and not wrong("sd-hash"):
        raise Invalid("disclosures were added or taken away")
    if wrong("no-time"):
        content = {"iat": 0, **content}
    now = time.time()
    if content.get("exp", now + 1) <= now and not wrong("binding-expired") or content.get("nbf", now) > now + LATEST and not wrong("binding-early"):
        raise Invalid("it is not valid now")
    if content["iat"] > time.time() + LATEST and not wrong("future"):
        raise Invalid("it comes from the future")
    if not wrong("hashes"):
        check_data(content, query, session)


def check_data(content, query, session):
    about = [each for each in session.data if query["id"] in jose.read_json(each)["credential_ids"]]
    if about and content.get("transaction_data_hashes") != [jose.digest(each) for each in about]:
        raise Invalid("another transaction")
