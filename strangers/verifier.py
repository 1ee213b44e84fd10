"""A verifier: takes SD-JWT credentials, by command or by URL, and says whether it accepts them.

It does what RFC 9901, section 7, obliges it to, with the encoding of section 2.9 of the document. How strict it is
beyond that is a setting, since no sentence obliges a verifier to more.
"""

import base64
import json
import re
import time
import urllib.parse
import zlib

from strangers import act as act_
from strangers.common import http, jose, sdjwt, urls
from strangers.common.jose import JoseError
from strangers.common.settings import Fault, Setting

ROLE = 'verifier'
UUID4 = re.compile(r'[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\Z')


def presented(draw, shape):
    return {'target': {'requests': {'presentation': shape}}} if draw['attached'] == 'url' else {}


def told_path(draw, path):
    return {'decisions': {'endpoints.presentation.path': path}} if draw['attached'] == 'url' else {}


def told_method(draw):
    return {'decisions': {'endpoints.presentation.method': 'PUT'}} if draw['attached'] == 'url' else {}


def goes_live(draw):
    """Whether a strict verifier can refuse everything that is a risk: digests over joined parts can be cut elsewhere, and a status has
    to be asked for."""
    return draw['encoding'] in ('document-whole', 'rfc9901') and draw['status'] != 'not-asked'


# label -> order, digest, names of the hash, final tilde, media types, how Assay is told
ENCODINGS = {
    'document': ('name-value-salt', 'parts', ('SHA-256',), ('vc+sd-jwt',)),
    'document-json': ('name-value-salt', 'parts-json-value', ('SHA-256',), ('vc+sd-jwt',)),
    'document-bare-salt': ('name-value-salt', 'parts-bare-salt', ('SHA-256',), ('vc+sd-jwt',)),
    'document-whole': ('name-value-salt', 'disclosure', ('SHA-256',), ('vc+sd-jwt',)),
    'rfc9901': ('salt-name-value', 'disclosure', ('sha-256',), None),
    'sd-jwt-vc': ('salt-name-value', 'disclosure', ('sha-256',), ('dc+sd-jwt',)),
}

SETTINGS = [
    Setting('attached', '4', {
        'command': {},
        'url': {},
    }),
    Setting('encoding', '2.9', {
        'document-whole': {'decisions': {'sd.digest': 'disclosure'}},
        'document': {},
        'document-json': {'decisions': {'sd.digest': 'parts-json-value'}},
        'document-bare-salt': {'decisions': {'sd.digest': 'parts-bare-salt'}},
        'rfc9901': {'profile': 'document-rfc9901'},
        'sd-jwt-vc': {'profile': 'document-sd-jwt-vc'},
    }),
    Setting('strictness', '9', {
        'strict': lambda draw: {} if goes_live(draw) else {'gate': 'conformance'},
        'document': {'gate': 'conformance'}, 'rfc9901': {'gate': 'conformance'},
    }),
    Setting('status', '4', ['asked', 'asked-and-cached', 'not-asked']),
    Setting('status method', '4', {'GET': {}, 'POST': {'decisions': {'endpoints.status.method': 'POST'}}}),
    Setting('jwks path', '4', {
        'well-known': {},
        'jwks': {'decisions': {'endpoints.jwks.path': '/jwks'}},
        'oauth': {'decisions': {'endpoints.jwks.path': '/oauth2/v1/certs'}},
    }),
    Setting('jwks method', '4', {'GET': {}, 'POST': {'decisions': {'endpoints.jwks.method': 'POST'}}}),
    Setting('jwks cache', '4', ['none', 'library', 'cache-control']),
    Setting('skew', '8', {'60': {}, '0': {'decisions': {'times.skew': '0'}}, '300': {'decisions': {'times.skew': '300'}}}),
    Setting('unterminated', '2.9', ['accepted', 'only as told']),
    Setting('trust', '2.9', ['issuer of the command', 'host']),
    Setting('kid', '2.9', ['names the key', 'is a hint']),
    Setting('addresses compared', '2.9', ['normalised', 'as text']),
    Setting('reply', '4', ['claims', 'claims and header', 'no claims when refused', 'reason']),
    Setting('order', '7', ['signature first', 'disclosures first', 'status first']),
    Setting('url form', '9', {
        'usual': {},
        'another member': lambda draw: presented(draw, {'body': {'presentation': None, 'credential': '{presentation}'}}),
        'nested': lambda draw: presented(draw, {'body': {'presentation': None, 'vp': {'token': '{presentation}'}}}),
        'text': lambda draw: presented(draw, {'body': '{presentation}', 'headers': {'content-type': 'application/vc+sd-jwt'}}),
        'form': lambda draw: presented(draw, {'body': 'vp_token={presentation}', 'headers': {'content-type': 'application/x-www-form-urlencoded'}}),
    }),
    Setting('url answer', '9', {
        'accepted': {},
        'status alone': {},
        'word': lambda draw: presented(draw, {'answer': {'accepted': '/result/state', 'claims': '/result/claims'}}),
        'boolean': lambda draw: presented(draw, {'answer': {'accepted': '/valid', 'claims': '/claims'}}),
    }),
    Setting('url path', '9', {'usual': {}, '/v1/verify': lambda draw: told_path(draw, '/v1/verify')}),
    Setting('url method', '9', {'POST': {}, 'PUT': lambda draw: told_method(draw)}),
]


