"""What a verifier fetches of an issuer and of a type of credentials (SD-JWT VC, sections 3 to 6)."""

import base64
import functools
import hashlib
import http.client
import json
import ssl
import urllib.parse

import jose
from jose import Invalid

MOST = 8
STRENGTH = ("sha256", "sha384", "sha512")


def open_connection(uri, verifier):
    place = urllib.parse.urlsplit(uri)
    if place.scheme != "https":
        return http.client.HTTPConnection(place.netloc, timeout=10)
    wrong = verifier.wrong
    context = make_context(verifier.authority, not (wrong("any-tls") or wrong("any-tls-host")), not wrong("any-tls"))
    return http.client.HTTPSConnection(place.netloc, timeout=10, context=context)


@functools.cache
def make_context(authority, checks_name=True, checks_chain=True):
    """What a client believes of servers. It is read once: that takes as long as a call."""
    context = ssl.create_default_context(cafile=authority)
    context.check_hostname = checks_name
    context.verify_mode = ssl.CERT_REQUIRED if checks_chain else ssl.CERT_NONE
    return context


def fetch_document(uri, verifier, kind):
    """The text and the content of a JSON document; nothing, if it cannot be used."""
    wrong = verifier.wrong
    most = 1_000 if wrong(f"{kind}-endless") else 100 if wrong(f"{kind}-hundred") else MOST
    for _ in range(most):
        if not uri.startswith("https:") and not wrong(f"{kind}-plain"):
            return None
        place, connection = urllib.parse.urlsplit(uri), open_connection(uri, verifier)
        try:
            connection.request("POST" if wrong("issuer-post") and kind == "issuer" else "GET", place.path, headers={"Accept": "application/json"})
            response = connection.getresponse()
            text = response.read()
        except (OSError, http.client.HTTPException):
            return None
        finally:
            connection.close()
        if response.status not in (301, 302, 303, 307, 308):
            break
        uri = urllib.parse.urljoin(uri, response.headers.get("Location", ""))
    if response.status != 200 and not wrong(f"{kind}-status") and not (wrong(f"{kind}-status-404") and response.status == 404):
        return None
    try:
        content = json.loads(text)
    except ValueError:
        return None
    return (text, content) if isinstance(content, dict) else None


def find_keys(issuer, verifier):
    """The keys that the issuer publishes, where it is the one that is known."""
    wrong = verifier.wrong
    if issuer != verifier.published:
        return []
    place = urllib.parse.urlsplit(issuer)
    slash = "/" if wrong("issuer-slash") else ""
    found = fetch_document(f"{place.scheme}://{place.netloc}/.well-known/jwt-vc-issuer{place.path.rstrip('/')}{slash}", verifier, "issuer")
    if found is None:
        return []
    named = found[1].get("issuer", issuer if wrong("issuer-unnamed") else None)
    if named != issuer and not wrong("issuer-other"):
        return []
    content = found[1]
    if "jwks_uri" in content:
        content = {"jwks": (fetch_document(content["jwks_uri"], verifier, "issuer") or ("", {}))[1]}
    return content.get("jwks", {}).get("keys", [])


# Types


def check_type(payload, disclosures, verifier):
    """Whether the types of a credential allow it. What cannot be fetched is not used."""
    wrong, types, uri, integrity = verifier.wrong, [], payload["vct"], payload.get("vct#integrity")
    while uri is not None and len(types) < MOST:
        if uri in [each for each, _ in types]:
            if wrong("type-circle") or wrong("type-far-circle") and uri != types[-1][0]:
                return
            raise Invalid("its type extends itself")
        content = fetch_type(uri, integrity, verifier, len(types) == 0)
        if content is None:
            return
        types.append((uri, content))
        uri, integrity = None if wrong("type-alone") else content.get("extends"), content.get("extends#integrity")
    claims = {}
    for _, content in types[:1] if wrong("type-own") else types[::-1]:
        for each in content.get("claims", []):
            is_good = isinstance(each, dict) and is_path(each.get("path"))
            if not is_good and not wrong("type-malformed"):
                raise Invalid("its type is malformed")
            if is_good:
                claims[json.dumps(each["path"])] = each
    if wrong("type-claims"):
        return
    issued = restore(payload, disclosures)
    for each in claims.values():
        check_claim(issued, each, wrong)


