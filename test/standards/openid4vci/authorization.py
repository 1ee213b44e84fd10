"""The authorization server of an issuer: RFC 6749, 7636, 9126, 9207 and 9449 as far as OpenID4VCI 1.0 needs them."""

import json
import secrets
import time
import urllib.parse

import jose
from clients import Clients, Unknown

REFRESH = "refresh_token"
PRE = "urn:ietf:params:oauth:grant-type:pre-authorized_code"
CLIENT = "assay"
REDIRECT = "http://127.0.0.1:4801/callback"


class Refusal(Exception):
    """An answer that says no."""

    def __init__(self, status, error, headers=None, content=True, more=None):
        super().__init__(error)
        self.more = more or {}
        self.status, self.error, self.headers, self.content = status, error, headers or {}, content


def write_number(text):
    """A number that appears in JSON as it is written here."""
    return f"@@{text}@@"


class AuthorizationServer:
    def __init__(self, issuer, name):
        self.issuer, self.plan, self.name = issuer, issuer.plan, name
        self.codes, self.pushed, self.tokens, self.proofs = {}, {}, {}, set()
        self.dpop_nonces, self.seen = [secrets.token_urlsafe(12)], False
        self.refreshes, self.used, self.refused = {}, {}, False
        self.challenges, self.pushes, self.pushing, self.offline, self.addresses, self.latest = {}, 0, False, False, {}, ""
        self.clients = Clients(self, issuer.keys.provider)

    def has(self, mistake):
        return self.plan.mistake == mistake

    # metadata, RFC 8414

    def metadata(self):
        plan, at = self.plan, self.name
        grants = {"pre": [PRE], "code": ["authorization_code"]}.get(plan["grant"], ["authorization_code", PRE])
        grants = [each for each in grants if each == PRE] if self.has("no-grant") else grants
        if plan["refresh"] != "no" and not self.has("refresh-offline"):
            grants = [*grants, REFRESH]
        content = {
            "issuer": at + "/" if self.has("as-issuer") else at,
            "token_endpoint": self.issuer.address("token", at),
            "grant_types_supported": grants,
            **self.clients.metadata(),
        }
        if plan["anonymous"] == "yes" and plan["attest"] in ("no", "offered"):
            content["pre-authorized_grant_anonymous_access_supported"] = True
        if plan["grant"] != "pre":
            content["authorization_endpoint"] = "authorize" if self.has("no-page") else self.issuer.address("authorize", at)
            content["response_types_supported"] = ["code"]
            content["code_challenge_methods_supported"] = ["plain"] if self.has("pkce-named") else ["S256"]
            if self.has("pkce-unnamed"):
                del content["code_challenge_methods_supported"]
            if plan["iss"] == "yes" and not self.has("iss-unsaid"):
                content["authorization_response_iss_parameter_supported"] = True
            if plan["par"] != "no" and not self.has("par-unsaid"):
                content["pushed_authorization_request_endpoint"] = self.issuer.address("par", at)
            if plan["par"] == "required":
                content["require_pushed_authorization_requests"] = True
        if plan["dpop"] != "no":
            content["dpop_signing_alg_values_supported"] = ["ES256", "ES384"]
        if plan["scope"] == "no" or plan["identifiers"] == "yes" or plan["kinds"] == "yes":
            content["authorization_details_types_supported"] = ["openid_credential"]
        if self.has("as-scope-text"):
            content["scopes_supported"] = "library.card library.other"
        if self.has("as-scope-blank"):
            content["scopes_supported"] = ["library.card", "library card"]
        if self.has("as-language"):
            content["ui_locales_supported"] = ["en_US"]
        if self.has("as-language-text"):
            content["ui_locales_supported"] = "en fr"
        if self.has("as-kinds"):
            content["authorization_details_types_supported"] = ["payment"]
        if self.has("as-kinds-text"):
            content["authorization_details_types_supported"] = "openid_credential"
        if self.has("as-private-key") or self.has("as-secret"):
            content["jwks_uri"] = f"{self.issuer.name}/server-keys"
        if plan["places"] == "served" and not self.has("all-unsaid"):
            name = "status_list_aggregation_uri" if self.has("all-misnamed") else "status_list_aggregation_endpoint"
            content[name] = f"{self.issuer.name}/lists"
        return self.issuer.more(content)

    # authorization requests

    def authenticate(self, request, form):
        try:
            return self.clients.authenticate(request, form)
        except Unknown as error:
            raise Refusal(401 if str(error) == "invalid_client" else 400, str(error), self.clients.headers()) from None

    def push(self, request):
        if request.method != "POST" and not self.has("par-get") and not self.has("par-shows"):
            raise Refusal(405, "invalid_request", {"Allow": "POST"})
        form = request.form() if request.method == "POST" else request.query
        if request.method == "GET" and self.has("par-shows"):
            return self.issuer.reply(200, {"request_uri": self.latest, "expires_in": 60}, no_store=True)
        is_link = str(form.get("request_uri")).startswith("https:")
        if "request_uri" in form and not self.has("par-nested") and not (self.has("par-nested-name") and not is_link):
            raise Refusal(400, "invalid_request")
        self.authenticate(request, form)
        unread = "DPoP" not in request.headers or self.has("pushed-proof-unread")
        named, proven = form.get("dpop_jkt"), None if unread else self.read_dpop(request)
        if named and proven and named != proven and not self.has("pushed-key"):
            raise Refusal(400, "invalid_dpop_proof")
        bound = named or proven
        self.pushing = True
        error = None if self.has("pushed-unread") else self.judge_request(form)
        self.pushing = False
        if error and self.has("pushed-status"):
            raise Refusal(403, error)
        if error and self.has("pushed-page"):
            return 400, {"Content-Type": "text/html"}, f"<p>{error}</p>".encode()
        if error:
            raise Refusal(401 if error == "invalid_client" else 400, error)
        uri = self.latest = f"urn:ietf:params:oauth:request_uri:{secrets.token_urlsafe(16)}"
        self.pushes += 1
        self.pushed[uri] = {**form, "until": time.time() + 60, "jkt": bound}
        content = {"request_uri": uri, "expires_in": 900 if self.has("par-long") else 600 if self.has("par-minutes") else 60}
        if self.has("par-lifetime"):
            del content["expires_in"]
        if self.has("pushed-minutes"):
            self.pushed[uri]["until"] += 600
        return self.issuer.reply(200 if self.has("par-status") else 201, content, no_store=True, headers=self.clients.headers(), name="pushed")

    def is_near(self, address):
        return self.has("redirect-start") and str(address).startswith(REDIRECT)

    def find_redirect(self, form):
        usual = self.addresses.get(form.get("client_id")) if self.has("latest-redirect") else REDIRECT if self.has("usual-redirect") else None
        address = self.addresses[form.get("client_id")] = form.get("redirect_uri", usual)
        return address

    def judge_request(self, form):
        """The error code of an authorization request, if it has one."""
        if form.get("client_id") != CLIENT:
            return "invalid_client"
        if self.find_redirect(form) != REDIRECT and not self.has("open-redirect") and not self.is_near(form.get("redirect_uri")):
            return "invalid_request"
        if "response_type" not in form:
            return "invalid_request"
        if "state" not in form and self.has("state-needed"):
            return "invalid_request"
        if "state" not in form and self.has("state-session"):
            raise Refusal(500, "server_error")
        if form["response_type"] in ("token", "code id_token") and (self.has("implicit") or self.has("hybrid")):
            return None
        if form["response_type"] != "code" and not self.has("response-type") and not (self.has("pushed-type") and self.pushing):
            return "unsupported_response_type"
        method = form.get("code_challenge_method", "plain")
        if "code_challenge" in form:
            if method != "S256" and not self.has("pkce-method") and not self.has("pkce-plain-too"):
                return "invalid_request"
        elif self.plan["pkce"] == "required" and not self.has("pkce-optional"):
            return "invalid_request"
        try:
            wanted, _ = self.read_wishes(form)
        except Refusal as refusal:
            return refusal.error
        return None if wanted else "invalid_scope"

    def authorize(self, request):
        query = request.query
        form = query
        if "request_uri" in query:
            form = self.pushed.get(query["request_uri"]) if self.has("pushed-twice") or self.has("pushed-till-used") else self.pushed.pop(query["request_uri"], None)
            if form is not None and self.has("beside-first"):
                form = {**form, **query}
            elif form is not None and self.has("beside-last"):
                form = {**query, **form}
            if form is not None and form["until"] < time.time() and not self.has("pushed-late"):
                form = None
            if form is None or (form["client_id"] != query.get("client_id") and not self.has("pushed-client") and not (self.has("pushed-by-challenge") and "code_challenge" in form)):
                raise Refusal(400, "invalid_request")
        address = self.find_redirect(form)
        known = form.get("client_id") == CLIENT and (address == REDIRECT or self.is_near(address))
        if not known and not (self.has("open-redirect") and address):
            raise Refusal(400, "invalid_request")
        back = {"state": form["state"]} if "state" in form and not self.has("no-state") else {}
        if self.plan["iss"] == "yes" and not self.has("no-iss"):
            back["iss"] = self.name + "/other" if self.has("wrong-iss") else self.name
        error = self.judge_request(form)
        if self.plan["par"] == "required" and "request_uri" not in query and not self.has("par-optional") and not (self.has("par-before") and self.pushes):
            error = "invalid_request"
        if error:
            back["error"] = error
        else:
            back["code"] = self.make_code(form)
            if self.has("code-fixed"):
                self.codes["the-code"] = self.codes.pop(back["code"])
                back["code"] = "the-code"
            self.count += 1
            if self.has("code-counter"):
                self.codes[f"code-{self.count}"] = self.codes.pop(back["code"])
                back["code"] = f"code-{self.count}"
            if self.has("code-again"):
                self.codes.pop(back["code"]) if self.count > 101 else None
        if self.has("code-in-fragment") and "code" in back:
            return 302, {"Location": f"{address}#{urllib.parse.urlencode(back)}", "Cache-Control": "no-store"}, b""
        if self.has("state-repeated") and "state" in back:
            address += "?" + urllib.parse.urlencode({"state": back["state"]})
        if self.has("changed-state") and "state" in back:
            back["state"] = back["state"].upper() + "x"
        if form.get("response_type") == ("token" if self.has("implicit") else "code id_token" if self.has("hybrid") else ""):
            given = {**back, "access_token": secrets.token_urlsafe(16)} if self.has("implicit") else {**back, "id_token": "a.b.c"}
            return 302, {"Location": address + "#" + urllib.parse.urlencode(given), "Cache-Control": "no-store"}, b""
        given = {**back, **self.issuer.more({})}
        if self.has("code-repeated") and "code" in given:
            return 302, {"Location": f"{address}?code={given['code']}&{urllib.parse.urlencode(given)}", "Cache-Control": "no-store"}, b""
        location = address + ("&" if "?" in address else "?") + ("&".join(f"{name}={each}" for name, each in given.items()) if self.has("state-raw") else urllib.parse.urlencode(given))
        return int(self.plan["redirect"]), {"Location": location, "Cache-Control": "no-store"}, b""

    def make_code(self, form):
        code = secrets.token_urlsafe(16)
        wanted, detailed = self.read_wishes(form)
        self.codes[code] = {
            "grant": "authorization_code",
            "client": form["client_id"],
            "redirect": form.get("redirect_uri"),
            "challenge": self.challenges.setdefault(form["client_id"], form.get("code_challenge")) if self.has("challenge-kept") else form.get("code_challenge"),
            "method": form.get("code_challenge_method", "plain"),
            "jkt": form.get("dpop_jkt") if self.has("bound-by-name") else form.get("jkt") or form.get("dpop_jkt"),
            "until": time.time() + (600 if self.has("code-minutes") else 60),
            "wanted": wanted,
            "detailed": detailed,
            "offline": "offline_access" in form.get("scope", "").split(),
            "pushed": form,
        }
        return code

    def read_wishes(self, form):
        """The configurations that a request asks for, and whether it has authorization details."""
        known = self.issuer.configurations()
        scopes = form.get("scope", "").split()
        if self.has("scopes") and any(each not in self.issuer.scopes() for each in scopes):
            raise Refusal(400, "invalid_scope")
        if self.has("few-scopes") and len(scopes) > 1:
            raise Refusal(400, "invalid_scope")
        if self.has("first-scope"):
            scopes = scopes[:1]
        if self.has("last-scope"):
            scopes = scopes[-1:]
        wanted = [id for id, each in known.items() if each.get("scope") in scopes]
        if "authorization_details" not in form or ("scope" in form and self.has("both-scope")):
            return list(known) if self.has("wide-code") and wanted else wanted, False
        if "scope" in form and (self.has("both-refused") or self.has("both-unfit")):
            raise Refusal(400, "invalid_request" if self.has("both-refused") else "invalid_authorization_details")
        try:
            details = json.loads(form["authorization_details"])
            ids = [each["credential_configuration_id"] for each in details if each["type"] == "openid_credential"]
        except (ValueError, KeyError, TypeError):
            raise Refusal(400, "invalid_authorization_details") from None
        if any(id not in known for id in ids):
            raise Refusal(400, "invalid_authorization_details")
        return sorted({*wanted, *ids}), "scope" not in form or not self.has("both-unsaid")

    # token requests

    last, count = None, 100

    def make_pre_code(self, tx):
        code = secrets.token_urlsafe(16)
        until = time.time() + 300
        if self.has("one-offer"):
            self.codes.clear()
        wanted = list(self.issuer.configurations()) if self.has("wide-token") else self.issuer.offered_ids()
        self.codes[code] = {"grant": PRE, "until": until, "tx": tx, "wanted": wanted, "detailed": False, "tries": 0}
        return code

    def token(self, request):
        if request.method != "POST":
            raise Refusal(405, "invalid_request", {"Allow": "POST"})
        form = request.form()
        if self.has("strict-token") and any(name.startswith(("x", "unknown", "un")) for name in form):
            raise Refusal(400, "invalid_request")
        known = self.authenticate(request, form)
        thumbprint = self.read_dpop(request)
        grant = form.get("grant_type")
        if grant == REFRESH and self.plan["refresh"] != "no" and not self.has("refresh-unknown"):
            return self.refresh(form, thumbprint, known)
        if grant is None:
            raise Refusal(400, "invalid_request")
        if grant not in ("authorization_code", PRE):
            raise Refusal(400, "unsupported_grant_type")
        name = "code" if grant == "authorization_code" else "pre-authorized_code"
        if name not in form:
            raise Refusal(400, "invalid_request")
        code = self.codes.get(form[name])
        if code is None and form[name] in self.used and not self.has("used-kept"):
            self.tokens.pop(self.used[form[name]], None) if not self.has("used-refresh") else self.refreshes.clear()
        is_long = len(form[name]) > 15
        if code is None and (self.has("any-code") or self.has("long-code") and is_long if grant == PRE else self.has("any-grant") or self.has("long-grant") and is_long):
            own = {"challenge": jose.digest(form.get("code_verifier", "")), "redirect": form.get("redirect_uri")}
            code = self.codes[form[name]] = {**self.last, **own, "grant": grant, "until": time.time() + 60, "tx": None}
        self.last = code or self.last
        self.check_client(form, grant, code)
        if code is None or code["grant"] != grant or code["until"] < time.time() and not self.has("code-late"):
            raise Refusal(401 if self.has("grant-status") else 400, "invalid_request" if self.has("grant-error") else "wrong_code" if self.has("grant-code") else "invalid_grant")
        self.check_code(form, code) if grant == "authorization_code" else self.check_tx(form, code)
        wanted, detailed = self.read_wishes(form)
        if detailed and not set(wanted) <= set(code["wanted"]):
            raise Refusal(400, "invalid_authorization_details")
        if detailed and self.has("whole-grant"):
            wanted = code["wanted"]
        if detailed and self.has("no-part") and set(wanted) != set(code["wanted"]):
            raise Refusal(400, "invalid_authorization_details")
        if not self.has("code-twice" if grant == "authorization_code" else "pre-code-twice"):
            del self.codes[form[name]]
        if code.get("jkt") and code["jkt"] != thumbprint and not self.has("any-key"):
            raise Refusal(400, "invalid_dpop_proof")
        if self.has("pushed-till-used"):
            self.pushed = {uri: each for uri, each in self.pushed.items() if each is not code.get("pushed")}
        client = code.get("client", form.get("client_id"))
        self.offline = code.get("offline", False)
        return self.answer_token(wanted if detailed else code["wanted"], detailed or code["detailed"], thumbprint, client, form[name], instance=known)

    def refresh(self, form, thumbprint, known):
        """RFC 6749, section 6; RFC 9449, section 5."""
        found = self.refreshes.get(form.get("refresh_token"))
        excused = lambda name: self.has(name) or self.has(f"{name}-again") and self.refused  # noqa: E731
        if found is None and excused("refresh-known"):
            found = list(self.refreshes.values())[-1]
        good = found is not None and not self.has("refresh-broken")
        good = good and (found["client"] == form.get("client_id") or excused("refresh-client"))
        good = good and (known or found["jkt"] in (None, thumbprint) or excused("refresh-key"))
        good = good and (found["instance"] in (None, known) or excused("refresh-instance"))
        if not good:
            self.refused = True
            raise Refusal(400, "invalid_grant")
        wanted = list(self.issuer.configurations()) if self.has("wide-refresh") and "scope" in form else found["wanted"]
        return self.answer_token(wanted, found["detailed"], thumbprint, found["client"], again=form.get("refresh_token"), instance=found["instance"])

    def check_client(self, form, grant, code):
        client = form.get("client_id")
        if client is None and grant == PRE and (self.plan["anonymous"] == "yes" or self.has("anonymous")):
            return
        if self.has("any-client") or self.has("client-by-verifier") and "code_verifier" in form:
            return
        if client != CLIENT:
            raise Refusal(401 if client and self.plan["describe"] == "yes" else 400, "invalid_client")
        if code and code["grant"] != PRE and code["client"] != client:
            raise Refusal(400, "invalid_grant")

    def check_code(self, form, code):
        bare = self.has("redirect-absent") and "redirect_uri" not in form
        if form.get("redirect_uri") != code["redirect"] and not bare and not self.has("redirect-uri") and not (self.has("redirect-host") and str(form.get("redirect_uri")).startswith(REDIRECT[:22])):
            raise Refusal(400, "invalid_grant")
        verifier = form.get("code_verifier")
        if self.has("pkce-ignored") or (self.has("pkce-absent") and verifier is None):
            return
        if self.has("pkce-plain-too") and code["method"] == "plain" and verifier == code["challenge"]:
            return
        if code["challenge"] is None:
            if verifier is not None:
                raise Refusal(400, "invalid_grant")
        elif verifier == code["challenge"] and self.has("pkce-plain"):
            return
        elif self.has("pkce-start") and jose.digest(verifier or "")[:40] == code["challenge"][:40]:
            return
        elif self.has("pkce-letters") and jose.digest(verifier or "").lower() == code["challenge"].lower():
            return
        elif verifier is None or jose.digest(verifier) != code["challenge"]:
            raise Refusal(400, "invalid_request" if self.has("pkce-error") else "invalid_grant")

    def check_tx(self, form, code):
        given = form.get("tx_code")
        if code["tx"] is None:
            if given is not None and not self.has("tx-unexpected"):
                raise Refusal(400, "invalid_request")
            return
        if given is None:
            if self.has("tx-optional"):
                return
            raise Refusal(400, "invalid_grant" if self.has("tx-absent-error") else "invalid_request")
        if given != code["tx"] and not self.has("tx-ignored"):
            code["tries"] += 1
            code["until"] = 0 if code["tries"] > 2 else code["until"]
            code["tx"] = None if self.has("tx-forgotten") else code["tx"]
            raise Refusal(400, "invalid_request" if self.has("tx-error") else "invalid_tx_code" if self.has("tx-code-error") else "invalid_grant")

    def answer_token(self, wanted, detailed, thumbprint, client, code=None, again=None, instance=None):
        plan = self.plan
        claims = {"iss": self.name, "sub": secrets.token_urlsafe(6), "aud": self.issuer.name, "exp": int(time.time()) + 300}
        opaque = secrets.token_urlsafe(24)
        text = jose.sign({"typ": "at+jwt"}, {**claims, "jti": opaque}, self.issuer.keys.token) if plan["token"] == "jwt" else opaque
        if self.has("token-number"):
            text = f"session/{7_000_000 + 13 * len(self.tokens)}/of-this-server"
        if self.has("token-length"):
            text = text[-12:]
        token = {"text": text, "wanted": wanted, "client": client, "jkt": thumbprint, "until": time.time() + 300}
        token["uses"] = len(wanted) if plan["uses"] == "one" else 10_000
        self.tokens[text] = token
        self.used[code] = text
        content = {"access_token": text, "token_type": "DPoP" if thumbprint or self.has("always-dpop") or self.has("dpop-later") and len(self.tokens) > 1 else plan["bearer"]}
        if plan["expires"] != "absent":
            content["expires_in"] = write_number(plan["expires"])
        if detailed or plan["identifiers"] == "yes":
            token["identifiers"] = {f"{id}/2024": id for id in wanted}
            content["authorization_details"] = [
                self.issuer.more(
                    {"type": "openid_credential", "credential_configuration_id": id, "credential_identifiers": [f"{id}/2024"]}
                )
                for id in wanted
            ]
            if self.has("no-identifiers"):
                del content["authorization_details"][0]["credential_identifiers"]
            if self.has("no-details"):
                del content["authorization_details"], token["identifiers"]
        if plan["refresh"] != "no" and (self.offline or not self.has("refresh-offline")):
            name = again if again in self.refreshes and plan["refresh"] == "kept" else secrets.token_urlsafe(24)
            if self.has("refresh-numbered") and again in self.refreshes:
                name = f"{again}.{len(self.tokens)}"
            self.refreshes.pop(again, None)
            self.refreshes[name] = {"wanted": wanted, "detailed": detailed, "client": client, "jkt": thumbprint, "instance": instance}
            content["refresh_token"] = name
        if self.has("no-token-type"):
            del content["token_type"]
        if self.has("token-type"):
            content["token_type"] = "access_token"
        if self.has("long-token"):
            content["expires_in"] = 86_400
        headers = {**self.nonce_header(), **self.clients.headers()}
        return self.issuer.reply(200, content, no_store=not self.has("token-cached"), headers=headers, name="token")

    # RFC 9449

    def nonce_header(self):
        named = self.plan["dpop"] == "nonce" and not self.has("dpop-silent")
        if self.has("dpop-counter") or self.has("dpop-hashes"):
            count = str(len(self.dpop_nonces))
            self.dpop_nonces.append(jose.digest(count) if self.has("dpop-hashes") else f"nonce-for-dpop-{count}")
        return {"DPoP-Nonce": self.dpop_nonces[-1] if not self.has("dpop-other") else "another"} if named else {}

    def read_dpop(self, request, token=None):
        """The thumbprint of the key of a DPoP proof, if there is one."""
        values = [each.strip() for some in request.headers.get_all("DPoP") or [] for each in some.split(",")]
        need = self.plan["dpop"] in ("required", "nonce") and not self.has("dpop-optional")
        if self.plan["dpop"] == "no" or (not values and not need and token is None):
            return None
        try:
            if len(values) != (2 if self.has("dpop-two") and len(values) == 2 else 1):
                raise jose.Invalid("not one proof")
            header, claims = jose.open_jws(values[0])
            if header.get("typ") != "dpop+jwt" and not self.has("dpop-typ"):
                raise jose.Invalid("typ")
            if "crit" in header and not self.has("dpop-crit"):
                raise jose.Invalid("crit")
            if header.get("alg") not in ("ES256", "ES384") or "d" in header.get("jwk", {}):
                raise jose.Invalid("alg")
            if not self.has("dpop-signature"):
                jose.verify(values[0], jose.read_key(header["jwk"]))
            if claims["htm"] != request.method and not self.has("dpop-htm"):
                raise jose.Invalid("htm")
            own, given = request.url.split("?")[0], claims["htu"]
            near = self.has("dpop-htu-start") and given.startswith(own) or self.has("dpop-htu-host") and given.split("/")[2] == own.split("/")[2]
            if given != own and not near and not self.has("dpop-htu"):
                raise jose.Invalid("htu")
            late = self.has("dpop-future") and claims["iat"] > time.time()
            ahead = 3 if self.has("dpop-strict") else 30
            if not -300 < claims["iat"] - time.time() < ahead and not late and not self.has("dpop-iat"):
                raise jose.Invalid("iat")
            near = self.has("dpop-ath-start") and jose.digest(token or "").startswith(claims.get("ath", "-"))
            if token is not None and claims.get("ath") != jose.digest(token) and not near and not self.has("dpop-ath"):
                raise jose.Invalid("ath")
            if not isinstance(claims["jti"], str) or claims["jti"] in self.proofs:
                raise jose.Invalid("jti")
            bare = self.has("dpop-bare") and "nonce" not in claims and self.seen
            self.seen = True
            if self.plan["dpop"] == "nonce" and claims.get("nonce") not in self.dpop_nonces and not bare:
                raise Refusal(400 if token is None else 401, "use_dpop_nonce", self.nonce_header())
        except (jose.Invalid, KeyError, TypeError):
            error = "invalid_request" if self.has("dpop-error") else "invalid_proof" if self.has("dpop-code") else "invalid_dpop_proof"
            raise Refusal(400 if token is None else 401, error) from None
        self.proofs.add(claims["jti"])
        return jose.thumbprint(header["jwk"])
