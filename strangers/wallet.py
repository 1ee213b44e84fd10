"""A wallet: takes an offer, asks the issuer for metadata and a nonce, and opens the identity app with an encrypted request."""

import os
import pathlib
import time
import urllib.parse
import uuid

from strangers import act as act_
from strangers.common import http, jose, urls, x509
from strangers.common.jose import JoseError, b64u, dumps
from strangers.common.settings import Fault, Setting

ROLE = 'wallet'
GRANT = 'urn:ietf:params:oauth:grant-type:pre-authorized_code'

SETTINGS = [
    Setting('attached', '4', ['command', 'url']),
    Setting('addresses', '4', {'of each session': {}, 'configured': {'listen': {'oneAddress': True}}}),
    Setting('issuer compared', '2.3', ['normalised', 'as text']),
    Setting('metadata path', '4', {
        'literal': {}, 'append': {'decisions': {'metadata.path': 'append'}}, 'insertion': {'decisions': {'metadata.path': 'insertion'}},
    }),
    Setting('metadata method', '4', {'GET': {}, 'POST': {'decisions': {'endpoints.issuerMetadata.method': 'POST'}}}),
    Setting('metadata cache', '4', ['never', 'as told', 'conditional']),
    Setting('offer method', '4', {'GET': {}, 'POST': {'decisions': {'endpoints.offer.method': 'POST'}}}),
    Setting('offer address', '4', {
        'usual': {}, 'other': {'decisions': {'endpoints.offer.url': '{issuer_url}/v1/offers/{id}/latest'}},
    }),
    Setting('nonce method', '4', {'POST': {}, 'GET': {'decisions': {'endpoints.nonce.method': 'GET'}}}),
    Setting('nonce path', '4', {
        '/nonce': {}, '/v1/nonces': {'decisions': {'endpoints.nonce.path': '/v1/nonces'}},
        '/credential/c-nonce': {'decisions': {'endpoints.nonce.path': '/credential/c-nonce'}},
        'as the metadata say': {},
    }),
    Setting('nonce member', '4', {
        'c_nonce or nonce': {}, 'c_nonce': {'decisions': {'nonce.responseField': 'c_nonce'}},
        'nonce': {'decisions': {'nonce.responseField': 'nonce'}}, 'another': None,
    }),
    Setting('nonce body', '4', ['none', 'an empty object', 'an empty form']),
    Setting('calls', '1', ['metadata, nonce', 'nonce, metadata', 'two nonces', 'metadata twice', 'offer twice']),
    Setting('proof', '2.4', {
        'array': {}, 'object': {'decisions': {'request.proof': 'object'}},
        'proofs': {'decisions': {'request.proof': 'proofs', 'request.attestationForm': 'list'}},
        'array of lists': {'decisions': {'request.attestationForm': 'list'}},
    }),
    Setting('number of proofs', '2.4', ['one', 'two attestations']),
    Setting('identifier', '2.4', ['credential_identifier', 'credential_configuration_id', 'neither']),
    Setting('response encryption', '2.4', ['asked', 'not asked']),
    Setting('attested keys kept', '2.5', ['never', 'for ever']),
    Setting('response key', '2.6', ['RSA-2048', 'RSA-3072', 'P-256', 'P-256 direct', 'P-384', 'P-521 direct']),
    Setting('response key made', '2.6', ['for each request', 'once']),
    Setting('response enc', '2.6', ['A256GCM', 'A128GCM', 'A192GCM', 'A256CBC-HS512', 'A128CBC-HS256']),
    Setting('response zip', '2.6', ['DEF', 'none', 'absent']),
    Setting('response alg', '2.6', {
        'in the key': {}, 'beside the key': {'decisions': {'encryption.keyAlg': 'sibling'}},
    }),
    Setting('response kid', '2.6', ['thumbprint', 'uuid', 'short', 'absent']),
    Setting('response use', '2.6', ['enc', 'absent']),
    Setting('request zip', '2.6', ['absent', 'DEF']),
    Setting('request header', '2.7', ['kid', 'kid and cty', 'kid and typ', 'kid first and x', 'no kid']),
    Setting('request serialization', '2.7', {'compact': {}, 'json': {'decisions': {'encryption.requestSerialization': 'json'}}}),
    Setting('request json', '4', ['compact', 'spaced', 'ascii']),
    Setting('chain', '2.5', ['leaf, intermediate', 'leaf, intermediate, root', 'leaf', 'leaf, root', 'leaf, two intermediates']),
    Setting('leaf usage', '2.5', ['digitalSignature', 'none']),
    Setting('attested keys', '2.5', ['one', 'three', 'the device key', 'the device key and another']),
    Setting('attested members', '2.5', ['four', 'kid', 'kid, alg and use']),
    Setting('attestation payload', '2.5', {
        'three': {}, 'exp': {'decisions': {'attestation.exp': 'optional'}}, 'more': {}, 'fractions': {},
    }),
    Setting('attestation header', '2.5', ['three', 'kid', 'another order']),
    Setting('attestation typ', '2.5', {
        'keyattestation+jwt': {}, 'key-attestation+jwt': {'decisions': {'attestation.typ': 'key-attestation+jwt'}},
    }),
    Setting('certificates', '2.4', {
        'nowhere': {}, 'in the request': {'decisions': {'certificates.location': 'request'}},
    }),
    Setting('deeplink', '4', {
        'usual': {}, 'https': {'decisions': {'deeplink.uri': 'https://app.example/link/credential'}},
        'opaque host': {'decisions': {'deeplink.uri': 'com.example.identity://request'}},
        'with a query': {'decisions': {'deeplink.uri': 'identityapp://open?action=credential'}},
        'empty host': {'decisions': {'deeplink.uri': 'identityapp:///credential'}},
    }),
    Setting('deeplink parameter', '4', {
        'credential_request': {}, 'request': {'decisions': {'deeplink.parameter': 'request'}},
        'encryptedCredentialRequest': {'decisions': {'deeplink.parameter': 'encryptedCredentialRequest'}},
    }),
    Setting('deeplink encoding', '4', ['plain', 'everything']),
    Setting('http', '4', ['plain', 'accept and agent', 'charset']),
]

