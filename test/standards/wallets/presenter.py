"""A small wallet of OpenID4VP 1.0 and HAIP 1.0 with one SD-JWT VC. It shares no code with Assay.

    presenter.py FOLDER --prepare     makes its credential, with query.json, jwks.json and roots.pem for who asks for it
    presenter.py FOLDER --certify     makes one with a certificate, as HAIP 1.0 has it
    presenter.py FOLDER [MISTAKE]     takes a command on each line of its standard input

FOLDER/root.pem is the certificate of the authority of verifiers.
"""

import base64
import datetime
import hashlib
import json
import os
import secrets
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.concatkdf import ConcatKDFHash

ISSUER = "https://library.example"
TYPE = "urn:example:library-card:1"
FORM = "application/x-www-form-urlencoded"

folder = sys.argv[1]
mistake = sys.argv[2] if len(sys.argv) > 2 else ""


class Refusal(Exception):
    """Nothing is presented; `code` is sent to the verifier if there is one."""

    def __init__(self, reason, code=None):
        super().__init__(reason)
        self.code = code


def encode(octets):
    return base64.urlsafe_b64encode(octets).rstrip(b"=").decode()


def decode(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def path(name):
    return os.path.join(folder, name)


def save(name, content):
    with open(path(name), "w", encoding="utf-8") as file:
        json.dump(content, file)


def load(name):
    with open(path(name), encoding="utf-8") as file:
        return json.load(file)


def write_part(content):
    return encode(json.dumps(content).encode())


def sign(header, claims, key):
    text = f"{write_part(header)}.{write_part(claims)}"
    r, s = utils.decode_dss_signature(key.sign(text.encode(), ec.ECDSA(hashes.SHA256())))
    return f"{text}.{encode(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}"


def write_key(key):
    numbers = key.public_key().public_numbers()
    x, y = (encode(each.to_bytes(32, "big")) for each in (numbers.x, numbers.y))
    return {"kty": "EC", "crv": "P-256", "x": x, "y": y}


def read_number(text):
    return int.from_bytes(decode(text), "big")


def read_key(jwk):
    return ec.EllipticCurvePublicNumbers(read_number(jwk["x"]), read_number(jwk["y"]), ec.SECP256R1()).public_key()


def name(text):
    return x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, text)])


def certify(issuer):
    """The certificate of the issuer, by an authority of its own, which is saved."""
    authority, now = ec.generate_private_key(ec.SECP256R1()), datetime.datetime.now(datetime.timezone.utc)

    def write(subject, key, is_authority):
        builder = x509.CertificateBuilder().subject_name(name(subject)).issuer_name(name("Library authority"))
        builder = builder.public_key(key.public_key()).serial_number(x509.random_serial_number())
        builder = builder.not_valid_before(now - datetime.timedelta(days=2))
        builder = builder.not_valid_after(now + datetime.timedelta(days=60))
        builder = builder.add_extension(x509.BasicConstraints(is_authority, None), True)
        above = x509.AuthorityKeyIdentifier.from_issuer_public_key(authority.public_key())
        builder = builder.add_extension(x509.SubjectAlternativeName([x509.DNSName("library.example")]), False)
        return builder.add_extension(above, False).sign(authority, hashes.SHA256())

    with open(path("roots.pem"), "wb") as file:
        file.write(write("Library authority", authority, True).public_bytes(serialization.Encoding.PEM))
    return write("library.example", issuer, False)


def prepare():
    issuer, holder = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())
    claims = {"name": "Erin Example", "card_number": "LC-0042", "branch": "North", "born": "1990-02-03"}
    disclosures = [
        encode(json.dumps([secrets.token_urlsafe(16), name, value]).encode()) for name, value in claims.items()
    ]
    now = int(time.time())
    payload = {
        "iss": ISSUER,
        "vct": TYPE,
        "iat": now - 86_400,
        "exp": now + 30 * 86_400,
        "cnf": {"jwk": write_key(holder)},
        "_sd_alg": "sha-256",
        "_sd": sorted(digest(each) for each in disclosures),
    }
    header = {"alg": "ES256", "typ": "dc+sd-jwt", "kid": "library-1"}
    if mistake == "--certify":
        header["x5c"] = [base64.b64encode(certify(issuer).public_bytes(serialization.Encoding.DER)).decode()]
    jwt = sign(header, payload, issuer)
    secret = encode(holder.private_numbers().private_value.to_bytes(32, "big"))
    save("wallet.json", {"jwt": jwt, "disclosures": disclosures, "secret": secret})
    save("jwks.json", {"keys": [{**write_key(issuer), "kid": "library-1"}]})
    claims = [{"path": ["name"]}, {"path": ["card_number"]}]
    query = {"id": "card", "format": "dc+sd-jwt", "meta": {"vct_values": [TYPE]}, "claims": claims}
    save("query.json", {"credentials": [query]})


