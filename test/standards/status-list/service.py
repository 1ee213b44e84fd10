"""Status services by the Token Status List, each at a path that is its plan. They share no code with Assay.

    service.py COUNT SEED    prints a line of JSON with its address, and serves until its standard input ends

A plan is `setting.value~setting.value~mistake.name`. `/PLAN/list` is its list, `/PLAN/token` a JWT that refers to it.
"""

import base64
import functools
import gzip
import json
import os
import random
import sys
import threading
import time
import urllib.parse
import zlib
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

sys.path.insert(0, os.path.dirname(__file__))
import signed  # noqa: E402

# The first value of each is what a service does without a plan.
SETTINGS = {
    "bits": ["1", "2", "4", "8"],
    "length": ["5000", "8", "16", "24", "20000"],
    "revoked": ["few", "none", "half", "all"],
    "memory": ["8", "9"],
    "formats": ["both", "jwt", "cwt"],
    "unwanted": ["406", "ignored", "404", "415"],
    "alg": ["ES256", "ES384", "ES512", "EdDSA", "Ed25519", "RS256", "PS256", "HS256", "ES256K"],
    "key": ["kid", "none", "x5c"],
    "ttl": ["43200", "1", "0.5", "31536000", "4e3"],
    "exp": ["day", "fraction", "years", "soon"],
    "iat": ["usual", "fraction", "ahead", "old", "now"],
    "nbf": ["no", "past"],
    "aggregation": ["no", "list", "empty", "extra", "urn", "pretty"],
    "typ": ["usual", "capitals", "long"],
    "sub": ["url", "urn", "query"],
    "extra": ["no", "yes"],
    "json": ["compact", "pretty", "raw"],
    "cbor": ["definite", "indefinite", "wide"],
    "kid": ["unprotected", "protected"],
    "media": ["plain", "charset", "capitals"],
    "coding": ["gzip", "deflate", "both"],
    "cache": ["no", "max-age", "no-store", "etag", "old"],
    "cors": ["star", "origin", "success"],
    "redirect": ["no", "301", "302", "303", "307", "308"],
    "time": ["501", "404", "400", "history", "redirect"],
    "body": ["length", "chunked"],
    "status": ["200", "203"],
    "token": ["valid", "revoked"],
}


class Plan:
    def __init__(self, text):
        self.text = text
        pairs = dict(each.split(".", 1) for each in text.split("~") if "." in each)
        self.mistake = pairs.pop("mistake", "")
        for name, value in pairs.items():
            if value not in SETTINGS[name]:
                raise ValueError(f"{name} has no value {value}")
        self.values = {name: pairs.get(name, values[0]) for name, values in SETTINGS.items()}

    def __getitem__(self, name):
        return self.values[name]


def draw(count, seed):
    chance = random.Random(seed)
    plans = [{name: chance.choice(values) for name, values in SETTINGS.items()} for _ in range(count)]
    return ["~".join(f"{name}.{value}" for name, value in plan.items()) for plan in plans]


KEYS = {alg: signed.make_key(alg) for alg in SETTINGS["alg"]}
OTHER = signed.make_key("ES256")
ROOT = signed.make_key("ES256")
ROOT_CERTIFICATE = signed.certify(ROOT.public_key(), ROOT, subject="a root", is_root=True)
INDEX = 5  # of the token
REVOKED = {"few": lambda i: i % 997 == 3, "none": lambda i: False, "half": lambda i: i * 7919 % 1009 > 500, "all": lambda i: True}
VALUES = {1: [1], 2: [1, 2, 3], 4: [1, 2, 3, 12, 15], 8: [1, 2, 3, 13]}


CACHED = {
    "no": {},
    "max-age": {"Cache-Control": "public, max-age=999999"},
    "no-store": {"Cache-Control": "no-store"},
    "etag": {"ETag": '"a"', "Last-Modified": "Mon, 01 Jan 2024 00:00:00 GMT"},
    "old": {"Age": "86400", "Expires": "0"},
}

