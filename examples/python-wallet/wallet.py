"""A wallet that is driven by commands: each is a JSON object in one line, and so is each reply.

It takes an offer, fetches what it needs from the issuer, has its device attest its keys, and answers with the deeplink
that would open the identity app. It rejects what is not valid, and gives the reason.
"""

import argparse
import json
import re
import sys
import time
from pathlib import Path
from urllib.parse import quote, unquote, urlsplit
from urllib.request import Request, urlopen

from device import Device
from jose import WAYS, number, public_jwk, seal

GRANT = "urn:ietf:params:oauth:grant-type:pre-authorized_code"
REDIRECT = "identityapp://credential-request"

FAULTS = {
    "other-nonce": "attests a nonce that the issuer did not issue",
    "both-identifiers": "names a dataset and a template in one request",
    "any-issuer": "accepts offers and metadata of any issuer",
}


class Refused(Exception):
    """A message is not valid, and this wallet goes no further."""


def demand(holds, otherwise):
    if not holds:
        raise Refused(otherwise)


class Wallet:
    def __init__(self, device, fault=None):
        self.device = device
        self.fault = fault

    def take(self, command):
        """Makes the deeplink for an offer."""
        issuer = command["issuer"]
        offer = self.offer(command["offer"], issuer)
        metadata = fetched(f"{issuer}/.well-known/openid-credential-issuer/tenant")
        if self.fault != "any-issuer":
            check_issuer(issuer, offer, metadata)
        check_offer(offer)
        check_metadata(metadata, offer)
        nonce = nonce_in(fetched(f"{issuer}/nonce", method="POST"))
        request = self.request(offer, command["credentialIdentifier"], nonce)
        sealed = seal(json.dumps(request).encode(), encryption_key(metadata))
        return {"links": [f"{REDIRECT}?credential_request={quote(sealed, safe='')}"]}

    def offer(self, pushed, issuer):
        """An offer is pushed as it is, or as a link with the offer or with its URL."""
        if pushed.startswith("{"):
            return parsed(pushed)
        values = dict(pair.split("=", 1) for pair in urlsplit(pushed).query.split("&") if "=" in pair)
        here, there = values.get("credential_offer"), values.get("credential_offer_uri")
        demand((here is None) != (there is None), "the link holds no offer, or two")
        if here is not None:
            return parsed(unquote(here))
        address = unquote(there)
        demand(address.startswith(f"{issuer}/"), "the offer is not at the issuer")
        return fetched(address)

    def request(self, offer, dataset, nonce):
        attested = "a-nonce-of-another-day" if self.fault == "other-nonce" else nonce
        template = offer["credential_configuration_ids"][0]
        names = {"credential_identifier": dataset} if dataset else {"credential_configuration_id": template}
        if self.fault == "both-identifiers":
            names["credential_configuration_id"] = template
        jwk = {**public_jwk(self.device.response_key), "use": "enc", "alg": "ECDH-ES+A256KW", "kid": "response"}
        return {
            **names,
            "proof": [{"proof_type": "attestation", "attestation": self.device.attest(attested, now=int(time.time()))}],
            "credential_response_encryption": {"jwk": jwk, "enc": "A256GCM", "zip": "DEF"},
        }


def check_issuer(issuer, offer, metadata):
    demand(offer.get("credential_issuer") == issuer, "the offer names another issuer")
    demand(metadata.get("credential_issuer") == issuer, "the metadata are those of another issuer")


def check_offer(offer):
    ids = offer.get("credential_configuration_ids")
    demand(isinstance(ids, list) and ids != [] and all(isinstance(each, str) for each in ids), "it offers nothing")
    demand(len(set(ids)) == len(ids), "it offers something twice")
    grants = offer.get("grants")
    demand(isinstance(grants, dict) and list(grants) == [GRANT], "it grants something else than a pre-authorised code")
    grant = grants[GRANT]
    demand(isinstance(grant, dict) and is_text(grant.get("pre-authorized_code")), "it holds no code")


def check_metadata(metadata, offer):
    templates = metadata.get("credential_configurations_supported")
    demand(isinstance(templates, dict) and templates != {}, "the metadata describe no credential")
    offered = offer["credential_configuration_ids"]
    demand(all(each in templates for each in offered), "what is offered is described nowhere")


def encryption_key(metadata):
    encryption = metadata.get("credential_request_encryption")
    demand(isinstance(encryption, dict), "the metadata do not say how to encrypt")
    jwks = encryption.get("jwks")
    keys = jwks.get("keys") if isinstance(jwks, dict) else None
    demand(isinstance(keys, list), "the metadata hold no key")
    fit = [key for key in keys if isinstance(key, dict) and key.get("alg") in WAYS and is_text(key.get("kid"))]
    demand(fit != [], "the metadata hold no key for this wallet")
    demand(is_strong(fit[0]), "the key of the metadata protects nothing")
    return fit[0]


def is_strong(key):
    return key["alg"] != "RSA-OAEP-256" or (number(key["n"]).bit_length() >= 2048 and number(key["e"]) > 2)


def nonce_in(answer):
    nonce = answer.get("c_nonce", answer.get("nonce"))
    demand(is_text(nonce), "there is no nonce")
    return nonce


def fetched(url, method="GET"):
    """The JSON object at a URL; anything else is rejected."""
    request = Request(url, method=method, headers={"accept": "application/json"}, data=b"" if method == "POST" else None)
    try:
        with urlopen(request, timeout=10) as answer:
            kind, body = answer.headers.get("content-type", ""), answer.read()
    except OSError as error:
        raise Refused(f"{method} {urlsplit(url).path}: {error}") from error
    demand(re.match(r"application/json\s*(;|$)", kind, re.IGNORECASE), f"{urlsplit(url).path} is not JSON")
    return parsed(body.decode("utf-8", "replace"))


def parsed(text):
    """JSON without duplicate members: two readers could read two different messages."""
    try:
        value = json.loads(text, object_pairs_hook=once)
    except (ValueError, RecursionError) as error:
        raise Refused("the body is not JSON") from error
    demand(isinstance(value, dict), "the body is not a JSON object")
    return value


def once(pairs):
    demand(len(dict(pairs)) == len(pairs), "a member is duplicated")
    return dict(pairs)


def is_text(value):
    return isinstance(value, str) and value != ""


def main():
    flags = argparse.ArgumentParser(description=__doc__)
    fixtures = Path(__file__).parent / "../../fixtures/keys.json"
    flags.add_argument("--keys", type=Path, default=fixtures, help="a file with the test keys `root` and `walletSealEc`")
    flags.add_argument("--fault", choices=FAULTS, help="; ".join(f"{name}: {title}" for name, title in FAULTS.items()))
    given = flags.parse_args()
    wallet = Wallet(Device(json.loads(given.keys.read_text("utf-8"))), given.fault)
    for line in sys.stdin:
        command = json.loads(line)
        try:
            reply = wallet.take(command)
        except Refused as reason:
            reply = {"refused": str(reason)}
        print(json.dumps({"id": command["id"], **reply}), flush=True)


if __name__ == "__main__":
    main()
