"""Credentials and the documents beside them, each as its author would write it, with a mistake. They share no code with Assay.

For each line with a kind of document and a plan, a line of JSON has the document and what a receiver knows beside it. A plan
is `setting~setting~mistake`; mistakes of any message are written as in `spoil.py`.
"""

import base64
import hashlib
import json
import os
import sys
import time
import zlib

from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509.oid import ObjectIdentifier

sys.path[:0] = [os.path.join(os.path.dirname(__file__), each) for each in ("../openid4vci", "../status-list")]

import jose  # noqa: E402
import mdoc  # noqa: E402
from messages import Messages  # noqa: E402
import signed  # noqa: E402
from spoil import Spoil, make_certificate, usage  # noqa: E402

NOW = int(time.time())
DAY = 86_400
ISSUER = "https://issuer.example"
TYPE, BASE = "https://types.example/card", "urn:example:base:1"
LIST, VERIFIER = "https://status.example/lists/1", "https://verifier.example"
HASHES = {"sha-256": hashlib.sha256, "sha-384": hashlib.sha384, "sha-512": hashlib.sha512}
REQUEST = {"client_id": "x509_san_dns:verifier.example", "nonce": "n-1234567890", "response_uri": "https://verifier.example/response"}
LICENCE = "org.iso.18013.5.1.mDL"

ROOT, HOLDER = jose.make_key("ES256"), jose.make_key("ES256")
SIGNERS = {alg: jose.make_key(alg) for alg in ("ES256", "ES384", "ES512", "EdDSA")}
AUTHORITY = make_certificate(ROOT, is_authority=True, name="Authority")[0]
PEM = f"-----BEGIN CERTIFICATE-----\n{AUTHORITY}\n-----END CERTIFICATE-----\n"
KEYS = {"keys": [{**jose.write_key(key), "kid": f"key-{alg}"} for alg, key in SIGNERS.items()]}