def fetch_type(uri, integrity, verifier, is_first):
    wrong = verifier.wrong
    found = fetch_document(uri, verifier, "type")
    if found is None:
        return None
    text, content = found
    if content.get("vct") != uri and not wrong("type-vct") and not (wrong("type-vct-first") and not is_first):
        return None
    if wrong("type-strict") and set(content) - {"vct", "name", "description", "extends", "extends#integrity", "claims", "display"}:
        raise Invalid("its type has a member that is not known")
    is_checked = integrity is not None and not wrong("type-digest") and not (wrong("type-digest-first") and not is_first)
    return None if is_checked and not is_intact(text, integrity, wrong) else content


def is_intact(text, integrity, wrong):
    given = [each.partition("-")[::2] for each in integrity.split()]
    given = given[:1] if wrong("type-one-digest") else given
    known = [(name, value) for name, value in given if name in STRENGTH]
    if not known:
        return wrong("type-unknown-digest")
    best = max((name for name, _ in known), key=STRENGTH.index)
    values = [(name, value) for name, value in known if name == best or wrong("type-weak-digest")]
    return any(base64.b64encode(hashlib.new(name, text).digest()).decode() == value for name, value in values)


def is_path(path):
    return isinstance(path, list) and len(path) > 0 and all(each is None or isinstance(each, str) or isinstance(each, int) for each in path)


class Issued:
    """A value as it was issued: whether it is in a disclosure, and whether some of it stays hidden."""

    def __init__(self, value, is_disclosable=False, is_partial=False):
        self.value, self.is_disclosable, self.is_partial = value, is_disclosable, is_partial


def restore(payload, disclosures):
    there = {jose.digest(each): json.loads(jose.decode(each)) for each in disclosures}

    def walk(value, is_disclosable=False):
        if isinstance(value, dict):
            hidden = [each for each in value.get("_sd", []) if each not in there]
            found = {name: walk(each) for name, each in value.items() if name not in ("_sd", "_sd_alg")}
            found |= {there[each][1]: walk(there[each][2], True) for each in value.get("_sd", []) if each in there}
            return Issued(found, is_disclosable, bool(hidden))
        if isinstance(value, list):
            digests = [each["..."] if isinstance(each, dict) and set(each) == {"..."} else None for each in value]
            items = [walk(each) if digest is None else walk(there[digest][1], True) for each, digest in zip(value, digests) if digest is None or digest in there]
            return Issued(items, is_disclosable, len(items) < len(value))
        return Issued(value, is_disclosable)

    return walk(payload)


def check_claim(issued, claim, wrong):
    found, is_partial = [issued], False
    for step in claim["path"]:
        following = []
        for each in found:
            is_fit = isinstance(each.value, dict if isinstance(step, str) else list)
            if not is_fit and not wrong("type-path"):
                raise Invalid("a path of its type leads nowhere")
            is_there = is_fit and step is not None and (step in each.value if isinstance(step, str) else step < len(each.value))
            is_partial |= each.is_partial and not is_there
            following += [each.value[step]] if is_there else each.value if is_fit and step is None else []
        found = following
    if claim.get("mandatory") and not found and not (is_partial and not wrong("type-hidden")) and not wrong("type-mandatory"):
        raise Invalid("a claim is missing that its type makes mandatory")
    wanted = claim.get("sd", "allowed")
    if wanted != "allowed" and not wrong("type-sd") and any(each.is_disclosable != (wanted == "always") for each in found):
        raise Invalid("a claim is disclosable, and must not be, or the reverse")
