"""Messages of OpenID4VCI 1.0, as issuers and wallets of HAIP 1.0 send them, each with a mistake."""

import json
import time
import urllib.parse

import jose
from spoil import make_certificate

NOW = int(time.time())
ISSUER = "https://issuer.example"
TYPE = "https://types.example/card"
PRE = "urn:ietf:params:oauth:grant-type:pre-authorized_code"
WALLET, PROVIDER = jose.make_key("ES256"), jose.make_key("ES256")


class Messages:
    """`document` has the mistakes, and certifies keys."""

    def __init__(self, document):
        self.document, self.spoil, self.has = document, document.spoil, document.has

    def json(self, name, content):
        return self.spoil.text(name, json.dumps(self.spoil.content(name, content)).encode()).decode()

    def offer(self):
        grant = {"pre-authorized_code": "8swr2odf8sd2ndokdg", "tx_code": {"length": 4, "input_mode": "numeric"}}
        return self.json("offer", {"credential_issuer": ISSUER, "credential_configuration_ids": ["card"], "grants": {PRE: grant}})

    def link(self):
        query = self.spoil.content("link", {"credential_offer_uri": f"{ISSUER}/offers/1"})
        if self.has("by-value"):
            query["credential_offer"] = self.offer()
        return "openid-credential-offer://?" + urllib.parse.urlencode(query)

    def configurations(self):
        proofs = {"jwt": {"proof_signing_alg_values_supported": ["ES256"], "key_attestations_required": {}}}
        card = {
            "format": "dc+sd-jwt",
            "vct": TYPE,
            "scope": "card",
            "cryptographic_binding_methods_supported": ["jwk"],
            "proof_types_supported": proofs,
            "credential_signing_alg_values_supported": ["ES256"],
        }
        licence = {
            "format": "mso_mdoc",
            "doctype": "org.iso.18013.5.1.mDL",
            "scope": "licence",
            "cryptographic_binding_methods_supported": ["cose_key"],
            "proof_types_supported": proofs,
            "credential_signing_alg_values_supported": [-7],
        }
        return json.loads(json.dumps({"card": card, "licence": licence}))

    def metadata(self):
        return {
            "credential_issuer": ISSUER,
            "credential_endpoint": f"{ISSUER}/credential",
            "nonce_endpoint": f"{ISSUER}/nonce",
            "credential_configurations_supported": self.configurations(),
        }

    def signed(self):
        header = {"typ": "openidvci-issuer-metadata+jwt", "x5c": self.document.certify(PROVIDER)}
        claims = {**self.metadata(), "iss": ISSUER, "sub": ISSUER, "iat": NOW}
        return self.spoil.jwt("signed", header, claims, PROVIDER, header["x5c"])

    def attestation(self):
        header = {"typ": "key-attestation+jwt", "x5c": self.document.certify(PROVIDER)}
        claims = {"iat": NOW, "exp": NOW + 600, "attested_keys": [jose.write_key(WALLET)], "nonce": "n-1"}
        return self.spoil.jwt("attestation", header, claims, PROVIDER, header["x5c"])

    def proof(self):
        header = {"typ": "openid4vci-proof+jwt", "jwk": jose.write_key(WALLET), "key_attestation": self.attestation()}
        if self.has("own-chain"):
            header = {"typ": "openid4vci-proof+jwt", "x5c": [make_certificate(WALLET)[0]]}
        claims = {"aud": ISSUER, "iat": NOW, "nonce": "n-1"}
        return self.spoil.jwt("proof", header, claims, WALLET, header.get("x5c"))

    def request(self):
        proofs = {"attestation": [self.attestation()]}
        return self.json("request", {"credential_configuration_id": "card", "proofs": proofs})

    def dpop(self):
        header = {"typ": "dpop+jwt", "jwk": jose.write_key(WALLET)}
        claims = {"jti": "j-1234567890abcdef", "htm": "POST", "htu": f"{ISSUER}/token", "iat": NOW}
        return self.spoil.jwt("dpop", header, claims, WALLET)

    def pop(self):
        header = {"typ": "oauth-client-attestation-pop+jwt"}
        if self.has("own-chain"):
            header["x5c"] = [make_certificate(WALLET)[0]]
        claims = {"iss": "https://wallet.example", "aud": ISSUER, "jti": "j-1234567890abcdef", "iat": NOW}
        return self.spoil.jwt("pop", header, claims, WALLET, [])

    def token(self):
        return self.json("token", {"access_token": "2YotnFZFEjr1zCsicMWpAA", "token_type": "DPoP", "expires_in": 300})

    def answer(self):
        """A response to a request for a nonce, or for signed metadata."""
        about = "signed" if self.has("signed") else "nonce"
        content = {"error": "invalid_notification_id"} if self.has("refused") else {"c_nonce": "n-1234567890"}
        body = self.signed() if about == "signed" else json.dumps(content)
        usual = {"Content-Type": "application/jwt" if about == "signed" else "application/json", "Cache-Control": "no-store"}
        fields = self.spoil.content("head", usual)
        status = next((each for each in self.document.parts if each.isdigit()), "200")
        return "\r\n".join([f"HTTP/1.1 {status} Any", *(f"{name}: {value}" for name, value in fields.items()), "", body])

    def write(self, kind):
        return {
            "vci-offer": self.offer,
            "vci-offer-link": self.link,
            "vci-issuer-metadata": lambda: self.json("metadata", self.metadata()),
            "vci-signed-metadata": self.signed,
            "vci-key-attestation": self.attestation,
            "vci-proof": self.proof,
            "vci-credential-request": self.request,
            "vci-token-response": self.token,
            "vci-error-response": lambda: self.json("error", {"error": "invalid_proof"}),
            "vci-http-response": self.answer,
            "oauth-dpop-proof": self.dpop,
            "oauth-client-attestation-pop": self.pop,
        }[kind]()
