"""A wallet backend: receives the callback of the identity app, and keeps the credential if it is one."""

import re

from strangers import act as act_
from strangers.common import http, jose
from strangers.common.http import Response
from strangers.common.jose import JoseError, dumps
from strangers.common.settings import Fault, Setting
from strangers.verifier import Refused, Verifier, SETTINGS as OF_VERIFIER, goes_live, issuer_of

ROLE = 'wallet-backend'
SHARED = ('encoding', 'status', 'status method', 'jwks path', 'jwks method', 'jwks cache', 'skew', 'unterminated', 'order', 'kid', 'addresses compared')

SETTINGS = [
    Setting('callback method', '4', {'POST': {}, 'PUT': {'decisions': {'endpoints.walletCallback.method': 'PUT'}}}),
    Setting('callback path', '4', {
        '/credential-callback': {}, '/hooks/credential': {'decisions': {'endpoints.walletCallback.path': '/hooks/credential'}},
        '/': {'decisions': {'endpoints.walletCallback.path': '/'}},
    }),
    Setting('member', '2.8', {
        'Credential': {}, 'credential': {'decisions': {'callback.field': 'credential'}}, 'either': {'decisions': {'callback.field': 'either'}},
    }),
    Setting('success', '2.8', ['200 and JSON', '200 and nothing', '201', '202 and JSON', '204', '200 and text']),
    Setting('refusal', '7', ['400 and JSON', '422', '400 and text', '401 for signatures']),
    Setting('another method', '7', ['405', '404']),
    Setting('repeated', '2.8', ['accepted', 'conflict if it differs', 'conflict']),
    Setting('credential form', '2.8', {
        'either': {}, 'plain': {'decisions': {'callback.credentialForm': 'plain'}},
        'encrypted': {'decisions': {'callback.credentialForm': 'encrypted'}},
    }),
    Setting('auth', '5', {'none': {}}),
    Setting('media type', '4', ['any', 'JSON only']),
    Setting('strictness', '9', {'strict': lambda draw: {} if goes_live(draw) else {'gate': 'conformance'}, 'document': {'gate': 'conformance'}}),
    *[setting for setting in OF_VERIFIER if setting.name in SHARED],
]


def legal(draw):
    if draw['encoding'] == 'sd-jwt-vc' and draw['status'] != 'not-asked' and draw['status method'] != 'GET':
        return ('encoding', 'status method')
    return None