class Document:
    def __init__(self, plan):
        self.parts = plan.split("~")
        self.spoil = Spoil(self.parts)

    def has(self, mistake):
        return mistake in self.parts

    def alg(self):
        return next((each for each in self.parts if each in SIGNERS), "ES256")

    def certify(self, key, **more):
        """A chain below the authority."""
        if self.has("self-signed"):
            return [make_certificate(key, name="Own", issuer="Own", **more)[0]]
        root = jose.make_key("ES256") if self.has("other-root") else ROOT
        days = (-30, -2) if self.has("old-certificate") else (-1, 30)
        if self.has("no-signatures"):
            more = {"more": [*more.get("more", ()), (usage(key_agreement=True), True)]}
        if self.has("unknown-extension"):
            more = {"more": [*more.get("more", ()), (x509.UnrecognizedExtension(ObjectIdentifier("1.3.6.1.4.1.99999.1"), b"\5\0"), True)]}
        own = make_certificate(key, root, days, **more)[0]
        if self.has("strange-middle"):
            return [own, make_certificate(jose.make_key("ES256"), ROOT, is_authority=True, name="Authority")[0]]
        if self.has("reversed"):
            return [AUTHORITY, own]
        if self.has("with-root"):
            return [own, AUTHORITY]
        return [own]

    # SD-JWTs

    def digest(self, text):
        name = next((each[5:] for each in self.parts if each.startswith("hash-")), "sha-256")
        if name.startswith("sha-256-"):
            return jose.encode(hashlib.sha256(text.encode()).digest()[: int(name[8:]) // 8])
        return jose.encode(HASHES[name](text.encode()).digest())

    def salt(self, about):
        random = os.urandom(16)
        if self.has("short-salts"):
            return jose.encode(random[:6])
        if self.has("counted-salts"):
            return f"{len(about):08}-{int.from_bytes(random[:3], 'big'):08}"
        if self.has("timed-salts"):
            return f"{time.time_ns():032x}"
        return jose.encode(random)

    def disclose(self, name, *content):
        """The disclosure, and its digest."""
        made = self.spoil.content(name, [self.salt(str(content)), *content])
        text = jose.encode(self.spoil.text(name, json.dumps(made).encode()))
        return text, self.digest(text)

    def payload(self):
        deep = []
        if self.has("deep"):
            for _ in range(300):
                deep.append(self.disclose("deep", "inside", {"_sd": [deep[-1][1]] if deep else []}))
        if self.has("deep-elements"):
            for _ in range(300):
                deep.append(self.disclose("deep", [{"...": deep[-1][1]}] if deep else []))
        hidden = {"given_name": "Erin", "age": 42, **({"exp": NOW + DAY} if self.has("hidden-exp") else {})}
        if self.has("hidden-cnf"):
            hidden["cnf"] = {"jwk": jose.write_key(HOLDER)}
        if self.has("hidden-status"):
            hidden["status"] = {"status_list": {"idx": 5, "uri": LIST}}
        made = [self.disclose("disclosure", name, value) for name, value in hidden.items()]
        city = self.disclose("city", "city", "Colombo")
        element = self.disclose("element", "Sinhala")
        address = {"country": "LK", "_sd": [city[1]]}
        claims = {
            "iss": ISSUER,
            "vct": TYPE,
            "iat": NOW - 60,
            "exp": NOW + DAY,
            "cnf": {"jwk": jose.write_key(HOLDER)},
            "number": "LC-0042",
            "address": address,
            "languages": ["Tamil", {"...": element[1]}],
            "_sd": sorted(each for _, each in made),
        }
        if self.has("deep"):
            claims["deep"] = {"_sd": [deep[-1][1]]}
        if self.has("deep-elements"):
            claims["deep"] = [{"...": deep[-1][1]}]
        if self.has("listed"):
            claims["status"] = {"status_list": {"idx": 5, "uri": LIST}}
        name = next((each[5:] for each in self.parts if each.startswith("hash-")), "")
        if name:
            claims["_sd_alg"] = name
        for each in ("hidden-exp", "hidden-cnf", "hidden-status"):
            if self.has(each):
                claims.pop(each[7:], None)
        if self.has("confirmation"):
            claims["confirmation"] = claims.pop("cnf")
        if self.has("no-disclosures"):
            del claims["_sd"]
            claims |= {"address": {"country": "LK"}, "languages": ["Tamil"]}
            return claims, []
        return claims, [*(text for text, _ in [*made, *deep]), city[0], element[0]]

    def sd_jwt(self):
        claims, disclosures = self.payload()
        alg = self.alg()
        header = {"typ": "dc+sd-jwt", "kid": f"key-{alg}"}
        if self.has("certified"):
            header = {"typ": "dc+sd-jwt", "x5c": self.certify(SIGNERS[alg])}
        jwt = self.spoil.jwt("card", header, claims, SIGNERS[alg], header.get("x5c"))
        if self.has("json"):
            protected, payload, signature = jwt.split(".")
            unprotected = {"disclosures": disclosures}
            if self.has("general"):
                flat = {"signatures": [{"protected": protected, "signature": signature, "header": unprotected}] * 2}
                flat = json.loads(json.dumps(flat))
                flat["signatures"][1]["header"] = {"note": 1}
            else:
                flat = {"protected": protected, "signature": signature, "header": unprotected}
            return json.dumps(self.spoil.content("json", {"payload": payload, **flat}))
        if self.has("disclosed-twice"):
            disclosures = [*disclosures, disclosures[0]]
        text = "~".join([jwt, *disclosures, ""])
        if self.has("bound"):
            text += self.bind(text)
        return self.spoil.text("sd-jwt", text.encode()).decode()

    def bind(self, text):
        """A Key Binding JWT for a presentation."""
        header, claims = {"typ": "kb+jwt"}, {"aud": VERIFIER, "nonce": REQUEST["nonce"], "iat": NOW, "sd_hash": self.digest(text)}
        chain = self.certify(HOLDER) if self.has("certified-holder") else None
        if chain:
            header["x5c"] = chain
        return self.spoil.jwt("binding", header, claims, HOLDER, chain)

    def credential(self, profile):
        text = self.sd_jwt()
        facts = {"jwks": KEYS, "issuer": ISSUER, "keyBinding": "refused"}
        if (self.has("bound") or self.has("to-bind")) and not self.has("as-issued"):
            facts |= {"keyBinding": "required", "nonce": REQUEST["nonce"]}
        if self.has("certified"):
            facts["anchors"] = [PEM]
        if self.has("type"):
            facts["typeMetadata"] = self.types()
        if self.has("metadata"):
            facts["issuerMetadata"] = json.loads(self.issuer())
        if self.has("status"):
            facts["statusList"] = self.list()
        return {"as": "sd-jwt", "profile": profile, "text": text, "audience": VERIFIER, **facts}

    # metadata

    def base_type(self):
        content = {
            "vct": BASE,
            "name": "Card",
            "claims": [
                {"path": ["given_name"], "sd": "always", "mandatory": True},
                {"path": ["number"], "sd": "never", "mandatory": True},
                {"path": ["address", "country"], "sd": "allowed"},
            ],
        }
        return self.spoil.text("base", json.dumps(self.spoil.content("base", content)).encode()).decode()

    def type(self):
        integrity = "sha256-" + base64.b64encode(hashlib.sha256(self.base_type().encode()).digest()).decode()
        svg = "<svg xmlns='http://www.w3.org/2000/svg'><text>{{given_name}}</text></svg>"
        if self.has("svg-attribute"):
            svg = svg.replace("<text>", "<text id='{{given_name}}'>")
        if self.has("svg-comment"):
            svg = svg.replace("<text>", "<!-- {{given_name}} --><text>")
        if self.has("svg-unknown"):
            svg = svg.replace("{{given_name}}", "{{given_name}} {{family_name}}")
        if self.has("svg-path"):
            svg = svg.replace("{{given_name}}", "{{address_city}}")
        content = {
            "vct": TYPE,
            "name": "Library card",
            "description": "Its holder may borrow books.",
            "extends": BASE,
            "extends#integrity": integrity,
            "display": [
                {
                    "locale": "en",
                    "name": "Library card",
                    "rendering": {
                        "simple": {
                            "logo": {"uri": "https://types.example/logo.png", "alt_text": "A book"},
                            "background_color": "#336699",
                            "text_color": "#FFFFFF",
                        },
                        "svg_templates": [
                            {
                                "uri": "data:image/svg+xml;base64," + base64.b64encode(svg.encode()).decode(),
                                "properties": {"orientation": "portrait"},
                            },
                            {"uri": "https://types.example/card.svg", "properties": {"color_scheme": "dark", "contrast": "normal"}},
                        ],
                    },
                }
            ],
            "claims": [
                {"path": ["given_name"], "svg_id": "given_name", "sd": "always", "display": [{"locale": "en", "label": "Given name"}]},
                {"path": ["address", "city"], "svg_id": "city", "sd": "always"},
                {"path": ["languages", None], "sd": "allowed"} if self.has("every-language") else {"path": ["languages", 1], "sd": "always"},
            ],
        }
        return self.spoil.text("type", json.dumps(self.spoil.content("type", content)).encode()).decode()

    def types(self):
        served = self.type()
        kept = [(TYPE, served), (BASE, self.base_type())]
        if self.has("also"):
            also = {"vct": "https://types.example/also", "name": "Also a card"}
            kept.append((also["vct"], json.dumps(self.spoil.content("also", also))))
        return [{"uri": uri, "text": text} for uri, text in kept]

    def issuer(self):
        jwks = json.loads(json.dumps(KEYS))
        content = self.spoil.content("issuer", {"issuer": ISSUER, "jwks": jwks})
        return self.spoil.text("issuer", json.dumps(content).encode()).decode()

    def answer(self, text, path):
        status = next((each for each in self.parts if each.isdigit()), "200")
        fields = {
            "Content-Type": "application/json",
            "Cache-Control": "max-age=3600",
            "X-Content-Type-Options": "nosniff",
            "Content-Security-Policy": "default-src 'none'",
        }
        fields = self.spoil.content("head", fields)
        lines = [f"HTTP/1.1 {status} Any", *(f"{name}: {value}" for name, value in fields.items()), "", text]
        url = {"appended": f"{ISSUER}/tenant/.well-known/jwt-vc-issuer", "no-place": f"{ISSUER}/jwt-vc-issuer"}
        request = {"url": next((url[each] for each in self.parts if each in url), path)}
        return {"as": "vc-http-response", "profile": "sd-jwt-vc", "text": "\r\n".join(lines), "request": request}

    # status lists

    def list(self):
        octets = zlib.compress(bytes((64 if self.has("huge") else 33) << 20 if self.has("large") or self.has("huge") else 128))
        claims = {"sub": LIST, "iat": NOW - 60, "exp": NOW + DAY, "ttl": 3600}
        if self.has("cwt"):
            return self.cwt("list", "application/statuslist+cwt", {**claims, "status_list": {"bits": 1, "lst": octets}})
        claims["status_list"] = {"bits": 1, "lst": jose.encode(octets)}
        return self.jwt("list", "statuslist+jwt", claims)

    def token(self):
        status = {"status_list": {"idx": 5, "uri": LIST}}
        claims = {"iss": ISSUER, "iat": NOW - 60, "exp": NOW + DAY, "status": status}
        return self.cwt("token", "application/cwt", {**claims, 65535: status}) if self.has("cwt-token") else self.jwt("token", "JWT", claims)

    def jwt(self, name, typ, claims):
        alg = self.alg()
        header = {"typ": typ, "kid": f"key-{alg}"}
        if self.has("certified"):
            header = {"typ": typ, "x5c": self.certify(SIGNERS[alg])}
        text = self.spoil.jwt(name, header, claims, SIGNERS[alg], header.get("x5c"))
        return self.spoil.text(f"{name}-text", text.encode()).decode()

    def cwt(self, name, typ, claims):
        claims.pop("status", None)
        own, other = self.spoil.content(f"{name}-own", {16: typ}), self.spoil.content(f"{name}-other", {4: b"key-ES256"})
        claims = self.spoil.content(name, claims)
        text = signed.write_cwt(own, other, claims, SIGNERS["ES256"], "ES256")
        return self.spoil.text(f"{name}-text", text).hex()

    # mdocs

    def data(self, doctype):
        """What a document says of its holder, and the name space of its elements."""
        if not self.has("data-of-licences"):
            return {"name": "Erin Example", "number": "LC-0042", "age": 42}, mdoc.SPACE
        day = lambda text: mdoc.Tagged(1004, text)  # noqa: E731
        privilege = {"vehicle_category_code": "B", "issue_date": day("2020-02-29")}
        claims = {"family_name": "Example", "birth_date": day("1990-01-31"), "issue_date": day("2024-05-06"), "height": 170}
        claims |= {"portrait": b"\xff\xd8\xff" + bytes(40), "age_over_18": True, "driving_privileges": [privilege]}
        return self.spoil.content("data", claims), doctype.rpartition(".")[0]

    def purpose(self):
        """The extended key usage of issuers of driving licences."""
        purposes = [x509.ObjectIdentifier("1.3.6.1.5.5.7.3.1" if self.has("web-server") else "1.0.18013.5.1.2")]
        if self.has("two-purposes"):
            purposes.append(x509.ObjectIdentifier("1.3.6.1.5.5.7.3.36"))
        return () if self.has("no-purpose") else [(x509.ExtendedKeyUsage(purposes), not self.has("plain-purpose"))]

    def issuer_signed(self, doctype):
        alg = self.alg()
        more = [*(self.purpose() if doctype == LICENCE else ())]
        if not self.has("no-signatures"):
            more.append((usage(digital_signature=True), True))
        chain = [base64.b64decode(each) for each in self.certify(SIGNERS[alg], more=more)]
        claims, space = self.data(doctype)
        return mdoc.write(claims, doctype, jose.write_key(HOLDER), SIGNERS[alg], chain, alg, self, space)

    def device_signed(self, doctype):
        elements = mdoc.Tagged(24, self.spoil.text("elements", mdoc.cbor(self.spoil.content("elements", {}))))
        info = hashlib.sha256(mdoc.cbor([REQUEST["client_id"], REQUEST["nonce"], None, REQUEST["response_uri"]])).digest()
        transcript = [None, None, ["OpenID4VPHandover", info]]
        if self.has("other-session"):
            transcript[2][1] = bytes(32)
        signed_type = doctype + ".other" if self.has("signed-type") else doctype
        content = mdoc.cbor(mdoc.Tagged(24, mdoc.cbor(["DeviceAuthentication", transcript, signed_type, elements])))
        first = mdoc.cbor(self.spoil.content("device-own", {1: -7}))
        other = self.spoil.content("device-other", {4: b"device"})
        key = jose.make_key("ES256") if self.has("other-device") else HOLDER
        signature = jose.sign_octets(mdoc.cbor(["Signature1", first, b"", content]), key)
        message = [first, other, content if self.has("attached") else b"" if self.has("empty-payload") else None, signature]
        return self.spoil.content("device", {"nameSpaces": elements, "deviceAuth": {"deviceSignature": message}})

    def document(self, doctype):
        named = doctype + ".card" if self.has("document-type") else doctype[:-1] if self.has("document-cut") else doctype
        content = {"docType": named, "issuerSigned": self.issuer_signed(doctype), "deviceSigned": self.device_signed(doctype)}
        return self.spoil.content("document", content)

    def mdoc(self, kind):
        doctype = LICENCE if self.has("licence") else "org.example.library.1"
        content = self.issuer_signed(doctype) if kind == "issuer-signed" else self.document(doctype)
        if kind == "response":
            content = self.spoil.content("response", {"version": "1.0", "documents": [content], "status": 0})
        octets = self.spoil.text(kind, mdoc.cbor(content))
        facts = {} if kind == "issuer-signed" else {"request": REQUEST}
        return {"as": f"mdoc-{kind}", "profile": "mdoc", "text": jose.encode(octets), "anchors": [PEM], **facts}


def write(kind, plan):
    it = Document(plan)
    if kind.startswith("haip-"):
        return {**write(kind.removeprefix("haip-"), plan), "profile": "haip-1.0"}
    if kind.startswith(("vci-", "oauth-")):
        return {"as": kind, "profile": "openid4vci-1.0", "text": Messages(it).write(kind), "issuer": ISSUER, "anchors": [PEM]}
    if kind in ("sd-jwt", "sd-jwt-vc"):
        return it.credential(kind)
    if kind == "type":
        return {"as": "type-metadata", "profile": "sd-jwt-vc", "text": it.type(), "typeMetadata": it.types()}
    if kind == "issuer":
        return {"as": "vc-issuer-metadata", "profile": "sd-jwt-vc", "text": it.issuer(), "issuer": ISSUER}
    if kind == "served-type":
        return it.answer(it.type(), TYPE)
    if kind == "served-issuer":
        return {**it.answer(it.issuer(), f"{ISSUER}/.well-known/jwt-vc-issuer"), "issuer": ISSUER}
    known = {"profile": "token-status-list", "jwks": KEYS, "anchors": [PEM]}
    if kind == "list":
        return {"as": "status-list-token", "text": it.list(), **known}
    if kind == "token":
        return {"as": "referenced-token", "text": it.token(), "statusList": it.list(), **known}
    return it.mdoc(kind.removeprefix("mdoc-"))


for line in sys.stdin:
    kind, _, plan = line.strip().partition(" ")
    try:
        print(json.dumps(write(kind, plan)), flush=True)
    except Exception as error:
        print(json.dumps({"error": f"{type(error).__name__}: {error}"}), flush=True)
