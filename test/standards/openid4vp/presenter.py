"""Wallets of OpenID4VP 1.0 and HAIP 1.0 that present, each at a path that is its plan. They share no code with Assay.

    presenter.py ROOT CA COUNT SEED    prints a line of JSON with its address and what verifiers need, and serves until its standard input ends

ROOT is the certificate of the authority of verifiers, and CA that of their servers, as PEM. COUNT plans are
drawn. A command is the body of a POST request to /PLAN, and a plan is `setting.value~mistake.name+name`. Mistakes of the form NAME:PLACE:HOW are in `spoil.py`.
"""

import base64
import datetime
import hashlib
import json
import os
import random
import secrets
import ssl
import sys
import threading
import time
import types
import urllib.error
import urllib.parse
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../openid4vci"))
import jose  # noqa: E402
import mdoc  # noqa: E402
from jose import Invalid, digest  # noqa: E402
from spoil import Spoil  # noqa: E402

ISSUER = "https://library.example"
TYPE = "urn:example:library-card:1"
DOCTYPE = "org.example.library.1.card"
W3C = "https://library.example/vocabulary#Card"
CONTEXT = "https://www.w3.org/ns/credentials/v2"
FORM = "application/x-www-form-urlencoded"
OBJECT = "oauth-authz-req+jwt"
LOAN = "https://library.example/loan"
AUDIENCE = "https://self-issued.me/v2"
USER = "Erin Example"
CLAIMS = {"name": USER, "card_number": "LC-0042", "branch": "North", "born": "1990-02-03"}


# The first value of each is what a wallet does without a plan.
SETTINGS = {
    "binding": ["plain", "full"],
    "fetch": ["all", "nonce", "metadata", "nothing", "get"],
    "accept": ["one", "several"],
    "form": ["usual", "sorted", "encoded"],
    "parties": ["no", "yes"],
    "error": ["code", "described", "silent"],
    "state": ["inside", "outside"],
    "json": ["compact", "pretty"],
    "order": ["issued", "reversed"],
    "time": ["now", "earlier"],
    "extra": ["no", "yes"],
    "media": ["plain", "charset"],
}


def draw(count, seed):
    chance = random.Random(seed)
    return ["~".join(f"{name}.{chance.choice(values)}" for name, values in SETTINGS.items()) for _ in range(count)]


class Refusal(Exception):
    """Nothing is presented; `code` is sent to the verifier if there is one."""

    def __init__(self, reason, code=None):
        super().__init__(reason)
        self.code = code


# The issuer


def name(text):
    return x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, text)])


def certify(subject, key, authority, is_authority):
    now = datetime.datetime.now(datetime.timezone.utc)
    builder = x509.CertificateBuilder().subject_name(name(subject)).issuer_name(name("Library authority"))
    builder = builder.public_key(key.public_key()).serial_number(x509.random_serial_number())
    builder = builder.not_valid_before(now - datetime.timedelta(days=2)).not_valid_after(now + datetime.timedelta(days=60))
    builder = builder.add_extension(x509.BasicConstraints(is_authority, None), True)
    above = x509.AuthorityKeyIdentifier.from_issuer_public_key(authority.public_key())
    builder = builder.add_extension(x509.SubjectAlternativeName([x509.DNSName("library.example")]), False)
    return builder.add_extension(above, False).sign(authority, hashes.SHA256())


class Issuer:
    def __init__(self):
        self.key, authority = jose.make_key("ES256"), jose.make_key("ES256")
        self.root = certify("Library authority", authority, authority, True)
        self.certificate = certify("library.example", self.key, authority, False)
        self.octets = self.certificate.public_bytes(serialization.Encoding.DER)
        self.chain = [base64.b64encode(self.octets).decode()]
        self.jwks = {"keys": [{**jose.write_key(self.key), "kid": "library-1"}, {**jose.write_key(HOLDER), "kid": "holder-1"}]}


# The key of those who hold credentials of W3C.
HOLDER = jose.make_key("ES256")

# What verifiers may ask for, by the name of the query.
CARD = {"id": "card", "format": "dc+sd-jwt", "meta": {"vct_values": [TYPE]}, "claims": [{"path": ["name"]}, {"path": ["card_number"]}]}
QUERIES = {
    "card": [CARD],
    "two": [CARD, {**CARD, "id": "second", "claims": [{"path": ["branch"]}]}],
    "other": [{**CARD, "meta": {"vct_values": [f"{TYPE}0"]}}],
    "values": [{**CARD, "claims": [{"path": ["name"], "values": ["Erin"]}, {"path": ["card_number"]}]}],
    "optional": [CARD, {**CARD, "id": "other", "meta": {"vct_values": ["urn:example:other"]}}],
    "mdoc": [{"id": "card", "format": "mso_mdoc", "meta": {"doctype_value": DOCTYPE}, "claims": [{"path": [mdoc.SPACE, each]} for each in ("name", "card_number")]}],
    "other-mdoc": [{"id": "card", "format": "mso_mdoc", "meta": {"doctype_value": DOCTYPE[:-1]}, "claims": [{"path": [mdoc.SPACE, "name"]}]}],
    "jwt": [{"id": "card", "format": "jwt_vc_json", "meta": {"type_values": [[W3C]]}}],
    "ldp": [{"id": "card", "format": "ldp_vc", "meta": {"type_values": [[W3C]]}}],
    "plain-jwt": [{"id": "card", "format": "jwt_vc_json", "meta": {"type_values": [[W3C]]}, "require_cryptographic_holder_binding": False}],
    "plain-ldp": [{"id": "card", "format": "ldp_vc", "meta": {"type_values": [[W3C]]}, "require_cryptographic_holder_binding": False}],
}


