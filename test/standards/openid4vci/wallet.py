"""Wallets of OpenID4VCI 1.0, with both grants. They share no code with Assay.

    wallet.py --draws SEED COUNT [CA SIGNERS]    prints its address; a command is the body of a POST request to /PLAN
    wallet.py PLAN                       takes a command on each line of its standard input

CA is the certificate of the authority of issuers, as PEM, and SIGNERS that of those who sign metadata. A plan is `setting.value~setting.value~mistake.name+name`.
"""

import base64
import collections
import datetime
import http.client
import itertools
import json
import os
import random
import secrets
import sys
import threading
import time
import urllib.parse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519
from cryptography.x509.oid import NameOID

sys.path.append(os.path.join(os.path.dirname(__file__), "../openid4vp"))
import jose  # noqa: E402
from connections import Connections  # noqa: E402
from published import check_type, find_keys, make_context  # noqa: E402
from spoil import Spoil  # noqa: E402

CLIENT, REDIRECT = "library-app", "https://wallet.example/callback"
PRE = "urn:ietf:params:oauth:grant-type:pre-authorized_code"

# The first value of each is what a wallet does without a plan.
SETTINGS = {
    "keys": ["1", "2", "9"],
    "alg": ["ES256", "ES384", "EdDSA", "last"],
    "header": ["jwk", "x5c", "full"],
    "client": ["none", "name", "iss"],
    "asks": ["nothing", "details", "scope"],
    "seal": ["if-needed", "always"],
    "wants": ["if-needed", "always"],
    "sealed": ["P-256", "P-384", "P-521"],
    "jwe": ["first", "last"],
    "zip": ["no", "yes"],
    "notify": ["once", "never", "twice", "described"],
    "dpop": ["yes", "no", "ES384"],
    "extra": ["no", "yes"],
    "scheme": ["same", "upper", "lower"],
    "media": ["plain", "charset", "quoted"],
    "nonce": ["late", "early", "each"],
    "iat": ["whole", "half", "earlier"],
    "accept": ["json", "none", "both"],
    "waits": ["yes", "no"],
    "json": ["compact", "pretty"],
    "attests": ["yes", "no"],
    "signed": ["no", "yes", "certified"],
    "pause": ["short", "none"],
    "form": ["usual", "sorted", "encoded"],
    "takes": ["first", "last"],
}


class Refusal(Exception):
    """The offer is not taken."""


class Plan:
    def __init__(self, text):
        pairs = dict(each.split(".", 1) for each in text.split("~") if "." in each)
        self.mistakes = pairs.pop("mistake", "").split("+")
        for name, value in pairs.items():
            if value not in SETTINGS[name]:
                raise ValueError(f"{name} has no value {value}")
        self.values = {name: pairs.get(name, values[0]) for name, values in SETTINGS.items()}

    def __getitem__(self, name):
        return self.values[name]


def draw(count, seed):
    """Plans in which every two values of any two settings meet as far as the count allows."""
    chance, names = random.Random(seed), list(SETTINGS)
    missing = {((a, x), (b, y)) for a, b in itertools.combinations(names, 2) for x in SETTINGS[a] for y in SETTINGS[b]}
    plans = []
    for _ in range(count):
        drawn = [{name: chance.choice(SETTINGS[name]) for name in names} for _ in range(12)]
        best = max(drawn, key=lambda values: len(set(itertools.combinations(values.items(), 2)) & missing))
        missing -= set(itertools.combinations(best.items(), 2))
        plans.append("~".join(f"{name}.{value}" for name, value in best.items() if value != SETTINGS[name][0]))
    return plans


AUTHORITY = sys.argv[4] if len(sys.argv) > 4 else None
SIGNERS = x509.load_pem_x509_certificate(open(sys.argv[5], "rb").read()) if len(sys.argv) > 5 else None


# What a wallet with a plan knows from one offer to the next.
memories = collections.defaultdict(dict)


class Answer:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body
        self.media = (headers.get("Content-Type") or "").split(";")[0].strip().lower()

    def json(self):
        try:
            content = json.loads(self.body)
        except ValueError:
            raise Refusal("an answer is no JSON") from None
        if not isinstance(content, dict):
            raise Refusal("an answer is no JSON object")
        return content


def insert(url, name):
    parts = urllib.parse.urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}/.well-known/{name}{parts.path.rstrip('/')}"


