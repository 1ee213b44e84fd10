"""An issuer, written from the document: sections 2.1 to 2.9, 4 and 5.

    python3 strangers/issuer.py [--settings JSON] [--fault NAME]

Prints its address as one line of JSON, and ends when its standard input is closed.
"""

import os
import pathlib
import random
import secrets
import sys
import threading
import time
import uuid

from strangers.common import jose, sdjwt, x509
from strangers.common.http import Manners, Response, Server
from strangers.issuer_faults import FAULTS  # noqa: F401  (part of a role's interface)
from strangers.issuer_settings import MANNERS, SETTINGS, legal, parse_path  # noqa: F401
from strangers.people import PEOPLE, claims
from strangers.status import StatusService

ROOT = pathlib.Path(__file__).resolve().parent.parent / 'fixtures/artefacts/device-root.pem'
GRANT = 'urn:ietf:params:oauth:grant-type:pre-authorized_code'
SKEW, OLDEST = 60, 300
_keys = {}


def kept_key(kind, label):
    """Keys that cost time to make are made once for all issuers of a process."""
    if (kind, label) not in _keys:
        _keys[kind, label] = jose.new_rsa(int(kind[4:])) if kind.startswith('RSA') else jose.new_ec(kind)
    return _keys[kind, label]


class Refused(Exception):
    """A request that the issuer rejects: a status and a code."""

    def __init__(self, status, code, detail=''):
        super().__init__(detail or code)
        self.status, self.code, self.detail = status, code, detail


def need(condition, code='invalid_request', status=400):
    if not condition:
        caller = sys._getframe(1)
        raise Refused(status, code, f'{code} ({caller.f_code.co_name}, line {caller.f_lineno})')