def make_query(name):
    sets = [{"options": [["card"]]}, {"options": [["other"]], "required": False}]
    return {"credentials": QUERIES[name], **({"credential_sets": sets} if name == "optional" else {})}


# HTTP


class NoRedirects(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


class RedirectsOfGet(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, request, *about):
        return super().redirect_request(request, *about) if request.get_method() == "GET" else None


class Wallet:
    """A wallet with a plan: what it holds, and what it does with requests."""

    def __init__(self, plan, issuer, root):
        self.issuer, self.root = issuer, root
        pairs = dict(each.split(".", 1) for each in plan.split("~") if "." in each)
        self.mistakes = set(pairs.pop("mistake", "").split("+"))
        self.settings = {name: pairs.get(name, values[0]) for name, values in SETTINGS.items()}
        self.plan = types.SimpleNamespace(mistake="")  # an issuer of mdocs looks there
        self.spoil = Spoil(self.mistakes)
        self.key, self.kept = jose.make_key("ES256"), jose.make_key("P-256")
        self.disclosures = [jose.write_json([secrets.token_urlsafe(16), *each]) for each in CLAIMS.items()]
        self.jwt = self.issue()
        self.document = mdoc.write(CLAIMS, DOCTYPE, jose.write_key(self.key), issuer.key, [issuer.octets], "ES256", self)
        self.nonce = secrets.token_urlsafe(16)
        context = ssl.create_default_context(cafile=sys.argv[2])
        context.check_hostname = not (self.has("any-tls") or self.has("any-tls-host"))
        context.verify_mode = ssl.CERT_NONE if self.has("any-tls") else ssl.CERT_REQUIRED
        self.has_tls, self.refused, self.presented = False, 0, 0
        handlers = [] if self.has("redirects") else [RedirectsOfGet if self.has("redirects-of-get") else NoRedirects]
        self.opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), urllib.request.HTTPSHandler(context=context), *handlers)
        if not self.has("software"):
            self.opener.addheaders = []

    def has(self, mistake):
        return mistake in self.mistakes

    def issue(self):
        now = int(time.time())
        payload = {
            "iss": ISSUER,
            "vct": TYPE,
            "iat": now - 86_400,
            "exp": now + 30 * 86_400,
            "cnf": {"jwk": jose.write_key(self.key)},
            "_sd_alg": "sha-256",
            "_sd": sorted(digest(each) for each in self.disclosures),
        }
        header = {"typ": "dc+sd-jwt", "kid": "library-1", "x5c": self.issuer.chain}
        return self.spoil.jwt("card", header, payload, self.issuer.key)

    def call(self, url, data=None, headers=None, method=None):
        headers = {**(headers or {}), **({"X-Powered-By": "Library Wallet 1.0"} if self.has("powered-by") else {})}
        is_plain = not url.startswith("https:")
        is_local = self.has("plain-here") and urllib.parse.urlsplit(url).hostname == "127.0.0.1"
        if is_plain and data is not None and self.has_tls and not self.has("plain-fetch") and not is_local:
            raise Refusal("an address has no TLS, and others have")
        self.has_tls |= not is_plain
        request = urllib.request.Request(url, data=data, headers=headers, method=method)
        try:
            with self.opener.open(request, timeout=10) as response:
                return response.status, response.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()
        except OSError:
            raise Refusal("an address does not answer") from None

    # Requests

    def read_link(self, link):
        """The parameters of a request, and the header of its request object."""
        query = urllib.parse.urlsplit(link).query
        outer = {name: values[0] for name, values in urllib.parse.parse_qs(query).items()}
        self.fetched_from = urllib.parse.urlsplit(outer.get("request_uri", "")).hostname
        if self.has("fetch-post-only") and "request_uri" in outer and outer.get("request_uri_method") != "post":
            raise Refusal("requests are fetched by POST alone")
        text, wallet_nonce = outer.get("request"), None
        if self.has("no-fetch") and "request_uri" in outer:
            raise Refusal("requests are not fetched")
        if "request_uri" in outer:
            text, wallet_nonce = self.fetch(outer)
        if text is None:
            for name in ("dcql_query", "client_metadata", "transaction_data", "verifier_info"):
                if name in outer:
                    outer[name] = json.loads(outer[name])
            return outer, None
        header, request = self.open_object(text.strip())
        client = request.get("client_id", "")
        is_near = self.has("mismatch-start") and outer.get("client_id", "").startswith(client) or self.is_like("client", outer.get("client_id"), client)
        if not self.has("mismatch") and not is_near and client != outer.get("client_id"):
            raise Refusal("the link names another client")
        given = request.get("wallet_nonce")
        is_near = self.has("wallet-nonce-start") and str(given).startswith(str(wallet_nonce)) or self.is_like("wallet-nonce", given, wallet_nonce)
        if self.has("wallet-nonce-optional") and given is None:
            is_near = True
        if wallet_nonce is not None and not self.has("wallet-nonce") and not is_near and given != wallet_nonce:
            raise Refusal("the nonce of the wallet is missing")
        if self.has("link-address") and "response_uri" in outer:
            request["response_uri"] = outer["response_uri"]
        if self.has("link-over"):
            request |= {name: value for name, value in outer.items() if name not in ("request", "request_uri", "request_uri_method")}
        return request, header

    def fetch(self, outer):
        accept = {"one": f"application/{OBJECT}", "several": f"application/{OBJECT}, application/jwt;q=0.1"}[self.settings["accept"]]
        uri, headers, data, nonce, how = outer["request_uri"], {"Accept": accept}, None, None, self.settings["fetch"]
        if outer.get("request_uri_method") == "post" and how != "get" or self.has("posts"):
            if how in ("all", "nonce") and not self.has("posts"):
                nonce = self.nonce if self.has("kept-nonce") else time.strftime("%Y-%m") if self.has("month-nonce") else secrets.token_urlsafe(16)
            form = {"wallet_metadata": self.describe(outer)} if how in ("all", "metadata") else {}
            form |= {"wallet_nonce": nonce} if nonce else {}
            headers["Content-Type"] = FORM
            data = self.spoil.form("fetch", form).encode()
            if self.has("json-fetch"):
                headers["Content-Type"] = "application/json"
                data = json.dumps(form).encode()
        if self.has("names-user"):
            headers["X-User"] = USER
        if self.has("user-in-url"):
            uri += f"{'&' if '?' in uri else '?'}user={urllib.parse.quote(USER)}"
        if self.has("no-fetch-query"):
            uri = uri.partition("?")[0]
        status, text = self.call(uri, data, self.spoil.content("fetch-head", headers), "PUT" if self.has("puts") else None)
        if status != 200 and not self.has("status") and not (self.has("status-400") and status < 500):
            raise Refusal(f"the request object answers {status}")
        return text, nonce

    def describe(self, outer):
        """What the wallet says of itself."""
        about = {
            "vp_formats_supported": {"dc+sd-jwt": {"sd-jwt_alg_values": ["ES256"], "kb-jwt_alg_values": ["ES256"]}},
            "client_id_prefixes_supported": ["x509_hash", "x509_san_dns", "redirect_uri"],
            "authorization_endpoint": "haip-vp://",
            "jwks": {"keys": [{**jose.write_key(self.kept), "kid": f"wallet-{i}", "alg": "ECDH-ES", "use": "enc"} for i in range(5)]},
        }
        signs = not outer["client_id"].startswith("redirect_uri:") and not self.has("no-algorithms")
        if signs or self.has("algorithms"):
            about["request_object_signing_alg_values_supported"] = ["ES256"]
        if self.has("no-algorithm") and not signs:
            about["request_object_signing_alg_values_supported"] = []
        return self.spoil.text("metadata", json.dumps(self.spoil.content("metadata", about)).encode()).decode()

    def open_object(self, text):
        try:
            header, request = jose.open_jws(text)
        except Invalid:
            raise Refusal("this is no request object") from None
        typ, audience = str(header.get("typ")), request.get("aud", AUDIENCE)
        is_near = self.has("typ-end") and typ.endswith("+jwt") or self.has("typ-jwt") and typ in ("JWT", "None")
        if not self.has("typ") and not is_near and typ != OBJECT:
            raise Refusal("the type is another one")
        is_near = self.has("audience-start") and str(audience).startswith(AUDIENCE) or self.is_like("audience", audience, AUDIENCE)
        if not self.has("audience") and not is_near and audience != AUDIENCE:
            raise Refusal("it is for another audience")
        is_there = self.has("crit-there") and all(each in header for each in header.get("crit", []))
        if "crit" in header and not self.has("crit") and not is_there:
            raise Refusal("it has a parameter that is not known")
        now = time.time()
        if (not self.has("expired") and now >= request.get("exp", now + 1)) or (not self.has("early") and now < request.get("nbf", now)):
            raise Refusal("it is not valid now")
        is_attested = self.has("proof") and "jwt" in header
        if not self.has("signature") and not is_attested:
            try:
                jose.verify(text, self.find_key(header, request))
            except (Invalid, KeyError, TypeError, ValueError) as error:
                raise Refusal(f"the signature is wrong: {type(error).__name__}") from None
        return header, request

    def find_key(self, header, request):
        """The key that has to have signed a request object."""
        if self.has("metadata-key") or self.has("metadata-alone") and "x5c" not in header:
            for each in request.get("client_metadata", {}).get("jwks", {}).get("keys", []):
                if each.get("kid") == header.get("kid"):
                    return jose.read_key(each)
        if self.has("header-key") and "jwk" in header:
            return jose.read_key(header["jwk"])
        prefix, _, name = request.get("client_id", "").partition(":")
        if prefix == "decentralized_identifier":
            did = header["kid"].partition("#")[0]
            if did != name and not self.has("did-kid"):
                raise Refusal("the key is that of another DID")
            if did.startswith("did:web:"):
                return self.find_web_key(did, header["kid"])
            return jose.read_key(jose.read_json(did.removeprefix("did:jwk:")))
        if prefix == "verifier_attestation" and "jwt" in header:
            return jose.read_key(jose.open_jws(header["jwt"])[1]["cnf"]["jwk"])
        return x509.load_der_x509_certificate(base64.b64decode(header["x5c"][0])).public_key()

    def find_web_key(self, did, kid):
        """The key of a DID whose document is at an address."""
        host, *path = map(urllib.parse.unquote, did.removeprefix("did:web:").split(":"))
        status, text = self.call(f"https://{host}/{'/'.join(path or ['.well-known'])}/did.json")
        document = json.loads(text)
        if status != 200 or document["id"] != did:
            raise Refusal("the document is that of another DID")
        return jose.read_key(next(each["publicKeyJwk"] for each in document["verificationMethod"] if each["id"] == kid))

    def check_attestation(self, jwt, name):
        """An attestation of the verifier, by a party whose certificate is by the trusted authority."""
        head, claims = jose.open_jws(jwt)
        own = x509.load_der_x509_certificate(base64.b64decode(head["x5c"][0]))
        if not self.has("attester"):
            self.check_chain(own)
        try:
            if not self.has("attester") and not self.has("attested-signature"):
                jose.verify(jwt, own.public_key())
        except Invalid:
            raise Refusal("nobody attests the client") from None
        now = time.time()
        is_early, is_late = now < claims.get("nbf", 0), now >= claims["exp"]
        if not self.has("attested-times") and (is_early and not self.has("attested-early") or is_late and not self.has("attested-late")):
            raise Refusal("the attestation is not valid now")
        is_named = self.has("attested-named") and isinstance(claims.get("sub"), str) or self.is_like("attested", claims.get("sub"), name)
        if not self.has("attested-name") and not is_named and claims["sub"] != name:
            raise Refusal("the attestation is that of another client")

    def check_place(self, jwt, address):
        """Whether the response goes to an address that is attested."""
        places = jose.open_jws(jwt)[1].get("redirect_uris", [address])
        known = any(address.startswith(place) for place in places) if self.has("attested-start") else address in places
        known = known or any(self.is_like("place", place, address) for place in places)
        if not self.has("attested-place") and not known:
            raise Refusal("the address is not attested")

    def is_like(self, name, given, own):
        """Whether a mistake takes a value for another: without regard to capital letters, or by their beginning."""
        given, own = str(given), str(own)
        is_part = given.startswith(own) or own.startswith(given)
        return self.has(f"{name}-case") and given.lower() == own.lower() or self.has(f"{name}-part") and is_part

    def identify(self, request, header):
        """Finds out who asks."""
        prefix, _, name = request.get("client_id", "").partition(":")
        if header is not None and prefix == "decentralized_identifier":
            return
        if header is not None and prefix == "verifier_attestation":
            if "jwt" not in header and self.has("attester"):
                return
            if "jwt" not in header:
                raise Refusal("nobody attests the client")
            self.check_attestation(header["jwt"], name)
            self.check_place(header["jwt"], request["response_uri"])
            return
        if self.has("hash") and prefix == "x509_hash":
            raise Refusal("the client is not known")
        if prefix == "redirect_uri" and header is None:
            near = [urllib.parse.urlsplit(each).netloc for each in (request.get("response_uri", ""), name)] if self.has("address-host") else [0, 1]
            is_near = near[0] == near[1] or self.is_like("address", request.get("response_uri"), name)
            if not self.has("address") and not is_near and request.get("response_uri", name) != name:
                raise Refusal("the response would go to another address")
            return
        if header is None and self.has("unsigned") and prefix in ("x509_hash", "x509_san_dns"):
            return
        if prefix == "origin" and self.has("origin"):
            return
        if prefix not in ("x509_hash", "x509_san_dns") or header is None:
            if header is None and self.has("unsigned-hash") and prefix == "x509_hash":
                return
            if self.has("unknown") or self.has("unknown-prefix") and prefix.startswith("x-") or self.has("no-prefix") and not name:
                return
            raise Refusal("the client is not known")
        if self.has("metadata-alone") and "x5c" not in header:
            return
        octets = base64.b64decode(header["x5c"][0])
        own = x509.load_der_x509_certificate(octets)
        if not self.has("chain"):
            self.check_chain(own)
        others = [each.value for each in own.extensions if each.oid == x509.SubjectAlternativeName.oid]
        names = [name for each in others for name in each.get_values_for_type(x509.DNSName)]
        wanted = jose.encode(hashlib.sha256(octets).digest())
        is_near = self.has("hash-start") and name[:8] == wanted[:8]
        if not self.has("client") and not (is_near or name == wanted if prefix == "x509_hash" else name in names):
            raise Refusal("the certificate is that of another client")
        if prefix == "x509_san_dns" and "response_uri" in request and not self.has("any-host"):
            near = self.fetched_from if self.has("host-of-request") else name
            if urllib.parse.urlsplit(request["response_uri"]).hostname not in (name, near):
                raise Refusal("the response would go to another host")

    def check_chain(self, own):
        try:
            if not self.has("issuer-name"):
                own.verify_directly_issued_by(self.root)
            elif own.issuer != self.root.subject:
                raise ValueError
        except Exception:
            raise Refusal("the certificate is by another authority") from None
        critical = [each.value for each in own.extensions if each.critical]
        if not self.has("any-critical") and any(isinstance(each, x509.UnrecognizedExtension) for each in critical):
            raise Refusal("the certificate has an extension that is not known")
        now = datetime.datetime.now(datetime.timezone.utc)
        if self.has("certified-early"):
            now = max(now, own.not_valid_before_utc)
        if self.has("certified-late"):
            now = min(now, own.not_valid_after_utc)
        if not own.not_valid_before_utc <= now <= own.not_valid_after_utc:
            raise Refusal("the certificate is not valid now")

    # Queries

    def is_trusted(self, query):
        """Whether the authority of the credential is one of those that a query names."""
        if "trusted_authorities" not in query:
            return True
        extension = self.issuer.certificate.extensions.get_extension_for_class(x509.AuthorityKeyIdentifier)
        own = jose.encode(extension.value.key_identifier)
        if self.has("no-authorities") or self.has("one-authority") and len(query["trusted_authorities"][0]["values"]) > 1:
            return False
        return any(each["type"] == "aki" and own in each["values"] for each in query["trusted_authorities"])

    def has_values(self, query):
        def is_good(claim):
            own = CLAIMS.get(claim["path"][-1])
            if self.has("single-values") and len(claim["values"]) == 1:
                return True
            return own in claim["values"] or self.has("values-start") and any(str(own).startswith(each) for each in claim["values"])

        return all(map(is_good, (each for each in query.get("claims", []) if "values" in each)))

    def find_name(self, path):
        """The name of a claim: all are at the top."""
        if self.has("path-first"):
            return path[0]
        return path[-1] if len(path) == 1 or self.has("path-last") or path[0] == mdoc.SPACE else None

    def is_of_type(self, query):
        meta, kind = query.get("meta", {}), query.get("format")
        if kind == "mso_mdoc":
            return meta.get("doctype_value") == DOCTYPE or self.has("type") or self.has("type-start") and DOCTYPE.startswith(str(meta.get("doctype_value")))
        if kind == "dc+sd-jwt":
            near = [(TYPE.startswith(each), each.startswith(TYPE)) for each in meta.get("vct_values", [])]
            is_near = self.has("type-start") and any(a for a, _ in near) or self.has("type-end") and any(b for _, b in near)
            return TYPE in meta.get("vct_values", [TYPE]) or self.has("type") or is_near
        return any(W3C in each for each in meta.get("type_values", []))

    def choose(self, request):
        """What is presented: the ids of queries, and the claims of each. One credential answers all that it can."""
        query = request.get("dcql_query")
        if not query:
            raise Refusal("there is no query", "invalid_request")
        if self.has("strict-query") and set(query) - {"credentials", "credential_sets"}:
            raise Refusal("a property is not known", "invalid_request")
        if not any(each.get("format") in ("dc+sd-jwt", "mso_mdoc", "jwt_vc_json", "ldp_vc") for each in query["credentials"]):
            raise Refusal("the format is not known", "vp_formats_not_supported")
        found = {}
        for each in query["credentials"]:
            if not self.is_of_type(each):
                continue
            if not self.has("careless") and not self.has("any-authority") and not self.is_trusted(each):
                continue
            claims = {claim.get("id", i): self.find_name(claim["path"]) for i, claim in enumerate(each.get("claims", []))}
            if self.has("once") and len(set(claims.values())) < len(claims):
                raise Refusal("a claim is there twice", "invalid_request")
            if self.has("once-denied") and len(set(claims.values())) < len(claims):
                continue
            if not self.has("any-value") and not self.has_values(each):
                continue
            sets = each.get("claim_sets") or [list(claims)]
            if self.has("smallest") or self.has("last-set"):
                sets = sorted(sets, key=len) if self.has("smallest") else sets[::-1]
            good = next((names for names in ([claims[i] for i in ids] for ids in sets) if set(CLAIMS).issuperset(names)), None)
            if good is None and self.has("claims"):
                good = [name for name in claims.values() if name in CLAIMS]
            if good is not None:
                found[each["id"]] = good
        ids = self.choose_options(query, found)
        return {id: found[id] for id in ids if id in found}

    def choose_options(self, query, found):
        needed = query.get("credential_sets")
        ids = [each["id"] for each in query["credentials"]]
        if needed is not None and not self.has("sets"):
            kept = [each for each in needed if each.get("required", True) or self.has("all-sets")]
            options = [[each["options"][0]] if self.has("first-option") else each["options"] for each in kept]
            ids = [id for each in options for id in next((option for option in each if all(id in found for id in option)), [None])]
        if self.has("answers-some") and found:
            return list(found)[:1]
        if any(id not in found for id in ids):
            raise Refusal("the credential is not there", "access_denied")
        return ids

    # Presentations

    def present(self, query, names, request, audience):
        kind = query["format"]
        if kind == "mso_mdoc":
            return self.present_document(names, request, audience)
        if kind == "dc+sd-jwt":
            return self.present_card(query, names, request, audience)
        return self.present_w3c(query, request, audience)

    def present_card(self, query, names, request, audience):
        shown = [each for each, name in zip(self.disclosures, CLAIMS) if name in names or self.has("all-claims") or self.has("branch-too") and name == "branch"]
        shown = shown[::-1] if self.settings["order"] == "reversed" else shown
        shown = shown[:-1] if self.has("one-less") else [] if self.has("nothing-shown") else shown
        text = "~".join([self.jwt, *shown, ""])
        is_free = query.get("require_cryptographic_holder_binding") is False and (self.has("careless") or self.has("unbound"))
        if self.has("no-binding") or is_free or self.has("bound-when-asked") and query.get("require_cryptographic_holder_binding") is not True:
            return text
        claims = {
            "iat": int(time.time()) - (20 if self.settings["time"] == "earlier" else 0) + (-86_400 if self.has("yesterday") else 86_400 if self.has("tomorrow") else 0),
            "aud": request.get("response_uri") if self.has("aud") else audience,
            "nonce": "another-nonce" if self.has("nonce") else request.get("nonce", ""),
            "sd_hash": digest(text.rstrip("~") if self.has("sd-hash") else text),
        }
        about = [each for each in request.get("transaction_data", []) if self.signs(each, query, request)]
        if about and not self.has("unsigned-loan"):
            texts = ["another"] if self.has("other-loan") else [jose.decode(each).decode() for each in about] if self.has("decoded-loan") else about
            claims["transaction_data_hashes"] = list(map(digest, texts))
            if any("transaction_data_hashes_alg" in jose.read_json(each) for each in about) and not self.has("nameless-hash"):
                claims["transaction_data_hashes_alg"] = "SHA-256" if self.has("hash-case") else "sha-256"
        header = {"typ": "JWT" if self.has("kb-typ") else "kb+jwt"}
        if self.settings["binding"] == "full":
            claims |= {"exp": int(time.time()) + 300, "nbf": int(time.time()) - 60, "jti": secrets.token_urlsafe(8), "x_note": None}
            header |= {"kid": "holder", "x_note": "a"}
        return text + self.spoil.jwt("binding", header, claims, self.key)

    def signs(self, text, query, request):
        """Whether transaction data are signed with this credential: with the first of those that they name."""
        if self.has("signs-all"):
            return True
        wanted = jose.read_json(text).get("credential_ids", [])
        if self.has("signs-by-format"):
            return query["format"] == "dc+sd-jwt"
        return query["id"] == next((each["id"] for each in request["dcql_query"]["credentials"] if each["id"] in wanted), None)

    def present_document(self, names, request, audience):
        spaces = self.document["nameSpaces"][mdoc.SPACE]
        shown = [item for item, name in zip(spaces, CLAIMS) if name in names or self.has("all-claims")]
        signed = {"nameSpaces": {mdoc.SPACE: shown}, "issuerAuth": self.document["issuerAuth"]}
        jwk = self.response_key(request)
        thumbprint = jose.decode(jose.thumbprint(jwk)) if jwk else None
        over, is_api = audience.partition(":")[2], request["response_mode"].startswith("dc_api")
        about = [over, request["nonce"], thumbprint] if is_api else [audience, request["nonce"], thumbprint, request.get("response_uri") or over]
        if self.has("other-session"):
            about[1] = "another-nonce"
        name = "OpenID4VPDCAPIHandover" if is_api else "OpenID4VPHandover"
        transcript = [None, None, [name, hashlib.sha256(mdoc.cbor(about)).digest()]]
        own = mdoc.Tagged(24, mdoc.cbor(self.spoil.content("device-spaces", {})))
        whole = mdoc.cbor(["DeviceAuthentication", transcript, DOCTYPE, own])
        protected = mdoc.cbor(self.spoil.content("device-protected", {1: -7}))
        octets = mdoc.cbor(["Signature1", protected, b"", mdoc.cbor(mdoc.Tagged(24, whole))])
        signature = jose.sign_octets(octets, jose.make_key("ES256") if self.has("other-device") else self.key)
        auth = {"deviceSignature": [protected, {}, None, signature]}
        device = {"nameSpaces": own, "deviceAuth": self.spoil.content("device-auth", auth)}
        document = self.spoil.content("document", {"docType": DOCTYPE, "issuerSigned": signed, "deviceSigned": device})
        return jose.encode(mdoc.cbor(self.spoil.content("device", {"version": "1.0", "documents": [document], "status": 0})))

    def present_w3c(self, query, request, audience):
        is_free = query.get("require_cryptographic_holder_binding") is False
        is_held = (not is_free or self.has("holder-always")) and not self.has("holder-never")
        if self.has("held-when-asked"):
            is_held = query.get("require_cryptographic_holder_binding") is True
        credential = {"@context": [CONTEXT], "type": ["VerifiableCredential", W3C], "issuer": ISSUER, "credentialSubject": CLAIMS}
        if self.has("wrapped-bare") and is_free and query["format"] == "ldp_vc":
            one = {**credential, "proof": {"type": "DataIntegrityProof", "cryptosuite": "ecdsa-rdfc-2019", "proofValue": "z1"}}
            return {"@context": [CONTEXT], "type": ["VerifiablePresentation"], "verifiableCredential": [one]}
        holder = "did:jwk:" + jose.write_json(jose.write_key(HOLDER))
        if query["format"] == "jwt_vc_json":
            text = jose.sign({"typ": "JWT", "kid": "library-1"}, {"iss": ISSUER, "sub": holder, "vc": credential}, self.issuer.key)
            content = {"@context": [CONTEXT], "type": ["VerifiablePresentation"], "verifiableCredential": [text]}
            claims = {"iss": holder, "aud": audience, "nonce": request["nonce"], "vp": content}
            return self.spoil.jwt("held", {"typ": "JWT", "kid": "holder-1"}, claims, HOLDER) if is_held else text
        proof = {"type": "DataIntegrityProof", "cryptosuite": "ecdsa-rdfc-2019", "proofValue": "z1"}
        one = {**credential, "proof": {**proof, "proofPurpose": "assertionMethod"}}
        own = {**proof, "proofPurpose": "authentication", "challenge": request["nonce"], "domain": audience}
        content = {"@context": [CONTEXT], "type": ["VerifiablePresentation"], "holder": holder, "verifiableCredential": [one], "proof": own}
        return self.spoil.content("held", content) if is_held else one

    # Responses

    def response_key(self, request):
        """The key to which a response is encrypted; none, if it is not."""
        if not request.get("response_mode", "").endswith(".jwt"):
            return None
        keys = request["client_metadata"]["jwks"]["keys"]
        known = keys[:1] if self.has("only-first-key") else keys
        good = [each for each in known if each.get("use", "enc") == "enc" and each.get("alg") == "ECDH-ES" and each["crv"] == "P-256"]
        if self.has("key-by-curve"):
            return next(each for each in keys if each.get("crv") == "P-256")
        return keys[0] if self.has("first-key") and keys[0].get("crv") in jose.CURVES else good[0]

    def seal(self, content, request):
        jwk = self.response_key(request)
        known = request["client_metadata"].get("encrypted_response_enc_values_supported", ["A128GCM"])
        able = [each for each in known if each in ("A128GCM", "A256GCM")]
        enc = "A256GCM" if "A256GCM" in able and (not self.has("careless") or able == ["A256GCM"]) else able[0]
        enc = "A256GCM" if self.has("enc") else "A128GCM" if self.has("enc-128") else able[0] if self.has("enc-first") else enc
        jwk = {**jwk, "alg": "ECDH-ES"}
        if self.has("no-kid"):
            del jwk["kid"]
        if self.has("other-key"):
            jwk |= jose.write_key(self.kept)
        own = ec.derive_private_key(2026, ec.SECP256R1()) if self.has("one-key") else self.kept if self.has("kept-key") else None
        parties = {"apu": jose.encode(b"a wallet"), "apv": jose.encode(b"a verifier")} if self.settings["parties"] == "yes" else {}
        text = jose.seal(content, jwk, enc, parties, own=own, spoil=self.spoil.seal("sealed"))
        for _, how in self.spoil.find("sealed", whole=True):
            text = text.rpartition(".")[0] if how == "four-parts" else f"{text}.a" if how == "six-parts" else text
        return text

    def wrap(self, content, request):
        """What goes to the verifier, encrypted if it wants that."""
        kind = "error" if "error" in content else "response"
        if self.settings["extra"] == "yes" and kind == "response":
            content = {**content, "x_note": "a b"}
        content = self.spoil.content(kind, content)
        outer = {"state": content.pop("state")} if self.settings["state"] == "outside" and "state" in content else {}
        if request.get("response_mode", "").endswith(".jwt") and kind == "response" and not self.has("plain"):
            return {"response": self.seal(content, request), **outer, **(content if self.has("plain-too") else {})}
        if self.has("wrapped") and kind == "response":
            return {"response": json.dumps(content), **outer}
        return {**content, **outer}

    def respond(self, content, request):
        if "state" in request and not self.has("state"):
            content["state"] = request["state"]
        address = request.get("response_uri") or request["client_id"].partition(":")[2]
        address = address.partition("?")[0] if self.has("no-query") else f"{address}/response" if self.has("longer-address") else address
        content = self.wrap(content, request)
        indent = 2 if self.settings["json"] == "pretty" else None
        form = {name: value if isinstance(value, str) else json.dumps(value, indent=indent) for name, value in content.items()}
        form = dict(sorted(form.items())) if self.settings["form"] == "sorted" else form
        if self.has("get") and "error" not in content:
            return self.call(f"{address}?{urllib.parse.urlencode(form)}")
        if self.has("json") and "error" not in content:
            return self.call(address, json.dumps(content).encode(), {"Content-Type": "application/json"})
        text = self.spoil.form("form", form)
        text = text.replace("+", "%20") if self.settings["form"] == "encoded" else text
        charset = "; charset=iso-8859-1" if self.has("charset") else "; charset=utf-8" if self.settings["media"] == "charset" else ""
        return self.call(address, text.encode(), {"Content-Type": FORM + charset})

    def check(self, request):
        is_same = self.has("same-redirect") and request.get("redirect_uri") == request.get("response_uri")
        if "redirect_uri" in request and not self.has("redirect-uri") and not is_same:
            raise Refusal("there are two addresses", "invalid_request")
        is_typed = request.get("response_type") == "vp_token" or self.has("any-type" if "response_type" in request else "no-type")
        if not is_typed and "expected_origins" not in request and not request.get("response_mode", "").startswith("dc_api"):
            raise Refusal("the response type is not known", "unsupported_response_type")
        if not request.get("nonce") and not self.has("no-nonce"):
            raise Refusal("there is no nonce", "invalid_request")
        for text in request.get("transaction_data", []):
            each = jose.read_json(text)
            is_near = self.has("transaction-url") and each["type"].startswith("https:") or self.is_like("loan", each["type"], LOAN)
            if each["type"] != LOAN and not self.has("transaction") and not is_near:
                raise Refusal("transactions are not known", "invalid_transaction_data")
            algorithms = each.get("transaction_data_hashes_alg")
            if algorithms and (self.has("hash-name") or self.has("hash-first") and algorithms[0] != "sha-256"):
                raise Refusal("hash functions are not known", "invalid_transaction_data")
            known = {one["id"] for one in request["dcql_query"]["credentials"]}
            if not set(each.get("credential_ids", known if self.has("all-loans") else ["none"])) <= known and not self.has("any-loan"):
                raise Refusal("the transaction is for another credential", "invalid_transaction_data")
            free = [one["id"] for one in request["dcql_query"]["credentials"] if one.get("require_key_binding" if self.has("old-loan") else "require_cryptographic_holder_binding") is False]
            if set(each.get("credential_ids", [])) & set(free) and not self.has("loose-loan"):
                raise Refusal("nothing can be signed", "invalid_transaction_data")
        if self.has("parameters") and "x-note" in request or self.has("metadata") and "x-note" in request.get("client_metadata", {}):
            raise Refusal("a parameter is not known", "invalid_request")
        if "verifier_info" in request and (self.has("info") or self.has("info-format") and request["verifier_info"][0]["format"] != "jwt"):
            raise Refusal("the information is not known", "invalid_request")
        mode = request.get("response_mode", "")
        is_sealed = mode.endswith(".jwt")
        if self.has("no-api-encryption") and mode == "dc_api.jwt" or self.has("gcm-256") and "encrypted_response_enc_values_supported" not in request.get("client_metadata", {}):
            raise Refusal("responses are not encrypted that way")
        if is_sealed and (self.has("no-encryption") or self.has("no-p256") and request["client_metadata"]["jwks"]["keys"][0]["crv"] == "P-256"):
            raise Refusal("responses are not encrypted")

    def go_back(self, status, text):
        """Opens the address to which the verifier sends the user, as a browser would."""
        try:
            content = json.loads(text) if status == 200 else {}
            address = content.get("redirect_uri")
        except (ValueError, AttributeError):
            return
        if address and not self.has("stays") and not (self.has("strict-answer") and len(content) > 1) and not self.has("posts-back"):
            self.call(address)
        elif address and self.has("posts-back"):
            self.call(address, b"", {})

    def make(self, request, audience):
        self.check(request)
        queries = {each["id"]: each for each in request["dcql_query"]["credentials"]} if request.get("dcql_query") else {}
        chosen = self.choose(request)
        made = {id: self.present(queries[id], names, request, audience) for id, names in chosen.items()}
        return {"vp_token": made if self.has("no-array") else {id: [each] for id, each in made.items()}}

    def take(self, link):
        if self.has("locks") and self.refused > 45:
            raise Refusal("there were too many requests")
        if self.has("uses-up") and self.presented > 12:
            raise Refusal("no copy of the credential is left")
        request, header = self.read_link(link)
        self.identify(request, header)
        audience = request.get("client_id", "")
        try:
            content = self.make(request, audience)
        except Refusal as refusal:
            if refusal.code and self.settings["error"] != "silent":
                more = {"error_description": str(refusal)} if self.settings["error"] == "described" else {}
                self.respond({"error": refusal.code, **more}, request)
            raise
        self.presented += 1
        self.go_back(*self.respond(content, request))

    # The Digital Credentials API

    def take_api(self, given, origin):
        """What is returned to the page."""
        kind, data = given["protocol"].removeprefix("openid4vp-v1-"), given["data"]
        if self.has(f"no-{kind}"):
            return {"error": "invalid_request"}
        header = None
        if kind == "unsigned":
            request = {name: value for name, value in data.items() if name not in ("client_id", "expected_origins")}
            if self.has("api-client") and "client_id" in data or self.has("api-origins") and "expected_origins" in data:
                return {"error": "invalid_request"}
            if self.has("api-origins-compared") and origin not in data.get("expected_origins", [origin]):
                return {"error": "invalid_request"}
            if self.has("api-prefix") and data.get("client_id", "").startswith("origin:"):
                return {"error": "invalid_request"}
        else:
            object = data["request"]
            if isinstance(object, dict):
                first = object["signatures"][0]
                object = f"{first['protected']}.{object['payload']}.{first['signature']}"
            header, request = self.open_object(object) if kind == "signed" else self.open_named(object)
            self.identify(request, header)
        audience = request.get("client_id", "") if self.has("api-audience") else origin if self.has("bare-origin") else f"origin:{origin}"
        try:
            if header is not None and not self.is_expected(origin, request.get("expected_origins", [])):
                raise Refusal("it is for another page", "invalid_request")
            if self.has("api-parameters") and set(request) & {"x-note", "state"}:
                raise Refusal("a parameter is not known", "invalid_request")
            return self.wrap(self.make(request, audience), request)
        except Refusal as refusal:
            more = {"error_description": "It was refused"} if self.has("described") else {"state": "a"} if self.has("error-state") else {}
            return self.spoil.content("error", {"error": refusal.code or "invalid_request", **more})

    def open_named(self, text):
        """Of several signatures, one whose header names the client."""
        head = jose.read_json(text.split(".")[0])
        known = self.find_key
        self.find_key = lambda header, request: known(header, {**request, "client_id": head["client_id"]})
        try:
            header, request = self.open_object(text)
        finally:
            self.find_key = known
        return header, {**request, "client_id": head["client_id"]}

    def is_expected(self, origin, expected):
        if self.has("any-origin"):
            return True
        if self.has("origin-case"):
            return origin.lower() in [each.lower() for each in expected]
        if self.has("origin-start"):
            return any(each.startswith(origin) for each in expected)
        return origin == expected[0] if self.has("first-origin") else expected == [origin] if self.has("only-origin") else origin in expected