class Session:
    """One offer."""

    def __init__(self, text):
        self.plan, self.dpop_key, self.dpop_nonces = Plan(text), None, {}
        self.token, self.type = None, "Bearer"
        self.nonces, self.challenge, self.keys = [], None, []
        self.spoil = Spoil(self.plan.mistakes)
        self.memory, self.authority = memories[text], AUTHORITY
        any_chain = self.has("any-tls")
        self.connections = Connections(make_context(AUTHORITY, not (any_chain or self.has("any-tls-host")), not any_chain))

    def has(self, mistake):
        return mistake in self.plan.mistakes

    def wrong(self, name):
        """What `published.py` asks. Without TLS at all, it is not missed there."""
        return self.has(name) or name.endswith("-plain") and self.issuer.startswith("http:")

    def need(self, name, is_good, why):
        """A validation, which is left out where its name is a mistake of the plan."""
        if not is_good and not self.has(name):
            raise Refusal(why)

    def call(self, method, url, body=None, headers=None):
        try:
            return Answer(*self.connections.call(method, url, body, headers or {}))
        except (OSError, http.client.HTTPException, ValueError):
            raise Refusal("an address does not answer") from None

    def keep(self, name, make):
        """What was made once is kept."""
        if name not in self.memory:
            self.memory[name] = make()
        return self.memory[name]

    def take(self, link, tx):
        if self.memory.get("stopped"):
            raise Refusal("there are no more offers for this wallet")
        offer = self.read_offer(link)
        self.issuer = offer["credential_issuer"]
        self.find_issuer()
        grants = offer.get("grants") or {}
        grant = grants.get(PRE) or grants.get("authorization_code")
        if grant is None and (grants or self.has("no-grants") or self.has("no-empty-grants") and "grants" in offer):
            raise Refusal("the offer has no grant that is known")
        grant = grant or {}
        self.find_server(grant.get("authorization_server"))
        self.offered = offer["credential_configuration_ids"]
        self.id = id = self.offered[0 if self.plan["takes"] == "first" else -1]
        if id not in self.metadata["credential_configurations_supported"]:
            raise Refusal("the offer is for another credential")
        self.configuration = self.metadata["credential_configurations_supported"][id]
        if self.has("strict-configuration") and "x-note" in self.configuration:
            raise Refusal("the configuration has a parameter that is not known")
        if self.configuration["format"] != "dc+sd-jwt":
            raise Refusal("the format is not known")
        if self.plan["nonce"] == "early":
            self.nonces.append(self.fetch_nonce())
        token = self.fetch_token(id, grant, tx)
        content = self.request(id, token)
        credentials = [each["credential"] for each in content["credentials"]]
        try:
            for each in credentials[:1] if self.has("first-credential") else credentials:
                self.check(each)
        except Refusal:
            is_partly = self.has("any-credential") and self.is_some_good(credentials)
            self.notify(content, "credential_accepted" if is_partly else "credential_failure")
            if not is_partly:
                raise
        else:
            self.notify(content, "credential_accepted")
        if self.has("code-again"):
            self.ask_for_token()
        if self.has("later-copy"):
            self.request(id, token)

    def is_some_good(self, credentials):
        def is_good(each):
            try:
                self.check(each)
                return True
            except Refusal:
                return False

        return any(map(is_good, credentials))

    # offers and metadata

    def read_offer(self, link):
        query = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(link).query))
        if "credential_offer_uri" in query:
            method = "POST" if self.has("posts-for-offer") else "PUT" if self.has("puts-for-offer") else "GET"
            answer = self.call(method, query["credential_offer_uri"], None if method == "GET" else b"", self.accept())
            if answer.status != 200 or (answer.media != "application/json" and not self.has("offer-media")):
                raise Refusal("there is no offer")
            offer = answer.json()
        else:
            offer = json.loads(query["credential_offer"])
        if self.has("strict-offer") and set(offer) - {"credential_issuer", "credential_configuration_ids", "grants"}:
            raise Refusal("the offer has a parameter that is not known")
        return offer

    def accept(self):
        value = {"json": "application/json", "none": None, "both": "application/json, application/jwt;q=0.1"}[self.plan["accept"]]
        language = "en_GB" if self.has("locale") else "English (UK)" if self.has("language-name") else "en-GB, de;q=0.5"
        languages = {} if self.has("no-language") else {"Accept-Language": language}
        return {**languages, "Accept": value} if value else languages

    def find_issuer(self):
        url = insert(self.issuer, "openid-credential-issuer")
        if self.has("appends"):
            url = self.issuer + "/.well-known/openid-credential-issuer"
        headers = self.accept()
        if self.plan["accept"] == "both":
            headers["Accept"] = "application/json"
        if self.plan["signed"] != "no":
            headers["Accept"] = "application/jwt, application/json;q=0.5"
        if self.has("late-accept"):
            del headers["Accept"]
        if self.has("late-language"):
            del headers["Accept-Language"]
        method = "POST" if self.has("posts-for-metadata") else "GET"
        answer = self.call(method, url, None if method == "GET" else b"", headers)
        if answer.status != 200 or answer.media not in ("application/json", "application/jwt" if self.plan["signed"] != "no" else ""):
            raise Refusal("there is no metadata")
        self.metadata = self.read_signed(answer) if answer.media == "application/jwt" else answer.json()
        named = self.metadata.get("credential_issuer")
        is_near = self.has("normalizes") and str(named).rstrip("/").lower() == self.issuer.rstrip("/").lower()
        if named != self.issuer and not is_near and not self.has("any-issuer"):
            raise Refusal("the metadata is that of another issuer")

    def read_signed(self, answer):
        """Signed metadata."""
        try:
            header, claims = jose.open_jws(answer.body.decode())
        except (jose.Invalid, UnicodeDecodeError):
            raise Refusal("the metadata cannot be read") from None
        is_own = header.get("typ") == "openidvci-issuer-metadata+jwt" and claims.get("sub") == self.issuer
        self.need("any-signed", is_own, "these are other metadata")
        is_trusted = self.plan["signed"] == "certified" and self.is_certified(answer.body.decode(), header)
        self.need("any-signer", is_trusted or self.has("any-signed"), "the signer of the metadata is not known")
        since = claims["iat"] if self.has("signed-lifetime") else time.time()
        self.need("signed-late", claims.get("exp", since + 1) > since, "the metadata have expired")
        return claims

    def is_certified(self, text, header):
        """Whether a certificate by the authority for signers has the key that signed the metadata."""
        if header.get("alg") == "none" and self.has("signed-none") or header.get("alg") == "HS256" and self.has("signed-mac"):
            return True
        try:
            leaf = x509.load_der_x509_certificate(base64.b64decode(header["x5c"][0]))
            leaf.verify_directly_issued_by(SIGNERS)
            if not self.has("signed-other"):
                jose.verify(text, leaf.public_key())
            return True
        except Exception:
            return False

    def find_server(self, wanted):
        servers = self.metadata.get("authorization_servers")
        near = self.has("longer-hint") and wanted is not None and any(wanted.startswith(each) for each in servers or [])
        if wanted is not None and not self.has("any-hint") and not near and wanted not in (servers or []):
            raise Refusal("the offer names another server")
        name = wanted if wanted in (servers or []) else (servers or [self.issuer])[0]
        if servers and (self.has("no-servers") or self.has("servers-of-two") and len(servers) < 2):
            name = self.issuer
        url = insert(name, "openid-configuration" if self.has("openid-configuration") else "oauth-authorization-server")
        if self.has("server-appends"):
            url = name + "/.well-known/oauth-authorization-server"
        answer = self.call("GET", url, None, self.accept())
        if answer.status != 200:
            raise Refusal("there is no metadata of the authorization server")
        self.server = answer.json()
        named = self.server.get("issuer")
        if named != name and not self.has("any-server") and not (self.has("server-slash") and str(named).rstrip("/") == name):
            raise Refusal("the metadata is that of another server")

    # tokens

    def fetch_token(self, id, grant, tx):
        if "pre-authorized_code" not in grant:
            form = self.authorize(grant)
        else:
            code = grant["pre-authorized_code"]
            form = {"grant_type": "authorization_code" if self.has("code-grant") else PRE, "pre-authorized_code": code}
        if self.has("code-name"):
            form = {"grant_type": PRE, "code": code}
        if grant.get("tx_code") is not None and not self.has("no-tx-code"):
            form["user_pin" if self.has("user-pin") else "tx_code"] = tx or ""
        elif self.has("tx-always"):
            form["tx_code"] = "0000"
        elif self.has("tx-state") and "code" in form:
            form["tx_code"] = form["code"]
        anonymous = self.server.get("pre-authorized_grant_anonymous_access_supported") is True
        self.client = self.name() if self.plan["client"] != "none" or not anonymous or "code" in form else None
        if self.client:
            form["client_id"] = self.client
        if self.plan["asks"] == "details":
            detail = {"type": "openid_credential", "credential_configuration_id": id}
            if self.metadata.get("authorization_servers") and not self.has("no-locations"):
                detail["locations"] = [self.server["issuer"]] if self.has("other-locations") else [self.issuer]
            form["authorization_details"] = json.dumps([detail])
        if self.plan["asks"] == "scope" and "scope" in self.configuration:
            form["scope"] = self.configuration["scope"]
            if self.metadata.get("authorization_servers"):
                form["resource"] = self.issuer
        if self.plan["extra"] == "yes":
            form["x_note"] = "a b"
        if self.plan["form"] == "sorted":
            form = dict(sorted(form.items()))
        quote = urllib.parse.quote if self.plan["form"] == "encoded" else urllib.parse.quote_plus
        body = urllib.parse.urlencode(form, quote_via=quote).encode()
        media = "application/x-www-form-urlencoded"
        if self.has("json-token"):
            body, media = json.dumps(form).encode(), "application/json"
        self.choose_dpop()
        self.token_request = body, media
        if self.has("token-in-url"):
            answer = self.call("GET", f"{self.server['token_endpoint']}?{body.decode()}", None, self.accept())
        else:
            answer = self.ask_for_token()
        if answer.status != 200:
            raise Refusal(f"there is no token: {answer.status}")
        content = answer.json()
        if self.has("needs-lifetime") and "expires_in" not in content or self.has("needs-minutes") and content.get("expires_in", 0) < 60:
            raise Refusal("the token is good for too short a time")
        if self.has("strict-token") and set(content) - {"access_token", "token_type", "expires_in", "authorization_details", "scope"}:
            raise Refusal("the token response has a parameter that is not known")
        self.token, self.type = content["access_token"], content["token_type"]
        if self.has("exact-type") and self.type not in ("Bearer", "DPoP") or self.has("upper-type") and not self.type[0].isupper():
            raise Refusal("the type of the token is not known")
        if self.has("dpop-other-key") and self.dpop_key is not None:
            self.dpop_key = jose.make_key("ES256")
        kind = self.type if self.has("token-case") else self.type.lower()
        if kind not in ("bearer", "dpop", "Bearer", "DPoP") and not self.has("any-type") and not (self.has("x-type") and kind.startswith("x-")):
            raise Refusal("the type of the token is not known")
        if kind == "dpop" and self.dpop_key is None:
            raise Refusal("the token is bound to a key")
        if kind != "dpop" and not self.has("always-dpop"):
            self.dpop_key = None
        return content

    def ask_for_token(self):
        body, media = self.token_request
        return self.post(self.server["token_endpoint"], body, {"Content-Type": media, **self.identify()})

    def name(self):
        """How the wallet calls itself: all wallets of its kind have one name."""
        if self.has("own-name"):
            return f"{CLIENT}-{id(self)}"
        return f"{CLIENT}-{jose.digest(self.issuer)}" if self.has("name-by-issuer") else CLIENT

    def choose_dpop(self):
        algs = self.server.get("dpop_signing_alg_values_supported") or []
        if self.plan["dpop"] != "no" and algs and self.dpop_key is None:
            alg = self.plan["dpop"] if self.plan["dpop"] in algs else "ES256"
            self.dpop_key = jose.make_key(alg) if alg in algs else None

    def identify(self, pushed=False):
        """Authenticates by an attestation of the wallet, where the server takes that."""
        methods = self.server.get("token_endpoint_auth_methods_supported") or []
        if "attest_jwt_client_auth" not in methods or self.has("no-attestation") or pushed and self.has("no-pushed-attestation"):
            return {}
        now, provider, own = int(time.time()), jose.make_key("ES256"), jose.make_key("ES256")
        if self.has("one-attestation") or self.has("attestation-by-host"):
            own = self.keep("own", lambda: own)
        claims = {"iss": "https://provider.example", "sub": self.name(), "iat": now, "exp": now + 600, "cnf": {"jwk": jose.write_key(own)}}
        if self.has("wallet-exp"):
            claims["exp"] = now - 3 * 86400
        if self.has("wallet-private"):
            claims["cnf"]["jwk"] = jose.write_secret(own)
        authority = jose.make_key("ES256")
        chain = [self.certify(provider, None if self.has("wallet-self") else authority)]
        if self.has("wallet-root"):
            chain.append(self.certify(authority, name="Authority"))
        header = {"typ": "oauth-client-attestation+jwt", **({"kid": "provider"} if self.has("no-chain") else {"x5c": chain})}
        proof = {"iss": self.name(), "aud": self.server["issuer"], "iat": now, "jti": secrets.token_urlsafe(12)}
        if self.has("pop-aud"):
            proof["aud"] = self.server["token_endpoint"]
        if self.has("pop-jti"):
            proof["jti"] = CLIENT
        if self.challenge is None and "challenge_endpoint" in self.server and not self.has("no-challenge"):
            method = "GET" if self.has("challenge-get") else "POST"
            answer = self.call(method, self.server["challenge_endpoint"], None if method == "GET" else b"", self.accept())
            self.challenge = answer.json().get("attestation_challenge") if answer.status == 200 else None
        if self.challenge is not None and not self.has("pop-challenge"):
            proof["challenge"] = self.challenge
        if self.has("pop-key"):
            own = jose.make_key("ES256")
        attestation = self.spoil.jwt("client", header, claims, provider)
        if self.has("one-attestation"):
            attestation = self.keep("attestation", lambda: attestation)
        if self.has("attestation-by-host"):
            attestation = self.keep(self.origin(self.server["issuer"]), lambda: attestation)
        return {
            "OAuth-Client-Attestation": attestation,
            "OAuth-Client-Attestation-PoP": self.spoil.jwt("pop", {"typ": "oauth-client-attestation-pop+jwt"}, proof, own),
        }

    def authorize(self, grant):
        """The authorization code grant: RFC 9126, 7636 and 9207."""
        self.choose_dpop()
        verifier, state = self.make_verifier(), secrets.token_urlsafe(12)
        if self.has("one-state"):
            state = "the-state-of-this-wallet"
        if self.has("counts-states"):
            state = f"{self.count('states'):024}"
        form = {
            "response_type": "code",
            "client_id": self.name(),
            "redirect_uri": REDIRECT,
            "state": state,
            **self.name_credential(),
            "code_challenge": jose.digest(verifier),
            "code_challenge_method": "S256",
        }
        if self.has("pkce-plain"):
            form |= {"code_challenge": verifier, "code_challenge_method": "plain"}
        if self.has("no-pkce"):
            del form["code_challenge"], form["code_challenge_method"]
        if self.has("no-scope"):
            form.pop("scope", None)
        if self.has("no-state"):
            del form["state"]
        if self.has("no-client"):
            del form["client_id"]
        if self.metadata.get("authorization_servers") and not self.has("no-resource"):
            form["resource"] = self.server["issuer"] if self.has("resource-server") else self.issuer
        if "issuer_state" in grant and not self.has("no-issuer-state"):
            form["issuer_state"] = state if self.has("own-issuer-state") else grant["issuer_state"]
        if self.has("other-scope"):
            form["scope"] = "openid"
        if self.has("upper-scope") and "scope" in form:
            form["scope"] = form["scope"].upper()
        if self.has("comma-scopes"):
            known = self.metadata["credential_configurations_supported"]
            form["scope"] = ",".join(known[each].get("scope", each) for each in self.offered)
        if self.has("token-response"):
            form["response_type"] = "token"
        if self.has("details-object"):
            form["authorization_details"] = json.dumps({"type": "openid_credential"})
        if self.has("details-format"):
            form["authorization_details"] = json.dumps([{"type": "openid_credential", "format": "dc+sd-jwt", "locations": [self.issuer]}])
        if self.has("details-path"):
            detail = {"type": "openid_credential", "credential_configuration_id": self.id, "locations": [self.issuer]}
            form["authorization_details"] = json.dumps([{**detail, "claims": [{"path": []}]}])
        if self.has("details-path-text"):
            form["authorization_details"] = json.dumps([{"type": "openid_credential", "credential_configuration_id": self.id, "locations": [self.issuer], "claims": [{"path": "name"}]}])
        if self.has("pushes-uri"):
            form["request_uri"] = "urn:example:request"
        place = self.server.get("pushed_authorization_request_endpoint")
        if self.has("par-if-required") and not self.server.get("require_pushed_authorization_requests"):
            place = None
        if place and not self.has("no-par"):
            body = urllib.parse.urlencode(form).encode()
            headers = {"Content-Type": "application/x-www-form-urlencoded", **self.identify(pushed=True)}
            answer = self.post(place, body, headers)
            if answer.status != 201:
                raise Refusal(f"the request is not taken: {answer.status}")
            rest = form if self.has("shows-request") else {"client_id": self.name()}
            if self.has("shows-state"):
                rest["state"] = state
            plain, form = form, {**rest, "request_uri": answer.json()["request_uri"]}
            if self.has("pushes-again"):
                self.post(place, urllib.parse.urlencode(form).encode(), {**headers, **self.identify()})
            if self.has("pushes-in-vain"):
                form = plain
        url = self.server["authorization_endpoint"]
        answer = self.call("GET", f"{url}{'&' if '?' in url else '?'}{urllib.parse.urlencode(form)}")
        back = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(answer.headers.get("Location") or "").query))
        announced = self.server.get("authorization_response_iss_parameter_supported") is True
        if self.has("longer-iss") and str(back.get("iss")).startswith(self.server["issuer"]):
            back["iss"] = self.server["issuer"]
        if not self.has("any-return") and (back.get("iss", None if announced else self.server["issuer"]) != self.server["issuer"]):
            raise Refusal("the redirection is that of another server")
        if "state" not in back and self.has("absent-state"):
            back["state"] = state
        if "error" in back and self.has("code-of-error"):
            back["code"] = back["error"]
        if (back.get("state") != form.get("state", state) and not self.has("any-state")) or "code" not in back:
            raise Refusal("there is no code")
        found = {"grant_type": "authorization_code", "code": back["code"], "redirect_uri": REDIRECT, "code_verifier": verifier}
        if self.has("no-return-uri"):
            del found["redirect_uri"]
        if self.has("other-return-uri"):
            found["redirect_uri"] = f"{REDIRECT}/token"
        if self.has("no-verifier"):
            del found["code_verifier"]
        if self.has("other-verifier"):
            found["code_verifier"] = secrets.token_urlsafe(32)
        return found

    def name_credential(self):
        """The scope of the credential, or its details where it has none."""
        if "scope" in self.configuration:
            return {"scope": self.configuration["scope"]}
        if self.has("id-as-scope"):
            return {"scope": self.id}
        detail = {"type": "openid_credential", "credential_configuration_id": self.id, "locations": [self.issuer]}
        return {} if self.has("scope-alone") else {"authorization_details": json.dumps([detail])}

    def make_verifier(self):
        verifier = secrets.token_urlsafe(6 if self.has("short-verifier") else 120 if self.has("long-verifier") else 32)
        if self.has("one-verifier"):
            return self.keep("verifier", lambda: verifier)
        if self.has("named-verifier"):
            return jose.digest(CLIENT)
        if self.has("numbered-verifier"):
            return f"{self.count('verifiers'):043}"
        return jose.digest(str(self.count("verifiers"))) if self.has("hashed-verifier") else verifier

    def count(self, name):
        self.memory[name] = self.memory.get(name, 0) + 1
        return self.memory[name]

    def post(self, url, body, headers=None, token=None):
        """Sends a request, and once more if the server has a nonce for DPoP proofs, or a challenge for attestations."""
        headers = dict(headers or {})
        for _ in range(3):
            named = {**self.accept(), **headers}
            if self.dpop_key is not None and not (token is None and self.has("dpop-late")):
                named["DPoP"] = self.prove(url, token)
            if token is not None:
                named["Authorization"] = f"{self.scheme()} {token}"
            if self.has("no-token"):
                named.pop("Authorization", None)
            if self.has("bare-token") and token is not None:
                named["Authorization"] = token
            answer = self.call("POST", url, body, named)
            given = answer.headers.get("OAuth-Client-Attestation-Challenge")
            if given and "OAuth-Client-Attestation" in headers and not self.has("first-challenge"):
                self.challenge = given
            if answer.status == 400 and b"use_attestation_challenge" in answer.body:
                headers.update(self.identify())
                continue
            nonce = answer.headers.get("DPoP-Nonce")
            known = self.dpop_nonces.get(self.place_nonces(url, token))
            is_late = known and (self.has("dpop-first-nonce") or self.has("dpop-error-nonce") and answer.status < 400)
            if nonce and not is_late:
                self.dpop_nonces[self.place_nonces(url, token)] = nonce
            if answer.status not in (400, 401) or not nonce or nonce == known or self.has("no-dpop-nonce"):
                break
        return answer

    def place_nonces(self, url, token):
        is_own = token is not None and (self.has("dpop-first-nonce") or self.has("dpop-error-nonce"))
        return self.origin(url) + ("/issuer" if is_own else "")

    @staticmethod
    def origin(url):
        parts = urllib.parse.urlsplit(url)
        return f"{parts.scheme}://{parts.netloc}"

    def scheme(self):
        name = "DPoP" if self.dpop_key is not None and not self.has("dpop-bearer") else "Bearer"
        return {"same": name, "upper": name.upper(), "lower": name.lower()}[self.plan["scheme"]]

    def prove(self, url, token):
        jwk = jose.write_secret(self.dpop_key) if self.has("dpop-private") else jose.write_key(self.dpop_key)
        claims = {"jti": secrets.token_urlsafe(12), "htm": "POST", "htu": url.split("?")[0], "iat": int(time.time())}
        if token is not None and not self.has("dpop-ath"):
            claims["ath"] = jose.digest(token)
        if self.has("dpop-iat"):
            claims["iat"] *= 1000
        if self.has("dpop-jti"):
            claims["jti"] = "proof"
        if self.has("dpop-htu"):
            claims["htu"] = self.origin(url)
        if self.has("dpop-htm"):
            claims["htm"] = "GET"
        nonce = self.dpop_nonces.get(self.place_nonces(url, token))
        if nonce:
            claims["nonce"] = nonce
        return self.spoil.jwt("dpop", {"typ": "JWT" if self.has("dpop-typ") else "dpop+jwt", "jwk": jwk}, claims, self.dpop_key)

    # credentials

    def fetch_nonce(self):
        url = self.metadata.get("nonce_endpoint")
        if url is None:
            return None
        url = url.partition("?")[0] if self.has("no-issuer-query") else url
        method = "GET" if self.has("nonce-get") else "PUT" if self.has("nonce-put") else "POST"
        answer = self.call(method, url, None if method == "GET" else b"", self.accept())
        nonce = answer.headers.get("DPoP-Nonce")
        if nonce:
            self.dpop_nonces[self.origin(url)] = nonce
        if not 200 <= answer.status < 300:
            raise Refusal("there is no nonce")
        return answer.json()["c_nonce"]

    def next_nonce(self):
        if self.plan["nonce"] != "each" and self.nonces:
            return self.nonces[0]
        self.nonces.insert(0, self.fetch_nonce())
        return self.nonces[0]

    def request(self, id, token):
        details = [each for each in token.get("authorization_details", []) if each.get("type") == "openid_credential"]
        content = {"credential_configuration_id": next(iter(self.metadata["credential_configurations_supported"])) if self.has("first-configuration") else id}
        if details:
            own = details[0] if self.has("first-detail") else next(each for each in details if each["credential_configuration_id"] == id)
            content = {"credential_identifier": own["credential_identifiers"][0]}
            if self.has("ignores-identifiers"):
                content = {"credential_configuration_id": id}
            if self.has("both-names"):
                content["credential_configuration_id"] = id
        elif self.has("name-as-identifier"):
            content = {"credential_identifier": id}
        if self.has("draft-request"):
            content = {"format": "dc+sd-jwt", "vct": self.configuration.get("vct")}
        for attempt in range(2):
            sent = {**content, **self.make_proofs()}
            if self.plan["extra"] == "yes":
                sent["x_note"] = {"a": [1]}
            answer, reader = self.ask(self.metadata["credential_endpoint"], sent)
            if answer.status != 400 or answer.json().get("error") != "invalid_nonce" or attempt:
                break
            self.nonces = []
            self.memory["stopped"] = self.has("stops-at-nonce")
        if answer.status == 200 and self.has("one-by-one"):
            answer, reader = self.ask(self.metadata["credential_endpoint"], {**content, **self.make_proofs()})
        if answer.status == 400 and self.has("tries-again"):
            answer, reader = self.ask(self.metadata["credential_endpoint"], {**content, **self.make_proofs()})
        if answer.status == 400 and answer.json().get("error") == "credential_request_denied":
            self.memory["stopped"] = self.has("stops-at-denial")
        is_later = False
        for _ in range(20):
            if answer.status == 400 and self.has("asks-again"):
                answer, reader = self.ask(self.metadata["credential_endpoint"], sent)
            if answer.status not in (200, 202):
                raise Refusal(f"there is no credential: {answer.status}")
            found = self.open(answer, reader)
            if is_later and "notification_id" in found and "credentials" in found:
                if self.has("deferred-strict"):
                    raise Refusal("a deferred response has no `notification_id`")
                if self.has("deferred-unnoted"):
                    found = {"transaction_id": asked[name], "interval": 0}
            if "credentials" in found:
                return found
            if self.plan["waits"] == "no" or "deferred_credential_endpoint" not in self.metadata:
                raise Refusal("credentials that come later are not wanted")
            if self.has("code-for-deferred"):
                self.ask_for_token()
            if self.plan["pause"] == "short":
                time.sleep(min(found["interval"], 0.05))  # waiting is a recommendation, and tests do not sleep
            name = "acceptance_token" if self.has("acceptance-token") else "transaction_id"
            asked = {name: found["transaction_id"] + ("x" if self.has("other-transaction") else "")}
            answer, reader = self.ask(self.metadata["deferred_credential_endpoint"], asked, later=True)
            is_later = True
            if self.has("asks-often"):
                answer, reader = self.ask(self.metadata["deferred_credential_endpoint"], asked, later=True)
        raise Refusal("the credential does not come")

    def ask(self, url, content, later=False):
        """Sends a request to an endpoint, encrypted where it has to be; the key is for the answer."""
        url = url.partition("?")[0] if self.has("no-issuer-query") else url
        wanted = self.metadata.get("credential_response_encryption")
        sealing = self.metadata.get("credential_request_encryption")
        reader = None
        if wanted and (wanted["encryption_required"] or (self.plan["wants"] == "always" and sealing)) and not (
            (later and self.has("encrypts-once")) or self.has("no-encryption") or not later and self.has("encrypts-later")
        ):
            reader = self.want_encryption(content, wanted)
            if later and self.has("encrypts-to-none"):
                content["credential_response_encryption"] = None
        content = self.spoil.content("request", content)
        needs = sealing and (sealing["encryption_required"] or self.plan["seal"] == "always" or reader is not None)
        if needs and not self.has("plain-request"):
            body, media = self.seal(content, sealing).encode(), "application/jwt"
        else:
            text = json.dumps(content, indent=2 if self.plan["json"] == "pretty" else None)
            body, media = self.spoil.text("request", text.encode()), {"plain": "application/json", "charset": "application/json; charset=utf-8", "quoted": 'Application/JSON;charset="UTF-8"'}[self.plan["media"]]
            if self.has("text-request"):
                media = "text/plain"
            if self.has("form-request"):
                media = "application/x-www-form-urlencoded"
        return self.post(url, body, {"Content-Type": media}, self.token), reader

    def choose(self, values, known):
        fitting = [each for each in values if each in known]
        if not fitting:
            raise Refusal("an algorithm is not known")
        return fitting[0 if self.plan["jwe"] == "first" else -1]

    def want_encryption(self, content, wanted):
        alg = self.choose(wanted["alg_values_supported"], ["ECDH-ES", "ECDH-ES+A128KW", "ECDH-ES+A256KW"])
        enc = self.choose(wanted["enc_values_supported"], list(jose.SIZES))
        key = jose.make_key(self.plan["sealed"])
        jwk = {**(jose.write_secret(key) if self.has("private-encryption") else jose.write_key(key)), "alg": alg, "use": "enc", "kid": "r1"}
        if self.has("no-alg"):
            del jwk["alg"]
        if self.plan["extra"] == "yes":
            jwk["x_note"] = 1
        content["credential_response_encryption"] = {"jwk": jwk, "enc": "A192CBC-HS384" if self.has("other-enc") else "A128GCM" if self.has("one-enc") else enc}
        if self.has("any-zip") or self.plan["zip"] == "yes" and "DEF" in wanted.get("zip_values_supported", []):
            content["credential_response_encryption"]["zip"] = "DEF"
        return key

    def seal(self, content, sealing):
        known = [each for each in sealing["jwks"]["keys"] if each.get("kty") == "EC" and str(each.get("alg")).startswith("ECDH-ES")]
        if not known:
            raise Refusal("no key is known")
        jwk = dict(known[0])
        header = {}
        if self.has("sealed-kid"):
            del jwk["kid"]
        enc = self.choose(sealing["enc_values_supported"], list(jose.SIZES))
        if self.has("sealed-enc"):
            enc = next(each for each in jose.SIZES if each not in sealing["enc_values_supported"])
        zips = self.plan["zip"] == "yes" and "DEF" in sealing.get("zip_values_supported", [])
        own = ec.derive_private_key(2026, jose.CURVES[jwk["crv"]]) if self.has("one-key") else None
        if self.has("key-by-receiver"):
            own = self.keep(jose.thumbprint(jwk), lambda: jose.make_key(jwk["crv"]))
        return jose.seal(content, jwk, enc, header, "DEF" if zips else None, own, self.spoil.seal("sealed"))

    def open(self, answer, reader):
        if answer.media == "application/jwt" or self.has("sniffs") and answer.body.count(b".") == 4:
            if reader is None:
                raise Refusal("this was not to be encrypted")
            try:
                content = jose.unseal(answer.body.decode(), reader, self.has("any-tag") or self.has("tag-once") and "opened" in self.memory)[1]
                self.memory["opened"] = True
                return content
            except jose.Invalid as error:
                raise Refusal(str(error)) from None
        if reader is not None and not self.has("takes-plain") and not self.has("sniffs"):
            raise Refusal("this was to be encrypted")
        return answer.json()

    # proofs

    def make_proofs(self):
        types = self.configuration.get("proof_types_supported")
        if not types or self.has("no-proofs"):
            return {}
        kind = "jwt" if "jwt" in types else "attestation"
        if kind not in types:
            raise Refusal("no type of proof is known")
        algs = types[kind]["proof_signing_alg_values_supported"]
        known = [each for each in algs if each in ("ES256", "ES384", "ES512", "EdDSA")]
        if not known:
            raise Refusal("no algorithm of proofs is known")
        alg = known[-1] if self.plan["alg"] == "last" else self.plan["alg"] if self.plan["alg"] in known else known[0]
        if self.has("other-alg"):
            alg = next(each for each in ("ES512", "EdDSA", "ES384") if each not in algs)
        size = (self.metadata.get("batch_credential_issuance") or {}).get("batch_size", 1)
        count = min(int(self.plan["keys"]), size)
        if self.has("too-many"):
            count = size + 1
        if self.has("twice-the-size"):
            count = 2 * size
        self.keys = [jose.make_key(alg) for _ in range(count)]
        if self.has("same-key"):
            self.keys = [self.keys[0]] * max(count, 2)
        if self.has("first-again"):
            self.keys = [*self.keys[:-1], self.keys[0]]
        attested = types[kind].get("key_attestations_required") is not None
        if (attested or kind == "attestation") and self.plan["attests"] == "no":
            raise Refusal("keys are not attested")
        if kind == "attestation":
            return {"proofs": {"attestation": [self.attest(alg)]}}
        proofs = [self.make_proof(key, alg, attested and not self.has("unattested") and self.attest(alg, key)) for key in self.keys]
        if self.has("proof-member"):
            return {"proof": {"proof_type": "jwt", "jwt": proofs[0]}}
        if self.has("proofs-array"):
            return {"proofs": [{"proof_type": "jwt", "jwt": each} for each in proofs]}
        return {"proofs": {"jwt": proofs[0] if self.has("proof-string") else proofs}}

    def attest(self, alg, key=None):
        """A provider of wallets attests the keys."""
        provider = jose.make_key(alg)
        keys = [key] if self.has("attests-each") or self.has("attests-first-alone") and key is self.keys[0] else self.keys
        claims = {"iat": int(time.time()), "exp": int(time.time()) + 600, "attested_keys": [jose.write_key(each) for each in keys]}
        nonce = self.next_nonce()
        if nonce is not None and not self.has("attested-nonce"):
            claims["nonce"] = nonce
        if self.has("attested-exp"):
            del claims["exp"]
        if self.has("attested-private"):
            claims["attested_keys"] = [jose.write_secret(each) for each in self.keys]
        header = {"typ": "keyattestation+jwt" if self.has("attested-typ") else "key-attestation+jwt", "x5c": [self.certify(provider, jose.make_key("ES256"))]}
        if self.has("attested-self"):
            header["x5c"] = [self.certify(provider)]
        if self.has("attested-certificate"):
            header["x5c"] = [self.certify(jose.make_key(alg), provider)]
        return self.spoil.jwt("attestation", header, claims, provider)

    def certify(self, key, authority=None, name="Wallet"):
        """A certificate by itself, or by an authority whose own is left out."""
        now = datetime.datetime.now(datetime.timezone.utc)
        name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
        made = (
            x509.CertificateBuilder()
            .subject_name(name)
            .issuer_name(name if authority is None else x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Authority")]))
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - datetime.timedelta(days=1))
            .not_valid_after(now + datetime.timedelta(days=1))
        )
        signer = key if authority is None else authority
        curve = None if isinstance(signer, ed25519.Ed25519PrivateKey) else hashes.SHA256()
        return base64.b64encode(made.sign(signer, curve).public_bytes(serialization.Encoding.DER)).decode()

    def make_proof(self, key, alg, attestation):
        jwk = jose.write_key(key)
        if self.has("private-jwk") and alg.startswith("ES"):
            jwk = jose.write_secret(key)
        if self.plan["header"] == "full":
            jwk |= {"kid": "k1", "use": "sig", "alg": alg}
        header = {"typ": "openid4vci-proof+jwt", "jwk": jwk}
        if self.plan["header"] == "x5c":
            header = {"typ": "openid4vci-proof+jwt", "x5c": [self.certify(key)]}
        if attestation:
            header["key_attestation"] = attestation
        if self.has("proof-typ"):
            header["typ"] = "JWT"
        if self.has("kid-too"):
            header["kid"] = "k1"
        now = {"whole": int(time.time()), "half": int(time.time()) - 0.5, "earlier": int(time.time()) - 20}[self.plan["iat"]]
        claims = {"aud": self.issuer, "iat": now}
        nonce = self.next_nonce()
        if nonce is not None and not self.has("no-nonce"):
            claims["nonce"] = "my-own-nonce" if self.has("own-nonce") else nonce
        if self.plan["client"] == "iss" and self.client:
            claims["iss"] = self.client
        if self.plan["extra"] == "yes":
            claims |= {"jti": secrets.token_urlsafe(8), "exp": int(time.time()) + 300, "x_note": "a"}
        bend = {
            "proof-aud": {"aud": self.metadata["credential_endpoint"]},
            "aud-server": {"aud": self.server["token_endpoint"]},
            "aud-slash": {"aud": self.issuer + "/"},
            "aud-array": {"aud": [self.issuer]},
            "iat-milliseconds": {"iat": int(time.time() * 1000)},
            "iat-text": {"iat": str(now)},
            "iat-late": {"iat": now - 7 * 86_400},
            "iss-did": {"iss": "did:example:holder"},
        }
        for mistake in self.plan.mistakes:
            claims |= bend.get(mistake, {})
        if self.has("no-iat"):
            del claims["iat"]
        if self.has("alg-none"):
            return f"{jose.write_json({**header, 'alg': 'none'})}.{jose.write_json(claims)}."
        text = self.spoil.jwt("proof", header, claims, jose.make_key(alg) if self.has("other-key") else key)
        if self.has("der-signature"):
            text = self.write_der(text, key)
        return text

    @staticmethod
    def write_der(text, key):
        signed = text.rpartition(".")[0]
        return f"{signed}.{jose.encode(key.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))}"

    # what was issued

    def check(self, text):
        """RFC 9901, section 7.1, and SD-JWT VC."""
        try:
            parts = text.split("~")
            header, payload = jose.open_jws(parts[0])
            if header.get("typ") not in ("dc+sd-jwt", "vc+sd-jwt"):
                raise jose.Invalid("typ")
            if "crit" in header and not self.has("any-extension"):
                raise jose.Invalid("crit")
            if not self.has("any-signature"):
                self.check_signature(parts[0], header, payload)
            if not self.has("any-disclosure"):
                if self.has("digest-split") and any(b'","' not in jose.decode(each) for each in parts[1:-1]):
                    raise jose.Invalid("disclosure")
                again = self.has("digest-again") and [jose.write_again(each) for each in parts[1:-1]]
                check_disclosures(payload, again or parts[1:-1], self.has("named-twice"))
            if payload.get("exp", time.time() + 1) < time.time() or payload.get("nbf", 0) > time.time() + 60:
                raise jose.Invalid("time")
            if parts[-1] != "" or payload.get("vct") != self.configuration["vct"]:
                raise jose.Invalid("form")
            if self.origin(payload["vct"]) == self.origin(self.issuer):
                check_type(payload, parts[1:-1], self)
            bound = payload.get("cnf", {}).get("jwk")
            types = self.configuration.get("proof_types_supported")
            if types and (bound is None or jose.thumbprint(bound) not in [jose.thumbprint(jose.write_key(each)) for each in self.keys]):
                raise jose.Invalid("cnf")
        except (jose.Invalid, KeyError, TypeError, ValueError, AttributeError) as error:
            raise Refusal(f"the credential is wrong: {error}") from None

    def check_signature(self, text, header, payload):
        self.published = payload["iss"]
        is_zero = set(base64.urlsafe_b64decode(text.rpartition(".")[2] + "==")) == {0}
        if header.get("alg") == "HS256" and self.has("any-mac") or is_zero and self.has("any-zeros"):
            return None
        keys = find_keys(payload["iss"], self)
        if keys and self.has("issuer-any-key"):
            return None
        if keys and self.has("issuer-kept-keys"):
            self.memory["keys"] = keys = self.memory.get("keys", []) + keys
        for each in keys[:1] if self.has("first-issuer-key") else keys:
            if "kid" in header and each.get("kid", header["kid"]) != header["kid"]:
                continue
            try:
                return jose.verify(text, jose.read_key(each))
            except jose.Invalid:
                continue
        raise jose.Invalid("no key verifies it")

    def notify(self, content, event):
        url, id = self.metadata.get("notification_endpoint"), content.get("notification_id")
        if url is None or id is None or self.plan["notify"] == "never":
            return
        sent = {"notification_id": id, "event": event}
        if self.plan["notify"] == "described":
            sent["event_description"] = "That is how it ended."
        if self.plan["extra"] == "yes":
            sent["x_note"] = None
        bend = {
            "other-notification": {"notification_id": "mine"},
            "other-event": {"event": "accepted"},
            "event-text": {"event_description": "Gespeichert f\u00fcr sp\u00e4ter"},
        }
        for mistake in self.plan.mistakes:
            sent |= bend.get(mistake, {})
        media = {"plain": "application/json", "charset": "application/json; charset=utf-8", "quoted": 'Application/JSON;charset="UTF-8"'}[self.plan["media"]]
        for _ in range(2 if self.plan["notify"] == "twice" else 1):
            body = self.spoil.text("notification", json.dumps(self.spoil.content("notification", sent)).encode())
            self.post(url, body, {"Content-Type": media}, self.token)


