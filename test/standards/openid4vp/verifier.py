"""Verifiers of OpenID4VP 1.0, each at a path that is its plan. They share no code with Assay.

    verifier.py TRUST COUNT SEED [CA]    prints a line of JSON with its address, and serves until its standard input ends

TRUST is a JWK Set: the keys of the issuer that they believe. COUNT plans are drawn. CA is the certificate of the authority of
other servers, as PEM: with `port.NUMBER` in the plan, the issuer and the type of the credential are at this port. A plan is `setting.value~setting.value~mistake.name`. `/PLAN/new` gives a
request, and where its result will be. Mistakes of the form NAME:PLACE:HOW are in `spoil.py`.
"""

import base64
import datetime
import hashlib
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
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from cryptography.x509.oid import NameOID

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../openid4vci"))
import jose  # noqa: E402
from jose import Invalid  # noqa: E402
from presented import read_presentation  # noqa: E402
from spoil import CHAINS, Spoil  # noqa: E402
from status import check_status  # noqa: E402

# The first value of each is what a verifier does without a plan.
SETTINGS = {
    "client": ["hash", "dns", "uri", "did", "attested"],
    "way": ["reference", "value"],
    "api": ["no", "no", "no", "unsigned", "signed", "multisigned"],
    "method": ["absent", "get", "post"],
    "mode": ["direct_post", "direct_post.jwt"],
    "enc": ["absent", "A128GCM", "A256GCM", "both", "either"],
    "keys": ["one", "two"],
    "signer": ["P-256", "P-384"],
    "state": ["yes", "no"],
    "nonce": ["22", "43", "64"],
    "query": ["plain", "values", "sets", "options", "two", "multiple", "nested", "any", "fewer", "looser", "optional", "formats", "unbound", "pair", "spare"],
    "invalid": ["rejected", "discarded"],
    "again": ["no", "yes"],
    "data": ["no", "yes", "hashed"],
    "answer": ["empty", "redirect", "extra"],
    "refused": ["400", "403", "later"],
    "media": ["plain", "charset"],
    "extra": ["no", "yes"],
    "times": ["no", "yes"],
    "json": ["compact", "pretty"],
    "kb": ["ES256", "ES256_ES384_Ed25519", "ES384_ES512"],
    "status": ["no", "jwt", "cwt", "cached"],
    "coding": ["identity", "gzip"],
}

VCT = "https://credentials.example/member"


class Plan:
    def __init__(self, text):
        self.text = text
        pairs = dict(each.split(".", 1) for each in text.split("~") if "." in each)
        self.mistake, self.port = pairs.pop("mistake", ""), pairs.pop("port", None)
        for name, value in pairs.items():
            if value not in SETTINGS[name]:
                raise ValueError(f"{name} has no value {value}")
        self.values = {name: pairs.get(name, values[0]) for name, values in SETTINGS.items()}
        if self["api"] != "no":
            self.values |= {"way": "reference", "client": "dns" if self["client"] == "dns" else "hash"}
        if self["query"] == "unbound":
            self.values |= {"state": "yes", "data": "no"}
        if self["client"] == "uri":  # nobody signs for an address
            self.values["way"] = "value"
        if self["client"] == "uri" or self["way"] == "value":
            self.values["method"] = "absent"

    def __getitem__(self, name):
        return self.values[name]


def draw(count, seed):
    chance = random.Random(seed)
    known = {**SETTINGS, "client": ["hash", "dns", "uri", "attested"]}  # the key of a DID is open without its document
    plans = [{name: chance.choice(values) for name, values in known.items()} for _ in range(count)]
    return ["~".join(f"{name}.{value}" for name, value in plan.items()) for plan in plans]


ROOT = jose.make_key("ES256")


def certify(kind):
    """A key, and its certificate by the root."""
    key = jose.make_key("ES256" if kind == "P-256" else "ES384")
    now = datetime.datetime.now(datetime.timezone.utc)
    named = lambda text: x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])
    made = (
        x509.CertificateBuilder()
        .subject_name(named("a verifier"))
        .issuer_name(named("a root"))
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=30))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), False)
        .add_extension(x509.BasicConstraints(False, None), True)
        .sign(ROOT, hashes.SHA256())
    )
    return key, made.public_bytes(Encoding.DER)


def hash_octets(octets):
    return jose.encode(hashlib.sha256(octets).digest())