CHAINS = {'leaf, intermediate': (1, False), 'leaf, intermediate, root': (1, True), 'leaf': (0, False), 'leaf, root': (0, True),
          'leaf, two intermediates': (2, False)}
KEYS = {'RSA-2048': 'RSA-OAEP-256', 'RSA-3072': 'RSA-OAEP-256', 'P-256': 'ECDH-ES+A256KW', 'P-256 direct': 'ECDH-ES',
        'P-384': 'ECDH-ES+A256KW', 'P-521 direct': 'ECDH-ES'}


def legal(draw):
    if draw['response encryption'] == 'not asked' and draw['certificates'] != 'nowhere':
        return ('response encryption', 'certificates')  # they are encrypted to that key
    if draw['proof'] in ('object', 'proofs') and draw['number of proofs'] != 'one':
        return ('proof', 'number of proofs')  # one object, and one list of one (request.attestationForm)
    return None


class Refused(Exception):
    """The wallet does not go on."""


class Wallet:
    def __init__(self, settings, fault=None, folder='.', base=None):
        self.settings, self.fault, self.base = settings, fault, base
        self.cache, self.kept = {}, {}
        self.folder = pathlib.Path(folder)
        self.root = self._load_root()
        self.device = jose.new_ec('P-384' if fault == 'P-384 signs' else 'P-256')

    def _load_root(self):
        from cryptography.hazmat.primitives import serialization
        return serialization.load_pem_private_key((self.folder / 'root.key').read_bytes(), None)

    def does(self, *names):
        return self.fault in names

    def once(self, name, make):
        if name not in self.kept:
            self.kept[name] = make()
        return self.kept[name]

    # ---- HTTP

    def call(self, url, method='GET', body=None):
        headers = {}
        if self.settings['http'] != 'plain':
            headers = {'Accept': 'application/json', 'User-Agent': 'Stranger/1.0 (wallet)'}
        data = None
        if method == 'POST':
            data = body if body is not None else b''
            if data:
                headers['Content-Type'] = 'application/json' + ('; charset=utf-8' if self.settings['http'] == 'charset' else '')
        return http.call(url, method, data, headers)

    def fetch(self, url, method):
        """JSON, from the cache where HTTP allows it."""
        mode, kept = self.settings['metadata cache'], self.cache.get(url)
        if kept and time.time() < kept[1]:
            return kept[0]
        status, headers, body = self.call(url, method)
        if status != 200:
            raise Refused(f'{url} answered {status}')
        self._media(headers)
        value = jose.loads(body)
        control = headers.get('Cache-Control') or ''
        age = next((int(part.split('=')[1]) for part in control.replace(' ', '').split(',') if part.startswith('max-age=')), 0)
        if mode != 'never' and method == 'GET' and 'no-' not in control:
            self.cache[url] = (value, time.time() + age)
        return value

    def _media(self, headers):
        if (headers.get('Content-Type') or '').split(';')[0].strip().lower() != 'application/json':
            raise Refused('not JSON')

    # ---- the offer

    def offer(self, order):
        self.session = order['session']
        self.calls = []
        try:
            offer = self._read_offer(order['offer'])
            return {'links': self._links(offer, order)}
        except (Refused, JoseError, OSError, KeyError, TypeError, AttributeError, ValueError) as wrong:
            return {'refused': f'{type(wrong).__name__}: {wrong}'}

    def _read_offer(self, text):
        if text.startswith('openid-credential-offer:'):
            query = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(text).query, keep_blank_values=True))
            if 'credential_offer' in query:
                offer = jose.loads(query['credential_offer'])
            else:
                offer = self._fetch_offer(query['credential_offer_uri'])
        elif text.startswith('http'):
            offer = self._fetch_offer(text)
        else:
            offer = self._lenient(text)
        return self._check_offer(offer)

    def _lenient(self, text):
        if self.does('a signed offer') and text.count('.') == 2:
            return jose.loads(jose.split_jws(text)[1])
        return jose.loads(text)

    def _fetch_offer(self, url):
        for _ in range(2 if self.settings['calls'] == 'offer twice' else 1):
            status, headers, body = self.call(url, self.settings['offer method'])
            if status != 200:
                raise Refused(f'no offer: {status}')
            self._media(headers)
        return self._lenient(body.decode()) if self.does('a signed offer') else jose.loads(body)

    def _check_offer(self, offer):
        if not isinstance(offer, dict):
            raise Refused('an offer is an object')
        # Issuers are trusted by their host; which of them made the offer, the offer says.
        if not urls.below(offer['credential_issuer'], self.base, self.settings['issuer compared']):
            raise Refused('an issuer that is not trusted')
        ids = offer['credential_configuration_ids']
        if not (isinstance(ids, list) and ids and all(isinstance(each, str) for each in ids)):
            raise Refused('no templates')
        if GRANT not in offer['grants'] and not self.does('any grant'):
            raise Refused('another grant')
        code = offer['grants'].get(GRANT, {}).get('pre-authorized_code')
        if not (isinstance(code, str) and code) and not self.does('any grant'):
            raise Refused('no code')
        return offer

    # ---- metadata and nonce

    def _links(self, offer, order):
        issuer = offer['credential_issuer']
        calls = self.settings['calls']
        if calls == 'nonce, metadata' and self.settings['nonce path'] != 'as the metadata say':
            nonce = self._nonce(issuer, None, offer)
            metadata = self._metadata(issuer)
        else:
            metadata = self._metadata(issuer)
            if calls == 'metadata twice':
                metadata = self._metadata(issuer)
            nonce = self._nonce(issuer, metadata, offer)
            if calls == 'two nonces':
                nonce = self._nonce(issuer, metadata, offer)
        self._stray(issuer, offer, metadata)
        request = self._request(offer, order, metadata, nonce)
        sealed = self._seal(request, metadata)
        return self._open(sealed, request, offer, nonce)

    def _metadata(self, issuer):
        parts = urllib.parse.urlsplit(issuer)
        path = '/.well-known/openid-credential-issuer'
        url = {
            'literal': f'{issuer}{path}/tenant',
            'append': f'{issuer}{path}',
            'insertion': f'{parts.scheme}://{parts.netloc}{path}{parts.path}',
        }[self.settings['metadata path']]
        metadata = self.fetch(url, self.settings['metadata method'])
        if not urls.same(metadata.get('credential_issuer', issuer), issuer, self.settings['issuer compared']):
            raise Refused('the metadata of another issuer')
        return metadata

    def _nonce(self, issuer, metadata, offer):
        if self.does('nonce reused') and 'nonce' in self.kept:
            return self.kept['nonce']
        if self.does('nonce made up'):
            return b64u(os.urandom(16))
        if self.does('the code as nonce'):
            return offer['grants'][GRANT]['pre-authorized_code']
        path = self.settings['nonce path']
        if path == 'as the metadata say':
            url = metadata['nonce_endpoint'] if metadata.get('nonce_endpoint') else issuer + '/nonce'
        else:
            url = issuer + path
        body = {'none': None, 'an empty object': b'{}', 'an empty form': None}[self.settings['nonce body']]
        if self.does('the code to the nonce endpoint'):
            url += '?code=' + offer['grants'][GRANT]['pre-authorized_code']
        status, headers, answer = self.call(url, self.settings['nonce method'], body)
        if status not in (200, 201):
            raise Refused(f'no nonce: {status}')
        self._media(headers)
        answer = jose.loads(answer)
        names = self.settings['nonce member'].split(' or ')
        nonce = next((answer[name] for name in names if name in answer), None)
        if not isinstance(nonce, str) or not nonce:
            raise Refused('no nonce')
        self.kept['nonce'] = nonce
        return nonce

    def _stray(self, issuer, offer, metadata):
        code = offer['grants'].get(GRANT, {}).get('pre-authorized_code', '')
        if self.does('calls a token endpoint'):
            form = urllib.parse.urlencode({'grant_type': GRANT, 'pre-authorized_code': code}).encode()
            self._try(issuer + '/token', 'POST', form)
        if self.does('calls the credential endpoint'):
            self._try(metadata.get('credential_endpoint', issuer + '/credential'), 'POST', b'{}')

    def _try(self, url, method, body):
        try:
            self.call(url, method, body)
        except OSError:
            pass

    # ---- the request

    def _request(self, offer, order, metadata, nonce):
        request = {}
        ids = offer['credential_configuration_ids']
        offered = metadata.get('credential_configurations_supported')
        chosen = next((each for each in ids if not isinstance(offered, dict) or each in offered), None)
        if chosen is None:
            raise Refused('a template that is not defined')
        kind = self.settings['identifier']
        identifier = order.get('credentialIdentifier')
        if (kind == 'credential_identifier' and identifier) or self.does('both identifiers'):
            request['credential_identifier'] = identifier
        if kind == 'credential_configuration_id' or self.does('both identifiers') or (kind == 'credential_identifier' and not identifier):
            request['credential_configuration_id'] = chosen
        if self.does('another template'):
            request = {'credential_configuration_id': 'university_degree'}
        if self.does("another session's identifier"):
            request = {'credential_identifier': self.once('identifier', lambda: identifier)}
        if self.does('a number as identifier'):
            request = {'credential_identifier': 42}
        keys = self._attested()
        number = 2 if self.settings['number of proofs'] == 'two attestations' else 1
        tokens = [self._attestation(nonce, keys[at::number] or keys) for at in range(number)]
        request.update(self._proof(tokens))
        wanted = self._response_encryption()
        if wanted is not None:
            request['credential_response_encryption'] = wanted
        if self.settings['certificates'] == 'in the request':
            request['credentials'] = self._certificates(keys, wanted)
        if self.does('the same request again'):
            return self.once('request', lambda: request)
        return request

    def _proof(self, tokens):
        form = self.settings['proof']
        kind = 'key_attestation' if self.does('an unknown proof type') else 'attestation'
        member = {'attestation in jwt': 'jwt', 'attestation in proof': 'key_attestation'}.get(self.fault, 'attestation')
        if self.does('no proof'):
            return {}
        if self.does('an empty proof'):
            return {'proof': []}
        if form == 'proofs':
            return {'proofs': {'attestation': tokens}}
        wrap = (lambda token: [token]) if form == 'array of lists' else (lambda token: token)
        proofs = [{'proof_type': kind, member: wrap(token)} for token in tokens]
        if self.does('no proof type'):
            proofs = [{member: wrap(token)} for token in tokens]
        return {'proof': proofs[0] if form == 'object' or self.does('an object for the array') else proofs}

    def _attested(self):
        self.private = {'one': 1, 'three': 3, 'the device key': 0, 'the device key and another': 1}[self.settings['attested keys']]
        fresh = [jose.new_ec('P-384' if self.does('P-384 attested') else 'P-256') for _ in range(self.private)]
        if self.settings['attested keys'].startswith('the device'):
            fresh = [self.device, *fresh]
        if self.settings['number of proofs'] != 'one' and len(fresh) < 2:
            fresh.append(jose.new_ec())
        if self.settings['attested keys kept'] == 'for ever':
            fresh = self.once('attested', lambda: fresh)
        return fresh

    def _jwk(self, key):
        jwk = jose.public_jwk(key)
        if self.settings['attested members'] != 'four':
            jwk['kid'] = jose.thumbprint(jwk)
        if self.settings['attested members'] == 'kid, alg and use':
            jwk.update(alg='ES256', use='sig')
        if self.does('private parts attested'):
            jwk = jose.private_jwk(key)
        if self.does('padded coordinates'):
            jwk.update(x=jwk['x'] + '=', y=jwk['y'] + '=')
        if self.does('coordinates in hex'):
            jwk.update(x=jose.unb64u(jwk['x']).hex(), y=jose.unb64u(jwk['y']).hex())
        if self.does('a point off the curve'):
            jwk['y'] = jwk['x']
        if self.does('no curve'):
            del jwk['crv']
        return jwk

    def _attestation(self, nonce, keys):
        now = time.time()
        payload = {'nonce': nonce, 'iat': int(now), 'attested_keys': [self._jwk(key) for key in keys]}
        form = self.settings['attestation payload']
        if form == 'exp':
            payload['exp'] = int(now) + 120
        if form == 'fractions':
            payload['iat'] = round(now, 3)
        if form == 'more':
            payload.update(key_storage=['iso_18045_moderate'], user_authentication=['iso_18045_moderate'], iss='https://wallet.example')
        payload.update(self._bent_payload(nonce, int(now)))
        for name in {'attestation without nonce': ['nonce'], 'attestation without iat': ['iat'],
                     'attestation without keys': ['attested_keys']}.get(self.fault, []):
            del payload[name]
        return self._sign(payload, keys)

    def _bent_payload(self, nonce, now):
        bent = {
            'attestation of yesterday': {'iat': now - 86400}, 'attestation of tomorrow': {'iat': now + 86400},
            'iat in milliseconds': {'iat': now * 1000}, 'iat as text': {'iat': str(now)},
            'no attested keys': {'attested_keys': []}, 'nonce in capitals': {'nonce': nonce.upper()},
            'nonce encoded again': {'nonce': b64u(nonce)}, 'nonce as a list': {'nonce': [nonce]},
            'c_nonce for nonce': {'c_nonce': nonce},
        }
        return bent.get(self.fault, {})

    def _sign(self, payload, keys):
        chain = self._chain()
        header = {'typ': self.settings['attestation typ'], 'alg': 'ES256', 'x5c': x509.to_x5c(chain)}
        if self.settings['attestation header'] == 'kid':
            header['kid'] = b64u(x509.fingerprint(chain[0]))
        if self.settings['attestation header'] == 'another order':
            header = dict(reversed(header.items()))
        header.update(self._bent_header(header, chain))
        for name in {'attestation without x5c': ['x5c'], 'attestation without typ': ['typ'], 'attestation without alg': ['alg']}.get(self.fault, []):
            del header[name]
        if self.does('c_nonce for nonce'):
            del payload['nonce']
        if self.does('the same attestation again') and 'attestation' in self.kept:
            return self.kept['attestation']
        if self.does('alg none'):
            token = f"{b64u(dumps({**header, 'alg': 'none'}))}.{b64u(dumps(payload))}."
        elif self.does('P-384 signs'):
            token = self._p384(header, payload)
        elif self.does('DER signature'):
            from cryptography.hazmat.primitives import hashes
            from cryptography.hazmat.primitives.asymmetric import ec
            signed = f'{b64u(dumps(header))}.{b64u(dumps(payload))}'
            token = f'{signed}.{b64u(self.device.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))}'
        else:
            token = jose.sign(header, payload, keys[0] if self.does('an attested key signs') else self.device)
        if self.does('a broken signature'):
            token = token[:-8] + ('AAAAAAAA' if not token.endswith('AAAAAAAA') else 'BBBBBBBB')
        if self.does('no signature'):
            token = token.rsplit('.', 1)[0] + '.'
        self.kept['attestation'] = token
        return token

    def _p384(self, header, payload):
        from cryptography.hazmat.primitives import hashes
        from cryptography.hazmat.primitives.asymmetric import ec
        from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
        signed = f"{b64u(dumps({**header, 'alg': 'ES384'}))}.{b64u(dumps(payload))}"
        r, s = decode_dss_signature(self.device.sign(signed.encode(), ec.ECDSA(hashes.SHA384())))
        return f"{signed}.{b64u(r.to_bytes(48, 'big') + s.to_bytes(48, 'big'))}"

    def _bent_header(self, header, chain):
        x5c = header['x5c']
        pem = x509.to_pem(chain[:1])
        bent = {
            'typ JWT': {'typ': 'JWT'}, 'typ of a proof': {'typ': 'openid4vci-proof+jwt'},
            'chain upside down': {'x5c': list(reversed(x5c))}, 'x5c as text': {'x5c': x5c[0]},
            'x5c in base64url': {'x5c': [each.replace('+', '-').replace('/', '_').rstrip('=') for each in x5c]},
            'x5c in PEM': {'x5c': [pem]}, 'empty x5c': {'x5c': []},
            'jwk for x5c': {'jwk': jose.public_jwk(self.device)} if self.does('jwk for x5c') else {},
            'lower case alg': {'alg': 'es256'},
        }
        return bent.get(self.fault, {})

    def _chain(self):
        return self.once('chain', self._new_chain)

    def _new_chain(self):
        now, (between, with_root) = time.time(), CHAINS[self.settings['chain']]
        signer, name = self.root, 'Stranger Devices Root'
        root = x509.load_pem((self.folder / 'root.pem').read_text())[0]
        middle = []
        for at in range(between):
            key = jose.new_ec()
            ca = None if self.does('an intermediate that is no CA') else between - at - 1
            moment = {'an expired intermediate': now - 800 * 86400, 'an intermediate of tomorrow': now + 9 * 86400}.get(self.fault, now)
            cert = x509.certificate(f'Stranger Devices {at}', key, name, signer, moment, ca=ca)
            signer, name, middle = key, f'Stranger Devices {at}', [cert, *middle]
        usage = self.settings['leaf usage'] != 'none'
        start = now
        leaf_key = jose.new_ec() if self.does('another leaf') else self.device
        leaf = x509.certificate('Stranger Device', leaf_key, name, jose.new_ec() if self.does('a leaf that nobody signed') else signer, start,
                                usage=usage)
        chain = [leaf, *middle, *([root] if with_root else [])]
        if self.does('a gap in the chain'):
            chain = [leaf]
        if self.does('a chain of its own'):
            own = jose.new_ec()
            chain = [x509.certificate('Stranger Device', self.device, 'Nobody', own, now), x509.certificate('Nobody', own, 'Nobody', own, now, ca=-1)]
        if self.does('leaf twice'):
            chain = [leaf, *chain]
        return chain

    # ---- the encryption of the response

    def _response_encryption(self):
        if self.settings['response encryption'] == 'not asked':
            return None
        kind = self.settings['response key']
        make = self._new_key if self.settings['response key made'] == 'for each request' else (lambda: self.once('response key', self._new_key))
        key = make()
        self.response_key = key
        jwk = jose.private_jwk(key) if self.does('private parts in the response key') else jose.public_jwk(key)
        alg = KEYS[kind]
        kid = {'thumbprint': jose.thumbprint(jwk), 'uuid': str(uuid.uuid4()), 'short': 'k1', 'absent': None}[self.settings['response kid']]
        if kid:
            jwk['kid'] = kid
        if self.settings['response use'] == 'enc':
            jwk['use'] = 'enc'
        wanted = {'jwk': jwk, 'enc': self.settings['response enc']}
        (jwk if self.settings['response alg'] == 'in the key' else wanted)['alg'] = alg
        if self.settings['response zip'] != 'absent':
            wanted['zip'] = self.settings['response zip']
        return self._bent_encryption(wanted, jwk)

    def _bent_encryption(self, wanted, jwk):
        wanted.update({
            'enc that does not exist': {'enc': 'A256'}, 'zip gzip': {'zip': 'gzip'}, 'zip in lower case': {'zip': 'def'},
            'key as text': {'jwk': dumps(jwk)},
        }.get(self.fault, {}))
        jwk.update({
            'RSA1_5 asked': {'alg': 'RSA1_5'}, 'use sig': {'use': 'sig'}, 'alg of a signature': {'alg': 'RS256'},
            'key type oct': {'kty': 'oct', 'k': b64u(os.urandom(32))}, 'modulus in base64': {'n': self._base64(jwk.get('n', ''))},
            'numeric kid': {'kid': 7}, 'empty kid': {'kid': ''},
        }.get(self.fault, {}))
        if self.does('no enc'):
            del wanted['enc']
        if self.does('no response key'):
            del wanted['jwk']
        if self.does('no alg'):
            jwk.pop('alg', None)
        if self.does('modulus missing'):
            del jwk['n']
        return wanted

    def _base64(self, text):
        return text.replace('-', '+').replace('_', '/') + '=='

    def _new_key(self):
        if self.does('RSA-1024'):
            return jose.new_rsa(1024)
        kind = self.settings['response key']
        if kind.startswith('RSA'):
            return self.once('RSA', lambda: jose.new_rsa(int(kind[4:])))  # making one takes long
        return jose.new_ec(kind[:5])

    def _certificates(self, keys, wanted):
        """Each is base64 of DER, encrypted to the key of the response."""
        made = []
        for key in keys:
            cert = x509.certificate('Attested', key, 'Stranger Key Store', self.device, time.time())
            text = x509.to_x5c([cert])[0]
            alg = wanted.get('alg') or wanted['jwk']['alg']
            enc = wanted['enc'] if wanted['enc'] in jose.KEY_SIZES else 'A256GCM'
            members = {'kid': wanted['jwk']['kid']} if 'kid' in wanted['jwk'] else {}
            made.append(jose.encrypt(text, jose.public_of(self.response_key), alg, enc, **members))
        return made

    # ---- sealing and sending

    def _published(self, metadata):
        found = metadata['credential_request_encryption']
        keys = found['jwks']['keys'] if 'jwks' in found else [found['jwk']] if 'jwk' in found else [found]
        usable = [key for key in keys if self._can_encrypt(key)]
        if not usable:
            raise Refused('no key to encrypt to')
        values = found.get('enc_values_supported') or ([found['enc']] if 'enc' in found else ['A256GCM'])
        enc = next((each for each in values if each in jose.KEY_SIZES), None)
        if enc is None:
            raise Refused('no content encryption in common')
        return usable[0], enc

    def _can_encrypt(self, key):
        if not isinstance(key, dict) or key.get('use', 'enc') != 'enc' or 'd' in key:
            return False
        try:
            public = jose.load_jwk(key)
        except JoseError:
            return False
        if hasattr(public, 'public_numbers') and key['kty'] == 'RSA':
            return key.get('alg', 'RSA-OAEP-256') == 'RSA-OAEP-256' and public.key_size >= 2048 and public.public_numbers().e > 2
        return key.get('alg', 'ECDH-ES') in ('ECDH-ES', *jose.WRAP_SIZES)

    def _seal(self, request, metadata):
        text = {'compact': dumps, 'spaced': lambda value: __import__('json').dumps(value, ensure_ascii=False, indent=1),
                'ascii': lambda value: __import__('json').dumps(value)}[self.settings['request json']](request)
        text = self._bent_text(text)
        if self.does('an encrypted request of the first session') and 'sealed' in self.kept:
            return self.kept['sealed']
        if self.does('a request in clear'):
            return b64u(text)
        if self.does('a signed request'):
            return jose.sign({'alg': 'ES256', 'typ': 'JWT'}, request, self.device)
        jwk, enc = self._published(metadata)
        if self.does('encrypts to a hard-coded key'):
            key = self.once('hard', jose.new_rsa)
            jwk = {**jose.public_jwk(key), 'kid': jwk.get('kid'), 'alg': 'RSA-OAEP-256'}
        alg = jwk.get('alg', 'RSA-OAEP-256' if jwk['kty'] == 'RSA' else 'ECDH-ES')
        members = {'kid': jwk['kid']} if 'kid' in jwk and self.settings['request header'] != 'no kid' else {}
        members.update({'kid and cty': {'cty': 'json'}, 'kid and typ': {'typ': 'JWT'}, 'kid first and x': {'x-trace': '1'}}.get(self.settings['request header'], {}))
        if self.does('another kid'):
            members['kid'] = 'key-1'
        zip_ = 'DEF' if self.settings['request zip'] == 'DEF' else None
        json_form = self.settings['request serialization'] == 'json'
        if self.does('zip as zlib', 'zip not compressed', 'RSA-OAEP with SHA-1', 'RSA1_5', 'an IV of zeros', 'a broken tag', 'enc A128CBC'):
            sealed = self._bent_seal(text, jose.load_jwk(jwk), alg, enc, members)
        else:
            sealed = jose.encrypt(text, jose.load_jwk(jwk), alg, enc, zip_, json_form, **members)
        sealed = dumps(sealed) if json_form else sealed
        self.kept.setdefault('sealed', sealed)
        return sealed

    def _bent_text(self, text):
        if self.does('plaintext with a byte order mark'):
            return '\ufeff' + text
        if self.does('plaintext twice in quotes'):
            return dumps(text)
        if self.does('a member twice'):
            return text[:-1] + ',"credential_identifier":"other"}'
        if self.does('plaintext in base64'):
            return b64u(text)
        return text

    def _bent_seal(self, text, public, alg, enc, members):
        import zlib
        from cryptography.hazmat.primitives import hashes
        from cryptography.hazmat.primitives.asymmetric import padding
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM
        pad = jose.OAEP
        header = {'alg': alg, 'enc': enc, **members}
        data = text.encode()
        if self.does('zip as zlib'):
            data, header['zip'] = zlib.compress(data), 'DEF'
        if self.does('zip not compressed'):
            header['zip'] = 'DEF'
        if self.does('RSA-OAEP with SHA-1'):
            pad, header['alg'] = padding.OAEP(padding.MGF1(hashes.SHA1()), hashes.SHA1(), None), 'RSA-OAEP'
        if self.does('RSA1_5'):
            pad, header['alg'] = padding.PKCS1v15(), 'RSA1_5'
        if self.does('enc A128CBC'):
            header['enc'] = 'A128CBC'
        key = os.urandom(32)
        nonce = bytes(12) if self.does('an IV of zeros') else os.urandom(12)
        if self.does('an IV of zeros'):
            key = self.once('content key', lambda: key)
        protected = b64u(dumps(header))
        sealed = AESGCM(key).encrypt(nonce, data, protected.encode())
        tag = sealed[-16:] if not self.does('a broken tag') else bytes(16)
        return '.'.join([protected, b64u(public.encrypt(key, pad)), b64u(nonce), b64u(sealed[:-16]), b64u(tag)])

    def _open(self, sealed, request, offer, nonce):
        base = {'usual': 'identityapp://credential-request', 'https': 'https://app.example/link/credential',
                'opaque host': 'com.example.identity://request', 'with a query': 'identityapp://open?action=credential',
                'empty host': 'identityapp:///credential'}[self.settings['deeplink']]
        name = self.settings['deeplink parameter']
        if self.settings['deeplink encoding'] == 'everything':
            value = ''.join(f'%{octet:02X}' for octet in sealed.encode())
        else:
            value = urllib.parse.quote(sealed, safe='-._~')
        glue = '&' if '?' in base else '?'
        link = f'{base}{glue}{name}={value}'
        code = offer['grants'].get(GRANT, {}).get('pre-authorized_code', '')
        bent = {
            'parameter twice': f'{link}&{name}={value}',
            'in the fragment': f'{base}#{name}={value}', 'in the path': f'{base}/{value}',
            'encoded twice': f'{base}{glue}{name}={urllib.parse.quote(urllib.parse.quote(sealed + "=", safe=""), safe="")}',
            'the code in the link': f'{link}&code={code}', 'the nonce in the link': f'{link}&nonce={nonce}',
            'the request in clear beside it': f'{link}&debug={b64u(dumps(request))}', 'another app': link.replace(base, 'wallet://callback', 1),
            'cut short': link[:-40], 'parts of the request': f'{base}{glue}p1={value[:200]}&p2={value[200:]}',
        }
        link = bent.get(self.fault, link)
        return [link]