def check_disclosures(payload, disclosures, named_twice=False):
    """Every disclosure is referred to once, and no digest occurs twice."""
    name = payload.get("_sd_alg", "sha-256")
    if name != "sha-256":
        raise jose.Invalid("_sd_alg")
    found = {jose.digest(each): json.loads(jose.decode(each)) for each in disclosures}
    seen = set()

    def walk(value):
        if isinstance(value, list):
            for each in value:
                if isinstance(each, dict) and set(each) == {"..."}:
                    follow(each["..."], 2, {})
                else:
                    walk(each)
        elif isinstance(value, dict):
            for digest in value.get("_sd", []):
                follow(digest, 3, value)
            for each_name, each in value.items():
                if each_name != "_sd":
                    walk(each)

    def follow(digest, length, place):
        if digest in seen:
            raise jose.Invalid("a digest occurs twice")
        seen.add(digest)
        if digest not in found:
            return
        each = found[digest]
        if not isinstance(each, list) or len(each) != length:
            raise jose.Invalid("a disclosure is malformed")
        if length == 3 and (each[1] in ("_sd", "...") or each[1] in place and not named_twice):
            raise jose.Invalid("the name of a claim")
        walk(each[-1])

    walk(payload)
    if len(found) < len(disclosures) or not set(found) <= seen:
        raise jose.Invalid("a disclosure belongs to nothing")


def answer(command, text):
    session = Session(text)
    reply = {"id": command.get("id"), "accepted": True}
    try:
        session.take(command["offer"], command.get("txnCode"))
    except Refusal as refusal:
        reply |= {"accepted": False, "refused": str(refusal)}
    except (KeyError, TypeError, IndexError, AttributeError, ValueError) as error:
        reply |= {"accepted": False, "refused": f"a message is malformed: {type(error).__name__}"}
    finally:
        session.connections.close()
    return reply


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = -1
    disable_nagle_algorithm = True

    def do_POST(self):
        command = json.loads(self.rfile.read(int(self.headers.get("Content-Length") or 0)))
        body = json.dumps(answer(command, urllib.parse.unquote(self.path).strip("/"))).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
        self.wfile.flush()

    def log_message(self, *_):
        pass


if len(sys.argv) > 1 and sys.argv[1] != "--draws":
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line), sys.argv[1])), flush=True)
else:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    seed, count = (int(each) for each in sys.argv[2:4]) if len(sys.argv) > 3 else (1, 12)
    print(json.dumps({"address": f"http://127.0.0.1:{server.server_address[1]}", "draws": draw(count, seed)}), flush=True)
    sys.stdin.read()