def certify_itself(key, subject="a verifier"):
    """A certificate of a key by itself."""
    named = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, subject)])
    now = datetime.datetime.now(datetime.timezone.utc)
    made = x509.CertificateBuilder().subject_name(named).issuer_name(named).public_key(key.public_key()).serial_number(x509.random_serial_number())
    made = made.not_valid_before(now - datetime.timedelta(days=1)).not_valid_after(now + datetime.timedelta(days=30))
    made = made.add_extension(x509.BasicConstraints(subject == "a root", None), True)
    made = made.add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), False)
    return base64.b64encode(made.sign(key, hashes.SHA256()).public_bytes(Encoding.DER)).decode()


# Who else signs requests, and who attests clients.
OTHER, ATTESTER = certify("P-256"), certify("P-256")


class Session:
    """A request, and what became of it."""

    def __init__(self, verifier):
        plan = verifier.plan
        self.id = secrets.token_urlsafe(12)
        self.nonce = secrets.token_urlsafe(48)[: int(plan["nonce"])]
        self.state = secrets.token_urlsafe(16) if plan["state"] == "yes" else None
        is_kept = verifier.wrong("one-encryption-key") or verifier.wrong("few-keys") and len(verifier.sessions) % 2 == 0
        self.key = verifier.kept if is_kept else jose.make_key("P-384" if verifier.wrong("other-curve") else "P-256")
        self.accepted, self.why = None, ""
        self.query = make_query(plan)
        self.data = [verifier.spoil.json("data", each) for each in make_data(plan, self.query)]
        is_named = plan["client"] == "dns" and not verifier.wrong("other-host")
        base = verifier.base.replace("127.0.0.1", "localhost") if is_named else verifier.base
        self.at = f"{base}/{plan.text or '-'}"
        self.response_uri = f"{self.at}/post/{self.id}"


# Credentials in other formats.
OTHERS = [
    {
        "id": "mdoc",
        "format": "mso_mdoc",
        "meta": {"doctype_value": "org.example.member.1"},
        "claims": [{"path": ["org.example.member.1", "given_name"], "intent_to_retain": False}],
        "trusted_authorities": [{"type": "aki", "values": ["s9tIpPmhxdiuNkHMEWNpYim8S8Y"]}],
    },
    {"id": "data", "format": "ldp_vc", "meta": {"type_values": [["https://credentials.example/vocabulary#Member"]]}},
]
FORMATS = {
    "mso_mdoc": {"issuerauth_alg_values": [-7, -9], "deviceauth_alg_values": [-7, -9]},
    "ldp_vc": {"proof_type_values": ["DataIntegrityProof"], "cryptosuite_values": ["ecdsa-rdfc-2019"]},
}


def make_query(plan):
    own = f"https://127.0.0.1:{plan.port}/member" if plan.port else VCT
    one = {"id": "member", "format": "dc+sd-jwt", "meta": {"vct_values": [own]}}
    name, birth, nation = ({"path": [each]} for each in ("given_name", "birthdate", "nationality"))
    kind = plan["query"]
    if kind == "plain":
        return {"credentials": [{**one, "claims": [name, birth]}]}
    if kind == "values":
        return {"credentials": [{**one, "claims": [name, {**nation, "values": ["IN", "NP"]}]}]}
    if kind == "sets":
        named = [{"id": letter, **each} for letter, each in zip("abc", (name, birth, nation))]
        return {"credentials": [{**one, "claims": named, "claim_sets": [["a", "c"], ["b"]]}]}
    if kind == "options":
        other = {**one, "id": "other", "meta": {"vct_values": ["https://credentials.example/other"]}, "claims": [birth]}
        sets = [{"options": [["member"], ["other"]]}, {"options": [["other"]], "required": False}]
        return {"credentials": [{**one, "claims": [name]}, other], "credential_sets": sets}
    if kind == "fewer":
        other = {**one, "id": "other", "claims": [birth]}
        return {"credentials": [{**one, "claims": [name]}, other], "credential_sets": [{"options": [["member", "other"], ["member"]]}]}
    if kind == "optional":
        return {"credentials": [{**one, "claims": [name]}], "credential_sets": [{"options": [["member"]], "required": False}]}
    if kind == "looser":
        named = [{"id": "a", **nation, "values": ["IN", "NP"]}, {"id": "b", **birth}]
        return {"credentials": [{**one, "claims": named, "claim_sets": [["a", "b"], ["b"]]}]}
    if kind == "two":
        return {"credentials": [{**one, "claims": [name]}, {**one, "id": "second", "claims": [birth]}]}
    if kind in ("pair", "spare"):
        second = {**one, "id": "second", "claims": [birth]}
        sets = {"pair": [{"options": [["member", "second"]]}], "spare": [{"options": [["member"]]}, {"options": [["second"]], "required": False}]}
        return {"credentials": [{**one, "claims": [name]}, second], "credential_sets": sets[kind]}
    if kind == "multiple":
        return {"credentials": [{**one, "multiple": True, "claims": [name]}]}
    if kind == "formats":
        return {"credentials": [{**one, "claims": [name]}, *OTHERS], "credential_sets": [{"options": [["member"], ["mdoc"], ["data"]]}]}
    if kind == "unbound":
        return {"credentials": [{**one, "require_cryptographic_holder_binding": False, "claims": [name]}]}
    if kind == "nested":
        return {"credentials": [{**one, "claims": [{"path": ["address", "locality"]}, {"path": ["nationalities", None]}]}]}
    return {"credentials": [{**one}]}