# Mistakes in claims, and in the structure of the list.
CLAIMS = {
    "no-sub": lambda claims, now: claims.pop("sub"),
    "sub-path": lambda claims, now: claims.update(sub="/lists/1"),
    "sub-number": lambda claims, now: claims.update(sub=1),
    "other-sub": lambda claims, now: claims.update(sub=claims["sub"] + "/"),
    "other-host": lambda claims, now: claims.update(sub=claims["sub"].replace("127.0.0.1", "localhost")),
    "no-iat": lambda claims, now: claims.pop("iat"),
    "iat-text": lambda claims, now: claims.update(iat="2026-01-01T00:00:00Z"),
    "iat-digits": lambda claims, now: claims.update(iat=str(now)),
    "iat-milliseconds": lambda claims, now: claims.update(iat=now * 1000),
    "iat-local": lambda claims, now: claims.update(iat=now + 3600),
    "exp-text": lambda claims, now: claims.update(exp="2030-01-01T00:00:00Z"),
    "exp-milliseconds": lambda claims, now: claims.update(exp=now * 1000),
    "exp-null": lambda claims, now: claims.update(exp=None),
    "no-exp": lambda claims, now: claims.pop("exp"),
    "stale": lambda claims, now: claims.update(iat=now - 90000, exp=now - 3600),
    "exp-duration": lambda claims, now: claims.update(exp=86400),
    "too-early": lambda claims, now: claims.update(nbf=now + 3600),
    "ttl-zero": lambda claims, now: claims.update(ttl=0),
    "ttl-text": lambda claims, now: claims.update(ttl="43200"),
    "ttl-duration": lambda claims, now: claims.update(ttl="PT12H"),
    "ttl-null": lambda claims, now: claims.update(ttl=None),
    "ttl-float": lambda claims, now: claims.update(ttl=43200.0),
    "no-ttl": lambda claims, now: claims.pop("ttl"),
    "no-list": lambda claims, now: claims.pop("status_list"),
    "list-text": lambda claims, now: claims.update(status_list=json.dumps(claims["status_list"], default=str)),
    "list-nested": lambda claims, now: claims.update(status={"status_list": claims.pop("status_list")}),
    "list-bare": lambda claims, now: claims.update(status_list=claims["status_list"]["lst"]),
    "lst-outside": lambda claims, now: claims.update(lst=claims["status_list"].pop("lst")),
    "iat-tagged": lambda claims, now: claims.update(iat=signed.Tagged(1, now)),
}
LISTED = {
    "bits-text": lambda listed: listed.update(bits="1"),
    "bits-three": lambda listed: listed.update(bits=3),
    "bits-size": lambda listed: listed.update(bits=5000),
    "no-bits": lambda listed: listed.pop("bits"),
    "no-lst": lambda listed: listed.pop("lst"),
    "lst-padded": lambda listed: listed.update(lst=listed["lst"] + "=" * (-len(listed["lst"]) % 4 or 4)),
    "lst-base64": lambda listed: listed.update(lst=listed["lst"].replace("-", "+").replace("_", "/") + "+/8="),
    "lst-hex": lambda listed: listed.update(lst="0x" + base64.urlsafe_b64decode(listed["lst"] + "==").hex()[:-1] + "."),
    "lst-multibase": lambda listed: listed.update(lst="u" + listed["lst"]),
    "lst-array": lambda listed: listed.update(lst=[0, 1, 0, 1]),
    "lst-text": lambda listed: listed.update(lst=signed.encode(listed["lst"])),
    "aggregation-path": lambda listed: listed.update(aggregation_uri="/all"),
    "aggregation-object": lambda listed: listed.update(aggregation_uri={"uri": "https://status.example/all"}),
}


