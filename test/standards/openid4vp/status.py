"""How a verifier looks at the status of a credential (Token Status List). It reads lists as JWTs, and CWTs where that is its plan."""

import gzip
import json
import time
import urllib.parse
import zlib

import jose
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from jose import Invalid
from published import open_connection


def check_status(payload, verifier):
    plan, wrong = verifier.plan, verifier.wrong
    if plan["status"] == "no" or "status" not in payload:
        return
    place = payload["status"]["status_list"]
    uri = place["uri"]
    if plan["status"] != "cached" or uri not in verifier.lists:
        try:
            verifier.lists[uri] = read_list(fetch(uri, verifier), verifier)
        except Invalid as problem:
            if wrong("list-missing") or wrong("list-down") and str(problem) == "the list answers 503":
                return
            raise
    check_list(verifier.lists[uri], place, verifier)
    if wrong("gives-up") or wrong("first-of-all"):
        read_others(verifier.lists[uri][1]["status_list"].get("aggregation_uri"), verifier)


def read_others(uri, verifier):
    """Reads the lists of an aggregation, up to one that cannot be read."""
    try:
        all = json.loads(fetch(uri, verifier))["status_lists"] if uri else []
        for each in all[:1] if verifier.wrong("first-of-all") else all:
            verifier.lists[each] = read_list(fetch(each, verifier), verifier)
    except (Invalid, KeyError, ValueError):
        return


def fetch(uri, verifier):
    """Asks for a list. Redirections are followed, but not for ever."""
    wrong = verifier.wrong
    asked = f"{uri}?time={int(time.time())}" if wrong("list-time") or verifier.plan["times"] == "yes" else uri
    if wrong("list-date"):
        asked = f"{uri}?time=today"
    most = 0 if wrong("list-here") else 100_000 if wrong("list-endless") else 100 if wrong("list-hundred") else 8
    for _ in range(most + 1):
        status, headers, body = send(asked, verifier)
        if status not in (301, 302, 303, 307, 308):
            break
        asked = urllib.parse.urljoin(asked, headers.get("location", ""))
    if status != 200:
        raise Invalid(f"the list answers {status}")
    if headers.get("content-encoding") == "gzip" and not wrong("list-packed"):
        body = gzip.decompress(body)
    return body


def send(uri, verifier):
    plan, place = verifier.plan, urllib.parse.urlsplit(uri)
    connection = open_connection(uri, verifier)
    headers = {"Accept": "application/statuslist+cwt" if plan["status"] == "cwt" else "application/statuslist+jwt"}
    if plan["coding"] == "gzip" or verifier.wrong("list-packed"):
        headers["Accept-Encoding"] = "gzip"
    method = "POST" if verifier.wrong("list-post") else "GET"
    try:
        connection.request(method, f"{place.path}?{place.query}".rstrip("?"), headers=headers)
        response = connection.getresponse()
        body = response.read()
    except OSError:
        raise Invalid("the list cannot be asked for") from None
    finally:
        connection.close()
    return response.status, {name.lower(): value for name, value in response.getheaders()}, body


def read_list(body, verifier):
    """The header and the claims, by the names of JWTs."""
    wrong = verifier.wrong
    if verifier.plan["status"] == "cwt":
        return read_cwt(body, verifier)
    try:
        header, claims = jose.open_jws(body.decode("ascii"))
    except UnicodeDecodeError:
        raise Invalid("the list is no text")
    if not wrong("list-signature"):
        verify(lambda key: jose.verify(body.decode(), key), verifier)
    return header, claims


def verify(attempt, verifier):
    if verifier.wrong("issuer-any-key") or verifier.wrong("issuer-kid"):
        return None
    for key in verifier.known:
        try:
            return attempt(jose.read_key(key))
        except Exception:
            continue
    raise Invalid("no key of the issuer verifies the list")


NAMES = {2: "sub", 6: "iat", 4: "exp", 65533: "status_list", 65534: "ttl"}


def read_cwt(body, verifier):
    (tag, (head, _, payload, signature)), rest = read_cbor(body)
    if rest or tag != 18:
        raise Invalid("this is no COSE_Sign1")
    signed = b"\x84" + write_text(b"Signature1", 3) + write_text(head, 2) + b"\x40" + write_text(payload, 2)
    half = len(signature) // 2
    der = encode_dss_signature(int.from_bytes(signature[:half]), int.from_bytes(signature[half:]))
    verify(lambda key: key.verify(der, signed, ec.ECDSA(hashes.SHA256())), verifier)
    header = read_cbor(head)[0]
    claims = {NAMES.get(name, name): value for name, value in read_cbor(payload)[0].items()}
    return {"typ": header.get(16)}, claims


def write_text(octets, major):
    size = len(octets)
    for more, width in ((24, 1), (25, 2), (26, 4)):
        if size < 24:
            return bytes([major << 5 | size]) + octets
        if size < 1 << (8 * width):
            return bytes([major << 5 | more]) + size.to_bytes(width) + octets


def read_cbor(octets):
    """One value, and what comes after it."""
    major, size, octets = octets[0] >> 5, octets[0] & 31, octets[1:]
    if size >= 24:
        width = 1 << (size - 24)
        size, octets = int.from_bytes(octets[:width]), octets[width:]
    if major == 0:
        return size, octets
    if major == 1:
        return -1 - size, octets
    if major in (2, 3):
        part, octets = octets[:size], octets[size:]
        return (part if major == 2 else part.decode()), octets
    if major == 6:
        value, octets = read_cbor(octets)
        return (size, value), octets
    items = []
    for _ in range(size * (2 if major == 5 else 1)):
        value, octets = read_cbor(octets)
        items.append(value)
    return (dict(zip(items[::2], items[1::2])) if major == 5 else items), octets


def check_list(read, place, verifier):
    wrong = verifier.wrong
    header, claims = read
    if header.get("typ") not in ("statuslist+jwt", "application/statuslist+jwt", "application/statuslist+cwt") and not wrong("list-typ"):
        raise Invalid("this is no status list")
    now = time.time()
    if claims.get("sub", "" if not wrong("list-claims") else place["uri"]) != place["uri"] and not wrong("list-sub"):
        raise Invalid("the list of another")
    if "iat" not in claims and not wrong("list-claims"):
        raise Invalid("the list has no time")
    if claims.get("iat", 0) > now + (400 * 86_400 if wrong("list-year") else 300) and not wrong("list-time"):
        raise Invalid("the list is of another time")
    if claims.get("exp", now + 1) <= now and not wrong("list-expired"):
        raise Invalid("the list has expired")
    if "status_list" not in claims:
        raise Invalid("there is no list")
    bits, text = claims["status_list"]["bits"], claims["status_list"]["lst"]
    octets = zlib.decompress(jose.decode(text) if isinstance(text, str) else text)
    at = place["idx"] * bits
    if at // 8 >= len(octets):
        if wrong("list-end"):
            return
        if wrong("list-round"):
            at = 0
    if at // 8 >= len(octets):
        raise Invalid("the list has no such entry")
    status = octets[at // 8] >> (at % 8) & ((1 << bits) - 1)
    if status == 1 and not wrong("revoked") or status > 1 and not wrong("suspended"):
        raise Invalid(f"its status is {status}")