class Backend:
    def __init__(self, settings, fault=None, host=''):
        self.settings, self.fault, self.host = settings, fault, host
        self.received, self.after = {}, False
        self.verifier = Verifier({**settings, 'reply': 'claims'}, fault, host)

    def does(self, *names):
        return self.fault in names

    def answer(self, request):
        if request.path != self.settings['callback path']:
            return Response(404)
        if request.method != self.settings['callback method']:
            return Response(int(self.settings['another method']))
        try:
            self.receive(request)
        except Refused as wrong:
            return self.refuse(str(wrong))
        except (JoseError, OSError, KeyError, TypeError, AttributeError, ValueError, RecursionError) as wrong:
            return self.refuse(f'malformed: {type(wrong).__name__}')
        return self.succeed()

    def succeed(self):
        status, *form = self.settings['success'].split(' and ')
        if form == ['JSON']:
            return Response(int(status), {'received': True})
        return Response(int(status), 'received', 'text/plain') if form == ['text'] else Response(int(status))

    def refuse(self, why):
        self.after = True
        if self.does('accepts everything', 'answers before it looks'):
            return self.succeed()
        if self.does('200 for refusals'):
            return Response(200, {'error': 'invalid_request'})
        kind = self.settings['refusal']
        if kind == '422':
            return Response(422, {'error': 'invalid_credential'})
        if kind == '400 and text':
            return Response(400, why, 'text/plain')
        return Response(401 if kind.startswith('401') and 'signature' in why else 400, {'error': 'invalid_request', 'error_description': why})

    def receive(self, request):
        media = (request.header('Content-Type') or '').split(';')[0].strip().lower()
        if self.settings['media type'] == 'JSON only' and media != 'application/json':
            raise Refused('not JSON')
        body = request.json()
        identifier, credentials = body['credential_identifier'], body['credentials']
        if not (isinstance(identifier, str) and identifier) and not self.does('an identifier of any type'):
            raise Refused('no identifier')
        if not isinstance(credentials, list) or not credentials:
            if self.does('no credentials are enough') and credentials == []:
                return
            raise Refused('no credentials')
        if self.does('anything after a refusal') and self.after:
            self.after = False
            return
        if self.does('long lists') and len(credentials) > 1:
            credentials = credentials[:1]
        texts = [self.text_of(each) for each in (credentials[:1] if self.does('only the first credential') else credentials)]
        for text in texts:
            self.check(text)
        if len(set(texts)) != len(texts):
            raise Refused('one credential twice')
        self.keep(identifier, dumps(texts))

    def text_of(self, entry):
        names = ('Credential', 'credential') if self.settings['member'] == 'either' else (self.settings['member'],)
        found = [entry[name] for name in names if name in entry]
        if len(found) != 1 or not isinstance(found[0], str):
            raise Refused('a credential is text')
        return found[0]

    def check(self, text):
        if self.does('no validation'):
            return
        form = self.settings['credential form']
        if self.does('four dots') and text.count('.') == 4:
            return
        if '~' not in text and text.count('.') == 4:
            if form == 'plain':
                raise Refused('not in clear')
            return self.check_sealed(text)
        if form == 'encrypted':
            return self.check_signed_outside(text)
        if '~' not in text and text.count('.') == 2 and self.is_sealed_inside(text):
            return None
        self.check_credential(text)

    def check_sealed(self, text):
        header, _, parts = jose.split_jwe(text)
        if not isinstance(header.get('alg'), str) or not isinstance(header.get('enc'), str):
            raise Refused('not a JWE')
        for part in parts[1:]:
            jose.unb64u(part)
        if len(jose.unb64u(parts[2])) not in (12, 16) or len(jose.unb64u(parts[4])) not in (16, 24, 32):
            raise Refused('not a JWE')

    def check_signed_outside(self, text):
        if not self.is_sealed_inside(text):
            raise Refused('not encrypted')

    def is_sealed_inside(self, text):
        if text.count('.') != 2:
            return False
        inner = jose.split_jws(text)[1]
        return inner.count(b'.') == 4

    def check_credential(self, text):
        if self.does('only the shape') and re.fullmatch(r'[\w-]+\.[\w-]+\.[\w-]*(~[\w-]*)*', text):
            return
        issuer = issuer_of(text, self.verifier)
        accepted, _, _, why = self.verifier.verify(text, issuer, issuer)
        if not accepted:
            raise Refused(why)

    def keep(self, identifier, texts):
        before, kind = self.received.get(identifier), self.settings['repeated']
        if before is not None and kind != 'accepted' and (kind == 'conflict' or before != texts):
            raise Refused('received before')
        self.received[identifier] = texts


ADVISED = ('an identifier of any type', 'no credentials are enough', '_sd_alg', 'four dots')  # the document says what a callback has, and nowhere that a backend rejects another

FAULTS = {
    name: Fault(breaks, probes=True, advised=name in ADVISED) for name, breaks in {
        'accepts everything': '2.8: receives the credential', 'answers before it looks': '2.8', 'no validation': '5',
        'only the shape': 'RFC 9901, 7.1', '200 for refusals': '7',
        'an identifier of any type': '2.8: credential_identifier is a string', 'no credentials are enough': '2.8',
        'only the first credential': '2.8',
        'no signature': 'RFC 9901, 7.1', 'alg none': 'RFC 9901, 7.1', 'hs256 with the public key': 'RFC 8725',
        'typ': '2.9', 'exp': 'RFC 7519, 4.1.4', 'digest not in _sd': 'RFC 9901, 7.1', 'unknown disclosure ignored': 'RFC 9901, 7.1',
        'jwk of the header': 'RFC 9901, 7.1', 
        'anything after a refusal': '5', 'long lists': '2.8', 'four dots': '5',
        'signature cached by id': '5', 'signature cached by payload': '5', 'signature after a refusal': '5', 'times after a refusal': '2.9', 'digests anywhere': 'RFC 9901, 7.1',
        'iat': '2.9', 'crit': 'RFC 7515, 4.1.11', '_sd_alg': '2.9',
    }.items()
} | {'jwk of the header, and keys that are kept': Fault('RFC 9901, 7.1', {'jwks cache': 'library'}, probes=True)}


# ---- attached

def play(draw, fault, folder):
    port = act_.free_port()
    url, stop = act_.served('wallet_backend', draw, fault, folder, host=f'http://127.0.0.1:{port}')
    return {'targets': {ROLE: {'url': url}}, 'listen': {'host': '127.0.0.1', 'port': port}}, stop


def act(draw, fault, host):
    backend = Backend(draw, fault, host)
    http.serve_until_stdin_closes(http.Server(backend.answer).start())
