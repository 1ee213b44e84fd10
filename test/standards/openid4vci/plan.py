"""What an issuer of these does: settings that the text leaves open, and at most one mistake. A plan is a part of a path."""

import itertools
import random

# The first value of each is what an issuer does without a plan.
SETTINGS = {
    "grant": ["pre", "code", "both", "none"],
    "offer": ["value", "reference"],
    "tx": ["none", "numeric", "text", "empty"],
    "nonce": ["fresh", "kept", "signed", "none"],
    "proofs": ["jwt", "either", "attestation", "attested", "none"],
    "algs": ["ES256", "ES256_ES384_EdDSA", "ES384_ES256"],
    "batch": ["none", "2", "5", "fewer"],
    "deferred": ["no", "once", "twice"],
    "interval": ["0.1", "1e-1", "0.05"],
    "notify": ["204", "200", "202", "none"],
    "request": ["plain", "offered", "required"],
    "response": ["plain", "offered", "required"],
    "jwe": ["ECDH-ES", "ECDH-ES+A128KW", "ECDH-ES+A256KW", "RSA-OAEP-256"],
    "enc": ["A128GCM", "A256GCM", "A128CBC-HS256", "A256CBC-HS512"],
    "zip": ["no", "yes"],
    "signed": ["no", "yes"],
    "describe": ["no", "yes"],
    "token": ["opaque", "jwt"],
    "dpop": ["no", "offered", "required", "nonce"],
    "identifiers": ["no", "yes"],
    "scope": ["yes", "no"],
    "extra": ["no", "yes"],
    "case": ["Title-Case", "lower-case", "UPPER-CASE"],
    "cache": ["no-store", "No-Store", "private", "two", "no-cache"],
    "expires": ["300", "absent", "2.4e2"],
    "bearer": ["Bearer", "bearer", "BEARER"],
    "media": ["plain", "charset", "quoted"],
    "vcalg": ["ES256", "ES384", "EdDSA"],
    "vckey": ["jwks", "jwks_uri", "x5c", "nokid"],
    "vciss": ["same", "other"],
    "as": ["same", "elsewhere", "two"],
    "anonymous": ["yes", "no"],
    "json": ["compact", "pretty", "escaped"],
    "par": ["no", "offered", "required"],
    "pkce": ["required", "optional"],
    "iss": ["yes", "no"],
    "query": ["no", "yes"],
    "redirect": ["302", "303"],
    "foreign": ["transaction", "scope"],
    "body": ["length", "chunked"],
    "uses": ["many", "one"],
    "kinds": ["yes", "no"],
    "format": ["sd-jwt", "mdoc"],
    "attest": ["no", "offered", "needed", "challenge", "served"],
    "places": ["none", "random", "served"],
    "offered": ["one", "both"],
    "refresh": ["no", "kept", "new"],
}


class Plan:
    """Settings by name, and a mistake."""

    def __init__(self, text=""):
        self.text = text
        pairs = dict(each.split(".", 1) for each in text.split("~") if "." in each)
        self.mistake = pairs.pop("mistake", "")
        pairs.pop("n", None)
        for name, value in pairs.items():
            if value not in SETTINGS[name]:
                raise ValueError(f"{name} has no value {value}")
        self.values = {name: pairs.get(name, values[0]) for name, values in SETTINGS.items()}

    def __getitem__(self, name):
        return self.values[name]


def settle(values):
    """Changes what the text does not allow together."""
    if values["response"] != "plain" and values["request"] == "plain":
        values["request"] = "offered"
    if values["proofs"] == "none":
        values["format"] = "sd-jwt"  # a document has the key of its device
    return values


def draw(count, seed):
    """Plans in which, as far as the count allows, every two values of any two settings meet."""
    chance = random.Random(seed)
    names = list(SETTINGS)
    missing = {
        ((a, x), (b, y)) for a, b in itertools.combinations(names, 2) for x in SETTINGS[a] for y in SETTINGS[b]
    }
    plans = []
    for _ in range(count):
        best, covered = None, set()
        for _ in range(12):
            values = settle({name: chance.choice(SETTINGS[name]) for name in names})
            pairs = set(itertools.combinations(values.items(), 2)) & missing
            if best is None or len(pairs) > len(covered):
                best, covered = values, pairs
        missing -= covered
        plans.append("~".join(f"{name}.{value}" for name, value in best.items() if value != SETTINGS[name][0]))
    return plans
