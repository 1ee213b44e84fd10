"""A credential issuer of OpenID4VCI 1.0, written from its text. What it does is a plan."""

import base64
import datetime
import gzip
import hashlib
import hmac
import json
import re
import secrets
import time
import urllib.parse
import zlib

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.x509.oid import NameOID

import jose
import mdoc
from authorization import PRE, AuthorizationServer, Refusal, write_number
from plan import Plan
from spoil import Spoil

TYPE = "urn:example:library-card:1"
DOCTYPE = "org.example.library.1"
CLAIMS = {"name": "Erin Example", "card_number": "LC-0042", "branch": "North"}
JSON = {"plain": "application/json", "charset": "application/json;charset=utf-8", "quoted": 'Application/JSON; charset="utf-8"'}
CACHE = {
    "no-store": ["no-store"],
    "No-Store": ["No-Store, max-age=0"],
    "private": ["private, no-store"],
    "two": ["private", "no-store"],
    "no-cache": ["no-cache,no-store"],
}


class Keys:
    """The keys of all issuers of this process."""

    def __init__(self):
        self.signing = {name: jose.make_key(name) for name in ("ES256", "ES384", "EdDSA")}
        self.token = jose.make_key("ES256")
        self.provider = jose.make_key("ES256")  # of wallets that are trusted
        self.sealing = jose.make_key("P-256")
        self.root = jose.make_key("ES256")
        self.authority = self.certify(self.root, "Authority", self.root, "Authority", None)
        self.certificates = {name: self.certify(key, "Issuer", self.root, "Authority", "127.0.0.1") for name, key in self.signing.items()}

    @staticmethod
    def certify(key, name, by, issuer, host):
        now = datetime.datetime.now(datetime.timezone.utc)
        write = lambda text: x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])  # noqa: E731
        made = (
            x509.CertificateBuilder()
            .subject_name(write(name))
            .issuer_name(write(issuer))
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - datetime.timedelta(days=1))
            .not_valid_after(now + datetime.timedelta(days=30))
            .add_extension(x509.BasicConstraints(ca=host is None, path_length=None), critical=True)
        )
        if host is not None:
            made = made.add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        return made.sign(by, hashes.SHA256())

    def root_pem(self):
        return self.authority.public_bytes(serialization.Encoding.PEM).decode()