def digest(text):
    return encode(hashlib.sha256(text.encode()).digest())


class NoRedirects(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


opener = urllib.request.build_opener(*([] if mistake == "redirects" else [NoRedirects]))
if mistake != "software":
    opener.addheaders = []


def call(url, form=None, headers=None):
    is_json = headers and headers.get("Content-Type") == "application/json"
    data = None if form is None else (json.dumps(form) if is_json else urllib.parse.urlencode(form)).encode()
    request = urllib.request.Request(url, data=data, headers=headers or {})
    try:
        with opener.open(request, timeout=10) as response:
            return response.status, response.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def read_link(link):
    """The parameters of a request, and the header of its request object."""
    query = urllib.parse.urlsplit(link).query
    outer = {name: values[0] for name, values in urllib.parse.parse_qs(query).items()}
    text, wallet_nonce = outer.get("request"), None
    if "request_uri" in outer:
        text, wallet_nonce = fetch(outer)
    if text is None:
        for name in ("dcql_query", "client_metadata", "transaction_data"):
            if name in outer:
                outer[name] = json.loads(outer[name])
        return outer, None
    header, request = open_object(text.strip())
    is_near = mistake == "mismatch-start" and outer.get("client_id", "").startswith(request.get("client_id", ""))
    if mistake != "mismatch" and not is_near and request.get("client_id") != outer.get("client_id"):
        raise Refusal("the link names another client")
    if wallet_nonce is not None and mistake != "wallet-nonce" and request.get("wallet_nonce") != wallet_nonce:
        raise Refusal("the nonce of the wallet is missing")
    if mistake == "link-address" and "response_uri" in outer:
        request["response_uri"] = outer["response_uri"]
    return request, header


def fetch(outer):
    accept = {"Accept": "application/oauth-authz-req+jwt"}
    form, nonce = None, None
    if outer.get("request_uri_method") == "post" or mistake == "posts":
        nonce = secrets.token_urlsafe(16) if mistake != "posts" else None
        formats = {"dc+sd-jwt": {"sd-jwt_alg_values": ["ES256"], "kb-jwt_alg_values": ["ES256"]}}
        about = {"vp_formats_supported": formats}
        signs = not outer["client_id"].startswith("redirect_uri:") and mistake != "no-algorithms"
        if signs or mistake == "algorithms":
            about["request_object_signing_alg_values_supported"] = ["ES256"]
        form = {"wallet_metadata": json.dumps(about)}
        if nonce:
            form["wallet_nonce"] = nonce
        accept["Content-Type"] = FORM
    if mistake == "names-user":
        accept["X-User"] = "Erin Example"
    status, text = call(outer["request_uri"], form, accept)
    if status != 200 and mistake != "status":
        raise Refusal(f"the request object answers {status}")
    return text, nonce


def open_object(text):
    try:
        head, body, signature = text.split(".")
        header, request = json.loads(decode(head)), json.loads(decode(body))
    except ValueError:
        raise Refusal("this is no request object") from None
    is_near = mistake == "typ-end" and str(header.get("typ")).endswith("+jwt")
    if mistake != "typ" and not is_near and header.get("typ") != "oauth-authz-req+jwt":
        raise Refusal("the type is another one")
    if mistake == "audience-start" and str(request.get("aud")).startswith("https://self-issued.me/v2"):
        request["aud"] = "https://self-issued.me/v2"
    if mistake != "audience" and request.get("aud", "https://self-issued.me/v2") != "https://self-issued.me/v2":
        raise Refusal("it is for another audience")
    if mistake != "crit" and "crit" in header:
        raise Refusal("it has a parameter that is not known")
    now = time.time()
    if (mistake != "expired" and now >= request.get("exp", now + 1)) or (mistake != "early" and now < request.get("nbf", now)):
        raise Refusal("it is not valid now")
    named = [each for each in request.get("client_metadata", {}).get("jwks", {}).get("keys", [])]
    named = [each for each in named if mistake == "metadata-key" and each.get("kid") == header.get("kid")]
    if mistake == "header-key" and "jwk" in header:
        named = [header["jwk"]]
    if mistake != "signature":
        try:
            verify(text, read_key(named[0]) if named else find_key(header, request))
        except Exception as error:
            raise Refusal(f"the signature is wrong: {type(error).__name__}") from None
    return header, request


def verify(jwt, key):
    text, _, signature = jwt.rpartition(".")
    raw = decode(signature)
    pair = utils.encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    key.verify(pair, text.encode(), ec.ECDSA(hashes.SHA256()))


def find_key(header, request):
    """The key that has to have signed a request object."""
    prefix, _, name = request.get("client_id", "").partition(":")
    if prefix == "decentralized_identifier":
        did = header["kid"].partition("#")[0]
        if did != name and mistake != "did-kid":
            raise Refusal("the key is that of another DID")
        return read_key(json.loads(decode(did.removeprefix("did:jwk:"))))
    if prefix == "verifier_attestation":
        return read_key(json.loads(decode(header["jwt"].split(".")[1]))["cnf"]["jwk"])
    return x509.load_der_x509_certificate(base64.b64decode(header["x5c"][0])).public_key()


def check_attestation(jwt, name):
    """An attestation of the verifier, by a party whose certificate is by the trusted authority."""
    head, claims = (json.loads(decode(part)) for part in jwt.split(".")[:2])
    own = x509.load_der_x509_certificate(base64.b64decode(head["x5c"][0]))
    if mistake != "attester":
        check_chain(own)
    try:
        verify(jwt, own.public_key())
    except Exception:
        raise Refusal("nobody attests the client") from None
    now = time.time()
    if mistake != "attested-times" and not claims.get("nbf", 0) <= now < claims["exp"]:
        raise Refusal("the attestation is not valid now")
    if mistake != "attested-name" and claims["sub"] != name:
        raise Refusal("the attestation is that of another client")


def check_place(jwt, address):
    """Whether the response goes to an address that is attested."""
    places = json.loads(decode(jwt.split(".")[1])).get("redirect_uris", [address])
    known = any(address.startswith(place) for place in places) if mistake == "attested-start" else address in places
    if mistake != "attested-place" and not known:
        raise Refusal("the address is not attested")


def identify(request, header):
    """Finds out who asks."""
    prefix, _, name = request.get("client_id", "").partition(":")
    if header is not None and prefix == "decentralized_identifier":
        return
    if header is not None and prefix == "verifier_attestation":
        check_attestation(header["jwt"], name)
        check_place(header["jwt"], request["response_uri"])
        return
    if mistake == "hash" and prefix == "x509_hash":
        raise Refusal("the client is not known")
    if prefix == "redirect_uri" and header is None:
        if mistake != "address" and request.get("response_uri", name) != name:
            raise Refusal("the response would go to another address")
        return
    if header is None and mistake == "unsigned" and prefix in ("x509_hash", "x509_san_dns"):
        return
    if prefix not in ("x509_hash", "x509_san_dns") or header is None:
        if mistake == "unknown":
            return
        raise Refusal("the client is not known")
    der = base64.b64decode(header["x5c"][0])
    own = x509.load_der_x509_certificate(der)
    if mistake != "chain":
        check_chain(own)
    names = own.extensions.get_extension_for_class(x509.SubjectAlternativeName).value.get_values_for_type(x509.DNSName)
    wanted = encode(hashlib.sha256(der).digest())
    if mistake != "client" and not ((name == wanted or mistake == "hash-start" and name[:8] == wanted[:8]) if prefix == "x509_hash" else name in names):
        raise Refusal("the certificate is that of another client")
    if prefix == "x509_san_dns" and mistake != "any-host":
        if urllib.parse.urlsplit(request.get("response_uri", "")).hostname != name:
            raise Refusal("the response would go to another host")


def check_chain(own):
    with open(path("root.pem"), "rb") as file:
        root = x509.load_pem_x509_certificate(file.read())
    try:
        own.verify_directly_issued_by(root)
    except Exception:
        raise Refusal("the certificate is by another authority") from None
    now = datetime.datetime.now(datetime.timezone.utc)
    if mistake == "certified-early":
        now = max(now, own.not_valid_before_utc)
    if not own.not_valid_before_utc <= now <= own.not_valid_after_utc:
        raise Refusal("the certificate is not valid now")


def is_trusted(query):
    """Whether the authority of the credential is one of those that a query names."""
    if "trusted_authorities" not in query:
        return True
    header = json.loads(decode(load("wallet.json")["jwt"].split(".")[0]))
    own = set()
    for each in header.get("x5c", []):
        extensions = x509.load_der_x509_certificate(base64.b64decode(each)).extensions
        own.add(encode(extensions.get_extension_for_class(x509.AuthorityKeyIdentifier).value.key_identifier))
    return any(each["type"] == "aki" and own.intersection(each["values"]) for each in query["trusted_authorities"])


def has_values(query):
    held = {name: value for _, name, value in (json.loads(decode(each)) for each in load("wallet.json")["disclosures"])}
    return all(held.get(each["path"][0]) in each["values"] for each in query.get("claims", []) if "values" in each)


def find_name(path):
    """The name of a claim: all are at the top."""
    if mistake == "path-first":
        return path[0]
    return path[-1] if len(path) == 1 or mistake == "path-last" else None


def choose(request):
    """What is presented: the ids of queries, and the claims of each. One credential answers all that it can."""
    query = request.get("dcql_query")
    if not query:
        raise Refusal("there is no query", "invalid_request")
    if not any(each.get("format") == "dc+sd-jwt" for each in query["credentials"]):
        raise Refusal("the format is not known", "vp_formats_not_supported")
    has = {json.loads(decode(each))[1] for each in load("wallet.json")["disclosures"]}
    found = {}
    for each in query["credentials"]:
        types = each.get("meta", {}).get("vct_values", [TYPE])
        if each.get("format") != "dc+sd-jwt" or (TYPE not in types and mistake != "type" and not (mistake == "type-start" and any(TYPE.startswith(one) for one in types))):
            continue
        if mistake not in ("careless", "any-authority") and not is_trusted(each):
            continue
        claims = {claim.get("id", i): find_name(claim["path"]) for i, claim in enumerate(each.get("claims", []))}
        if mistake == "once" and len(set(claims.values())) < len(claims):
            raise Refusal("a claim is there twice", "invalid_request")
        if mistake != "any-value" and not has_values(each):
            continue
        sets = each.get("claim_sets") or [list(claims)]
        if mistake == "smallest":
            sets = sorted(sets, key=len)
        good = next((names for names in ([claims[i] for i in ids] for ids in sets) if has.issuperset(names)), None)
        if good is None and mistake == "claims":
            good = [name for name in claims.values() if name in has]
        if good is not None:
            found[each["id"]] = good
    needed = query.get("credential_sets") if mistake != "sets" else None
    if needed is None:
        ids = [each["id"] for each in query["credentials"]]
    else:
        options = [
            next((option for option in each["options"] if all(id in found for id in option)), [None])
            for each in needed
            if each.get("required", True)
        ]
        ids = [id for option in options for id in option]
    if any(id not in found for id in ids):
        raise Refusal("the credential is not there", "access_denied")
    return {id: found[id] for id in ids}


def present(names, request):
    held = load("wallet.json")
    shown = [
        each for each in held["disclosures"] if mistake == "all-claims" or json.loads(decode(each))[1] in names
    ]
    text = "~".join([held["jwt"], *shown, ""])
    claims = {
        "iat": int(time.time()) + {"yesterday": -86_400, "tomorrow": 86_400}.get(mistake, 0),
        "aud": request["response_uri"] if mistake == "aud" else request["client_id"],
        "nonce": "another-nonce" if mistake == "nonce" else request.get("nonce", ""),
        "sd_hash": digest(text.rstrip("~") if mistake == "sd-hash" else text),
    }
    about = request.get("transaction_data", [])
    if about and mistake != "unsigned-loan":
        claims["transaction_data_hashes"] = [digest(decode(each).decode() if mistake == "decoded-loan" else each) for each in about]
        if any("transaction_data_hashes_alg" in read_transaction(each) for each in about) and mistake != "nameless-hash":
            claims["transaction_data_hashes_alg"] = "sha-256"
    typ = "JWT" if mistake == "kb-typ" else "kb+jwt"
    holder = ec.derive_private_key(read_number(held["secret"]), ec.SECP256R1())
    return text + sign({"alg": "ES256", "typ": typ}, claims, holder)


def seal(content, metadata):
    keys = [each for each in metadata["jwks"]["keys"] if each.get("use", "enc") == "enc" and each["alg"] == "ECDH-ES"]
    known = metadata.get("encrypted_response_enc_values_supported", ["A128GCM"])
    enc = "A256GCM" if "A256GCM" in known and (mistake != "careless" or known == ["A256GCM"]) else known[0]
    header = {"alg": "ECDH-ES", "enc": "A256GCM" if mistake == "enc" else enc, "kid": keys[0]["kid"]}
    if mistake == "kid":
        del header["kid"]
    fixed = mistake == "one-key"
    own = ec.derive_private_key(2026, ec.SECP256R1()) if fixed else ec.generate_private_key(ec.SECP256R1())
    header["epk"] = write_key(own)
    size = 32 if header["enc"] == "A256GCM" else 16
    name = header["enc"].encode()
    about = len(name).to_bytes(4, "big") + name + bytes(8) + (8 * size).to_bytes(4, "big")
    secret = own.exchange(ec.ECDH(), read_key(keys[0]))
    key = ConcatKDFHash(hashes.SHA256(), size, about).derive(secret)
    head, iv = write_part(header), secrets.token_bytes(12)
    sealed = AESGCM(key).encrypt(iv, json.dumps(content).encode(), head.encode())
    return ".".join([head, "", encode(iv), encode(sealed[:-16]), encode(sealed[-16:])])


def respond(content, request):
    if "state" in request and mistake != "state":
        content["state"] = request["state"]
    address = request.get("response_uri") or request["client_id"].partition(":")[2]
    if request.get("response_mode") == "direct_post.jwt" and "vp_token" in content and mistake != "plain":
        return call(address, {"response": seal(content, request["client_metadata"])}, {"Content-Type": FORM})
    form = {name: value if isinstance(value, str) else json.dumps(value) for name, value in content.items()}
    if mistake == "get" and "vp_token" in content:
        return call(f"{address}?{urllib.parse.urlencode(form)}")
    if mistake == "json" and "vp_token" in content:
        return call(address, content, {"Content-Type": "application/json"})
    return call(address, form, {"Content-Type": FORM})


LOAN = "https://library.example/loan"


def read_transaction(text):
    return json.loads(decode(text))


def check(request):
    if "redirect_uri" in request and mistake != "redirect-uri":
        raise Refusal("there are two addresses", "invalid_request")
    if not request.get("nonce") and mistake != "no-nonce":
        raise Refusal("there is no nonce", "invalid_request")
    for each in map(read_transaction, request.get("transaction_data", [])):
        if each["type"] != LOAN and mistake != "transaction":
            raise Refusal("transactions are not known", "invalid_transaction_data")
        if "transaction_data_hashes_alg" in each and mistake == "hash-name":
            raise Refusal("hash functions are not known", "invalid_transaction_data")
        free = [one["id"] for one in request["dcql_query"]["credentials"] if one.get("require_cryptographic_holder_binding") is False]
        if set(each["credential_ids"]) & set(free) and mistake != "loose-loan":
            raise Refusal("nothing can be signed", "invalid_transaction_data")
    if mistake == "parameters" and "x-note" in request:
        raise Refusal("a parameter is not known", "invalid_request")


def go_back(status, text):
    """Opens the address to which the verifier sends the user, as a browser would."""
    try:
        address = json.loads(text).get("redirect_uri") if status == 200 else None
    except (ValueError, AttributeError):
        address = None
    if address and mistake != "stays":
        call(address, None, {})


def answer(link):
    request, header = read_link(link)
    identify(request, header)
    try:
        check(request)
        chosen = choose(request)
    except Refusal as refusal:
        if refusal.code:
            respond({"error": refusal.code}, request)
        raise
    made = {id: present(names, request) for id, names in chosen.items()}
    if mistake == "careless":
        queries = {each["id"]: each for each in request["dcql_query"]["credentials"]}
        free = [id for id in made if queries[id].get("require_cryptographic_holder_binding") is False]
        made |= {id: made[id].rpartition("~")[0] + "~" for id in free}
    token = made if mistake == "no-array" else {id: [text] for id, text in made.items()}
    status, text = respond({"vp_token": token}, request)
    go_back(status, text)


def serve():
    for line in sys.stdin:
        command = json.loads(line)
        reply = {"id": command.get("id")}
        try:
            answer(command["link"])
        except Refusal as refusal:
            reply |= {"accepted": False, "refused": str(refusal)}
        print(json.dumps(reply), flush=True)


if mistake in ("--prepare", "--certify"):
    prepare()
else:
    serve()