def _faults():
    rows = {
        '1': ['calls a token endpoint', 'calls the credential endpoint', 'another app'],
        '2.3': ['a signed offer', 'any grant'],
        '2.4': ['both identifiers', 'another template', "another session's identifier", 'a number as identifier', 'no proof', 'an empty proof',
                'an unknown proof type', 'attestation in jwt', 'attestation in proof', 'no proof type', 
                'an object for the array', 'the same request again', 'a member twice'],
        '2.5': ['nonce reused', 'nonce made up', 'the code as nonce', 'nonce in capitals', 'nonce encoded again', 'nonce as a list',
                'c_nonce for nonce', 'attestation without nonce', 'attestation without iat', 'attestation without keys',
                'attestation of yesterday', 'attestation of tomorrow', 'iat in milliseconds', 'iat as text', 'no attested keys',
                'P-384 attested', 'private parts attested', 'padded coordinates', 'coordinates in hex', 'a point off the curve', 'no curve',
                'typ JWT', 'typ of a proof', 'attestation without typ', 'attestation without x5c', 'attestation without alg',
                'lower case alg', 'alg none', 'P-384 signs', 'DER signature', 'an attested key signs', 'a broken signature', 'no signature',
                'the same attestation again', 'chain upside down', 'x5c as text', 'x5c in base64url', 'x5c in PEM', 'empty x5c', 'jwk for x5c',
                'an intermediate that is no CA', 'an expired intermediate', 'an intermediate of tomorrow', 'another leaf', 'a leaf that nobody signed',
                'a gap in the chain', 'a chain of its own', 'leaf twice'],
        '2.6': ['private parts in the response key', 'enc that does not exist', 'zip gzip', 'zip in lower case', 'key as text', 'RSA1_5 asked',
                'use sig', 'alg of a signature', 'key type oct', 'modulus in base64', 'modulus missing', 'numeric kid', 'empty kid', 'no enc',
                'no response key', 'no alg', 'RSA-1024', 'encrypts to a hard-coded key'],
        '2.7': ['a request in clear', 'a signed request', 'an encrypted request of the first session', 'another kid', 'zip as zlib',
                'zip not compressed', 'RSA-OAEP with SHA-1', 'RSA1_5', 'an IV of zeros', 'a broken tag', 'enc A128CBC',
                'plaintext with a byte order mark', 'plaintext twice in quotes', 'plaintext in base64', 'cut short'],
        '4': ['parameter twice', 'in the fragment', 'in the path', 'encoded twice', 'parts of the request',
              'the request in clear beside it'],
        '5': ['the code to the nonce endpoint', 'the code in the link',
              'the nonce in the link'],
    }
    probing = {'a signed offer', 'any grant'}
    advised = {*probing, 'an intermediate that is no CA', 'an expired intermediate', 'an intermediate of tomorrow'}  # no sentence forbids it
    return {name: Fault(f'section {section}', probes=name in probing, advised=name in advised) for section, names in rows.items() for name in names}