def make_data(plan, query):
    if plan["data"] == "no":
        return []
    content = {"type": "org.example.consent", "credential_ids": [query["credentials"][0]["id"]], "text": "I agree"}
    if plan["data"] == "hashed":
        content["transaction_data_hashes_alg"] = ["sha-256"]
    return [content]


# Mistakes in requests: what is there and must not be, what is missing, and what is wrong in the query and in transaction data.
# Other names for the format of an SD-JWT VC.
NAMES = {"draft-format": "vc+sd-jwt", "other-format": "mso_mdoc"}

ADDED = {
    "two-queries": {"scope": "org.example.member"},
    "empty-scope": {"scope": ""},
    "old-query": {"presentation_definition": {"id": "a", "input_descriptors": []}},
    "other-aud": {"aud": "https://wallet.example"},
    "state-blank": {"state": "a state with blanks"},
    "number-state": {"state": 4711},
    "query-text": {"dcql_query": "{\"credentials\": []}"},
    "no-data": {"transaction_data": []},
    "mode": {"response_mode": "post"},
    "empty-info": {"verifier_info": []},
    "info-object": {"verifier_info": {"format": "jwt", "data": "a"}},
    "origin-client": {"client_id": "origin:https://verifier.example"},
    "origin-alone": {"client_id": "origin:"},
    "id-token": {"response_type": "vp_token id_token"},
    "by-redirect": {"response_mode": "fragment.jwt"},
    "federation-name": {"client_id": "openid_federation:verifier.example"},
    "federation-plain": {"client_id": "openid_federation:http://verifier.example"},
    "did-name": {"client_id": "decentralized_identifier:verifier.example"},
    "did-alone": {"client_id": "decentralized_identifier:did:"},
}
LEFT_OUT = {
    "no-nonce": ["nonce"],
    "no-response-uri": ["response_uri"],
    "old-query": ["dcql_query"],
    "no-aud": ["aud"],
    "no-client-id": ["client_id"],
    "no-response-type": ["response_type"],
}
without = lambda one, *names: {name: value for name, value in one.items() if name not in names}
CREDENTIALS = {
    "empty-query": lambda one: [],
    "query-id": lambda one: [{**one, "id": "a member"}],
    "empty-id": lambda one: [{**one, "id": ""}],
    "no-id": lambda one: [without(one, "id")],
    "same-ids": lambda one: [one, one],
    "no-format": lambda one: [without(one, "format")],
    "format-of-draft": lambda one: [{**one, "format": "vc+sd-jwt"}],
    "format-of-jwt": lambda one: [{**one, "format": "jwt_vc_json", "meta": {"type_values": [["Member"]]}}],
    "no-meta": lambda one: [without(one, "meta")],
    "no-types": lambda one: [{**one, "meta": {}}],
    "types-text": lambda one: [{**one, "meta": {"vct_values": VCT}}],
    "path-text": lambda one: [{**one, "claims": [{"path": "given_name"}]}],
    "empty-path": lambda one: [{**one, "claims": [{"path": []}]}],
    "negative-path": lambda one: [{**one, "claims": [{"path": ["nationalities", -1]}]}],
    "path-object": lambda one: [{**one, "claims": [{"path": [{"name": "given_name"}]}]}],
    "no-path": lambda one: [{**one, "claims": [{"id": "a"}]}],
    "no-claims": lambda one: [{**one, "claims": []}],
    "same-claim-ids": lambda one: [{**one, "claims": [{"id": "a", "path": ["given_name"]}, {"id": "a", "path": ["birthdate"]}]}],
    "same-claims": lambda one: [{**one, "claims": [{"path": ["given_name"]}, {"path": ["birthdate"]}, {"path": ["given_name"]}]}],
    "claim-id": lambda one: [{**one, "claims": [{"id": "a.b", "path": ["given_name"]}]}],
    "no-values": lambda one: [{**one, "claims": [{"path": ["given_name"], "values": []}]}],
    "values-text": lambda one: [{**one, "claims": [{"path": ["given_name"], "values": "Erin"}]}],
    "values-object": lambda one: [{**one, "claims": [{"path": ["given_name"], "values": [{"a": 1}]}]}],
    "no-claim-ids": lambda one: [{**one, "claim_sets": [["a"]]}],
    "sets-alone": lambda one: [{**without(one, "claims"), "claim_sets": [["a"]]}],
    "empty-claim-sets": lambda one: [{**one, "claim_sets": []}],
    "multiple-text": lambda one: [{**one, "multiple": "true"}],
    "binding-text": lambda one: [{**one, "require_cryptographic_holder_binding": "true"}],
    "authorities": lambda one: [{**one, "trusted_authorities": []}],
    "authority-values": lambda one: [{**one, "trusted_authorities": [{"type": "aki"}]}],
}
SETS = {
    "unknown-option": [{"options": [["nobody"]]}],
    "no-options": [{"options": []}],
    "options-flat": [{"options": ["member"]}],
    "no-sets": [],
    "required-text": [{"options": [["member"]], "required": "yes"}],
}
DATA = {
    "data-object": [{"type": "a", "credential_ids": ["member"]}],
    "data-type": [{"credential_ids": ["member"]}],
    "data-ids": [{"type": "a", "credential_ids": ["nobody"]}],
    "data-no-ids": [{"type": "a"}],
    "data-empty-ids": [{"type": "a", "credential_ids": []}],
    "data-unbound": [{"type": "a", "credential_ids": ["member"]}],
    "data-hash-case": [{"type": "a", "credential_ids": ["member"], "transaction_data_hashes_alg": ["SHA-256"]}],
    "data-hash-name": [{"type": "a", "credential_ids": ["member"], "transaction_data_hashes_alg": ["sha256"]}],
    "data-alg": [{"type": "a", "credential_ids": ["member"], "transaction_data_hashes_alg": "sha-256"}],
}


