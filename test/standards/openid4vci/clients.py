"""Clients that authenticate themselves by attestations of a provider that is trusted: draft-ietf-oauth-attestation-based-client-auth-07."""

import base64
import secrets
import time

from cryptography import x509

import jose

METHOD = "attest_jwt_client_auth"
HEADER = "OAuth-Client-Attestation"


class Unknown(Exception):
    """The client is not known: the error to answer with."""


class Clients:
    def __init__(self, server, provider):
        self.server, self.provider = server, provider
        self.way, self.has = server.plan["attest"], server.has
        self.challenges, self.proofs, self.known = set(), set(), False

    def metadata(self):
        if self.way == "no":
            return {"token_endpoint_auth_methods_supported": ["none"]}
        content = {"token_endpoint_auth_methods_supported": ["none", METHOD] if self.way == "offered" else [METHOD]}
        for part in ("", "_pop"):
            content[f"client_attestation{part}_signing_alg_values_supported"] = ["ES384"] if self.has(f"client-algs{part}") else ["ES256"]
        if self.way == "served":
            content["challenge_endpoint"] = self.server.issuer.address("challenge", self.server.name)
        return content

    # challenges

    def make_challenge(self):
        challenge = secrets.token_urlsafe(12)
        if not self.has("challenge-never"):
            self.challenges.add(challenge)
        return challenge

    def headers(self):
        given = self.way in ("challenge", "served") and not self.has("challenge-unsaid")
        return {f"{HEADER}-Challenge": self.make_challenge()} if given else {}

    def serve_challenge(self):
        name = "challenge" if self.has("challenge-name") else "attestation_challenge"
        status = 201 if self.has("challenge-status") else 200
        return self.server.issuer.reply(status, {name: self.make_challenge()}, not self.has("challenge-cached"))

    # authentication

    def authenticate(self, request, form):
        """The key with which the client has authenticated itself, if it has; fails if it had to, or tried and is not who it says."""
        first, second = (request.headers.get(name) for name in (HEADER, f"{HEADER}-PoP"))
        if self.way == "no" or (first is None and second is None and (self.way == "offered" or self.is_excused(request))):
            return None
        try:
            claims = self.read_attestation(first)
            self.read_proof(second, claims)
        except (jose.Invalid, KeyError, TypeError, AttributeError):
            raise Unknown("invalid_client") from None
        excused = self.has("client-other") or "sub" not in claims and self.has("client-nameless")
        if claims.get("sub") != form.get("client_id", claims.get("sub")) and not excused:
            raise Unknown("invalid_client")
        self.known = True
        return jose.thumbprint(claims["cnf"]["jwk"])

    def is_excused(self, request):
        path = "/par" if self.has("client-optional-push") else "/token" if self.has("client-optional-token") else ""
        return self.has("client-optional") or self.has("client-known") and self.known or path != "" and request.path.endswith(path)

    def find_provider(self, header):
        if self.has("client-jwk") and "jwk" in header:
            return jose.read_key(header["jwk"])
        if self.has("client-x5c") and "x5c" in header:
            return x509.load_der_x509_certificate(base64.b64decode(header["x5c"][0])).public_key()
        return self.provider.public_key()

    def open(self, text, part, find_key):
        header, claims = jose.open_jws(text)
        kind = "oauth-client-attestation" + ("-pop" if part == "pop" else "")
        if header.get("typ") != f"{kind}+jwt" and not self.has(f"{part}-typ"):
            raise jose.Invalid("typ")
        if "crit" in header and not self.has(f"{part}-crit"):
            raise jose.Invalid("crit")
        if not self.has(f"{part}-signature") and not (header.get("alg") == "none" and self.has(f"{part}-none")):
            jose.verify(text, find_key(header))
        return claims

    def read_attestation(self, text):
        claims = self.open(text, "client", self.find_provider)
        if not ("exp" not in claims and self.has("client-endless")) and claims["exp"] < time.time() and not self.has("client-expired"):
            raise jose.Invalid("exp")
        if claims.get("nbf", 0) > time.time() + 30 and not self.has("client-early"):
            raise jose.Invalid("nbf")
        if not isinstance(claims.get("sub"), str) and not self.has("client-nameless"):
            raise jose.Invalid("sub")
        if "d" in claims["cnf"]["jwk"] and not self.has("client-private"):
            raise jose.Invalid("cnf")
        return claims

    def read_proof(self, text, attested):
        if text is None and self.has("pop-optional"):
            return
        claims = self.open(text, "pop", lambda _: jose.read_key(attested["cnf"]["jwk"]))
        near = self.has("pop-aud-start") and str(claims.get("aud")).startswith(self.server.name)
        if claims.get("aud") != self.server.name and not near and not self.has("pop-aud"):
            raise jose.Invalid("aud")
        if not self.has("pop-jti"):
            if not isinstance(claims["jti"], str) or claims["jti"] in self.proofs:
                raise jose.Invalid("jti")
            self.proofs.add(claims["jti"])
        if claims.get("iss") != attested.get("sub") and not (self.has("client-nameless") or self.has("client-other")):
            raise jose.Invalid("iss")
        if claims.get("nbf", 0) > time.time() + 30 and not self.has("pop-early"):
            raise jose.Invalid("nbf")
        if not ("iat" not in claims and self.has("pop-timeless")):
            age = time.time() - claims["iat"]
            if age > 300 and not self.has("pop-old") or age < -30 and not self.has("pop-future"):
                raise jose.Invalid("iat")
        if self.way in ("challenge", "served"):
            self.check_challenge(claims.get("challenge"))

    def check_challenge(self, challenge):
        excused = self.has("challenge-any") or challenge is None and self.has("challenge-optional") and self.known
        if challenge not in self.challenges and not excused:
            plain = self.has("challenge-absent-code") if challenge is None else self.has("challenge-other-code")
            raise Unknown("invalid_client" if plain else "use_attestation_challenge")