FAULTS = _faults()


# ---- attached

def play(draw, fault, folder):
    folder = pathlib.Path(folder)
    make_root(folder)
    port = act_.free_port()
    config = {'targets': {ROLE: {}}, 'anchors': str(folder / 'root.pem'), 'listen': {'host': '127.0.0.1', 'port': port}}
    more = {'place': str(folder), 'base': f'http://127.0.0.1:{port}'}
    if draw['attached'] == 'command':
        config['targets'][ROLE] = act_.driven('wallet', draw, fault, folder, **more)
        return config, lambda: None
    url, stop = act_.served('wallet', draw, fault, folder, **more)
    config['targets'][ROLE]['url'] = url
    return config, stop


def make_root(folder):
    from cryptography.hazmat.primitives import serialization
    key = jose.new_ec()
    cert = x509.certificate('Stranger Devices Root', key, 'Stranger Devices Root', key, time.time(), ca=-1)
    (folder / 'root.pem').write_text(x509.to_pem([cert]))
    (folder / 'root.key').write_bytes(key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()))


def act(draw, fault, place, base):
    wallet = Wallet(draw, fault, place, base)
    if draw['attached'] == 'command':
        return act_.obey(wallet.offer)
    return http.serve_until_stdin_closes(http.Server(lambda request: http.Response(200, wallet.offer(request.json()))).start())