class Issuer:
    def __init__(self, base, text, keys):
        self.base, self.plan, self.keys = base, Plan(text), keys
        self.spoil = Spoil([self.plan.mistake])
        self.name = f"{base}/{text}"
        self.nonces, self.transactions, self.notified, self.offers = {}, {}, {}, {}
        self.secret, self.count, self.known_keys = secrets.token_bytes(16), 0, set()
        self.was_sealed = self.was_attested = False
        self.free = secrets.SystemRandom().sample(range(1_000), 1_000)  # places in its list, each for one credential
        elsewhere = self.plan["as"] != "same"
        self.server = AuthorizationServer(self, self.name + "/login" if elsewhere else self.name)
        other = Plan.__new__(Plan)
        other.__dict__.update(self.plan.__dict__)

    def has(self, mistake):
        return self.plan.mistake == mistake

    def address(self, path, at=None):
        return f"{at or self.name}/{path}" + ("?tenant=1" if self.plan["query"] == "yes" else "")

    def more(self, content):
        """The content, with a member that nobody knows."""
        return {"x_note": "also here", **content} if self.plan["extra"] == "yes" else content

    # answers

    def reply(self, status, content, no_store=False, headers=None, name=""):
        style = self.plan["json"]
        text = json.dumps(self.spoil.content(name, self.more(content)), indent=2 if style == "pretty" else None)
        text = re.sub(r'"@@([^"@]+)@@"', r"\1", text)
        if style == "escaped":
            text = text.replace("/", "\\/")
        named = {"Content-Type": JSON[self.plan["media"]], **(headers or {})}
        if no_store:
            named["Cache-Control"] = CACHE[self.plan["cache"]]
        return status, named, self.spoil.text(name, text.encode())

    def refuse(self, refusal):
        if not refusal.content:
            return refusal.status, refusal.headers, b""
        content = {"error": refusal.error, **refusal.more}
        if self.plan["describe"] == "yes":
            content["error_description"] = "This request is refused."
            content["error_uri"] = "https://issuer.example/errors#1"
        if self.has("error-blank"):
            content["error_uri"] = "https://issuer.example/the error"
        if self.has("error-lines"):
            content["error_uri"] = "https://issuer.example/error\r\n"
        if self.has("error-text"):
            content["error_description"] = "Der Schl\u00fcssel fehlt"
        if self.has("error-media"):
            return refusal.status, {"Content-Type": "text/html", **refusal.headers}, f"<p>{refusal.error}</p>".encode()
        return self.reply(refusal.status, content, no_store=True, headers=refusal.headers, name="error")

    # offers

    def offer(self):
        plan, grants, tx = self.plan, {}, None
        if plan["grant"] in ("code", "both"):
            grants["authorization_code"] = {"issuer_state": secrets.token_urlsafe(8)} if plan["extra"] == "yes" else {}
        if plan["grant"] in ("pre", "both"):
            tx = {"none": None, "numeric": f"{secrets.randbelow(10_000):04}", "text": "Blue-" + secrets.token_hex(3)}.get(plan["tx"], "4711")
            grant = grants[PRE] = {"pre-authorized_code": self.server.make_pre_code(tx)}
            if plan["tx"] == "numeric":
                grant["tx_code"] = {"length": 4, "input_mode": "numeric", "description": "Look at your letter."}
            elif plan["tx"] == "text":
                grant["tx_code"] = {"input_mode": "text"}
            elif plan["tx"] == "empty":
                grant["tx_code"] = {}
            if self.has("long-description"):
                grant["tx_code"] = {"description": "Look at your letter. " * 20}
        if plan["as"] == "two":
            for each in grants.values():
                each["authorization_server"] = self.server.name
        elif self.has("offer-server"):
            grants[PRE]["authorization_server"] = self.name
        content = {"credential_issuer": self.name, "credential_configuration_ids": self.offered_ids()}
        if self.has("offer-unknown"):
            content["credential_configuration_ids"] = ["cards"]
        if self.has("offer-twice"):
            content["credential_configuration_ids"] = ["card", "card"]
        if plan["grant"] != "none":
            content["grants"] = grants
        content = self.more(content)
        if plan["offer"] == "reference":
            id = "latest" if self.has("offer-place") else "card" if self.has("offer-name") else secrets.token_urlsafe(8)
            self.offers[id] = content
            query = {"credential_offer_uri": f"{self.name}/offers/{id}"}
        else:
            query = {"credential_offer": self.spoil.text("offer", json.dumps(self.spoil.content("offer", content)).encode())}
        link = "openid-credential-offer://?" + urllib.parse.urlencode(query)
        return 200, {"Content-Type": "application/json"}, json.dumps({"offer": link, **({"tx_code": tx} if tx else {})}).encode()

    def offered_ids(self):
        return ["card", "other/card"] if self.plan["offered"] == "both" else ["card"]

    def offered(self, id):
        if id not in self.offers:
            raise Refusal(404, "invalid_request")
        status, headers, body = self.reply(200, self.offers[id], name="offer")
        return status, {**headers, **({"Content-Type": "text/plain"} if self.has("offer-media") else {})}, body

    # metadata

    def configurations(self):
        plan = self.plan
        one = {"format": "mso_mdoc", "doctype": DOCTYPE} if plan["format"] == "mdoc" else {"format": "dc+sd-jwt", "vct": TYPE}
        if plan["proofs"] != "none":
            one["cryptographic_binding_methods_supported"] = ["cose_key" if plan["format"] == "mdoc" else "jwk"]
            one["proof_types_supported"] = self.proof_types()
        if plan["extra"] == "yes":
            one["credential_signing_alg_values_supported"] = [mdoc.ALGORITHMS[plan["vcalg"]] if plan["format"] == "mdoc" else plan["vcalg"]]
            one["credential_metadata"] = {
                "display": [{"name": "Library card", "locale": "en"}, {"name": "Carte", "locale": "fr-CH"}],
                "claims": [{"path": ["name"], "mandatory": True}, {"path": ["branches", None], "display": [{"name": "Branch"}]}],
            }
        if self.has("display-unnamed"):
            one["credential_metadata"] = {"display": [{"label": "Library card", "locale": "en"}]}
        if self.has("logo-text"):
            one["credential_metadata"] = {"display": [{"name": "Library card", "logo": "https://library.example/logo.png"}]}
        if self.has("claims-map"):
            one["credential_metadata"] = {"claims": {"name": {"display": [{"name": "Name"}]}}}
        if self.has("claims-pointer"):
            one["credential_metadata"] = {"claims": [{"path": "/name"}]}
        if self.has("claims-locale"):
            one["credential_metadata"] = {"claims": [{"path": ["name"], "display": [{"name": "Name", "locale": "en"}, {"name": "Full name", "locale": "en"}]}]}
        if self.has("claims-locale-case"):
            one["credential_metadata"] = {"claims": [{"path": ["name"], "display": [{"name": "Name", "locale": "en-GB"}, {"name": "Full name", "locale": "en-gb"}]}]}
        if self.has("signing-alg"):
            one["credential_signing_alg_values_supported"] = ["ES512"]
        if self.has("no-vct"):
            del one["vct"]
        if self.has("no-proof-types"):
            del one["proof_types_supported"]
        other = {**one, **({"doctype": DOCTYPE + ".other"} if plan["format"] == "mdoc" else {"vct": TYPE + ":other"})}
        if self.has("mdoc-alg"):
            one["credential_signing_alg_values_supported"] = [-36]
        if self.has("display-language"):
            one["credential_metadata"] = {"display": [{"name": "Library card", "locale": "en_GB"}]}
        if self.has("claims-language"):
            one["credential_metadata"] = {"claims": [{"path": ["name"], "display": [{"name": "Name", "locale": "English"}, {"name": "Nom", "locale": "fr FR"}]}]}
        if plan["scope"] == "yes":
            one["scope"], other["scope"] = "library.card", "library.other"
        return {"card": self.more(one), "other/card": other}

    def scopes(self):
        return [each["scope"] for each in self.configurations().values() if "scope" in each]

    def proof_types(self):
        plan = self.plan
        algs = {"proof_signing_alg_values_supported": plan["algs"].split("_")}
        if plan["proofs"] == "attested":
            return {"jwt": {**algs, "key_attestations_required": {}}}
        if plan["proofs"] == "attestation":
            return {"attestation": {**algs, "key_attestations_required": {}}}
        if plan["proofs"] == "either":
            return {"attestation": algs, "jwt": algs, **({"x_other": algs} if plan["extra"] == "yes" else {})}
        return {"jwt": algs}

    def metadata(self, request):
        plan = self.plan
        content = {
            "credential_issuer": self.name + "/" if self.has("issuer-slash") else self.name,
            "credential_endpoint": self.address("credential"),
            "credential_configurations_supported": self.configurations(),
        }
        if plan["nonce"] != "none" and not self.has("nonce-hidden") and not self.has("nonce-in-errors"):
            content["nonce_endpoint"] = self.address("nonce")
        if plan["deferred"] != "no":
            content["deferred_credential_endpoint"] = self.address("deferred")
        if plan["notify"] != "none":
            content["notification_endpoint"] = self.address("notification")
        if plan["batch"] != "none":
            size = 1 if self.has("batch-one") else 3 if plan["batch"] == "fewer" else int(plan["batch"])
            content["batch_credential_issuance"] = {"batch_size": size}
        if plan["as"] != "same":
            content["authorization_servers"] = [self.server.name]
        if plan["as"] == "two":
            content["authorization_servers"] = [self.name + "/door", self.server.name]
        if self.has("as-host"):
            content["authorization_servers"] = ["login.library.example", self.server.name]
        if self.has("as-query"):
            content["authorization_servers"] = ["https://login.library.example/door?tenant=1", self.server.name]
        if plan["extra"] == "yes":
            content["display"] = [{"name": "Library", "locale": "en"}, {"name": "Biblioth\u00e8que", "locale": "fr"}]
        zips = {"zip_values_supported": ["DEF"]} if plan["zip"] == "yes" else {}
        if plan["request"] != "plain":
            jwk = {**jose.write_key(self.keys.sealing), "alg": "ECDH-ES", "kid": "seal-1", "use": "enc"}
            if self.has("jwks-kid"):
                del jwk["kid"]
            required = plan["request"] == "required"
            content["credential_request_encryption"] = {
                "jwks": {"keys": [jwk]}, "enc_values_supported": [plan["enc"]], "encryption_required": required, **zips
            }
        if plan["response"] != "plain":
            content["credential_response_encryption"] = {
                "alg_values_supported": [plan["jwe"]],
                "enc_values_supported": [plan["enc"]],
                "encryption_required": plan["response"] == "required",
                **zips,
            }
        if self.has("enc-alone"):
            del content["credential_request_encryption"]
        if self.has("enc-name"):
            content["credential_request_encryption"]["enc_values_supported"].append("AES256")
        if self.has("zip-name"):
            content["credential_request_encryption"]["zip_values_supported"] = ["gzip"]
        if self.has("no-configurations"):
            del content["credential_configurations_supported"]
        if self.has("metadata-cleartext"):
            content["credential_endpoint"] = "http://issuer.example/credential"
        content = self.more(content)
        accepts = request.headers.get("Accept", "")
        if self.has("signed-first") and "application/jwt" not in accepts:
            raise Refusal(406, "not_acceptable")
        if plan["signed"] == "yes" and "application/jwt" in accepts or self.has("only-signed"):
            return 200, {"Content-Type": "application/jwt"}, self.sign_metadata(content).encode()
        status, headers, body = self.reply(201 if self.has("metadata-status") else 203 if self.has("metadata-copied") else 200, content, name="metadata")
        return status, {**headers, **({"Content-Type": "text/plain"} if self.has("metadata-media") else {})}, body

    def sign_metadata(self, content):
        key, own = self.keys.signing["ES256"], self.keys.certificates["ES256"]
        header = {"typ": "openidvci-issuer-metadata+jwt", "x5c": [write_certificate(own)]}
        claims = {**content, "iss": self.name, "sub": self.name, "iat": int(time.time())}
        if self.has("signed-typ"):
            header["typ"] = "JWT"
        if self.has("signed-sub"):
            claims["sub"] = self.base
        if self.has("signed-part"):
            del claims["nonce_endpoint"]
        if self.has("signed-iat"):
            del claims["iat"]
        return self.spoil.jwt("signed", header, claims, key)

    def signer(self):
        """The `iss` of credentials."""
        return self.name + "/registry" if self.plan["vciss"] == "other" else self.name

    def key_metadata(self):
        """JWT VC Issuer Metadata, of draft-ietf-oauth-sd-jwt-vc."""
        content = {"issuer": self.signer()}
        if self.plan["vckey"] == "jwks_uri":
            content["jwks_uri"] = self.address("keys")
        else:
            content["jwks"] = self.key_set()
        if self.has("vc-no-issuer"):
            del content["issuer"]
        strict = {"X-Content-Type-Options": "nosniff", "Content-Security-Policy": "default-src 'none'"}
        return self.reply(200, content, True, {**strict, **({"Content-Type": "text/plain"} if self.has("vc-media") else {})}, "keys")

    def key_set(self):
        jwk = jose.write_key(self.keys.signing[self.plan["vcalg"]])
        other = jose.write_key(self.keys.token)
        if self.has("vc-secret"):
            other |= jose.write_secret(self.keys.token)
        return {"keys": [{**other, "kid": "old"}, jwk if self.plan["vckey"] == "nokid" else {**jwk, "kid": "sign-1"}]}

    # nonces

    def nonce(self, request):
        if request.method != "POST":
            raise Refusal(405, "invalid_request", {"Allow": "POST"})
        if self.has("nonce-protected") and "Authorization" not in request.headers:
            raise Refusal(401, "invalid_token", {"WWW-Authenticate": "Bearer"})
        name = "nonce" if self.has("nonce-name") else "c_nonce"
        status, headers, body = self.reply(200, {name: self.make_nonce()}, not self.has("nonce-cached"), self.server.nonce_header(), "nonce")
        return status, {**headers, **({"Content-Type": "text/plain"} if self.has("nonce-media") else {})}, body

    def make_nonce(self):
        style, now = self.plan["nonce"], int(time.time())
        if self.has("nonce-counter"):
            self.count += 1
            nonce = f"nonce-{self.count:06}"
        elif self.has("nonce-hash"):
            self.count += 1
            nonce = hashlib.md5(str(self.count).encode()).hexdigest()
        elif style == "signed":
            text = f"{now}.{secrets.token_urlsafe(12)}"
            return f"{text}.{hmac.new(self.secret, text.encode(), hashlib.sha256).hexdigest()[:32]}"
        elif style == "kept" and self.nonces:
            return list(self.nonces)[-1]
        else:
            nonce = secrets.token_urlsafe(16)
        self.nonces[nonce] = now + 300
        return nonce

    def knows_nonce(self, nonce):
        if self.has("any-nonce"):
            return True
        if self.plan["nonce"] != "signed":
            return self.nonces.get(nonce, 0) > time.time()
        text, _, mac = str(nonce).rpartition(".")
        good = hmac.compare_digest(mac, hmac.new(self.secret, text.encode(), hashlib.sha256).hexdigest()[:32])
        return good and int(text.split(".")[0]) > time.time() - 300

    # tokens

    def authorize(self, request, need=None):
        """The access token of a request."""
        scheme, _, text = request.headers.get("Authorization", "").partition(" ")
        if "access_token" in request.query and (self.has("token-in-query") and not text or self.has("query-first")):
            scheme, text = "DPoP" if "DPoP" in request.headers else "Bearer", request.query["access_token"]
        tokens = self.server.tokens
        if self.has("any-token") and tokens:
            return list(tokens.values())[-1]
        plain = {} if self.has("no-challenge") else {"WWW-Authenticate": 'Bearer realm="cards"'}
        if self.has("scheme-of-proofs") and "DPoP" in request.headers and scheme != "DPoP":
            raise Refusal(401, "invalid_token", plain)
        if scheme.lower() not in ("bearer", "dpop") or (self.has("scheme-letters") and scheme not in ("Bearer", "DPoP")):
            raise Refusal(401, "invalid_token", plain, content=False)
        bad = {} if self.has("no-challenge") or self.has("late-challenge") else {"WWW-Authenticate": f'{scheme} error="invalid_token"'}
        status = 400 if self.has("token-status") else 403 if self.has("token-forbidden") else 401
        token = tokens.get(text.strip())
        if self.has("unsigned-token"):
            token = next((each for name, each in tokens.items() if name.split(".")[:2] == text.strip().split(".")[:2]), None)
        if self.has("token-unsigned") and text.strip().endswith("."):
            token = next((each for name, each in tokens.items() if name.split(".")[1:2] == text.split(".")[1:2]), None)
        if self.has("token-of-code"):
            token = token or tokens.get(self.server.used.get(text.strip()))
        if token is None or token["until"] < time.time():
            raise Refusal(status, "invalid_token", bad)
        if token["jkt"]:
            if scheme.lower() != "dpop" and not self.has("dpop-downgrade"):
                raise Refusal(status, "invalid_token", {"WWW-Authenticate": 'DPoP error="invalid_token", algs="ES256 ES384"'})
            if scheme.lower() == "dpop" and not (self.has("dpop-once") and not request.path.endswith("/credential")):
                self.check_dpop(request, token)
        elif scheme.lower() == "dpop":
            raise Refusal(status, "invalid_token", bad)
        if need is not None and need not in token["wanted"] and not self.has("any-scope"):
            raise Refusal(403, "insufficient_scope", {"WWW-Authenticate": f'{scheme} error="insufficient_scope"'})
        return token

    def check_dpop(self, request, token):
        try:
            thumbprint = self.server.read_dpop(request, token["text"])
        except Refusal as refusal:
            refusal.headers = {**refusal.headers, "WWW-Authenticate": f'DPoP error="{refusal.error}", algs="ES256 ES384"'}
            raise
        if thumbprint != token["jkt"] and not self.has("dpop-key"):
            raise Refusal(401, "invalid_token", {"WWW-Authenticate": 'DPoP error="invalid_token"'})

    # credential requests

    def read_body(self, request):
        """The parameters of a request, and whether they were encrypted."""
        media = request.headers.get("Content-Type", "").split(";")[0].strip().lower()
        sealed = media == "application/jwt"
        if sealed and self.has("refuses-sealed"):
            raise Refusal(400, "invalid_encryption_parameters")
        if sealed and self.plan["request"] != "plain":
            try:
                header, content = jose.unseal(request.body.decode("ascii", "replace").strip(), self.keys.sealing, self.has("any-tag"), self.has("short-tag"), unread="apu" if self.has("apu-unread") else "apv" if self.has("apv-unread") else None)
            except jose.Invalid:
                raise Refusal(400, "invalid_encryption_parameters") from None
            self.was_sealed = True
            if self.has("sealed-typ") and header.get("typ") != "JWT":
                raise Refusal(400, "invalid_encryption_parameters")
            if header.get("kid") != "seal-1" and not self.has("jwks-kid"):
                raise Refusal(400, "invalid_encryption_parameters")
        elif media != "application/json":
            raise Refusal(400, "invalid_credential_request")
        else:
            if self.plan["request"] == "required" and not self.has("plain-request") and not (self.has("plain-later") and self.was_sealed):
                raise Refusal(400, "invalid_encryption_parameters")
            try:
                content = json.loads(request.body)
            except ValueError:
                raise Refusal(400, "invalid_credential_request") from None
        if not isinstance(content, dict):
            raise Refusal(400, "invalid_credential_request")
        return content, sealed

    def credential(self, request):
        if request.method != "POST":
            raise Refusal(405, "invalid_request", {"Allow": "POST"})
        token = self.authorize(request)
        content, sealed = self.read_body(request)
        known = {"credential_identifier", "credential_configuration_id", "proofs", "credential_response_encryption"}
        if self.has("strict-request") and set(content) - known:
            raise Refusal(400, "invalid_credential_request")
        encryption = self.read_encryption(content, sealed)
        try:
            return self.respond(request, token, content, encryption)
        except Refusal as refusal:
            if encryption is None or not (self.has("seals-errors") or self.has("seals-proof-errors") and refusal.error == "invalid_proof"):
                raise
            return self.answer(refusal.status, {"error": refusal.error}, encryption)

    def respond(self, request, token, content, encryption):
        id = self.find_configuration(content, token)
        if id not in token["wanted"]:
            self.authorize(request, id)
        keys = self.latest = self.read_proofs(content.get("proofs"), token)
        if token["uses"] < 1:
            raise Refusal(401, "invalid_token", {"WWW-Authenticate": 'Bearer error="invalid_token"'})
        token["uses"] -= 1
        if self.has("nonce-once"):
            self.nonces.clear()
        if self.plan["deferred"] == "no":
            return self.answer(200, self.issue(keys, token, id), encryption)
        transaction = secrets.token_urlsafe(12)
        left = 10_000 if self.has("endless") else 1 if self.plan["deferred"] == "twice" else 0
        self.transactions[transaction] = {"token": token, "keys": keys, "left": left, "id": id, "encryption": encryption}
        waiting = {"transaction_id": transaction, "interval": write_number(self.plan["interval"])}
        if self.has("no-interval"):
            del waiting["interval"]
        if self.has("interval-zero"):
            waiting["interval"] = 0
        if self.has("early-notification"):
            waiting["notification_id"] = "n-1"
        return self.answer(200 if self.has("deferred-status") else 202, waiting, encryption)

    def find_configuration(self, content, token):
        by_id, by_name = content.get("credential_identifier"), content.get("credential_configuration_id")
        known = self.configurations()
        if self.has("both-names") and by_id and by_name:
            return by_name if by_name in known else token["wanted"][0]
        if by_id is None and by_name is None and self.has("names-nothing"):
            return "card"
        if by_id is not None and by_name is None and self.has("any-identifier"):
            return "card"
        if (by_id is None) == (by_name is None):
            raise Refusal(400, "invalid_credential_request")
        if by_id is not None:
            if by_id not in token.get("identifiers", {}):
                raise Refusal(400, "unknown_credential_configuration" if self.has("identifier-error") else "unknown_credential_identifier")
            return token["identifiers"][by_id]
        if "identifiers" in token and not self.has("name-instead"):
            raise Refusal(400, "invalid_credential_request")
        if by_name not in known:
            if self.has("any-configuration"):
                return "card"
            if self.has("configuration-status"):
                raise Refusal(404, "unknown_credential_configuration")
            raise Refusal(400, "invalid_request" if self.has("generic-error") else "unknown_credential_configuration")
        return by_name

    def read_encryption(self, content, sealed):
        wanted = content.get("credential_response_encryption")
        if wanted is None:
            if self.plan["response"] == "required" and not self.has("plain-response"):
                raise Refusal(400, "invalid_encryption_parameters")
            return None
        if self.plan["response"] == "plain":
            raise Refusal(400, "invalid_encryption_parameters")
        try:
            jwk = wanted["jwk"]
            jose.read_key(jwk)
            good = jwk["alg"] == self.plan["jwe"] and wanted["enc"] == self.plan["enc"] and "d" not in jwk
        except (KeyError, TypeError, jose.Invalid):
            good = False
        if "zip" in wanted and (wanted["zip"] != "DEF" or self.plan["zip"] == "no"):
            good = False
        if not (good or self.has("any-encryption")) or not (sealed or self.has("unsealed-encryption")):
            raise Refusal(400, "invalid_encryption_parameters")
        return wanted

    def answer(self, status, content, encryption, headers=None):
        content = self.more(content)
        headers = {**(headers or {}), **self.server.nonce_header()}
        if encryption is None and (self.has("seals-unasked") or self.has("seals-deferred") and "transaction_id" not in content):
            encryption = {"jwk": {**jose.write_key(jose.make_key("P-256")), "alg": "ECDH-ES"}, "enc": "A128GCM"}
        if encryption is None or self.has("answers-plain"):
            if self.has("credential-media"):
                headers["Content-Type"] = "text/plain"
            return self.reply(201 if self.has("credential-status") and status == 200 else status, content, True, headers, "credential")
        jwk, enc = dict(encryption["jwk"]), encryption["enc"]
        if self.has("any-encryption") and "alg" not in jwk:
            jwk["alg"] = self.plan["jwe"]
        if self.has("other-enc"):
            enc = "A256GCM" if enc == "A128GCM" else "A128GCM"
        if self.has("other-alg"):
            jwk["alg"] = "ECDH-ES+A256KW"
        if self.has("sealed-kid"):
            jwk.pop("kid", None)
        if self.has("sealed-zip"):
            encryption = {**encryption, "zip": "DEF"}
        plain = json.loads(re.sub(r'"@@([^"@]+)@@"', r"\1", json.dumps(content)))
        own = ec.derive_private_key(2026, jose.CURVES[jwk["crv"]]) if self.has("one-key") else None
        if self.has("daily-key"):
            own = ec.derive_private_key(int(time.time()) // 86_400, jose.CURVES[jwk["crv"]])
        text = jose.seal(plain, jwk, enc, compress=encryption.get("zip"), own=own, spoil=self.spoil.seal("sealed"))
        media = "application/jose" if self.has("sealed-media") else "application/json" if self.has("sealed-json") else "application/jwt"
        return status, {"Content-Type": media, "Cache-Control": CACHE[self.plan["cache"]], **headers}, text.encode()

    # proofs

    def read_proofs(self, proofs, token):
        """The public keys that credentials are to be bound to."""
        if self.plan["proofs"] == "none" or (proofs is None and self.has("no-proof")):
            return [None]
        if self.has("empty-proofs") and proofs and [] in proofs.values():
            return [None]
        if not isinstance(proofs, dict) or (len(proofs) != 1 and not self.has("two-types")):
            raise Refusal(400, "invalid_proof")
        kind, values = next(iter(proofs.items()))
        if kind not in self.proof_types() or kind.startswith("x_") or not isinstance(values, list) or not values:
            raise Refusal(400, "invalid_proof")
        size = {"none": 1, "fewer": 3}.get(self.plan["batch"]) or int(self.plan["batch"])
        if self.has("batch-less") and len(values) == size > 1 or self.has("batch-single") and len(values) > 1:
            raise Refusal(400, "invalid_proof")
        if len(values) > size and not self.has("any-size"):
            raise Refusal(400, "invalid_proof")
        try:
            if kind == "attestation":
                if len(values) != 1:
                    raise jose.Invalid("one attestation is enough")
                return self.read_attestation(values[0], True)[-1 if self.has("last-attested") else 0 : 1 if self.has("first-attested") else size]
            read = values[:1] if self.has("first-proof") else values[-1:] if self.has("last-proof") else values
            keys = [self.read_proof(text, token, text == values[0]) for text in read]
            keys += [jose.open_jws(text)[0].get("jwk") for text in values if text not in read]
        except (jose.Invalid, KeyError, TypeError, ValueError):
            more = {"c_nonce": self.make_nonce(), "c_nonce_expires_in": 300} if self.has("nonce-in-errors") else {}
            raise Refusal(400, "invalid_credential_request" if self.has("proof-error") else "invalid_proof", more=more) from None
        return keys

    def check_nonce(self, claims):
        if self.plan["nonce"] == "none":
            return
        if "nonce" not in claims:
            if self.has("nonce-optional"):
                return
            if self.has("nonce-in-errors"):
                raise jose.Invalid("a nonce is needed")
            raise Refusal(400, "invalid_nonce" if self.has("nonce-hidden") else "invalid_proof")
        if not self.knows_nonce(claims["nonce"]):
            raise Refusal(400, "invalid_request" if self.has("nonce-error") else "invalid_nonce")

    def read_proof(self, text, token, first):
        header, claims = self.open_proof(text)
        algs = self.plan["algs"].split("_")
        named = [name for name in ("kid", "jwk", "x5c") if name in header]
        near = self.has("proof-typ-end") and str(header.get("typ")).endswith("+jwt")
        if header.get("typ") != "openid4vci-proof+jwt" and not near and not self.has("proof-typ"):
            raise jose.Invalid("typ")
        if "crit" in header and not self.has("proof-crit"):
            raise jose.Invalid("crit")
        if header.get("alg") not in algs and not self.has("proof-alg"):
            if not (header.get("alg") == "none" and self.has("alg-none")) and not (header.get("alg") == "HS256" and self.has("hs256")):
                raise jose.Invalid("alg")
        if header.get("alg") != "ES256" and self.has("proof-es256") or header.get("alg") == "EdDSA" and self.has("proof-no-eddsa"):
            raise jose.Invalid("alg")
        of_others = header.get("alg") != algs[0]
        if len(named) != 1 and not self.has("two-keys"):
            raise jose.Invalid("one key is needed")
        if self.plan["proofs"] == "attested" and "key_attestation" not in header and not self.has("unattested") and not (self.has("attested-once") and self.was_attested):
            raise jose.Invalid("there is no key attestation")
        attested = self.read_attestation(header["key_attestation"], False) if "key_attestation" in header else None
        self.was_attested |= attested is not None
        jwk = self.find_key(header, attested)
        if "d" in jwk and not self.has("private-key"):
            raise jose.Invalid("this is a private key")
        if attested is not None and not self.has("other-attested") and not any(is_same(jwk, each) for each in attested) and not (self.has("attested-curve") and any(each["crv"] == jwk["crv"] for each in attested)):
            raise jose.Invalid("another key is attested")
        known = json.dumps(jwk) in self.known_keys
        if not self.has("proof-signature") and not (known and self.has("known-key-signature")) and not (of_others and self.has("first-alg-signature")) and header.get("alg") not in ("none", "HS256"):
            jose.verify(text, jose.read_key(jwk))
        near = self.has("proof-aud-start") and str(claims.get("aud")).startswith(self.name)
        if claims.get("aud") != self.name and not near and not self.has("proof-aud") and not (of_others and self.has("first-alg-aud")):
            raise jose.Invalid("aud")
        if not isinstance(claims.get("iat"), (int, float)) and not self.has("proof-iat"):
            raise jose.Invalid("iat")
        if not -300 < claims.get("iat", 0) - time.time() < 60 and not (self.has("proof-iat") or self.has("proof-age")):
            raise jose.Invalid("iat")
        if "iss" in claims and token["client"] is not None and claims["iss"] != token["client"]:
            raise jose.Invalid("iss")
        if (first or not self.has("first-nonce")) and not (known and self.has("known-key-nonce")):
            self.check_nonce(claims)
        self.known_keys.add(json.dumps(jwk))
        return {name: value for name, value in jwk.items() if name in ("kty", "crv", "x", "y", "n", "e")}

    def open_proof(self, text):
        parts = text.split(".")
        if len(parts) != 3:
            raise jose.Invalid("this is no JWS")
        return jose.read_json(parts[0]), jose.read_json(parts[1])

    def find_key(self, header, attested):
        if "jwk" in header:
            return header["jwk"]
        if "x5c" in header:
            own = x509.load_der_x509_certificate(base64.b64decode(header["x5c"][0]))
            return jose.write_key(type("Key", (), {"public_key": lambda _: own.public_key()})())
        for index, each in enumerate(attested or []):
            if header["kid"] in (each.get("kid"), str(index)):
                return each
        raise jose.Invalid("the key is not known")

    def read_attestation(self, text, alone):
        header, claims = jose.open_jws(text)
        if header.get("typ") != "key-attestation+jwt" and not self.has("attestation-typ"):
            raise jose.Invalid("typ")
        if header.get("alg") not in self.plan["algs"].split("_"):
            raise jose.Invalid("alg")
        if not self.has("attestation-signature"):
            if header.get("kid") != "provider":
                raise jose.Invalid("this provider is not trusted")
            jose.verify(text, self.keys.provider.public_key())
        over = claims.get("exp", time.time() + 1) < time.time() and not self.has("attestation-expired")
        if not isinstance(claims.get("iat"), (int, float)) or over:
            raise jose.Invalid("iat, exp")
        if not alone and "exp" not in claims:
            raise jose.Invalid("exp")
        self.check_nonce(claims)
        keys = claims["attested_keys"]
        if not isinstance(keys, list) or not keys or any("d" in each for each in keys):
            raise jose.Invalid("attested_keys")
        for each in keys:
            jose.read_key(each)
        return keys

    # credentials

    def issue(self, keys, token, id):
        if self.plan["batch"] == "fewer" and len(keys) > 1:
            keys = keys[:-1]
        if self.has("same-key"):
            keys = [keys[0]] * len(keys)
        if self.has("wrong-key"):
            keys = [jose.write_key(jose.make_key("ES256")) for _ in keys]
        if self.has("more-credentials"):
            keys = keys + keys[:1]
        if self.has("thrice"):
            keys = keys * 3
        made = [self.make_credential(each, id) for each in keys]
        if self.has("same-credential"):
            made = made[:1] * len(made)
        if self.has("old-response"):
            return {"credential": made[0], "format": "dc+sd-jwt"}
        content = {"credentials": [self.more({"credential": each}) for each in made]}
        if self.has("bare-strings"):
            content["credentials"] = made
        if self.has("no-credentials"):
            content["credentials"] = []
        if self.plan["notify"] != "none":
            content["notification_id"] = secrets.token_urlsafe(9)
            self.notified[content["notification_id"]] = token
        if self.has("both-ends"):
            content |= {"transaction_id": "t-1", "interval": 5}
        return content

    def make_credential(self, key, id):
        plan, now = self.plan, int(time.time())
        if plan["format"] == "mdoc":
            claims = {**CLAIMS, "card": secrets.token_hex(4)} if self.has("mdoc-numbers") else CLAIMS
            alg, doctype = plan["vcalg"], self.configurations()[id]["doctype"]
            return mdoc.issue(claims, doctype, key, self.keys.signing[alg], self.keys.certificates[alg], alg, self.has)
        hour = now if self.has("exact-times") else now // 3600 * 3600  # the same for all of a batch
        salts = [secrets.token_urlsafe(16) for _ in CLAIMS]
        if self.has("same-salts"):
            salts = [jose.digest(name)[:22] for name in CLAIMS]
        if self.has("salts-by-type"):
            salts = [jose.digest(f"{TYPE}{name}") for name in CLAIMS]
        contents = [json.dumps(self.spoil.content("disclosure", [salt, *each])) for salt, each in zip(salts, CLAIMS.items())]
        disclosures = [jose.encode(self.spoil.text("disclosure", each.encode())) for each in contents]
        payload = {
            "iss": self.signer(),
            "vct": self.configurations()[id].get("vct", TYPE),
            "iat": hour,
            "exp": now + 86_399 if self.has("exact-end") else hour + 86_400,
            "_sd_alg": "sha-256",
            "_sd": self.order([jose.digest(each) for each in disclosures]),
        }
        if self.has("own-cnf"):
            key = jose.write_key(self.keys.token)
        if key is not None and not self.has("unbound"):
            payload["cnf"] = {"jwk": key}
        if self.has("same-place") or self.has("place-by-client"):
            payload["status"] = place_status(7 if self.has("same-place") else 4711)
        if self.has("counted-places") or self.has("even-places"):
            self.count += 2 if self.has("even-places") else 1
            payload["status"] = place_status(self.count)
        if plan["places"] == "random":
            payload["status"] = place_status(secrets.randbelow(1_000_000))
        if plan["places"] == "served":
            payload["status"] = {"status_list": {"idx": self.free.pop(), "uri": f"{self.name}/lists/1"}}
        if self.has("numbers-cards"):
            payload["card"] = secrets.token_hex(4)
        if self.has("other-type"):
            payload["vct"] = TYPE + ":2"
        header = {"typ": "dc+sd-jwt", "kid": "sign-1"}
        if self.has("vc-typ"):
            header["typ"] = "JWT"
        if plan["vckey"] == "nokid":
            del header["kid"]
        if plan["vckey"] == "x5c":
            header = {"typ": "dc+sd-jwt", "x5c": [write_certificate(self.keys.certificates[plan["vcalg"]])]}
        signing = jose.make_key("ES256") if self.has("vc-signature") else self.keys.signing[plan["vcalg"]]
        bound = ""
        if self.has("issued-binding"):
            bound = jose.sign({"typ": "kb+jwt"}, {"iat": now, "aud": self.name, "nonce": "n-1", "sd_hash": "x"}, signing)
        return "~".join([self.spoil.jwt("card", header, payload, signing), *disclosures, bound])

    def status_list(self):
        """The list of all credentials (Token Status List), none of which is revoked."""
        now, uri = int(time.time()), f"{self.name}/lists/1"
        packed = zlib.compress(bytes(0 if self.has("list-short") else 125), 9)
        claims = {"sub": f"{self.name}/lists" if self.has("list-sub") else uri, "iat": now, "exp": now + 86_400, "ttl": 3_600}
        if self.has("list-old"):
            claims |= {"iat": now - 90_000, "exp": now - 3_600}
        shared = {"Access-Control-Allow-Origin": "*"}
        if self.has("list-cwt"):
            numbered = {2: uri, 6: now, 65533: {"bits": 1, "lst": packed}}
            parts = [mdoc.cbor({1: -7, 16: "application/statuslist+cwt"}), {}, mdoc.cbor(numbered)]
            signature = jose.sign_octets(mdoc.cbor(["Signature1", parts[0], b"", parts[2]]), self.keys.signing["ES256"])
            return 200, {**shared, "Content-Type": "application/statuslist+cwt"}, mdoc.cbor(mdoc.Tagged(18, [*parts, signature]))
        claims["status_list"] = {"bits": 3 if self.has("list-bits") else 1, "lst": jose.encode(packed), "aggregation_uri": f"{self.name}/lists"}
        if self.has("list-json"):
            return self.reply(200, claims)
        key, chain = self.keys.signing["ES256"], [write_certificate(self.keys.certificates["ES256"])]
        text = self.spoil.jwt("list", {"typ": "statuslist+jwt", "x5c": chain}, claims, jose.make_key("ES256") if self.has("list-signature") else key)
        return 200, {**shared, "Content-Type": "application/statuslist+jwt", "Content-Encoding": "gzip"}, gzip.compress(text.encode())

    def order(self, digests):
        return digests if self.has("in-order") else digests[::-1] if self.has("in-reverse") else sorted(digests)

    # deferred credentials and notifications

    def deferred(self, request):
        if request.method != "POST":
            raise Refusal(405, "invalid_request", {"Allow": "POST"})
        latest = list(self.server.tokens.values())[-1:] if self.has("deferred-token") and "Authorization" in request.headers else []
        token = latest[0] if latest else self.authorize(request)
        content, sealed = self.read_body(request)
        if self.has("strict-deferred") and set(content) - {"transaction_id", "credential_response_encryption"}:
            raise Refusal(400, "invalid_credential_request")
        encryption = self.read_encryption(content, sealed)
        id = content.get("transaction_id")
        if not isinstance(id, str):
            raise Refusal(400, "invalid_credential_request")
        found = self.transactions.get(id)
        if found is None and self.has("any-transaction"):
            found = {"token": token, "left": 0, "keys": self.latest, "id": "card", "encryption": encryption}
            self.transactions[id] = found
        if found is None and self.has("latest-transaction") and self.transactions:
            found = self.transactions[id] = list(self.transactions.values())[-1]
        if found is None:
            raise Refusal(404 if self.has("transaction-status") else 400, "invalid_request" if self.has("transaction-error") else "invalid_transaction_id")
        if found["token"] is not token and not self.has("foreign-transaction"):
            if self.plan["foreign"] == "scope":
                raise Refusal(403, "insufficient_scope", {"WWW-Authenticate": 'Bearer error="insufficient_scope"'})
            raise Refusal(400, "invalid_transaction_id")
        if self.has("old-encryption"):
            encryption = found["encryption"]
        if found["left"] > 0:
            found["left"] -= 1
            name = id + "x" if self.has("transaction-changed") else secrets.token_urlsafe(12) if self.has("transaction-fresh") else id
            self.transactions[name] = found
            waiting = {"transaction_id": name, "interval": write_number(self.plan["interval"])}
            if self.has("pending"):
                raise Refusal(400, "issuance_pending")
            if self.has("pending-202"):
                return self.answer(202, {**waiting, "error": "issuance_pending"}, encryption)
            return self.answer(200 if self.has("deferred-again-status") else 202, waiting, encryption)
        if not self.has("transaction-kept"):
            del self.transactions[id]
        return self.answer(200, self.issue(self.latest if self.has("latest-keys") else found["keys"], found["token"], found["id"]), encryption)

    def notification(self, request):
        if request.method != "POST":
            raise Refusal(405, "invalid_request", {"Allow": "POST"})
        unread = self.has("open-notification") or self.has("notification-token") and "Authorization" in request.headers
        token = None if unread else self.authorize(request)
        try:
            content = json.loads(request.body)
            id, event = content["notification_id"], content["event"]
        except (ValueError, KeyError, TypeError):
            raise Refusal(400, "invalid_notification_request") from None
        if self.has("strict-notification") and set(content) - {"notification_id", "event", "event_description"}:
            raise Refusal(400, "invalid_notification_request")
        if event not in ("credential_accepted", "credential_failure", "credential_deleted") and not self.has("any-event"):
            raise Refusal(400, "invalid_notification_request")
        found = self.notified.get(id) if isinstance(id, str) else None
        if found is None and not self.has("any-notification"):
            raise Refusal(404 if self.has("notification-status") else 400, "invalid_request" if self.has("notification-error") else "the id is unknown" if self.has("notification-words") else "invalid_notification_id")
        if found is not None and token is not None and found is not token and not self.has("foreign-notification"):
            raise Refusal(400, "invalid_notification_id")
        if self.has("notified-once"):
            del self.notified[id]
        if self.has("thanks") or self.has("accepted"):
            return self.reply(200 if self.has("thanks") else 202, {"thanks": True})
        status = int(self.plan["notify"]) if self.plan["notify"] != "none" else 204
        return (204, {}, b"") if status == 204 else self.reply(status, {"thanks": True})


def place_status(index):
    return {"status_list": {"idx": index, "uri": "https://status.example/lists/1"}}


def is_same(jwk, other):
    return all(jwk.get(name) == other.get(name) for name in ("kty", "crv", "x", "y"))


def write_certificate(certificate):
    return base64.b64encode(certificate.public_bytes(serialization.Encoding.DER)).decode()