class Issuer:
    def __init__(self, draw, fault=None):
        self.draw, self.fault, self.lock = draw, fault, threading.RLock()
        self.people = [{**person, 'token': secrets.token_urlsafe(24)} for person in PEOPLE]
        self.sessions, self.nonces, self.count, self.issued = {}, {}, 0, 0
        self.sign_keys = [self._new_signing_key()]
        self.request_keys = self._make_request_keys()
        self.roots = x509.load_anchors(ROOT.read_text())
        self.base_path = draw['base_path']
        self.seen_keys, self.last = [], {}
        self.verified, self.failed = set(), False
        self.salts = random.Random(5)
        self.root_names = {each.subject for each in x509.load_pem(ROOT.read_text())}
        self.log = []
        self.server = Server(self.answer, Manners(**MANNERS[draw['manners']]))
        self.url = self.server.url + self.base_path
        self.status = StatusService(self, draw, fault)

    # ---- keys

    def _kid(self, jwk):
        return {'thumbprint': jose.thumbprint(jwk), 'number': str(secrets.randbelow(10**9)), 'uuid': str(uuid.uuid4()),
                'url': f'https://keys.example/{secrets.token_hex(4)}#1', 'words': f'signing key {len(getattr(self, "sign_keys", []))} of 2026/07'}[self.draw['kid']]

    def _new_signing_key(self):
        key = jose.new_ec()
        return {'key': key, 'kid': self._kid(jose.public_jwk(key))}

    def _make_request_keys(self):
        kinds = {'both': ['RSA-2048', 'P-256'], 'two-rsa': ['RSA-2048', 'RSA-3072']}.get(self.draw['request_key'], [self.draw['request_key']])
        made = []
        for kind in kinds:
            key = kept_key(kind, 'request')
            kid = self._kid(jose.public_jwk(key)) if self.draw['request_kid'] == 'present' else None
            made.append({'key': key, 'kid': kid, 'alg': 'RSA-OAEP-256' if kind.startswith('RSA') else self.draw['request_ec_alg']})
        return made

    def request_jwks(self):
        keys = []
        for each in self.request_keys:
            members = {'kid': each['kid']} if each['kid'] else {}
            if self.draw['request_members'] != 'bare':
                members |= {'use': 'enc', 'alg': each['alg']}
            if self.draw['request_members'] == 'extra':
                members |= {'exp': int(time.time()) + 10**7, 'x-rotation': None}
            keys.append(jose.public_jwk(each['key'], **members))
            if self.fault == 'request-key-private':
                keys[-1] = jose.private_jwk(each['key'], **members)
            if self.fault == 'request-key-for-signing':
                keys[-1]['use'] = 'sig'
        return keys

    def ceremony_key(self):
        """What a ceremony gives to wallets: one key, or all of them."""
        keys = self.request_jwks()
        return keys[0] if len(keys) == 1 else {'keys': keys}

    # ---- routes

    def answer(self, request):
        with self.lock:
            response = self._answer(request)
        return response

    def _answer(self, request):
        try:
            return self._route(request)
        except Refused as refused:
            return self._refuse(refused)
        except (jose.JoseError, x509.ChainError) as wrong:
            return self._refuse(Refused(400, 'invalid_request', str(wrong)))

    def _route(self, request):
        path = request.path
        if self.status.owns(path):
            return self.status.answer(request)
        for name, handler in (('config', self.config), ('nonce', self.nonce), ('validate', self.validate), ('jwks', self.jwks), ('metadata', self.metadata)):
            wanted, query = parse_path(self._path_of(name))
            if path == wanted and all(request.query.get(key) == value for key, value in query.items()):
                need(request.method == self.draw[f'{name}_method'], 'method_not_allowed', 405)
                return handler(request)
        offer = self._find_offer(request)
        if offer is not None:
            need(request.method == self.draw['offer_method'], 'method_not_allowed', 405)
            return self.offer(offer)
        raise Refused(404, 'not_found')

    def _path_of(self, name):
        if name != 'metadata':
            return self.base_path + self.draw[f'{name}_path']
        well_known = '/.well-known/openid-credential-issuer'
        return {'literal': f'{self.base_path}{well_known}/tenant', 'insertion': f'{well_known}{self.base_path}', 'append': f'{self.base_path}{well_known}'}[self.draw['metadata_path']]

    def _refuse(self, refused):
        self.log.append(f'{refused.status} {refused}')
        self.failed = True
        shape, status = self.draw['errors'], refused.status
        if self.fault == 'refuses-with-200':
            return Response(200, {'error': refused.code})
        if status == 400 and self.draw['refusal_status'] == '422':
            status = 422
        if status == 400 and self.draw['refusal_status'] == '403':
            status = 403
        headers = [('WWW-Authenticate', 'Bearer')] if status == 401 else []
        headers += [('Allow', 'GET, POST')] if status == 405 else []
        text = refused.code.replace('_', ' ')
        if self.fault == 'error-has-token':
            text = f"token is not {self.people[0]['token']}"
        if self.fault and self.fault.startswith('error-has'):
            return Response(status, {'error': refused.code, 'error_description': text}, None, headers)
        if shape == 'oauth':
            return Response(status, {'error': refused.code}, None, [('Cache-Control', 'no-store'), *headers])
        if shape == 'described':
            return Response(status, {'error': refused.code, 'error_description': text}, 'application/json;charset=UTF-8', headers)
        if shape == 'problem':
            return Response(status, {'type': 'about:blank', 'title': text, 'status': status}, 'application/problem+json', headers)
        if shape == 'nested':
            return Response(status, {'errors': [{'code': f'E{status}', 'message': text}], 'data': None}, None, headers)
        if shape == 'html':
            return Response(status, f'<!doctype html><title>{status}</title>', 'text/html', headers)
        return Response(status, b'', None, headers)

    # ---- Issuer Config (2.1, 2.2)

    def person_of(self, request, required=True):
        """The person to whom the session token belongs."""
        text = request.header(self.draw['token_header'][0]) or ''
        kind, prefix = self.draw['token_header'][1], 'Bearer '
        if kind == 'bearer':
            text = text[len(prefix):] if text[:len(prefix)].lower() == prefix.lower() else ''
        found = next((person for person in self.people if secrets.compare_digest(person['token'].encode(), text.encode())), None)
        need(found or not required, 'invalid_token', 401)
        return found

    def config(self, request):
        if self.draw['config_auth'] == 'bearer':
            self.person_of(request)
        device = request.json().get('device_id')
        need(isinstance(device, str) and device)
        if self.fault == 'escapes-not-read':
            need(b'\\u' not in request.body)
        person = next((person for person in self.people if person['device'] == device), None)
        if self.fault == 'unknown-device':
            person = person or self.people[0]
        need(person, 'unknown_device', self.draw['unknown_device'])
        session = self._new_session(person)
        return Response(200, self._config_body(session), self.draw['media_type'], [('Cache-Control', 'no-store')])

    def _new_session(self, person):
        self.count += 1
        identifier = {'uuid': str(uuid.uuid4()), 'reference': f'IDENTITY-{self.count:06}-{secrets.token_hex(5)}', 'urn': f'urn:uuid:{uuid.uuid4()}',
                      'per-person': 'dataset-' + person['device']}[self.draw['identifier']]
        nonce, code = self._new_code(), self._new_code()
        if self.fault == 'code-counts':
            nonce = f'{41000000 + self.count}'
        if self.fault == 'code-is-time':
            nonce = f'{int(time.time() * 1000)}'
        if self.fault == 'code-short':
            nonce = f'{secrets.randbelow(10**4):04}'
        if self.fault == 'code-per-device':
            nonce = jose.b64u(person['device'] + ' is its code')
        if self.fault == 'code-has-uid':
            nonce = f"{person['uid']}-{secrets.token_hex(8)}"
        if self.draw['relation'] != 'all-separate':
            code = nonce
        session = {'person': person, 'identifier': identifier, 'nonce': nonce, 'code': code, 'until': time.time() + 300, 'used': False}
        if self.draw['relation'] == 'all-equal':
            self.nonces[nonce] = {'until': time.time() + int(self.draw['nonce_lifetime']), 'used': False}
        for name in {identifier, nonce, code}:
            self.sessions[name] = session
        return session

    def _new_code(self):
        return {'base64url': secrets.token_urlsafe(32), 'hex': secrets.token_hex(20), 'uuid': str(uuid.uuid4()), 'digits': str(secrets.randbelow(9 * 10**38) + 10**38),
                'long': secrets.token_urlsafe(300), 'dotted': f'{secrets.token_urlsafe(12)}.{secrets.token_urlsafe(20)}~x'}[self.draw['nonce_form']]

    def _config_body(self, session):
        body = {'credential_identifier': session['identifier'], 'nonce': session['nonce']}
        if self.fault == 'config-without-nonce':
            del body['nonce']
        if self.fault == 'config-identifier-number':
            body['credential_identifier'] = self.count
        if self.fault == 'config-nonce-number':
            body['nonce'] = secrets.randbits(50)
        form = self.draw['config_members']
        more = {'pre-authorized_code': session['code'], 'secret': secrets.token_urlsafe(16), 'c_nonce': session['nonce'] if self.draw['relation'] == 'all-equal' else self._fresh_nonce(),
                'access_token': secrets.token_urlsafe(16), 'redirect_uri': 'identityapp://credential-request'}
        if self.draw['request_source'] == 'config' or form == 'extended':
            more['credential_request_encryption_key'] = self.request_jwks()[0]
        if form == 'extended':
            return {**body, **more}
        if self.draw['relation'] == 'all-separate':
            body['pre-authorized_code'] = session['code']
        if self.draw['request_source'] == 'config':
            body['credential_request_encryption_key'] = more['credential_request_encryption_key']
        if form == 'nested':
            return {'status': 'OK', 'data': body}
        if form == 'more':
            return {'transaction': self.count, 'expires_in': 300, **body, 'hint': None, 'offer': {'by': 'value'}}
        return body

    # ---- the offer by URL (2.3)

    def _find_offer(self, request):
        template = self.draw['offer_url']
        if template == 'absent':
            return None
        before, after = template.replace('{issuer_url}', self.base_path).split('{id}')
        whole = request.raw_path + ('?' + '&'.join(f'{key}={value}' for key, value in request.query.items()) if request.query else '')
        if not whole.startswith(before) or not whole.endswith(after):
            return None
        import urllib.parse
        return self.sessions.get(urllib.parse.unquote(whole[len(before): len(whole) - len(after)]))

    def offer(self, session):
        grant = {'pre-authorized_code': session['code']}
        offer = {'credential_issuer': self.url, 'credential_configuration_ids': self.configurations(), 'grants': {GRANT: grant}}
        if self.draw['offer_members'] == 'more':
            grant['interval'] = 5
            offer = {'display': [{'name': 'Identity'}], **offer, 'version': 1}
        if self.draw['offer_members'] == 'two-grants':
            offer['grants']['authorization_code'] = {'issuer_state': secrets.token_hex(8)}
        media = self.draw['offer_media']
        if self.fault == 'offer-text-plain':
            media = 'text/plain'
        if self.fault == 'offer-as-jwt':
            return Response(200, jose.sign({'alg': 'ES256', 'typ': 'JWT'}, offer, self.sign_keys[-1]['key']), 'application/jwt')
        if self.fault == 'offer-without-grants':
            del offer['grants']
        if self.fault == 'offer-other-configuration':
            offer['credential_configuration_ids'] = ['NotInTheMetadata']
        if self.fault == 'offer-other-issuer':
            offer['credential_issuer'] = 'https://other.example'
        if self.fault == 'offer-other-code':
            grant['pre-authorized_code'] = self._new_code()
        if self.fault == 'offer-no-code':
            offer['grants'][GRANT] = {}
        if self.fault == 'offer-with-uid':
            offer['uid'] = session['person']['uid']
        return Response(200, offer, media)

    def configurations(self):
        return {'usual': ['identity_credential'], 'own': ['NationalIdentity_SD-JWT_v1'], 'several': ['id.basic', 'id.full', 'id.photo'], 'url': ['https://credentials.example/identity/1']}[self.draw['configuration']]

    # ---- metadata

    def metadata(self, request):
        body = {} if self.draw['metadata_members'] == 'least' else {'credential_issuer': self.url}
        encryption = self._request_encryption()
        if self.fault == 'metadata-no-key':
            encryption = None
        if encryption is not None:
            body['credential_request_encryption'] = encryption
        announced = self.draw['announced']
        if announced != 'nothing':
            body['credential_response_encryption'] = {**self._announced(), 'encryption_required': True}
        if self.draw['metadata_members'] != 'least':
            configuration = {'format': 'vc+sd-jwt', 'cryptographic_binding_methods_supported': ['jwk'], 'credential_signing_alg_values_supported': ['ES256']}
            body['credential_configurations_supported'] = {name: configuration for name in self.configurations()}
        if self.draw['metadata_members'] == 'many':
            body |= {'display': [{'name': 'Registry', 'locale': 'en', 'logo': None}], 'nonce_endpoint': self.url + self.draw['nonce_path'], 'x_build': {'jwk': 1, '_sd': []}, 'batch_credential_issuance': {'batch_size': 8}}
        media = 'text/html' if self.fault == 'metadata-html' else self.draw['media_type']
        return Response(200, body, media, [('Cache-Control', 'max-age=60')])

    def _announced(self):
        algs = {'rsa': ['RSA-OAEP-256'], 'rsa-gcm128': ['RSA-OAEP-256'], 'ecdh': ['ECDH-ES'], 'ecdh-wrapped': ['ECDH-ES+A256KW'], 'all': ['RSA-OAEP-256', 'ECDH-ES', 'ECDH-ES+A256KW'], 'nothing': []}[self.draw['announced']]
        encs = {'rsa-gcm128': ['A128GCM'], 'all': ['A128GCM', 'A256GCM']}.get(self.draw['announced'], ['A256GCM'])
        zips = {} if self.draw['announced_zip'] == 'absent' else {'zip_values_supported': ['DEF']}
        return {'alg_values_supported': algs, 'enc_values_supported': encs, **zips}

    def _request_encryption(self):
        if self.draw['request_source'] != 'metadata':
            return None
        keys, form = self.request_jwks(), self.draw['request_form']
        more = {} if self.draw['request_enc'] == 'absent' else {'enc_values_supported': self.draw['request_enc'].split()}
        if self.draw['request_zip'] == 'DEF':
            more['zip_values_supported'] = ['DEF']
        return {'jwks': {'jwks': {'keys': keys}, **more}, 'required': {'jwks': {'keys': keys}, 'encryption_required': True, **more},
                'jwk': {'jwk': keys[0], **more}, 'bare': keys[0], 'bare-set': {'keys': keys},
                'like-response': {'jwk': keys[0], 'enc': 'A256GCM', **({'zip': 'DEF'} if self.draw['request_zip'] == 'DEF' else {})}}[form]

    def jwks(self, request):
        keys = []
        for each in self.sign_keys:
            members = {'kid': each['kid']} | ({} if self.draw['jwks_members'] == 'least' else {'use': 'sig', 'alg': 'ES256'})
            if self.draw['jwks_members'] == 'many':
                members |= {'key_ops': ['verify'], 'nbf': 1700000000, 'x5t#S256': jose.thumbprint(jose.public_jwk(each['key']))}
            keys.append(jose.private_jwk(each['key'], **members) if self.fault == 'jwks-private' else jose.public_jwk(each['key'], **members))
        if self.draw['jwks_extra'] == 'rsa':
            keys.insert(0, jose.public_jwk(kept_key('RSA-2048', 'extra'), kid='rsa-1', use='sig', alg='RS256'))
        if self.draw['jwks_extra'] == 'enc':
            keys.insert(0, jose.public_jwk(kept_key('P-256', 'enc'), kid='enc-1', use='enc', alg='ECDH-ES'))
        if self.draw['jwks_extra'] == 'others':
            keys += [{'kty': 'OKP', 'crv': 'Ed25519', 'x': jose.b64u(os.urandom(32)), 'kid': 'ed'}, jose.public_jwk(kept_key('P-384', 'extra'), kid='p384', use='sig', alg='ES384'), {'kty': 'future', 'kid': 'f'}]
        if self.fault == 'jwks-rotated-away':
            keys = [jose.public_jwk(kept_key('P-256', 'after'), kid='next', use='sig', alg='ES256')]
        if self.fault == 'jwks-same-kid':
            keys.append(jose.public_jwk(kept_key('P-256', 'after'), kid=keys[0]['kid'], use='sig', alg='ES256'))
        if self.fault == 'jwks-is-list':
            return Response(200, keys)
        if self.fault == 'jwks-padded':
            keys = [{**key, 'x': key['x'] + '='} for key in keys]
        if self.fault == 'jwks-hex':
            keys = [{**key, 'x': jose.unb64u(key['x']).hex(), 'y': jose.unb64u(key['y']).hex()} for key in keys]
        if self.fault == 'jwks-symmetric':
            keys.append({'kty': 'oct', 'kid': 'mac', 'k': jose.b64u(os.urandom(32)), 'alg': 'HS256'})
        return Response(200, {'keys': keys}, self.draw['jwks_media'], [('Cache-Control', 'public, max-age=300')])

    # ---- nonces

    def _fresh_nonce(self):
        nonce = self._new_code()
        if self.fault == 'nonce-constant':
            nonce = 'n-0S6_WzA2Mj-n-0S6_WzA2Mj'
        if self.fault == 'nonce-counts':
            self.last['nonce'] = self.last.get('nonce', 1000000) + 1
            nonce = str(self.last['nonce'])
        if self.fault == 'nonce-short':
            nonce = secrets.token_urlsafe(3)
        if self.fault == 'nonce-per-second':
            nonce = jose.b64u(f'nonce of second {int(time.time())}')
        self.nonces[nonce] = {'until': time.time() + int(self.draw['nonce_lifetime']), 'used': False}
        return nonce

    def nonce(self, request):
        if self.draw['nonce_auth'] == 'bearer':
            self.person_of(request)
        if self.draw['relation'] == 'all-equal':
            session = self.sessions.get(request.json().get('pre-authorized_code'))
            need(session, 'invalid_grant')
            nonce = session['nonce']
        else:
            nonce = self._fresh_nonce()
            if self.draw['nonce_bound'] != 'no':
                session = self.sessions.get(request.json().get('pre-authorized_code'))
                need(session and not (session['used'] and self.draw['code_use'] == 'once'), 'invalid_grant')
                self.nonces[nonce]['session'] = session
        more = {'c_nonce_expires_in': int(self.draw['nonce_lifetime'])}
        body = {'c_nonce': {'c_nonce': nonce}, 'nonce': {'nonce': nonce}, 'expiring': {'c_nonce': nonce, **more}, 'nested': {'result': {'value': nonce, **more}}, 'in-list': {'nonces': [nonce]}}[self.draw['nonce_member']]
        if self.fault == 'nonce-number':
            body = {'c_nonce': secrets.randbits(40)}
        return Response(200, body, self.draw['media_type'], [('Cache-Control', 'no-store')])

    # ---- validation (2.7)

    def validate(self, request):
        person = self.person_of(request, required=self.fault != 'token-not-checked') or self.people[0]
        if self.fault == 'token-not-checked':
            person = next((each for each in self.people if each['uid'].encode() in request.body), person)
        encrypted = self._read_body(request)
        if self.fault != 'uid-not-compared':
            if not (self.fault == 'uid-compared-once' and person['token'] in self.verified):
                need(encrypted['uid'] == person['uid'], 'access_denied', 403)
            else:
                person = next((each for each in self.people if each['uid'] == encrypted['uid']), person)
            self.verified.add(person['token'])
        elif encrypted['uid'] != person['uid']:
            person = next((each for each in self.people if each['uid'] == encrypted['uid']), person)
        asked = self._open(encrypted['jwe'])
        session = self._find_session(asked, person)
        keys = self._check_proofs(asked, session)
        target = self._response_key(asked)
        if session is not None and self.draw['code_use'] == 'once' and self.fault != 'code-reused':
            need(not session['used'], 'invalid_grant')
        if session is not None:
            session['used'] = True
        return self._issue(person, session, asked, keys, target)

    def _read_body(self, request):
        body = request.json()
        uid = body.get('uid')
        need(isinstance(uid, str) and len(uid) == 12 and uid.isascii() and uid.isdigit())
        spelling = self.draw['field']
        names = {'document': ['encryted_credential_request'], 'usual': ['encrypted_credential_request'], 'either': ['encryted_credential_request', 'encrypted_credential_request']}[spelling]
        found = [body[name] for name in names if name in body]
        need(len(found) == 1)
        jwe = found[0]
        need(isinstance(jwe, str))
        if self.draw['serialization'] == 'json':
            jwe = jose.loads(jwe)
        return {'uid': uid, 'jwe': jwe}

    def _open(self, jwe):
        if self.fault == 'request-in-clear-accepted' and isinstance(jwe, str):
            try:
                return jose.loads(jwe if jwe.lstrip().startswith('{') else jose.unb64u(jwe.split('.')[1] if '.' in jwe else jwe))
            except (jose.JoseError, IndexError):
                pass
        _, text = jose.decrypt(jwe, self._find_request_key)
        asked = jose.loads(text)
        need(isinstance(asked, dict))
        return asked

    def _encs(self):
        """The content encryptions that were announced; none where there is no place for them."""
        if self.draw['request_source'] != 'metadata' or self.draw['request_form'] in ('bare', 'bare-set'):
            return []
        if self.draw['request_form'] == 'like-response':
            return ['A256GCM']
        return [] if self.draw['request_enc'] == 'absent' else self.draw['request_enc'].split()

    def _find_request_key(self, header):
        kid = header.get('kid')
        fitting = [each for each in self.request_keys if each['kid'] == kid] if kid is not None and any(each['kid'] for each in self.request_keys) else self.request_keys
        fitting = [each for each in fitting if (header.get('alg') or '').startswith('RSA') == each['alg'].startswith('RSA')]
        if not fitting:
            raise jose.JoseError('encrypted to another key')
        if self._encs() and header.get('enc') not in self._encs():
            raise jose.JoseError('a content encryption that was not offered')
        if self.draw['request_members'] != 'bare' and header.get('alg') != fitting[0]['alg']:
            raise jose.JoseError('an algorithm that was not offered')
        return fitting[0]['key']

    def _find_session(self, asked, person):
        identifier, configuration = asked.get('credential_identifier'), asked.get('credential_configuration_id')
        if self.fault != 'both-identifiers':
            need(identifier is None or configuration is None)
        if self.draw['identifiers'] == 'exactly-one':
            need(identifier is not None or configuration is not None)
        session = None
        if identifier is not None:
            session = self.sessions.get(identifier) if isinstance(identifier, str) else None
            need(session, 'unknown_credential_identifier')
            need(session['person'] is person, 'unknown_credential_identifier')
        if configuration is not None:
            if self.fault != 'unknown-configuration':
                need(configuration in self.configurations(), 'unknown_credential_configuration')
        if self.draw['code_presented'] == 'request':
            code = asked.get('pre-authorized_code')
            by_code = self.sessions.get(code) if isinstance(code, str) else None
            if self.fault != 'code-not-compared':
                need(by_code and by_code['code'] == code and by_code['person'] is person, 'invalid_grant')
                need(session is None or session['identifier'] == by_code['identifier'], 'invalid_grant')
                need(by_code['until'] > time.time(), 'invalid_grant')
            return by_code or session
        return session if self.draw['identifier'] != 'per-person' else None

    def _check_proofs(self, asked, session):
        proofs = asked.get('proof')
        form = self.draw['proof']
        if form == 'object':
            proofs = [proofs]
        if form == 'proofs':
            held = asked.get('proofs')
            need(isinstance(held, dict) and held)
            values = held.get('attestation') or []
            need(isinstance(values, list))
            proofs = [{'proof_type': 'attestation', 'attestation': each} for each in values]
        if self.fault == 'no-proof-accepted' and not proofs:
            return [self.seen_keys[-1]] if self.seen_keys else []
        need(isinstance(proofs, list) and proofs and all(isinstance(each, dict) for each in proofs), 'invalid_proof')
        need(all(each.get('proof_type') in ('attestation', 'jwt', 'cose', 'sd-jwt') for each in proofs), 'invalid_proof')
        attested = [each for each in proofs if each['proof_type'] == 'attestation']
        need(attested, 'invalid_proof')
        keys, nonces = [], []
        for each in attested:
            text = each.get('attestation')
            if isinstance(text, list) and len(text) == 1 and self.draw['attestation_form'] == 'list':
                text = text[0]
            if keys and self.fault == 'second-attestation-not-checked':
                continue
            found, nonce = self._check_attestation(text)
            keys += found
            nonces.append(nonce)
        bound = [known['session'] for known in map(self.nonces.get, filter(self._is_text, nonces)) if known and 'session' in known]
        need(session is None or all(each is session for each in bound), 'invalid_nonce')
        self._use_nonces(nonces)
        return keys

    @staticmethod
    def _is_text(value):
        return isinstance(value, str)

    def _use_nonces(self, nonces):
        for nonce in set(nonces):
            known = self.nonces.get(nonce) if isinstance(nonce, str) else None
            if self.fault == 'nonce-not-checked' or self.fault == 'nonce-not-after-error' and self.failed:
                continue
            need(known, 'invalid_nonce')
            need(known['until'] > time.time() or self.fault == 'nonce-never-expires', 'invalid_nonce')
            if self.draw['nonce_use'] == 'once' and self.fault != 'nonce-reused' and not (self.fault == 'nonce-twice' and known.get('uses', 0) < 2):
                need(not known['used'], 'invalid_nonce')
            known['uses'] = known.get('uses', 0) + 1
            known['used'] = True

    def _check_attestation(self, text):
        need(isinstance(text, str), 'invalid_proof')
        header, payload, _, _ = jose.split_jws(text)
        need(header.get('typ') == self.draw['attestation_typ'] or self.fault == 'attestation-typ', 'invalid_proof')
        chain = x509.load_x5c(header.get('x5c'))
        now = time.time()
        if self.fault == 'chain-not-checked':
            leaf = chain[0].public_key()
        elif self.fault == 'chain-any-root':
            leaf = x509.verify_chain(chain, [*self.roots, chain[-1].public_key()] if len(chain) > 1 else self.roots, now)
        elif self.fault == 'chain-expired':
            leaf = x509.verify_chain(chain, self.roots, None)
        elif self.fault == 'chain-by-name' and chain[-1].issuer in self.root_names:
            leaf = chain[0].public_key()
        else:
            leaf = x509.verify_chain(chain, self.roots, now)
        if self.fault == 'attestation-embedded-key' and 'jwk' in header:
            leaf = jose.load_jwk(header['jwk'])
        if self.fault == 'attestation-alg-none' and str(header.get('alg')).lower() == 'none':
            pass
        elif self.fault != 'attestation-not-verified' and not self._skips_signature(text, header, chain):
            jose.verify(text, leaf)
        body = jose.loads(payload)
        need(isinstance(body, dict), 'invalid_proof')
        self._check_times(body, now)
        keys = body.get('attested_keys')
        need(isinstance(keys, list) and keys, 'invalid_proof')
        for key in keys[:1] if self.fault == 'second-key-not-checked' else keys:
            if self.fault != 'attested-keys-not-checked':
                need(isinstance(key, dict) and key.get('kty') == 'EC' and key.get('crv') == 'P-256' and 'd' not in key, 'invalid_proof')
                jose.load_jwk(key)
        self.seen_keys += [key for key in keys if isinstance(key, dict)]
        return keys, body.get('nonce')

    def _skips_signature(self, text, header, chain):
        """Faults that verify a signature under some condition only."""
        leaf, payload = x509.fingerprint(chain[0]), text.split('.')[1]
        known = self.verified
        skips = {'signature-once-per-leaf': leaf in known, 'signature-once-per-payload': payload in known, 'signature-not-after-error': self.log and self.log[-1] is not None and self.failed,
                 'signature-in-long-chains': len(chain) > 2, 'signature-by-intermediate': self._is_signed_by_another(text, chain)}.get(self.fault, False)
        known |= {leaf, payload}
        return skips

    def _is_signed_by_another(self, text, chain):
        for each in chain[1:]:
            try:
                jose.verify(text, each.public_key())
                return True
            except (jose.JoseError, ValueError):
                continue
        return False

    def _check_times(self, body, now):
        iat = body.get('iat')
        need(isinstance(iat, (int, float)) and not isinstance(iat, bool), 'invalid_proof')
        if self.fault != 'attestation-old':
            need(iat > now - OLDEST - SKEW, 'invalid_proof')
        if self.fault != 'attestation-future':
            need(iat < now + SKEW, 'invalid_proof')
        if 'exp' in body:
            need(isinstance(body['exp'], (int, float)) and body['exp'] > now - SKEW, 'invalid_proof')

    def _response_key(self, asked):
        wanted = asked.get('credential_response_encryption')
        if wanted is None:
            need(self.draw['unasked'] == 'plain', 'invalid_encryption_parameters')
            return None
        need(isinstance(wanted, dict) and isinstance(wanted.get('jwk'), dict), 'invalid_encryption_parameters')
        jwk = wanted['jwk']
        need(not {'d', 'p', 'q', 'dp', 'dq', 'qi', 'k'} & set(jwk) and jwk.get('use', 'enc') == 'enc', 'invalid_encryption_parameters')
        public = jose.load_jwk(jwk)
        need(jwk.get('kty') != 'RSA' or public.key_size >= 2048, 'invalid_encryption_parameters')
        alg = jwk.get('alg', wanted.get('alg'))
        alg = alg if alg is not None else ('RSA-OAEP-256' if jwk['kty'] == 'RSA' else 'ECDH-ES')
        need(alg in (['RSA-OAEP-256'] if jwk['kty'] == 'RSA' else ['ECDH-ES', 'ECDH-ES+A256KW']), 'invalid_encryption_parameters')
        enc, packed = wanted.get('enc'), wanted.get('zip')
        need(enc in ('A128GCM', 'A192GCM', 'A256GCM') and packed in (None, 'none', 'DEF'), 'invalid_encryption_parameters')
        if self.draw['announced'] != 'nothing' and self.draw['keeps_announced'] == 'strict':
            announced = self._announced()
            need(alg in announced['alg_values_supported'] and enc in announced['enc_values_supported'], 'invalid_encryption_parameters')
        return {'public': public, 'alg': alg, 'enc': enc, 'zip': 'DEF' if packed == 'DEF' else None, 'kid': jwk.get('kid')}

    # ---- the response

    def _issue(self, person, session, asked, keys, target):
        self.issued += 1
        if self.draw['rotation'] == 'often' and (self.issued < 4 or self.issued % 40 == 0):
            self.sign_keys.append(self._new_signing_key())
        holders = keys if self.draw['batch'] == 'each-key' else keys[:1]
        made = [self.credential(person, key, asked) for key in holders]
        if self.fault == 'response-no-credentials':
            made = []
        body = {self.draw['credentials_field']: [{self.draw['credential_field']: text} for text in made]}
        identifier = asked.get('credential_identifier') or (session['identifier'] if session else str(uuid.uuid4()))
        if self.fault == 'response-other-id':
            identifier = str(uuid.uuid4())
        if self.draw['id_field'] != 'none':
            body = {self.draw['id_field']: identifier, **body}
        if self.draw['response_members'] == 'more':
            body |= {'iat': int(time.time()), 'notification_id': secrets.token_hex(8), 'extra': None}
        self.failed = False
        text = self._protect(body, target)
        answer = {'credential_response': text}
        if self.draw['answer_members'] == 'more':
            answer |= {'result': 'success', 'txn': secrets.token_hex(6), 'warnings': []}
        if self.fault == 'response-member-misspelt':
            answer = {'credentialResponse': text}
        return Response(int(self.draw['success']), answer, self.draw['media_type'], [('Cache-Control', 'no-store')])

    def _protect(self, body, target):
        signing = self.sign_keys[-1]
        header = {'alg': 'ES256', 'kid': signing['kid'], **({'typ': 'JWT'} if self.draw['response_typ'] == 'JWT' else {})}
        key = kept_key('P-256', 'nobody knows') if self.fault == 'response-other-key' else signing['key']
        def signed(payload, **more):
            token = jose.sign({**header, **more}, payload, key)
            if self.fault == 'response-signature-der':
                from cryptography.hazmat.primitives import hashes
                from cryptography.hazmat.primitives.asymmetric import ec
                first = token.rsplit('.', 1)[0]
                return first + '.' + jose.b64u(key.sign(first.encode(), ec.ECDSA(hashes.SHA256())))
            return token
        if target is None:
            return signed(body)
        if self.fault == 'response-not-encrypted':
            return signed(body)
        nesting = self.draw['nesting'] if self.fault != 'response-not-signed' else 'credential-only'
        if nesting == 'encrypt-then-sign':
            return signed(self._encrypt(jose.dumps(body), target))
        if nesting == 'credential-only':
            return self._encrypt(jose.dumps(body), target)
        return self._encrypt(signed(body), target, cty='JWT')

    def _encrypt(self, text, target, **more):
        public, enc, packed = target['public'], target['enc'], target['zip']
        if self.fault == 'response-to-other-key':
            public = kept_key('P-256' if target['alg'].startswith('ECDH') else 'RSA-2048', 'other').public_key()
        if self.fault == 'response-other-enc':
            enc = 'A128GCM' if enc == 'A256GCM' else 'A256GCM'
        if self.fault == 'response-zip-not-asked':
            packed = None if packed else 'DEF'
        if self.fault == 'response-zip-ignored':
            packed = None
        members = {**more, **({'kid': target['kid']} if isinstance(target['kid'], str) and self.draw['response_kid'] == 'present' else {})}
        if self.fault in ('response-zlib', 'response-zip-lies'):
            return self._encrypt_badly(text, public, target['alg'], enc, members)
        return jose.encrypt(text, public, target['alg'], enc, packed, **members)

    def _encrypt_badly(self, text, public, alg, enc, members):
        """`zip` says DEF; the plaintext is a zlib stream, or not compressed at all."""
        import zlib
        kept, jose.deflate = jose.deflate, (zlib.compress if self.fault == 'response-zlib' else bytes)
        try:
            return jose.encrypt(text, public, alg, enc, 'DEF', **members)
        finally:
            jose.deflate = kept

    # ---- the credential (2.9)

    def _times(self):
        now = time.time()
        iat = {'second': int(now), 'fraction': round(now, 3), 'hour': int(now) // 3600 * 3600, 'day': int(now) // 86400 * 86400}[self.draw['iat']]
        exp = iat + {'hour': 7200 if self.draw['iat'] == 'hour' else 3600, 'month': 30 * 86400, 'ten-years': 3650 * 86400}[self.draw['exp']]
        return {'iat-ms': (iat * 1000, exp), 'iat-future': (iat + 86400, exp + 86400), 'iat-text': (str(iat), exp), 'exp-ms': (iat, exp * 1000), 'exp-text': (iat, str(exp)),
                'exp-past': (iat - 7200, iat - 3600), 'exp-before-iat': (iat, iat - 10), 'iat-iso': (time.strftime('%Y-%m-%dT%H:%M:%SZ', time.gmtime(iat)), exp)}.get(self.fault, (iat, exp))

    def _holder(self, jwk, asked):
        if not isinstance(jwk, dict):
            return {}
        kid = {'own': jwk.get('kid') if isinstance(jwk.get('kid'), str) else jose.thumbprint(jwk), 'thumbprint': jose.thumbprint(jwk), 'uuid': str(uuid.uuid4()), 'number': str(secrets.randbelow(10**8))}[self.draw['holder_kid']]
        held = {**{name: jwk[name] for name in ('kty', 'crv', 'x', 'y')}, 'kid': kid, 'alg': 'ES256'}
        if self.draw['holder_members'] == 'use':
            held['use'] = 'sig'
        if self.fault == 'cnf-other-key':
            held |= {name: value for name, value in jose.public_jwk(jose.new_ec()).items()}
        if self.fault == 'cnf-issuer-key':
            held |= jose.public_jwk(self.sign_keys[-1]['key'])
        if self.fault == 'cnf-zeros-cut':
            held |= {name: jose.b64u(jose.unb64u(jwk[name]).lstrip(b'\0')) for name in ('x', 'y')}
        if self.fault == 'cnf-kid-has-uid':
            held['kid'] = jose.b64u(self.last['uid'])
        if self.fault == 'cnf-private':
            held['d'] = jose.b64u(os.urandom(32))
        if self.fault == 'cnf-alg-es384':
            held['alg'] = 'ES384'
        if self.fault == 'cnf-without-kid':
            del held['kid']
        if self.fault == 'cnf-swapped':
            held |= {'x': jwk['y'], 'y': jwk['x']}
        return held

    def credential(self, person, holder_key, asked):
        if self.fault == 'other-persons-data':
            person = next(each for each in self.people if each is not person)
        values = claims(person, self.draw, time.gmtime().tm_year)
        self.last['uid'] = person['uid']
        disclosures, digests = self._disclose(self._spoil_claims(values, person))
        iat, exp = self._times()
        identifier = asked.get('credential_identifier') if self.draw['id'] == 'all' else None
        identifier = identifier or str(uuid.uuid4())
        if self.fault == 'id-constant':
            identifier = self.last.setdefault('id', identifier)
        if self.fault == 'id-counts':
            identifier = f'{0x3fa85f64 + self.issued:08x}-5717-4562-b3fc-2c963f66afa6'
        if self.fault == 'id-uuid-v1':
            identifier = str(uuid.uuid1())
        if self.fault == 'id-number':
            identifier = self.count
        self.status.add(identifier)
        payload = {'iss': self.url, 'id': identifier, 'iat': iat, 'exp': exp, 'status': self.status.url_of(identifier),
                   '_sd_alg': self.draw['sd_alg'], '_sd': digests, 'cnf': {'jwk': self._holder(holder_key, asked)}}
        if self.draw['vct'] == 'required':
            payload['vct'] = 'https://credentials.example/identity'
        if self.draw['payload'] == 'more':
            payload = {'nbf': int(time.time()) - 60, 'jti': str(uuid.uuid4()), **payload, '@context': ['https://www.w3.org/2018/credentials/v1'], 'type': ['VerifiableCredential']}
        token = self._sign_credential(self._spoil_payload(payload, person))
        text = sdjwt.join(token, disclosures, self.draw['join'])
        return text.replace('~', ',') if self.fault == 'comma' else text

    def _spoil_claims(self, values, person):
        changed = {'unmasked-uid': {'MaskedUID': person['uid']}, 'unmasked-mobile': {'MaskedMobile': person['mobile']}, 'id-type-other': {'IdType': 'XX'}, 'unmasked-mail': {'MaskedEmail': person['mail']},
                   'claim-named-sd': {'_sd': ['x']}, 'ages-contradict': {'AgeAbove18': False, 'AgeAbove50': True}, 'claim-has-uid': {'UID': person['uid']}}.get(self.fault, {})
        values = {**values, **changed}
        if self.fault == 'claim-underscore':
            values = {'resident_name' if name == 'ResidentName' else name: value for name, value in values.items()}
        if self.fault == 'claim-case':
            values = {name.lower(): value for name, value in values.items()}
        return values

    def _disclose(self, values):
        draw, pairs = self.draw, []
        spell = sdjwt.SPELLINGS[draw['spelling']]
        names = list(values)
        if draw['claim_order'] == 'random':
            random.shuffle(names)
        for number, name in enumerate(names):
            salt = self._salt(name, number)
            text = sdjwt.encode(salt, name, values[name], draw['order'], spell)
            how = 'disclosure' if self.fault == 'digest-of-disclosure' else draw['digest']
            pairs.append((text, self._digest(text, salt, name, values[name], how, spell)))
        disclosures, digests = [each[0] for each in pairs], [each[1] for each in pairs]
        if self.fault == 'digest-missing':
            digests = digests[1:]
        if self.fault == 'digest-twice':
            digests.append(digests[0])
        if self.fault == 'disclosure-twice':
            disclosures.append(disclosures[0])
        if self.fault == 'disclosure-of-others':
            disclosures.append(sdjwt.encode(sdjwt.new_salt(), 'Religion', 'none', draw['order'], spell))
        digests += [sdjwt.decoy() for _ in range(int(draw['decoys']))]
        if self.fault != 'digests-in-order':
            digests = sorted(digests) if draw['sd_order'] == 'sorted' else random.sample(digests, len(digests))
        if self.fault == 'disclosure-order':
            disclosures = [jose.b64u(jose.dumps(jose.loads(jose.unb64u(each))[::-1])) for each in disclosures]
        if self.fault == 'disclosure-object':
            disclosures = [jose.b64u(jose.dumps({'name': name, 'value': values[name], 'salt': sdjwt.new_salt()})) for name in names]
        if self.fault == 'disclosure-padded':
            import base64
            disclosures = [base64.urlsafe_b64encode(jose.unb64u(each)).decode() for each in disclosures]
        if self.fault == 'disclosure-base64':
            import base64
            disclosures = [base64.b64encode(jose.unb64u(each)).decode() for each in disclosures]
        return disclosures, digests

    def _salt(self, name, number):
        special = {'salt-reused': lambda: self.last.setdefault('salt', sdjwt.new_salt()), 'salt-short': lambda: sdjwt.new_salt(4), 'salt-counts': lambda: f'salt-{number:018}',
                   'salt-per-claim': lambda: jose.b64u(f'the salt of {name}'.ljust(16)), 'salt-empty': lambda: '', 'salt-number': lambda: secrets.randbits(50)}.get(self.fault)
        return special() if special else sdjwt.new_salt(int(self.draw['salt']), self.draw['salt_form'])

    def _digest(self, text, salt, name, value, how, spell):
        import base64
        import hashlib
        salt = salt if isinstance(salt, str) else str(salt)
        if self.fault == 'digest-name-first':
            hashed = jose.b64u(name) + jose.b64u(salt) + jose.b64u(sdjwt.text_of(value, False, spell))
            return jose.b64u(hashlib.sha256(hashed.encode()).digest())
        if self.fault == 'digest-plain':
            return jose.b64u(hashlib.sha256((salt + name + sdjwt.text_of(value, False, spell)).encode()).digest())
        if self.fault == 'digest-separated':
            hashed = '.'.join(jose.b64u(each) for each in (salt, name, sdjwt.text_of(value, False, spell)))
            return jose.b64u(hashlib.sha256(hashed.encode()).digest())
        if self.fault == 'digest-sha512':
            hashed = ''.join(jose.b64u(each) for each in (salt, name, sdjwt.text_of(value, False, spell)))
            return jose.b64u(hashlib.sha512(hashed.encode()).digest())
        right = sdjwt.digest(text, salt, name, value, how, spell)
        raw = jose.unb64u(right)
        return {'digest-hex': raw.hex(), 'digest-padded': base64.urlsafe_b64encode(raw).decode(), 'digest-base64': base64.b64encode(raw).decode().rstrip('='),
                'digest-of-hex': jose.b64u(raw.hex()), 'digest-short': jose.b64u(raw[:16])}.get(self.fault, right)

    def _spoil_payload(self, payload, person):
        changed = {
            'iss-path': {'iss': payload['iss'] + '/tenant'}, 'iss-other': {'iss': 'https://issuer.other.example'}, 'iss-name': {'iss': 'National Registry'},
            'sd-alg-no-hyphen': {'_sd_alg': 'SHA256'}, 'sd-alg-lower': {'_sd_alg': 'sha-256'}, 'sd-alg-512': {'_sd_alg': 'SHA-512'},
            'claim-in-clear': {'ResidentName': person['name']}, 'uid-in-clear': {'sub': person['uid']}, 'status-word': {'status': 'active'},
            'status-other-host': {'status': str(payload['status']).replace('127.0.0.1', 'status.example')}, 'status-other-id': {'status': self.status.url_of(str(uuid.uuid4()))},
            'status-with-uid': {'status': f"{payload['status']}?uid={person['uid']}"}, 'status-object': {'status': {'url': payload['status']}}, 'cnf-bare': {'cnf': payload['cnf']['jwk']},
            'sd-text': {'_sd': ' '.join(payload['_sd'])}, 'cnf-kid-only': {'cnf': {'kid': 'device-key-1'}}, 'cnf-jwk-text': {'cnf': {'jwk': jose.dumps(payload['cnf']['jwk'])}},
        }.get(self.fault, {})
        payload = {**payload, **changed}
        for member in ('_sd_alg', 'exp', 'iat', 'id', 'iss', 'status', 'cnf'):
            if self.fault == f'without-{member.lstrip("_").replace("_", "-")}':
                del payload[member]
        return payload

    def _sign_credential(self, payload):
        signing = self.sign_keys[-1]
        header = {'alg': 'ES256', 'typ': self.draw['typ'], 'kid': signing['kid']}
        if self.draw['header'] == 'more':
            header = {'kid': signing['kid'], 'x5t#S256': jose.b64u(os.urandom(32)), **header, 'iss': self.url}
        header |= {'typ-jwt': {'typ': 'JWT'}, 'kid-unknown': {'kid': 'key-of-yesterday'}, 'kid-number': {'kid': 7}, 'crit': {'crit': ['x-registry'], 'x-registry': 1}}.get(self.fault, {})
        if self.fault == 'without-kid':
            del header['kid']
        if self.fault == 'without-typ':
            del header['typ']
        return self._sign_badly(header, payload, signing['key'])

    def _sign_badly(self, header, payload, key):
        from cryptography.hazmat.primitives import hashes, hmac
        from cryptography.hazmat.primitives.asymmetric import ec, padding
        def seal(header, make):
            first = f'{jose.b64u(jose.dumps(header))}.{jose.b64u(jose.dumps(payload))}'
            return f'{first}.{jose.b64u(make(first.encode()))}'
        if self.fault == 'signature-der':
            return seal(header, lambda data: key.sign(data, ec.ECDSA(hashes.SHA256())))
        if self.fault == 'signature-other-key':
            return seal(header, lambda data: jose.sign_raw(data, kept_key('P-256', 'nobody knows')))
        if self.fault == 'signature-none':
            return seal({**header, 'alg': 'none'}, lambda data: b'')
        if self.fault == 'signature-rs256':
            return seal({**header, 'alg': 'RS256'}, lambda data: kept_key('RSA-2048', 'extra').sign(data, padding.PKCS1v15(), hashes.SHA256()))
        if self.fault == 'signature-sha384':
            return seal(header, lambda data: _raw(key.sign(data, ec.ECDSA(hashes.SHA384()))))
        if self.fault == 'signature-of-payload':
            return seal(header, lambda data: jose.sign_raw(data.split(b'.')[1], key))
        if self.fault == 'signature-hs256':
            def mac(data):
                made = hmac.HMAC(jose.dumps(jose.public_jwk(key)).encode(), hashes.SHA256())
                made.update(data)
                return made.finalize()
            return seal({**header, 'alg': 'HS256'}, mac)
        if self.fault == 'jwt-padded':
            import base64
            token = jose.sign(header, payload, key)
            first = '.'.join(base64.urlsafe_b64encode(jose.unb64u(part)).decode() for part in token.split('.')[:2])
            return f'{first}.{jose.b64u(jose.sign_raw(first.encode(), key))}'
        return jose.sign(header, payload, key)


def _raw(der):
    from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
    return b''.join(part.to_bytes(32, 'big') for part in decode_dss_signature(der))


def accounts(issuer):
    return [{'deviceId': person['device'], 'uid': person['uid'], 'sessionToken': person['token']} for person in issuer.people]


def play(draw, fault, folder):
    """Starts an issuer with its status service; Assay's configuration and a way to stop it."""
    issuer = Issuer(draw, fault)
    issuer.server.start()
    config = {'targets': {'issuer': {'url': issuer.url}, 'status-service': {'url': issuer.status.base}}, 'accounts': accounts(issuer)}
    if draw['request_source'] == 'offline':
        config['targets']['issuer']['requestKey'] = issuer.ceremony_key()
    return config, lambda: stop(issuer, folder)


def stop(issuer, folder):
    issuer.server.shutdown()
    issuer.server.server_close()
    (folder / 'refused.txt').write_text('\n'.join(issuer.log))


def main():
    import argparse
    import json
    from strangers.common import settings
    from strangers.common.http import serve_until_stdin_closes
    parser = argparse.ArgumentParser()
    parser.add_argument('--settings', default='{}')
    parser.add_argument('--fault')
    options = parser.parse_args()
    issuer = Issuer({**settings.usual(SETTINGS), **json.loads(options.settings)}, options.fault)
    issuer.server.start()
    serve_until_stdin_closes(issuer.server)


if __name__ == '__main__':
    main()