# The control endpoint

wallets, gate = {}, threading.Lock()


class Handler(BaseHTTPRequestHandler):
    protocol_version, wbufsize, disable_nagle_algorithm = "HTTP/1.1", -1, True

    def do_POST(self):
        command = json.loads(self.rfile.read(int(self.headers.get("Content-Length") or 0)))
        plan = urllib.parse.unquote(self.path).strip("/")
        with gate:
            wallet = wallets.setdefault(plan, None) or Wallet(plan, self.server.issuer, self.server.root)
            wallets[plan] = wallet
            body = json.dumps(answer(wallet, command)).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def answer(wallet, command):
    reply = {"id": command.get("id")}
    try:
        if "origin" in command:
            return {**reply, "response": wallet.take_api(json.loads(command["request"]), command["origin"])}
        wallet.take(command["link"])
    except Refusal as refusal:
        wallet.refused += 1
        reply |= {"accepted": False, "refused": str(refusal)}
    except (AttributeError, IndexError, Invalid, KeyError, TypeError, ValueError) as error:
        reply |= {"accepted": False, "refused": f"a message is malformed: {type(error).__name__}"}
    return reply


def main():
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    server.issuer = Issuer()
    with open(sys.argv[1], "rb") as file:
        server.root = x509.load_pem_x509_certificate(file.read())
    threading.Thread(target=server.serve_forever, daemon=True).start()
    about = {
        "address": f"http://127.0.0.1:{server.server_address[1]}",
        "jwks": server.issuer.jwks,
        "roots": server.issuer.root.public_bytes(serialization.Encoding.PEM).decode(),
        "draws": draw(int(sys.argv[3]), int(sys.argv[4])),
        "queries": {name: make_query(name) for name in QUERIES},
    }
    print(json.dumps(about), flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main()