def legal(draw):
    if draw['strictness'] == 'rfc9901' and draw['status'] != 'not-asked':
        return ('strictness', 'status')
    if draw['encoding'] == 'sd-jwt-vc' and draw['status'] != 'not-asked' and draw['status method'] != 'GET':
        return ('encoding', 'status method')  # a Token Status List is fetched with GET
    return None


class Refused(Exception):
    """The presentation is not acceptable, and why."""


class Verifier:
    def __init__(self, settings, fault=None, host=None):
        self.settings, self.fault, self.host = settings, fault, host
        self.order, self.digest, self.names, self.types = ENCODINGS[settings['encoding']]
        self.keys, self.statuses, self.seen = {}, {}, {}
        self.skew = int(settings['skew'])
        self.good, self.after = set(), False

    def lacks(self, *names):
        return self.fault in names

    # ---- the whole

    def verify(self, presentation, issuer, status_base):
        accepted = False
        try:
            claims, header = self._verify(presentation, issuer, status_base)
            accepted = True
            return True, claims, header, ''
        except (Refused, JoseError) as wrong:
            return self.lacks('accepts everything'), {}, {}, str(wrong)
        except (KeyError, TypeError, ValueError, AttributeError, RecursionError, OverflowError) as wrong:
            return False, {}, {}, f'malformed: {type(wrong).__name__}'
        finally:
            self.after = not accepted

    def _verify(self, presentation, issuer, status_base):
        token, disclosures, binding = self._split(presentation)
        steps = {
            'signature first': ('signature', 'payload', 'disclosures', 'status'),
            'disclosures first': ('disclosures', 'signature', 'payload', 'status'),
            'status first': ('signature', 'status', 'payload', 'disclosures'),
        }[self.settings['order']]
        header, octets, _, _ = jose.split_jws(token)
        payload = jose.loads(octets)
        if not isinstance(payload, dict):
            raise Refused('the payload is no object')
        claims = {}
        for step in steps:
            if step == 'signature':
                if not self._knows(token, payload, disclosures):
                    self._signature(token, header, payload, issuer)
            elif step == 'payload':
                self._payload(payload, issuer)
            elif step == 'disclosures':
                claims = self._disclosures(payload, disclosures)
            else:
                if not (self.lacks('status of what discloses nothing') and not disclosures) and not (self.lacks('status once for each issuer') and payload.get('iss') in self.good):
                    self._status(payload, issuer, status_base)
        if not (self.lacks('times after a refusal') and self.after) and not (self.lacks('times once for each key') and header.get('kid') in self.good):
            self._times({**payload, **claims})
        self.good |= {each for each in (payload.get('id'), token.split('.')[1], token.split('.')[2], header.get('kid'), payload.get('iss')) if isinstance(each, str)}
        return claims, header

    def _knows(self, token, payload, disclosures):
        """Faults that take a signature for verified."""
        _, body, signature = token.split('.')
        return (self.lacks('signature cached by id') and payload.get('id') in self.good or self.lacks('signature cached by payload') and body in self.good
                or self.lacks('signature cached by itself') and signature in self.good or self.lacks('signature after a refusal') and self.after
                or self.lacks('signature of what discloses nothing') and not disclosures)

    def _split(self, presentation):
        if not isinstance(presentation, str) or '~' not in presentation:
            if self.lacks('a JWT without a tilde') and isinstance(presentation, str):
                return presentation, [], ''
            raise Refused('a presentation has a tilde')
        *parts, last = presentation.split('~')
        if last and '.' not in last:
            if self.settings['unterminated'] != 'accepted' and self.settings['encoding'] in ('rfc9901', 'sd-jwt-vc'):
                raise Refused('the last tilde is missing')
            if self.settings['encoding'] in ('rfc9901', 'sd-jwt-vc'):
                raise Refused('a Key Binding JWT that is none')
            parts, last = [*parts, last], ''
        elif last:
            raise Refused('a Key Binding JWT was not asked for')
        if self.lacks('empty disclosures ignored'):
            parts = [parts[0], *[part for part in parts[1:] if part]]
        return parts[0], parts[1:], last

    # ---- the signature

    def _signature(self, token, header, payload, issuer):
        alg = header.get('alg')
        if not self.lacks('iss') and not self._same(payload.get('iss'), issuer) and not self._same_host(payload.get('iss'), issuer):
            raise Refused('another issuer')
        if self.lacks('other header members') and set(header) - {'alg', 'typ', 'kid'}:
            raise Refused('a header member that is not known')
        if 'crit' in header and not self.lacks('crit'):
            raise Refused('an extension that is not known')
        self._typ(header)
        if self.lacks('no signature') or (self.lacks('alg none') and isinstance(alg, str) and alg.lower() == 'none'):
            return
        for key in self._candidates(header, payload, issuer):
            try:
                return self._check(token, header, key)
            except JoseError:
                continue
        raise Refused('no key of the issuer made the signature')

    def _same(self, one, other):
        return urls.same(one, other, self.settings['addresses compared'])

    def _same_host(self, iss, issuer):
        return self.lacks('iss by prefix') and isinstance(iss, str) and iss.startswith(issuer)

    def _typ(self, header):
        typ = header.get('typ')
        if self.lacks('typ') or self.settings['strictness'] == 'rfc9901':
            return
        if self.types is None:
            if (typ is not None or self.settings['strictness'] == 'strict') and not (isinstance(typ, str) and typ.lower().endswith('+sd-jwt')):
                raise Refused('not an SD-JWT')
            return
        if typ not in self.types:
            raise Refused('another typ')

    def _check(self, token, header, key):
        alg = header.get('alg')
        if self.lacks('hs256 with the public key') and alg == 'HS256':
            return self._hmac(token, key)
        if self.lacks('der signature') and alg == 'ES256':
            return self._der(token, key)
        if self.lacks('alg by the key') and alg != 'ES256':
            first, second, third = token.split('.')
            raw = jose.unb64u(third)
            return self._raw(f'{first}.{second}'.encode(), raw, key)
        if self.lacks('crit') and alg == 'ES256':
            first, second, third = token.split('.')
            return self._raw(f'{first}.{second}'.encode(), jose.unb64u(third), key)
        jose.verify(token, jose.load_jwk(key))

    def _raw(self, signed, signature, jwk):
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives import hashes
        from cryptography.hazmat.primitives.asymmetric import ec
        from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
        der = signature
        if len(signature) == 64 and signature[0] != 0x30:
            der = encode_dss_signature(int.from_bytes(signature[:32], 'big'), int.from_bytes(signature[32:], 'big'))
        elif len(signature) == 64:
            der = encode_dss_signature(int.from_bytes(signature[:32], 'big'), int.from_bytes(signature[32:], 'big'))
        try:
            jose.load_jwk(jwk).verify(der, signed, ec.ECDSA(hashes.SHA256()))
        except (InvalidSignature, ValueError) as wrong:
            raise JoseError('the signature is not valid') from wrong

    def _der(self, token, jwk):
        first, second, third = token.split('.')
        self._raw(f'{first}.{second}'.encode(), jose.unb64u(third), jwk)

    def _hmac(self, token, jwk):
        import hashlib
        import hmac
        from cryptography.hazmat.primitives import serialization
        first, second, third = token.split('.')
        pem = jose.load_jwk(jwk).public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
        for secret in (pem, pem.rstrip(), jose.unb64u(jwk['x']), json.dumps(jwk).encode(), jose.dumps(jwk).encode()):
            if hmac.compare_digest(hmac.new(secret, f'{first}.{second}'.encode(), hashlib.sha256).digest(), jose.unb64u(third)):
                return
        raise JoseError('another HMAC')

    def _candidates(self, header, payload, issuer):
        if self.lacks('jwk of the header', 'jwk of the header, and keys that are kept') and isinstance(header.get('jwk'), dict):
            return [header['jwk']]
        if self.lacks('x5c of the header') and isinstance(header.get('x5c'), list):
            from strangers.common import x509
            return [jose.public_jwk(x509.load_x5c(header['x5c'])[0].public_key())]
        if self.lacks('cnf as the key') and isinstance(payload.get('cnf'), dict):
            return [payload['cnf']['jwk'], *self._issuer_keys(issuer, header)]
        kid = header.get('kid')
        if self.settings.get('kid') == 'is a hint':
            return self._issuer_keys(issuer, header)
        if kid is None:
            if self.settings['strictness'] == 'document':
                raise Refused('no kid')
            return self._usable(self._issuer_keys(issuer, header))
        if not isinstance(kid, str):
            raise Refused('a kid is text')
        return self._usable([key for key in self._issuer_keys(issuer, header) if key.get('kid') == kid])

    def _usable(self, keys):
        return [key for key in keys if key.get('use', 'sig') == 'sig' and key.get('alg', 'ES256') == 'ES256'
                and 'verify' in key.get('key_ops', ['verify'])]

    # ---- keys

    def _issuer_keys(self, issuer, header):
        path = {'well-known': '/.well-known/jwks.json', 'jwks': '/jwks', 'oauth': '/oauth2/v1/certs'}[self.settings['jwks path']]
        url, cache = issuer + path, self.settings['jwks cache']
        kept = self.keys.get(url)
        if kept:
            keys, until, fetched = kept
            known = any(key.get('kid') == header.get('kid') for key in keys)
            if time.time() < until and (known or time.time() < fetched + 1):
                return keys
        keys = self._fetch_keys(url)
        if cache == 'library':
            self.keys[url] = (keys, time.time() + 600, time.time())
        return keys

    def _fetch_keys(self, url):
        status, headers, body = http.call(url, self.settings['jwks method'], headers={'Accept': 'application/json'})
        if status != 200:
            raise Refused(f'no keys: {status}')
        keys = jose.loads(body).get('keys')
        age = re.search(r'max-age=(\d+)', headers.get('Cache-Control') or '')
        if self.settings['jwks cache'] == 'cache-control' and age and 'no-store' not in headers['Cache-Control']:
            self.keys[url] = (keys, time.time() + int(age[1]), time.time())
        return [key for key in keys if isinstance(key, dict)]

    # ---- the payload

    def _payload(self, payload, issuer):
        names = payload.get('_sd_alg')
        if names is None and self.settings['strictness'] == 'rfc9901':
            names = self.names[0]  # RFC 9901, section 4.1.1: sha-256 is the default
        if names not in self.names and not self.lacks('_sd_alg'):
            raise Refused('another hash')
        if self.settings['strictness'] == 'rfc9901':
            return
        for name in ('id', 'status') if self.settings['encoding'] != 'sd-jwt-vc' else ():
            if not isinstance(payload.get(name), str):
                raise Refused(f'no {name}')
        self._cnf(payload)
        if self.settings['strictness'] == 'strict' and self.settings['encoding'] == 'document':
            if not UUID4.match(payload['id']):
                raise Refused('id is no UUID v4')

    def _cnf(self, payload):
        jwk = payload.get('cnf', {}).get('jwk')
        if not isinstance(jwk, dict) or 'd' in jwk:
            raise Refused('no holder key')
        jose.load_jwk(jwk)
        if jwk.get('kty') != 'EC' or jwk.get('crv') != 'P-256':
            raise Refused('another kind of holder key')

    def _times(self, claims):
        now = time.time()
        for name, needed in (('exp', True), ('iat', self.settings['strictness'] != 'rfc9901'), ('nbf', False)):
            value = claims.get(name)
            if value is None and needed and not self.lacks(name):
                raise Refused(f'no {name}')
            if value is not None and (isinstance(value, bool) or not isinstance(value, (int, float))) and not self.lacks(name):
                raise Refused(f'{name} is no number')
        if not self.lacks('exp', 'exp in milliseconds') and claims['exp'] <= now - self.skew:
            raise Refused('expired')
        if self.lacks('exp in milliseconds') and claims['exp'] * 1000 <= now:
            raise Refused('expired')
        if not self.lacks('nbf') and claims.get('nbf', 0) > now + self.skew:
            raise Refused('not yet valid')
        if not self.lacks('iat') and claims.get('iat', 0) > now + self.skew:
            raise Refused('issued in the future')

    # ---- disclosures: RFC 9901, section 7.1, steps 3 to 5

    def _disclosures(self, payload, disclosures):
        digests = payload.get('_sd', [])
        if not isinstance(digests, list) or not all(isinstance(each, str) for each in digests):
            raise Refused('_sd is no list of texts')
        everywhere = self._all_digests(payload)
        if len(set(everywhere)) != len(everywhere) and not self.lacks('digest twice'):
            raise Refused('a digest appears twice')
        claims, used = {}, set()
        for text in disclosures:
            salt, name, value = self._elements(text)
            digest = self._digest(text, salt, name, value)
            if digest in used:
                raise Refused('a disclosure appears twice')
            if self.lacks('digests anywhere') and digest not in digests and digest in jose.dumps(payload):
                digests = [*digests, digest]
            if self.lacks('digests of the first ten') and len(used) >= 10:
                claims[name] = value
                continue
            if digest not in digests:
                if self.lacks('digest not in _sd'):
                    claims[name] = value
                    continue
                if self.lacks('unknown disclosure ignored'):
                    continue
                raise Refused('a disclosure that the issuer did not sign')
            used.add(digest)
            self._name(name, payload, claims)
            claims[name] = value
        return claims

    def _elements(self, text):
        values = jose.loads(jose.unb64u(text))
        if not isinstance(values, list) or (len(values) != 3 and not (self.lacks('arity') and len(values) >= 3)):
            raise Refused('a disclosure has three elements')
        values = values[:3]
        salt, name, value = (values[2], values[0], values[1]) if self.order == 'name-value-salt' else values
        if not isinstance(salt, str) and not self.lacks('salt of any type'):
            raise Refused('a salt is text')
        if not isinstance(name, str):
            raise Refused('a name is text')
        return salt, name, value

    def _digest(self, text, salt, name, value):
        salt = salt if isinstance(salt, str) else jose.dumps(salt)
        digest = sdjwt.digest(text, salt, name, value, self.digest)
        return digest

    def _name(self, name, payload, claims):
        if name in ('_sd', '...') and not self.lacks('claim named _sd'):
            raise Refused('a reserved name')
        if name in payload and not self.lacks('claim in clear and disclosed'):
            raise Refused('a claim that is there already')
        if name in claims and not self.lacks('claim disclosed twice'):
            raise Refused('a claim is disclosed twice')
        if self.settings['strictness'] == 'strict' and self.settings['encoding'] == 'document' and name not in sdjwt.CLAIMS:
            raise Refused('a claim that is not of the set')

    def _all_digests(self, value):
        if isinstance(value, list):
            found = [value[i]['...'] for i in range(len(value)) if isinstance(value[i], dict) and list(value[i]) == ['...']]
            return [each for each in found if isinstance(each, str)] + [each for item in value for each in self._all_digests(item)]
        if isinstance(value, dict):
            own = value.get('_sd')
            own = [each for each in own if isinstance(each, str)] if isinstance(own, list) else []
            return own + [each for item in value.values() for each in self._all_digests(item)]
        return []

    # ---- the status

    def _status(self, payload, issuer, status_base):
        if self.settings['status'] == 'not-asked' or self.lacks('status not asked'):
            return
        url = payload.get('status')
        if self.settings['encoding'] == 'sd-jwt-vc':
            if self._listed(payload) != 0:
                raise Refused('the credential is not valid')
            return
        if not isinstance(url, str):
            raise Refused('no status')
        if not urls.below(url, f'{status_base}/credentials/status', self.settings['addresses compared']):
            raise Refused('the status of another service')
        if not self.lacks('status of another credential') and url.rsplit('/', 1)[1] != payload.get('id'):
            raise Refused('the status of another credential')
        value = self._status_value(url, payload, issuer)
        if self.lacks('suspended accepted'):
            good = value in ('active', 'suspended')
        elif self.lacks('revoked accepted'):
            good = value in ('active', 'revoked')
        elif self.lacks('status by what is not revoked'):
            good = value not in ('suspended', 'revoked')
        else:
            good = value == 'active'
        if not good:
            raise Refused(f'the credential is {value}')

    def _listed(self, payload):
        """Token Status List, section 8.3."""
        reference = payload['status']['status_list']
        if type(reference['idx']) is not int or reference['idx'] < 0:
            raise Refused('no index')
        try:
            status, _, body = http.call(reference['uri'], 'GET', headers={'Accept': 'application/statuslist+jwt'}, timeout=5)
        except OSError:
            raise Refused('no list') from None
        if status != 200:
            raise Refused(f'no list: {status}')
        text = body.decode('ascii', 'replace').strip()
        claims = self._status_token(text, payload['iss'])
        if jose.split_jws(text)[0].get('typ') != 'statuslist+jwt' or claims['sub'] != reference['uri']:
            raise Refused('another list')
        if claims.get('exp', time.time() + 1) <= time.time() - self.skew or claims['iat'] > time.time() + self.skew:
            raise Refused('a list of another time')
        bits = claims['status_list']['bits']
        if bits not in (1, 2, 4, 8):
            raise Refused('no list')
        try:
            octets = zlib.decompress(base64.urlsafe_b64decode(claims['status_list']['lst'] + '=='))
        except (ValueError, zlib.error):
            raise Refused('no list') from None
        if reference['idx'] * bits // 8 >= len(octets):
            raise Refused('an index beyond the list')
        return octets[reference['idx'] * bits // 8] >> reference['idx'] * bits % 8 & (1 << bits) - 1

    def _status_value(self, url, payload, issuer):
        kept = self.statuses.get(url)
        if kept and (time.time() < kept[1] or self.lacks('status cached for ever')):
            return kept[0]
        try:
            status, headers, body = http.call(url, self.settings['status method'], timeout=5)
        except OSError:
            if self.lacks('no status is active'):
                return 'active'
            raise Refused('no status') from None
        if status != 200:
            if self.lacks('no status is active'):
                return 'active'
            raise Refused(f'no status: {status}')
        answer = self._status_token(body.decode('utf-8', 'replace').strip(), issuer)
        self._status_subject(answer, payload, issuer, url)
        if not self.lacks('stale status') and answer.get('exp', time.time() + 1) <= time.time() - self.skew:
            raise Refused('a status that is too old')
        age = re.search(r'max-age=(\d+)', headers.get('Cache-Control') or '')
        if self.lacks('status cached for ever'):
            self.statuses[url] = (answer.get('status'), time.time())
        elif self.settings['status'] == 'asked-and-cached' and age and not re.search('no-(store|cache)', headers['Cache-Control']):
            self.statuses[url] = (answer.get('status'), time.time() + int(age[1]))
        return answer.get('status')

    def _status_subject(self, answer, payload, issuer, url):
        strict = self.settings['strictness'] == 'strict'
        if not self.lacks('status token of another', 'status of another credential') and answer.get('id') not in ((payload['id'],) if strict else (None, payload['id'])):
            raise Refused('the status of another credential')
        if strict and not self.lacks('status of another issuer') and 'iss' in answer:
            if not any(self._same(answer['iss'], each) for each in (issuer, url.split('/credentials/status/')[0])):
                raise Refused('the status of another issuer')

    def _status_token(self, text, issuer):
        header, octets, _, _ = jose.split_jws(text)
        if not self.lacks('status not verified'):
            for key in [key for key in self._issuer_keys(issuer, header) if key.get('kid') == header.get('kid')]:
                jose.verify(text, jose.load_jwk(key))
                break
            else:
                raise Refused('nobody signed the status')
        return jose.loads(octets)


FAULTS = {
    'accepts everything': Fault('RFC 9901, 7: rejects what is not valid', probes=True),
    'no signature': Fault('RFC 9901, 7.1: the signature is validated', probes=True),
    'alg none': Fault('RFC 9901, 7.1: none is not accepted', probes=True),
    'hs256 with the public key': Fault('RFC 8725, 3.1: only the algorithms that are expected', probes=True),
    'der signature': Fault('RFC 7518, 3.4: a signature is R and S, 64 octets', probes=True),
    'alg by the key': Fault('2.9: alg is ES256', probes=True),
    'crit': Fault('RFC 7515, 4.1.11: extensions that must be understood', probes=True),
    'typ': Fault('2.9: typ is vc+sd-jwt', probes=True),
    'iss': Fault('RFC 9901, 7.1: the key belongs to the issuer', probes=True),
    'iss by prefix': Fault('RFC 9901, 7.1: the key belongs to the issuer', probes=True),
    'jwk of the header': Fault('RFC 9901, 7.1: the key belongs to the issuer', probes=True),
    'jwk of the header, and keys that are kept': Fault('RFC 9901, 7.1: the key belongs to the issuer', {'jwks cache': 'library'}, probes=True),
    'x5c of the header': Fault('RFC 9901, 7.1: the key belongs to the issuer', probes=True),
    'cnf as the key': Fault('RFC 9901, 7.1: the key belongs to the issuer', probes=True),
    '_sd_alg': Fault('RFC 9901, 7.1: the hash is understood', probes=True),
    'exp': Fault('RFC 7519, 4.1.4: not accepted after exp', probes=True),
    'exp in milliseconds': Fault('RFC 7519, 4.1.4: exp in seconds', probes=True),
    'nbf': Fault('RFC 7519, 4.1.5: not accepted before nbf', probes=True),
    'iat': Fault('2.9: iat is the time of issuance', probes=True),
    'digest twice': Fault('RFC 9901, 7.1: a digest only once', probes=True),
    'digest not in _sd': Fault('RFC 9901, 7.1: every disclosure is referenced', probes=True),
    'unknown disclosure ignored': Fault('RFC 9901, 7.1: every disclosure is referenced', probes=True),
    'arity': Fault('RFC 9901, 7.1: three elements', probes=True),
    'salt of any type': Fault('RFC 9901, 4.2.1: the salt is a string', probes=True),
    'claim named _sd': Fault('RFC 9901, 7.1: no claim is called _sd', probes=True),
    'claim in clear and disclosed': Fault('RFC 9901, 7.1: a name only once', probes=True),
    'claim disclosed twice': Fault('RFC 9901, 7.1: a name only once', probes=True),
    'empty disclosures ignored': Fault('RFC 9901, 4: a disclosure is not empty', probes=True),
    'a JWT without a tilde': Fault('RFC 9901, 4: an SD-JWT has a tilde', probes=True),
    'status not asked': Fault('3: a status', probes=True),
    'suspended accepted': Fault('3: a status', probes=True),
    'revoked accepted': Fault('3: a status', probes=True),
    'status by what is not revoked': Fault('3: active, suspended, revoked', probes=True),
    'status of another credential': Fault('4: the status of this credential', probes=True),
    'status of another issuer': Fault('RFC 7519, 4.1.1: iss', probes=True),
    'status token of another': Fault('4: the status of this credential', probes=True),
    'status not verified': Fault('2.9: the status is signed', probes=True),
    'stale status': Fault('RFC 7519, 4.1.4: not accepted after exp', probes=True),
    **{name: Fault('RFC 9901, 7.1: the signature is validated', probes=True) for name in (
        'signature cached by id', 'signature cached by payload', 'signature cached by itself', 'signature after a refusal', 'signature of what discloses nothing')},
    **{name: Fault('RFC 9901, 7.1: every disclosure is referenced', probes=True) for name in ('digests anywhere', 'digests of the first ten')},
    **{name: Fault('RFC 7519, 4.1.4: not accepted after exp', probes=True) for name in ('times after a refusal', 'times once for each key')},
    **{name: Fault('3: a status', probes=True) for name in ('status of what discloses nothing', 'status once for each issuer')},
    'other header members': Fault('RFC 7515, 4: header parameters that are not understood are ignored', probes=True),
    'no status is active': Fault('3: a status', probes=True),
    'status cached for ever': Fault('RFC 9111: not stored', probes=True),
}


# ---- attached

def play(draw, fault, folder):
    """The targets of a run with this verifier, and what stops it."""
    port = act_.free_port()
    config = {'targets': {ROLE: {}}, 'listen': {'host': '127.0.0.1', 'port': port}}
    if draw['attached'] == 'command':
        config['targets'][ROLE] = act_.driven('verifier', draw, fault, folder, host=f'http://127.0.0.1:{port}')
        return config, lambda: None
    url, stop = act_.served('verifier', draw, fault, folder, host=f'http://127.0.0.1:{port}')
    config['targets'][ROLE]['url'] = url
    return config, stop


def act(draw, fault, host=None):
    verifier = Verifier(draw, fault, host)
    if draw['attached'] == 'command':
        return act_.obey(lambda order: answer(verifier, order))
    return http.serve_until_stdin_closes(http.Server(lambda request: respond(verifier, request)).start())


def answer(verifier, order):
    by_host = verifier.settings['trust'] == 'host'
    issuer = issuer_of(order['presentation'], verifier) if by_host else order['issuer']
    status_base = issuer if by_host else order['statusService']
    accepted, claims, header, why = verifier.verify(order['presentation'], issuer, status_base)
    form = verifier.settings['reply']
    if accepted:
        return {'accepted': True, 'claims': claims, **({'header': header} if form == 'claims and header' else {})}
    return {'accepted': False, **({} if form == 'no claims when refused' else {'claims': {}}), **({'reason': why} if form == 'reason' else {})}


def respond(verifier, request):
    draw = verifier.settings
    path = '/presentations' if draw['url path'] == 'usual' else draw['url path']
    if (request.method, request.path) != (draw['url method'], path):
        return http.Response(404)
    presentation = read_presentation(request, draw['url form'])
    issuer = issuer_of(presentation, verifier)
    accepted, claims, _, why = verifier.verify(presentation, issuer, issuer)
    return say(accepted, claims, why, draw['url answer'])


def read_presentation(request, form):
    if form == 'text':
        return request.body.decode('utf-8', 'replace')
    if form == 'form':
        return urllib.parse.parse_qs(request.body.decode('utf-8', 'replace'), keep_blank_values=True).get('vp_token', [''])[0]
    body = request.json()
    return {'usual': lambda: body['presentation'], 'another member': lambda: body['credential'], 'nested': lambda: body['vp']['token']}[form]()


def say(accepted, claims, why, form):
    if form == 'status alone':
        return http.Response(200, {'claims': claims}) if accepted else http.Response(422, {'error': why})
    if form == 'word':
        return http.Response(200, {'result': {'state': 'VALID' if accepted else 'INVALID', 'claims': claims}})
    if form == 'boolean':
        return http.Response(200, {'valid': accepted, 'claims': claims})
    return http.Response(200, {'accepted': True, 'claims': claims}) if accepted else http.Response(400, {'error': why})


def issuer_of(presentation, verifier):
    """The issuers at one host, which a verifier trusts that has an address or is not told more."""
    try:
        iss = jose.loads(jose.split_jws(presentation.split('~')[0])[1])['iss']
        is_known = isinstance(iss, str) and urls.below(iss, verifier.host, verifier.settings['addresses compared'])
        return iss.rstrip('/') if is_known and re.fullmatch(r'[^/]+//[^/?#]+(/s/[\w.~-]+)?/?', iss) else 'http://127.0.0.1:1'
    except (JoseError, KeyError, TypeError):
        return 'http://127.0.0.1:1'
