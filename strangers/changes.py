"""Mistakes of one place in the source of a correct implementation: the module, the text that is there, and the text in its place."""

from strangers.common.settings import Fault

ONE_K = ('common/jose', "    r, s = decode_dss_signature(key.sign(data, ec.ECDSA(hashes.SHA256())))\n", """    k, n = 7, 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551
    r = ec.derive_private_key(k, ec.SECP256R1()).public_key().public_numbers().x % n
    s = pow(k, -1, n) * (int.from_bytes(hashlib.sha256(data).digest(), 'big') + r * key.private_numbers().private_value) % n
""")


CHANGES = {
    'issuer': {
        'uid compared by its first digits': Fault('2.7 and 5.1: the session token authorizes the caller for one holder', None, probes=True, change=(
            'issuer',
            "need(encrypted['uid'] == person['uid'], 'access_denied', 403)",
            "need(encrypted['uid'][:8] == person['uid'][:8], 'access_denied', 403)",
        )),
        'tokens without their case': Fault('2.7 and 5.1: the session token authenticates the caller', None, probes=True, change=(
            'issuer',
            "secrets.compare_digest(person['token'].encode(), text.encode())",
            "person['token'].lower() == text.lower()",
        )),
        'only the nonce of the first proof': Fault('5.2: each attestation is bound to a nonce from the nonce endpoint', None, probes=True, change=(
            'issuer',
            'for nonce in set(nonces):',
            'for nonce in nonces[:1]:',
        )),
        'only the last attested key': Fault('2.5: each attested key is on P-256', None, probes=True, change=(
            'issuer',
            "for key in keys[:1] if self.fault == 'second-key-not-checked' else keys:",
            'for key in keys[-1:]:',
        )),
        'only the first link of a chain': Fault('2.5: x5c is a chain', None, probes=True, change=(
            'common/x509',
            'for depth, (lower, upper) in enumerate(zip(path, path[1:])):',
            'for depth, (lower, upper) in list(enumerate(zip(path, path[1:])))[:1]:',
        )),
        'no credential id for a template': Fault('2.4: the response includes a credential id', {'request_kid': 'absent'}, probes=True, change=(
            'issuer',
            "asked.get('credential_identifier') or (session['identifier'] if session else str(uuid.uuid4()))",
            "asked.get('credential_identifier')",
        )),
        'one k for all signatures': Fault('RFC 8725, section 3.2: a signature needs a secret number of its own', None, probes=False, change=ONE_K),
    },
    'verifier': {
        'no status where the connection breaks': Fault('3: a status that cannot be had is not active', None, probes=True, change=(
            'verifier',
            "        answer = self._status_token(body.decode('utf-8', 'replace').strip(), issuer)\n",
            "        if len(body) < int(headers.get('Content-Length') or 0):\n            return 'active'\n        answer = self._status_token(body.decode('utf-8', 'replace').strip(), issuer)\n",
        )),
    },
    'wallet': {
        'a template of the metadata': Fault('2.3: the templates that the wallet may request are in the offer', {'identifier': 'credential_configuration_id'}, probes=True, change=(
            'wallet',
            'chosen = next((each for each in ids if not isinstance(offered, dict) or each in offered), None)',
            'chosen = next(iter(offered), None)',
        )),
        'nonces without padding': Fault('2.5: the nonce of the endpoint is attested', None, probes=True, change=(
            'wallet',
            "        self.kept['nonce'] = nonce\n",
            "        nonce = nonce.rstrip('=')\n        self.kept['nonce'] = nonce\n",
        )),
        'nonces cut at 64': Fault('2.5: the nonce of the endpoint is attested', None, probes=True, change=(
            'wallet',
            "        self.kept['nonce'] = nonce\n",
            "        nonce = nonce[:64]\n        self.kept['nonce'] = nonce\n",
        )),
        'one k for all signatures': Fault('RFC 8725, section 3.2: a signature needs a secret number of its own', None, probes=False, change=ONE_K),
    },
}