class Verifier:
    def __init__(self, base, text, trust):
        self.base, self.plan, self.trust = base, Plan("" if text == "-" else text), trust
        self.sessions, self.lists, self.known = {}, {}, trust  # by the keys that are known, the issuer signs credentials and lists
        self.authority = sys.argv[4] if len(sys.argv) > 4 else None
        self.published = self.plan.port and f"https://127.0.0.1:{self.plan.port}/issuer"
        self.accepted = set()
        self.key, certificate = certify(self.plan["signer"])
        self.spoil = Spoil([self.plan.mistake])
        self.chain = [base64.b64encode(certificate).decode()]
        if self.wrong("certified-itself"):
            self.chain = [certify_itself(self.key)]
        if self.wrong("with-root") or self.wrong("with-roots"):
            self.chain += [certify_itself(ROOT, "a root")] * (2 if self.wrong("with-roots") else 1)
        self.kept = jose.make_key("P-256")
        for _, how in self.spoil.find("object", whole=True):
            if how in CHAINS and self.plan["client"] in ("hash", "dns"):
                self.chain, self.key = CHAINS[how]()

    def wrong(self, name):
        return name in self.plan.mistake.split("+")

    def client_id(self, session):
        kind = self.plan["client"]
        if kind == "dns":
            return "x509_san_dns:" + ("verifier.example" if self.wrong("other-dns") else "localhost")
        if kind == "uri":
            return "redirect_uri:" + session.response_uri
        if kind == "did":
            return "decentralized_identifier:" + self.name_did()
        if kind == "attested":
            return "verifier_attestation:verifier.example"
        certificate = base64.b64decode(self.chain[0])
        octets = certificate + b"0" if self.wrong("other-hash") else certificate
        return "x509_hash:" + hash_octets(octets)

    def name_did(self):
        return "did:jwk:" + jose.write_json(jose.write_key(self.key))

    def audience(self, session):
        """For whom a presentation is."""
        return self.client_id(session) if self.plan["api"] == "no" else f"origin:{self.base}"

    # Requests

    def new(self):
        session = Session(self)
        self.sessions[session.id] = session
        if self.wrong("one-nonce"):
            session.nonce = "a-nonce-that-is-always-the-same"
        if self.wrong("one-state"):
            session.state = "a-state-that-is-always-the-same"
        parameters = self.parameters(session)
        if self.plan["api"] != "no":
            return self.call_api(parameters, session)
        client = parameters.get("client_id", self.client_id(session))
        if self.plan["client"] == "uri" or self.wrong("unsigned"):
            texts = {k: json.dumps(v, ensure_ascii=False).encode() for k, v in parameters.items() if not isinstance(v, str)}
            flat = {**parameters, **{name: self.spoil.text(f"link-{name}", text).decode() for name, text in texts.items()}}
            return self.link(flat, session)
        if self.plan["way"] == "value":
            return self.link({"client_id": client, "request": self.sign(parameters)}, session)
        if self.wrong("other-client"):
            client = "x509_hash:" + jose.digest("another")
        link = {"client_id": client, "request_uri": f"{session.at}/request/{session.id}"}
        if self.plan["method"] != "absent":
            link["request_uri_method"] = "POST" if self.wrong("method-case") else self.plan["method"]
        return self.link(link, session)

    def link(self, parameters, session):
        if self.wrong("other-place"):
            parameters["request_uri"] = parameters["request_uri"].replace("127.0.0.1", "localhost")
        text = "openid4vp://?" + self.spoil.form("link", parameters, "latin-1" if self.wrong("latin") else "utf-8")
        return self.reply(200, {"request": text, "result": f"{session.at}/result/{session.id}"})

    def call_api(self, parameters, session):
        """What a page puts to the Digital Credentials API, and where it sends what comes back."""
        kind = self.plan["api"]
        data = {"unsigned": lambda: parameters, "signed": lambda: {"request": self.sign_flat(parameters) if self.wrong("flat") else self.sign(parameters)}, "multisigned": lambda: {"request": self.sign_twice(parameters)}}
        request = self.spoil.content("api", {"protocol": f"openid4vp-v1-{kind}", "data": data[kind]()})
        given = {"request": request, "origin": self.base, "response": session.response_uri}
        return self.reply(200, {**given, "result": f"{session.at}/result/{session.id}"})

    def sign_flat(self, parameters):
        """In JSON, though it has one signature."""
        protected, payload, signature = self.sign(parameters).split(".")
        return {"protected": protected, "payload": payload, "signature": signature}

    def sign_twice(self, parameters):
        """In JSON, by this client and by another one. Each says in its header who it is."""
        ours = {name: parameters.pop(name) for name in ("client_id", "verifier_info") if name in parameters}
        own = self.sign(parameters, ours)
        head, payload, signature = own.split(".")
        other = {"alg": "ES256", "typ": "oauth-authz-req+jwt", "x5c": [base64.b64encode(OTHER[1]).decode()]}
        other["client_id"] = "x509_hash:" + hash_octets(OTHER[1])
        second = jose.write_json(other)
        more = {"protected": second, "signature": jose.encode(jose.sign_octets(f"{second}.{payload}".encode(), OTHER[0]))}
        return self.spoil.content("signed", {"payload": payload, "signatures": [{"protected": head, "signature": signature}, more]})

    def parameters(self, session):
        plan, wrong = self.plan, self.wrong
        content = {
            "response_type": "code" if wrong("response-type") else "vp_token",
            "response_mode": plan["mode"],
            "client_id": self.client_id(session),
            "nonce": session.nonce,
            "response_uri": session.response_uri,
            "dcql_query": session.query,
            "client_metadata": self.metadata(session),
        }
        if plan["api"] != "no":
            content |= {"response_mode": plan["mode"].replace("direct_post", "dc_api"), "expected_origins": [self.base]}
            content = without(content, "response_uri", *(["client_id", "expected_origins"] if plan["api"] == "unsigned" else []))
        elif session.state is not None:
            content["state"] = session.state
        if plan["client"] != "uri" and plan["api"] != "unsigned":
            content["aud"] = "https://self-issued.me/v2"
        if session.data:
            content["transaction_data"] = [*session.data]
        if plan["times"] == "yes" and plan["client"] != "uri" and plan["api"] != "unsigned":
            content |= {"iat": int(time.time()), "exp": int(time.time()) + 600, "iss": content["client_id"]}
        if plan["extra"] == "yes":
            content |= {"x_trace": "abc", "verifier_info": [{"format": "x-registration", "data": "a registration"}]}
        return self.change(content, session)

    def change(self, content, session):
        """Does what no sentence of the text allows."""
        name = self.plan.mistake
        if name == "odd-nonce":
            session.nonce = "a nonce with blanks " + session.nonce
        content |= {"nonce": session.nonce, **ADDED.get(name, {})}
        one, *_ = session.query["credentials"]
        if name in CREDENTIALS:
            content["dcql_query"] = {"credentials": CREDENTIALS[name](one)}
        if name in SETS:
            content["dcql_query"] = {**session.query, "credential_sets": SETS[name]}
        if name in DATA:
            content["transaction_data"] = [each if name == "data-object" else jose.write_json(each) for each in DATA[name]]
        if name == "redirect-uri":
            content["redirect_uri"] = session.response_uri
        return self.spoil.content("request", without(content, *LEFT_OUT.get(self.plan.mistake, ())))

    def metadata(self, session):
        plan, wrong = self.plan, self.wrong
        algs = {"sd-jwt_alg_values": ["ES256"], "kb-jwt_alg_values": plan["kb"].split("_")}
        formats = {NAMES.get(plan.mistake, "dc+sd-jwt"): algs, **(FORMATS if plan["query"] == "formats" else {})}
        content = {} if wrong("no-formats") else {"vp_formats_supported": formats}
        if plan["mode"] == "direct_post.jwt" and not wrong("no-keys"):
            key = {**jose.write_key(session.key), "alg": "ECDH-ES", "use": "enc", "kid": "1"}
            if wrong("wraps"):
                key["alg"] = "ECDH-ES+A256KW"
            if wrong("no-alg"):
                del key["alg"]
            if wrong("private-key"):
                key |= jose.write_secret(session.key)
            keys = [key]
            if plan["keys"] == "two":
                alg = "ES256" if plan["signer"] == "P-256" else "ES384"
                keys.insert(0, {**jose.write_key(self.key), "alg": alg, "use": "sig", "kid": "2"})
            if wrong("same-kids"):
                keys.append({**jose.write_key(jose.make_key("P-256")), "alg": "ECDH-ES", "use": "enc", "kid": "1"})
            content["jwks"] = {"keys": keys}
            values = {"A128GCM": ["A128GCM"], "A256GCM": ["A256GCM"], "both": ["A256GCM", "A128GCM"], "either": ["A128GCM", "A256GCM"]}.get(plan["enc"])
            if values:
                content["encrypted_response_enc_values_supported"] = values
        if wrong("long-link"):
            content["logo_uri"] = "data:image/png;base64," + "A" * 4000
        if plan["extra"] == "yes" or wrong("latin"):
            content |= {"client_name": "Prüfstelle", "x_color": "blue"}
        return content

    def sign(self, parameters, more=None):
        wrong = self.wrong
        header = {"typ": "JWT" if wrong("request-typ") else "oauth-authz-req+jwt", **self.name_key(), **(more or {})}
        if wrong("no-chain"):
            del header["x5c"]
        key = jose.make_key("ES256") if wrong("other-signer") else self.key
        if wrong("none"):
            return f"{jose.write_json({**header, 'alg': 'none'})}.{jose.write_json(parameters)}."
        return self.spoil.jwt("object", header, parameters, key, self.chain)

    def name_key(self):
        """How a request object says by which key it is signed."""
        kind, own = self.plan["client"], jose.write_key(self.key)
        if kind == "did":
            return {"kid": self.name_did() + "#0"}
        if kind == "attested":
            return {"jwt": self.attest(own)}
        return {"x5c": self.chain, **({"jwk": own} if self.plan["extra"] == "yes" else {})}

    def attest(self, jwk):
        now, (key, certificate) = int(time.time()), ATTESTER
        header = {"typ": "verifier-attestation+jwt", "x5c": [base64.b64encode(certificate).decode()]}
        claims = {"iss": "https://attester.example", "sub": "verifier.example", "iat": now - 60, "exp": now + 3_600, "cnf": {"jwk": jwk}}
        return self.spoil.jwt("attestation", header, claims, key)

    def request(self, session, method, form):
        if (method == "POST") != (self.plan["method"] == "post" or self.wrong("post-only")):
            return self.reply(405, {"error": "method"})
        if (self.wrong("strict") or self.wrong("strict-fetch")) and set(form) - {"wallet_nonce", "wallet_metadata"}:
            return self.reply(400, {"error": "unknown parameter"})
        parameters = self.parameters(session)
        if "wallet_nonce" in form and not self.wrong("wallet-nonce"):
            parameters["wallet_nonce"] = form["wallet_nonce"]
        media = "application/jwt" if self.wrong("request-media") else "application/oauth-authz-req+jwt"
        status = 404 if self.wrong("gone") else 200
        return status, self.spoil.content("object-head", {"Content-Type": media}), self.sign(parameters).encode()

    # Responses

    def post(self, session, form, names):
        try:
            self.judge(session, form, names)
            accepted = True
        except Invalid as problem:
            accepted, session.why = False, str(problem)
        except (AttributeError, KeyError, IndexError, TypeError, ValueError) as problem:
            accepted, session.why = False, f"{type(problem).__name__} {problem}"
        if session.accepted is None or (self.plan["again"] == "yes" and not session.accepted):
            session.accepted = accepted
        if not accepted and self.plan["refused"] != "later":
            return self.reply(int(self.plan["refused"]), {"error": "invalid_request"})
        if self.wrong("page"):
            return 200, {"Content-Type": "text/html"}, b"<p>Thank you"
        if self.wrong("status"):
            return self.reply(201, {})
        if self.wrong("moves"):
            return 302, {"Location": f"{session.at}/done"}, b""
        return self.end(session)

    def end(self, session):
        if self.plan["answer"] == "redirect" or self.wrong("fixed-redirect"):
            return self.reply(200, {"redirect_uri": f"{session.at}/done{self.write_code()}"}, "end")
        return self.reply(200, {"x_note": "thanks"} if self.plan["answer"] == "extra" else {}, "end")

    def write_code(self):
        if self.wrong("fixed-redirect"):
            return ""
        if self.wrong("one-code"):
            return "#response_code=a-code-that-is-always-the-same"
        code = str(secrets.randbelow(10**9)) if self.wrong("digit-code") else secrets.token_urlsafe(8 if self.wrong("short-code") else 16)
        return f"#response_code={code}"

    def judge(self, session, form, names):
        wrong = self.wrong
        if len(names) != len(set(names)):
            raise Invalid("a parameter is there twice")
        if "error" in form:
            if wrong("error"):
                return
            raise Invalid("an error")
        if (wrong("strict") or wrong("strict-response")) and set(form) - {"vp_token", "state", "response"}:
            raise Invalid("an unknown parameter")
        content = form
        if self.plan["api"] != "no":
            form = content = form["data"]
        if self.plan["mode"] == "direct_post.jwt" and not (wrong("plain") and "vp_token" in form):
            unread = {"apu-unread": "apu", "apv-unread": "apv", "jwe-crit": "crit"}.get(self.plan.mistake)
            head, content = jose.unseal(form["response"], session.key, wrong("any-tag"), wrong("short-tag"), unread)
            if wrong("jwe-strict") and set(head) - {"alg", "enc", "kid", "epk", "apu", "apv"}:
                raise Invalid("an unknown parameter")
            values = {"A256GCM": ["A256GCM"], "both": ["A256GCM", "A128GCM"], "either": ["A256GCM", "A128GCM"]}.get(self.plan["enc"], ["A128GCM"])
            values = ["A256GCM"] if wrong("other-enc") else values
            if wrong("strong-enc") and head.get("enc", "").startswith("A128"):
                raise Invalid("a weak enc")
            if wrong("weak-enc") and head.get("enc", "").startswith("A256"):
                raise Invalid("a long key")
            if head.get("enc") not in values and not wrong("any-enc") and not wrong("strong-enc"):
                raise Invalid("another enc")
        if wrong("state-optional") and "state" not in content:
            content = {**content, "state": session.state}
        near = wrong("state-case") and str(content.get("state")).lower() == str(session.state).lower()
        if self.plan["api"] == "no" and session.state is not None and content.get("state") != session.state and not wrong("state") and not near:
            raise Invalid("another state")
        token = content.get("vp_token")
        if isinstance(token, str):
            token = json.loads(token) if token.startswith(("{", "[")) else token
        self.judge_token(session, token)

    def judge_token(self, session, token):
        wrong = self.wrong
        queries = {each["id"]: each for each in session.query["credentials"]}
        if wrong("form") and not isinstance(token, dict):
            token = {"member": token if isinstance(token, list) else [token]}
        if not isinstance(token, dict):
            raise Invalid("this is no object")
        if wrong("names"):
            token = dict(zip(queries, token.values()))
        if wrong("names-case"):
            token = {next((own for own in queries if own.lower() == name.lower()), name): each for name, each in token.items()}
        if not set(token) <= set(queries):
            raise Invalid("nobody asked for that")
        there = set()
        for name, presentations in token.items():
            if wrong("form") and isinstance(presentations, str):
                presentations = [presentations]
            if not isinstance(presentations, list) or not presentations and not wrong("no-presentations"):
                raise Invalid("this is no array")
            if len(presentations) > 1 and not queries[name].get("multiple") and not wrong("many"):
                raise Invalid("more than one")
            if wrong("first") and name != session.query["credentials"][0]["id"]:
                there.add(name)
                continue
            skipped = range(0)
            if len(presentations) > 1:
                skipped = {"first-only": range(1, len(presentations)), "last-only": range(len(presentations) - 1), "single-only": range(len(presentations))}.get(self.plan.mistake, skipped)
            valid = [i in skipped or self.is_valid(each, queries[name], session) for i, each in enumerate(presentations)]
            if any(valid) or not valid:
                there.add(name)
        if wrong("any-credential") and there:
            return
        if not wrong("incomplete"):
            check_complete(session.query, there if self.plan["invalid"] == "discarded" else set(token))

    def is_valid(self, presentation, query, session):
        """A presentation that is not valid is discarded (section 8.6), or ends it all."""
        if self.wrong("after-error") and session.accepted is False:
            return True
        try:
            payload = read_presentation(presentation, query, session, self)
            check_status(payload, self)
            return True
        except Exception as problem:
            # A wrong nonce ends it all (section 14.1.2).
            if self.plan["invalid"] == "discarded" and str(problem) != "another nonce":
                return False
            raise

    def reply(self, status, content, name=""):
        text = json.dumps(self.spoil.content(name, content), indent=2 if self.plan["json"] == "pretty" else None)
        media = "application/json; charset=utf-8" if self.plan["media"] == "charset" else "application/json"
        headers = self.spoil.content(f"{name}-head", {"Content-Type": media, "Cache-Control": "no-store"})
        return status, headers, self.spoil.text(name, text.encode())


