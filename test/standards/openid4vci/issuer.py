"""Credential issuers of OpenID4VCI 1.0, each at a path that is its plan. They share no code with Assay.

    issuer.py [SEED]    prints a line of JSON with its address, and serves until its standard input ends

A plan is `setting.value~setting.value~mistake.name`; `/PLAN/offer` gives a new offer, and `/later/SECONDS` lets time pass.
"""

import json
import sys
import threading
import urllib.parse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import jose
from authorization import Refusal
from issuance import Issuer, Keys
from plan import draw

KNOWN = {"openid-credential-issuer", "oauth-authorization-server", "jwt-vc-issuer"}
keys, issuers, gate = Keys(), {}, threading.Lock()


class Request:
    def __init__(self, handler, base):
        parts = urllib.parse.urlsplit(handler.path)
        self.method, self.headers = handler.command, handler.headers
        self.path = urllib.parse.unquote(parts.path)
        self.url = base + handler.path
        self.query = dict(urllib.parse.parse_qsl(parts.query))
        self.body = handler.rfile.read(min(int(handler.headers.get("Content-Length") or 0), 1_000_000))

    def form(self):
        media = self.headers.get("Content-Type", "").split(";")[0].strip().lower()
        if media != "application/x-www-form-urlencoded":
            raise Refusal(400, "invalid_request")
        pairs = urllib.parse.parse_qsl(self.body.decode("utf-8", "replace"), keep_blank_values=True)
        if len({name for name, _ in pairs}) < len(pairs):
            raise Refusal(400, "invalid_request")
        return {name: value for name, value in pairs if value}


def find(base, text):
    if text not in issuers:
        issuers[text] = Issuer(base, text, keys)
    return issuers[text]


def pass_time(seconds):
    """What is good for a minute or so is older at once: nobody has to wait."""
    for issuer in issuers.values():
        for kept in [*issuer.server.codes.values(), *issuer.server.pushed.values()]:
            kept["until"] -= seconds
    return 204, {}, b""


def answer(request, base):
    names = request.path.strip("/").split("/")
    if names[0] == "later":
        return pass_time(float(names[1]))
    if names == [".well-known", "openid-credential-issuer"]:
        alone = [each for each in issuers.values() if each.has("at-root")]
        return alone[0].metadata(request) if alone else (404, {}, b"")
    if names[0] == ".well-known" and len(names) > 2 and names[1] in KNOWN:
        return answer_well_known(find(base, names[2]), names[1], names[3:], request)
    if len(names) < 2:
        raise Refusal(404, "not_found")
    issuer = find(base, names[0])
    path = names[1:]
    if path[0] == "login" and issuer.plan["as"] != "same":
        return answer_server(issuer.server, path[1:], request)
    if path[0] == "offers" and len(path) == 2:
        return issuer.offered(path[1])
    if path == ["lists"] and issuer.plan["places"] == "served":
        return issuer.reply(200, {"status_lists": [f"{issuer.name}/lists/1"]})
    if path == ["lists", "1"] and issuer.plan["places"] == "served":
        return issuer.status_list()
    if path[0] == "keys":
        return issuer.reply(200, issuer.key_set())
    if path[0] == "server-keys":
        own = jose.write_secret(issuer.keys.token) if issuer.has("as-private-key") else {"kty": "oct", "k": "c2hhcmVk"}
        return issuer.reply(200, {"keys": [{**own, "kid": "door"}]})
    if path[:2] == [".well-known", "openid-credential-issuer"] and issuer.has("appended"):
        return issuer.metadata(request)
    if path[0] == "offer":
        return issuer.offer()
    if path[0] in ("credential", "nonce", "deferred", "notification") and len(path) == 1:
        return getattr(issuer, path[0])(request)
    if issuer.plan["as"] == "same":
        return answer_server(issuer.server, path, request)
    raise Refusal(404, "not_found")


def answer_server(server, path, request):
    if path == ["token"]:
        return server.token(request)
    if path == ["par"] and server.plan["par"] != "no":
        return server.push(request)
    if path == ["challenge"] and server.plan["attest"] == "served":
        if request.method != "POST":
            raise Refusal(405, "invalid_request", {"Allow": "POST"})
        return server.clients.serve_challenge()
    if path == ["authorize"]:
        return server.authorize(request)
    raise Refusal(404, "not_found")


def answer_well_known(issuer, name, rest, request):
    if name == "openid-credential-issuer" and not rest and not issuer.has("appended") and not issuer.has("at-root"):
        return issuer.metadata(request)
    if name == "jwt-vc-issuer" and issuer.plan["vckey"] != "x5c" and rest == (["registry"] if issuer.plan["vciss"] == "other" else []):
        return issuer.key_metadata()
    if name == "oauth-authorization-server" and rest == ([] if issuer.plan["as"] == "same" else ["login"]):
        return issuer.reply(200, issuer.server.metadata(), name="server")
    if name == "oauth-authorization-server" and rest == ["door"] and issuer.plan["as"] == "two":
        at = issuer.name + "/door"
        content = {"issuer": at, "token_endpoint": at + "/token", "grant_types_supported": ["client_credentials"]}
        return issuer.reply(200, {**content, "response_types_supported": ["none"]})
    raise Refusal(404, "not_found")


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_version, sys_version = "library", ""
    wbufsize = -1
    disable_nagle_algorithm = True

    def serve(self):
        base = f"http://127.0.0.1:{self.server.server_address[1]}"
        request = Request(self, base)
        names = request.path.strip("/").split("/")
        text = names[2] if names[0] == ".well-known" and len(names) > 2 else names[0]
        with gate:
            try:
                status, headers, body = answer(request, base)
            except Refusal as refusal:
                issuer = issuers.get(text)
                status, headers, body = issuer.refuse(refusal) if issuer else (refusal.status, {}, b"")
            plan = issuers[text].plan if text in issuers else None
        self.write(status, headers, body, plan)

    def write(self, status, headers, body, plan):
        self.send_response(status)
        change = {"lower-case": str.lower, "UPPER-CASE": str.upper}.get(plan["case"] if plan else "", str)
        for name, value in headers.items():
            for each in value if isinstance(value, list) else [value]:
                self.send_header(change(name), each)
        if plan and plan["body"] == "chunked" and body:
            self.send_header(change("Transfer-Encoding"), "chunked")
            self.end_headers()
            half = len(body) // 2
            for part in (body[:half], body[half:]):
                if part:
                    self.wfile.write(f"{len(part):x}\r\n".encode() + part + b"\r\n")
            self.wfile.write(b"0\r\n\r\n")
        else:
            if status != 204:
                self.send_header(change("Content-Length"), str(len(body)))
            self.end_headers()
            self.wfile.write(body)
        self.wfile.flush()

    do_GET = do_POST = do_HEAD = do_PUT = do_DELETE = serve

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
server.daemon_threads = True
threading.Thread(target=server.serve_forever, daemon=True).start()
address = f"http://127.0.0.1:{server.server_address[1]}"
seed = int(sys.argv[1]) if len(sys.argv) > 1 else 1
count = int(sys.argv[2]) if len(sys.argv) > 2 else 24
print(json.dumps({"address": address, "root": keys.root_pem(), "provider": {**jose.write_secret(keys.provider), "kid": "provider"}, "draws": draw(count, seed)}), flush=True)
sys.stdin.read()