@functools.cache
def pack(bits, length, revoked):
    """The statuses of all tokens but the one that is asked about."""
    octets = bytearray((length * bits + 7) // 8)
    values = VALUES[bits]
    for i in range(length):
        if i != INDEX and REVOKED[revoked](i):
            octets[i * bits // 8] |= values[i % len(values)] << i * bits % 8
    return bytes(octets)


class Service:
    def __init__(self, plan, base):
        self.plan, self.mistake = plan, plan.mistake
        self.status = 1 if plan["token"] == "revoked" else 0
        self.at = f"{base}/{plan.text}"
        self.uri = {
            "url": f"{self.at}/list",
            "urn": "urn:uuid:6c5c0a49-b589-431d-bae7-219122a9ec2c",
            "query": f"{self.at}/list?a=%C3%A4&b=(1)",
        }[plan["sub"]]

    def pack(self):
        bits, mistake, value = int(self.plan["bits"]), self.mistake, self.status
        octets = bytearray(pack(bits, int(self.plan["length"]), self.plan["revoked"]))
        if mistake == "unknown-status":
            octets[2 * bits // 8] |= 5 << 2 * bits % 8
        if mistake == "all-revoked":
            octets[:] = b"\xff" * len(octets)
        if mistake == "inverted":
            octets[:] = bytes(~each & 0xFF for each in octets)
        if mistake == "bit-order":  # the token with the index 2 is revoked
            octets[0] |= 1 << 7 - 2
        octets[INDEX * bits // 8] |= value << INDEX * bits % 8
        return bytes(octets[:0] if mistake == "short" else octets)

    def compress(self):
        octets, mistake = self.pack(), self.mistake
        level, window = {"level-0": 0, "level-1": 1}.get(mistake, 9), -15 if mistake == "raw-deflate" else 15
        made = zlib.compressobj(level, zlib.DEFLATED, window, int(self.plan["memory"]))
        packed = made.compress(octets) + made.flush()
        if mistake == "cut-short":
            return packed[:-4]
        if mistake == "encoded-twice":
            return base64.b64encode(packed)
        return {"gzip-list": gzip.compress(octets), "not-compressed": octets}.get(mistake, packed)

    def claims(self, form, now):
        plan = self.plan
        ahead = now + 20 if now > time.time() - 60 else now  # a list of the past was valid by then
        age = {"usual": 3600, "fraction": 3600.5, "old": 40 * 86400, "now": 0}
        iat = ahead if plan["iat"] == "ahead" else now - age[plan["iat"]]
        exp = now + {"day": 86400, "fraction": 86400.25, "years": 10**9, "soon": 600}[plan["exp"]]
        ttl = {"0.5": 0.5, "4e3": 4000}.get(plan["ttl"]) or int(plan["ttl"])
        if form == "cwt" and ttl == 0.5:
            ttl = 1
        lst = self.compress()
        listed = {"bits": int(plan["bits"]), "lst": lst if form == "cwt" else signed.encode(lst)}
        if plan["aggregation"] != "no":
            listed["aggregation_uri"] = f"{self.at}/all"
        claims = {"sub": self.uri, "iat": iat, "exp": exp, "ttl": ttl, "status_list": listed}
        if plan["nbf"] == "past":
            claims["nbf"] = now - 3000
        if plan["extra"] == "yes":
            claims.update(self.extra(form))
            listed["note"] = [1, None]
        if self.mistake in CLAIMS:
            CLAIMS[self.mistake](claims, now)
        elif self.mistake in LISTED:
            LISTED[self.mistake](listed)
        return claims

    def extra(self, form):
        if form == "jwt":
            usual = {"iss": "https://issuer.example/ä", "jti": "1", "aud": ["a", "b"]}
            return {**usual, "large": 12345678901234567890123, "small": 1e-400, "deep": {"a": [{"b": None}]}}
        usual = {"iss": "https://issuer.example", "cti": b"\1\2", "aud": ["a"]}
        date = signed.Tagged(0, "2026-01-01T00:00:00Z")
        return {**usual, -70001: 1.5, "text": date, 70000: {1: 2, -1: True}, "big": 2**64 - 1}

    def token(self, form, now):
        plan, alg = self.plan, self.plan["alg"]
        key, kid = KEYS[alg], f"status-{alg}"
        claims = self.claims(form, now)
        chain = None
        if plan["key"] == "x5c" and alg != "HS256":
            chain = [signed.certify(key.public_key(), ROOT), ROOT_CERTIFICATE]
        if form == "jwt":
            typ = {"usual": "statuslist+jwt", "capitals": "StatusList+JWT", "long": "application/statuslist+jwt"}[plan["typ"]]
            header = {"alg": alg, "typ": typ}
            if chain:
                header["x5c"] = [base64.b64encode(each).decode() for each in chain]
            elif plan["key"] == "kid":
                header["kid"] = kid
            if plan["extra"] == "yes":
                header.update({"note": [1], "jku": "https://other.example/jwks"})
            return self.write_jwt(header, claims, key, alg)
        own, other = {16: "application/statuslist+cwt"}, {}
        if chain:
            other[33] = chain
        elif plan["key"] == "kid":
            (own if plan["kid"] == "protected" else other)[4] = kid.encode()
        if plan["extra"] == "yes":
            other["note"] = [1]
        return self.write_cwt(own, other, claims, key, alg)

    def write_jwt(self, header, claims, key, alg):
        mistake = self.mistake
        types = {"typ-jwt": "JWT", "typ-cwt": "statuslist+cwt", "typ-old": "status-list+jwt"}
        header["typ"] = types.get(mistake, header["typ"])
        if mistake == "no-typ":
            header.pop("typ")
        if mistake in ("alg-none", "alg-None"):
            header["alg"] = mistake[4:]
        if mistake == "no-alg":
            header.pop("alg")
        if mistake == "crit":
            header.update(crit=["ttl"], ttl=1)
        if mistake == "crit-empty":
            header["crit"] = []
        if mistake == "other-kid":
            header["kid"] = "unpublished"
        text = signed.write_jwt(header, claims, OTHER if mistake == "other-key" else key, alg, self.plan["json"])
        first, second, last = text.split(b".")
        if mistake == "der":
            last = signed.encode(key.sign(first + b"." + second, signed.ec.ECDSA(signed.hashes.SHA256()))).encode()
        if mistake == "payload-signed":
            last = signed.encode(signed.sign(base64.urlsafe_b64decode(second + b"=="), key, alg)).encode()
        if mistake in ("alg-none", "alg-None"):
            last = b""
        if mistake == "changed":
            second = signed.encode(signed.write_json({**claims, "iat": int(time.time())}, "compact")).encode()
        if mistake == "two-parts":
            return first + b"." + second
        if mistake == "padded-parts":
            return b".".join(part + b"=" * (-len(part) % 4 or 4) for part in (first, second, last))
        if mistake == "jws-json":
            return json.dumps({"protected": first.decode(), "payload": second.decode(), "signature": last.decode()}).encode()
        if mistake == "unsigned-json":
            return json.dumps(claims).encode()
        if mistake == "wrapped":
            return json.dumps({"token": text.decode()}).encode()
        return b".".join((first, second, last))

    def write_cwt(self, own, other, claims, key, alg):
        mistake, style = self.mistake, self.plan["cbor"]
        if mistake == "cwt-typ":
            own[16] = "statuslist+cwt"
        if mistake == "cwt-no-typ":
            own.pop(16)
        if mistake == "cwt-typ-open":
            other[16] = own.pop(16)
        if mistake == "cwt-crit":
            own.update({2: [-70000], -70000: 1})
        tags = {"untagged": [], "cwt-tag": [18, 61], "sign-tag": [98]}.get(mistake)
        made = signed.write_cwt(own, other, claims, OTHER if mistake == "other-key" else key, alg, style, tags)
        if mistake == "cwt-cut":
            return made[:-9]
        if mistake == "bare-claims":
            return signed.write_cbor(signed.Tagged(18, [b"", {}, {2: claims["sub"]}, b""]))
        return {"hex": made.hex().encode(), "base64": signed.encode(made).encode()}.get(mistake, made)

    def answer(self, path, query, headers):
        """Status, header fields and body."""
        plan, now = self.plan, int(time.time())
        if path == "all":
            return self.aggregate()
        if path == "token":
            header = {"alg": "ES256", "kid": "status-ES256", "typ": "JWT"}
            claims = {"iss": "https://issuer.example", "status": {"status_list": {"idx": INDEX, "uri": self.uri}}}
            token = signed.write_jwt(header, claims, KEYS["ES256"], "ES256")
            return 200, {"Content-Type": "application/jwt"}, token
        if self.mistake.isdigit():
            return int(self.mistake), {"Content-Type": "text/plain"}, b"no"
        if self.mistake == "page":
            return 200, {"Content-Type": "text/html"}, b"<!doctype html><title>Not found</title>"
        if plan["redirect"] != "no" and path == "list":
            return int(plan["redirect"]), {"Location": "moved" + (f"?{query}" if query else ""), "Vary": "Accept"}, b""
        if path == "nothing":
            return 404, {}, b""
        wanted = urllib.parse.parse_qs(query).get("time")
        if wanted and self.mistake != "ignores-time":
            moments = {"time-milliseconds": lambda at: at // 1000, "time-next": lambda at: at + 2 * 86400}
            if self.mistake in moments:
                now = moments[self.mistake](int(wanted[0]))
            elif plan["time"] == "history":
                now = int(wanted[0])
            elif plan["time"] == "redirect":
                return 302, {"Location": "nothing"}, b""
            else:
                return int(plan["time"]), {"Content-Type": "application/json"}, b'{"error":"time"}'
        accept = headers.get("Accept", "*/*")
        form = "cwt" if "statuslist+cwt" in accept else "jwt"
        if plan["formats"] not in ("both", form):
            if plan["unwanted"] != "ignored":
                return int(plan["unwanted"]), {"Content-Type": "text/plain"}, b"no"
            form = plan["formats"]
        media = f"application/statuslist+{form}" + ("; charset=utf-8" if plan["media"] == "charset" else "")
        if plan["media"] == "capitals":
            media = f"Application/StatusList+{form.upper()}"
        fields = {"Content-Type": media, "Vary": "Accept, Accept-Encoding"}
        body = self.token(form, now)
        fields.update(CACHED[plan["cache"]])
        types = {
            "media-jwt": "application/jwt",
            "media-json": "application/json",
            "media-text": "text/plain",
            "media-other": f"application/statuslist+{'cwt' if form == 'jwt' else 'jwt'}",
            "media-octets": "application/octet-stream",
            "media-old": "application/vnd.statuslist",
        }
        fields["Content-Type"] = types.get(self.mistake, fields["Content-Type"])
        if self.mistake == "no-media":
            del fields["Content-Type"]
        if self.mistake == "quoted":
            body = b'"' + body + b'"'
        return 404 if self.mistake == "list-404" else 500 if self.mistake == "list-500" else int(plan["status"]), fields, body

    def aggregate(self):
        kind = self.plan["aggregation"]
        lists = {"empty": [], "urn": ["urn:a:b"]}.get(kind, [f"{self.at}/list", "https://other.example/lists/2#a"])
        mistake = self.mistake.removeprefix("all-")
        if mistake in ("404", "500"):
            return int(mistake), {}, b"no"
        if mistake in ("text", "html", "absent", "jwt"):
            media = {"text": "text/plain", "html": "text/html", "jwt": "application/jwt"}.get(mistake)
            return 200, {"Content-Type": media} if media else {}, json.dumps({"status_lists": lists}).encode()
        made = {
            "array": json.dumps(lists),
            "comma": '{"status_lists":["https://a.example/1",]}',
            "name": json.dumps({"statuslists": lists}),
            "objects": json.dumps({"status_lists": [{"uri": each} for each in lists]}),
            "one": json.dumps({"status_lists": f"{self.at}/list"}),
            "paths": json.dumps({"status_lists": ["/lists/1"]}),
            "numbers": json.dumps({"status_lists": [1, 2]}),
            "ids": json.dumps({"status_lists": ["1", "2"]}),
        }.get(mistake)
        if made:
            return 200, {"Content-Type": "application/json"}, made.encode()
        content = {"status_lists": lists, **({"note": 1} if kind == "extra" else {})}
        media = "application/json; charset=utf-8" if kind == "extra" else "application/json"
        return 200, {"Content-Type": media}, json.dumps(content, indent=2 if kind == "pretty" else None).encode()

    def code(self, accepted):
        """A content coding that the client accepts, and this service has."""
        own = {"both": ["deflate", "gzip"]}.get(self.plan["coding"], [self.plan["coding"]])
        offered = {each.split(";")[0].strip() for each in accepted.split(",")}
        return next((each for each in own if each in offered), None)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = 65536  # header and body leave together

    def do_GET(self):
        path, _, query = self.path.partition("?")
        _, text, *rest = path.split("/")
        base = f"http://127.0.0.1:{self.server.server_port}"
        try:
            service = Service(Plan(text), base)
            status, fields, body = service.answer("/".join(rest), query, self.headers)
        except Exception as error:
            return self.send_error(599, f"the service itself is wrong: {error}")
        plan = service.plan
        if plan["cors"] == "star" or status < 300 and plan["cors"] == "success":
            fields["Access-Control-Allow-Origin"] = "*"
        if plan["cors"] == "origin" and "Origin" in self.headers:
            fields["Access-Control-Allow-Origin"] = self.headers["Origin"]
        coding = service.code(self.headers.get("Accept-Encoding", "")) if status == 200 or status == 203 else None
        if service.mistake == "no-cors":
            fields.pop("Access-Control-Allow-Origin", None)
        if service.mistake == "cors-other":
            fields["Access-Control-Allow-Origin"] = "https://app.example"
        accepted = self.headers.get("Accept-Encoding", "")
        if service.mistake == "no-coding" or service.mistake == "coding-alone" and accepted != coding:
            coding = None
        if service.mistake == "coding-of-octets" and "cwt" not in fields.get("Content-Type", ""):
            coding = None
        if coding:
            body = gzip.compress(body) if coding == "gzip" else zlib.compress(body)
            fields["Content-Encoding"] = coding
        self.send_response(status)
        for name, value in fields.items():
            self.send_header(name, value)
        if plan["body"] == "chunked" and body:
            self.send_header("Transfer-Encoding", "chunked")
            self.end_headers()
            for part in (body[:7], body[7:]):
                if part:
                    self.wfile.write(b"%x\r\n%s\r\n" % (len(part), part))
            self.wfile.write(b"0\r\n\r\n")
        else:
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    def log_message(self, *_):
        pass


def main():
    count, seed = int(sys.argv[1]), int(sys.argv[2])
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    pem = base64.encodebytes(ROOT_CERTIFICATE).decode()
    start = {
        "address": f"http://127.0.0.1:{server.server_port}",
        "jwks": {"keys": [{**signed.publish(key, alg), "kid": f"status-{alg}"} for alg, key in KEYS.items()]},
        "root": f"-----BEGIN CERTIFICATE-----\n{pem}-----END CERTIFICATE-----\n",
        "draws": draw(count, seed),
    }
    print(json.dumps(start), flush=True)
    sys.stdin.read()


main()