def check_complete(query, there):
    sets = query.get("credential_sets") or [{"options": [[each["id"] for each in query["credentials"]]]}]
    for each in sets:
        if each.get("required", True) and not any(set(option) <= there for option in each["options"]):
            raise Invalid("a credential is missing")


# HTTP

verifiers, gate = {}, threading.Lock()


class Handler(BaseHTTPRequestHandler):
    protocol_version, wbufsize = "HTTP/1.1", -1
    server_version, sys_version = "library", ""

    def serve(self):
        base = f"http://127.0.0.1:{self.server.server_address[1]}"
        path = urllib.parse.unquote(urllib.parse.urlsplit(self.path).path).strip("/").split("/")
        body = self.rfile.read(min(int(self.headers.get("Content-Length") or 0), 1_000_000)).decode("utf-8", "replace")
        is_json = self.headers.get("Content-Type", "").startswith("application/json")
        pairs = list(json.loads(body).items()) if is_json else urllib.parse.parse_qsl(body, keep_blank_values=True)
        with gate:
            status, headers, text = self.answer(base, path, pairs)
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    do_GET = do_POST = serve

    def answer(self, base, path, pairs):
        verifier = verifiers.setdefault(path[0], None) or Verifier(base, path[0], self.server.trust)
        verifiers[path[0]] = verifier
        if path[1:] == ["new"]:
            return verifier.new()
        session = verifier.sessions.get(path[2]) if len(path) == 3 else None
        if session is None:
            return verifier.reply(404, {})
        if path[1] == "request":
            return verifier.request(session, self.command, dict(pairs))
        if path[1] == "result":
            accepted = session.accepted
            return verifier.reply(200, {} if accepted is None else {"accepted": accepted, "why": session.why})
        return verifier.post(session, dict(pairs), [name for name, _ in pairs])

    def log_message(self, *_):
        pass


def main():
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    with open(sys.argv[1], encoding="utf-8") as file:
        server.trust = json.load(file)["keys"]
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_address[1]}"
    root = ROOT.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode()
    print(json.dumps({"address": address, "root": root, "draws": draw(int(sys.argv[2]), int(sys.argv[3]))}), flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main()
