"""An identity app: asks for Issuer Config, pushes an offer, has the wallet's request validated, and calls the wallet backend."""

import json
import os
import re
import urllib.parse
import uuid

from strangers import act as act_
from strangers.common import http, jose
from strangers.common.jose import JoseError, b64u, dumps
from strangers.common.settings import Fault, Setting

ROLE = 'identity-app'
GRANT = 'urn:ietf:params:oauth:grant-type:pre-authorized_code'


def path(key, *others):
    return {'usual': {}, **{other: {'decisions': {key: other}} for other in others}}


SETTINGS = [
    Setting('attached', '4', ['command', 'url']),
    Setting('addresses', '4', {'of each session': {}, 'configured': {'listen': {'oneAddress': True}}}),
    Setting('config method', '4', {'POST': {}, 'PUT': {'decisions': {'endpoints.issuerConfig.method': 'PUT'}}}),
    Setting('config path', '4', path('endpoints.issuerConfig.path', '/v2/config', '/identity/issuer-config/start')),
    Setting('config body', '2.1', ['device_id', 'more members', 'spaced']),
    Setting('config asked', '2', ['once', 'twice']),
    Setting('code', '1', {
        'nonce': {},
        'pre-authorized_code': {'decisions': {'config.fields': 'extended'}},
        'a code of its own': {'decisions': {'config.fields': 'extended', 'nonce.relation': 'all-separate'}},
    }),
    Setting('offer', '2.3', ['as ordered', 'by value', 'by reference']),
    Setting('offer form', '4', ['text or link', 'always a link', 'object']),
    Setting('offer address', '4', {
        'usual': {}, 'other': {'decisions': {'endpoints.offer.url': '{issuer_url}/v1/offers/{id}/latest'}},
        'of the app': {'target': {'allowPrivate': True}},
    }),
    Setting('envelope', '4', {'digital credentials': {}, 'bare': {}}),
    Setting('template', '2.3', ['the first of the metadata', 'all of the metadata']),
    Setting('identifier pushed', '4', ['with the offer', 'not']),
    Setting('further grants', '2.3', {'none': {}, 'authorization_code': {'decisions': {'offer.grants': 'many'}}}),
    Setting('validate method', '4', {'POST': {}, 'PUT': {'decisions': {'endpoints.validate.method': 'PUT'}}}),
    Setting('validate path', '4', path('endpoints.validate.path', '/api/validate', '/credential/v1/requests')),
    Setting('token header', '5', {
        'Authorization': {}, 'X-Session-Token': {'decisions': {'auth.sessionToken.header': 'X-Session-Token'}},
        'session': {'decisions': {'auth.sessionToken.header': 'session'}},
    }),
    Setting('token format', '5', {'bearer': {}, 'bare': {'decisions': {'auth.sessionToken.format': 'bare'}}}),
    Setting('token sent', '5', ['to validate', 'to Issuer Config as well']),
    Setting('bearer spelled', '5', ['Bearer', 'bearer']),
    Setting('validate body', '2.7', ['two members', 'another order', 'spaced', 'more members']),
    Setting('validate member', '2.7', {
        'as printed': {}, 'corrected': {'decisions': {'validate.field': 'encrypted_credential_request'}},
    }),
    Setting('callback method', '4', {'POST': {}, 'PUT': {'decisions': {'endpoints.walletCallback.method': 'PUT'}}}),
    Setting('callback path', '4', path('endpoints.walletCallback.path', '/hooks/credential', '/api/v3/credentials/receive')),
    Setting('callback member', '2.8', {'Credential': {}, 'credential': {'decisions': {'callback.field': 'credential'}}}),
    Setting('callback identifier', '2.8', ['of Issuer Config']),
    Setting('credential form', '2.8', {'not said': {}, 'encrypted': {'decisions': {'callback.credentialForm': 'encrypted'}}}),
    Setting('nesting', '2.7', {'sign-then-encrypt': {}, 'encrypt-then-sign': {'decisions': {'response.nesting': 'encrypt-then-sign'}}}),
    Setting('deeplink', '4', {
        'usual': {}, 'https': {'decisions': {'deeplink.uri': 'https://app.example/link/credential'}},
        'with a query': {'decisions': {'deeplink.uri': 'identityapp://open?action=credential'}},
    }),
    Setting('deeplink parameter', '4', {'credential_request': {}, 'request': {'decisions': {'deeplink.parameter': 'request'}}}),
    Setting('sessions', '1', ['by name', 'the latest', 'ended by the delivery']),
    Setting('http', '4', ['plain', 'accept and agent', 'charset', 'traced']),
    Setting('reply', '4', ['nothing', 'done', 'details']),
]


def legal(draw):
    if draw['token header'] != 'Authorization' and draw['token format'] == 'bearer' and draw['bearer spelled'] != 'Bearer':
        return ('token format', 'bearer spelled')
    return None


class Refused(Exception):
    """The app does not go on."""


class App:
    def __init__(self, settings, fault=None, base=None):
        self.settings, self.fault, self.base = settings, fault, base
        self.sessions, self.kept, self.hosted, self.latest, self.address = {}, {}, {}, None, None

    def does(self, *names):
        return self.fault in names

    def once(self, name, value):
        return self.kept.setdefault(name, value)

    def obey(self, order):
        try:
            return self.share(order) if order['verb'] == 'share' else self.open(order)
        except (Refused, JoseError, OSError, KeyError, TypeError, AttributeError, ValueError) as wrong:
            return {'refused': f'{type(wrong).__name__}: {wrong}'}

    def call(self, url, method, body, headers=None):
        kind = self.settings['http']
        sent = {'Content-Type': 'application/json' + ('; charset=utf-8' if kind == 'charset' else ''), **(headers or {})}
        if kind != 'plain':
            sent.update({'Accept': 'application/json', 'User-Agent': 'Stranger/1.0 (app)'})
        if kind == 'traced':
            sent['traceparent'] = f'00-{os.urandom(16).hex()}-{os.urandom(8).hex()}-01'
        if self.does('text for JSON'):
            sent['Content-Type'] = 'text/plain'
        if self.does('no Content-Type'):
            del sent['Content-Type']
        text = json.dumps(body, indent=1) if self.spaced(url) else dumps(body)
        if self.does('a form for JSON'):
            text, sent['Content-Type'] = urllib.parse.urlencode(body), 'application/x-www-form-urlencoded'
        status, headers, answer = http.call(url, method, text.encode(), sent, is_typed='Content-Type' in sent)
        return status, headers, answer

    def spaced(self, url):
        return (self.settings['config body'] == 'spaced' and url.endswith(self.where('config path', '/issuer-config'))) or (
            self.settings['validate body'] == 'spaced' and url.endswith(self.where('validate path', '/credential/validate')))

    def where(self, name, usual):
        return usual if self.settings[name] == 'usual' else self.settings[name]

    def token(self, session, at):
        token = session['order']['sessionToken']
        if self.does("another session's token"):
            token = self.once('token', token)
        if self.does('no token') and at == 'validate':
            return {}
        bearer = self.settings['bearer spelled'] + ' ' if self.settings['token format'] == 'bearer' else ''
        if self.does('basic for bearer'):
            bearer = 'Basic '
        return {self.settings['token header']: bearer + token}

    # ---- share

    def share(self, order):
        fixed = self.base if self.settings['addresses'] == 'configured' else None
        session = {'order': order, 'issuer': fixed or order['issuer'], 'backend': fixed or order['walletBackend']}
        if self.does('pushes before Issuer Config'):
            self.sessions[order['session']] = {**session, 'config': {'credential_identifier': str(uuid.uuid4()), 'nonce': b64u(os.urandom(16))}}
            return self.pushed(self.sessions[order['session']])
        for _ in range(2 if self.settings['config asked'] == 'twice' else 1):
            session['config'] = self.config(session)
        self.sessions[order['session']] = self.latest = session
        return self.pushed(session)

    def device(self, order):
        bent = {
            'a new device id each time': str(uuid.uuid4()), 'one device id for all': 'device', 'an empty device id': '',
            'a device id that names the person': order['uid'], 'a number as device id': 7, 'a null device id': None,
        }
        return bent.get(self.fault, order['deviceId'])

    def config(self, session):
        order = session['order']
        body = {'device_id': self.device(order)}
        if self.settings['config body'] == 'more members':
            body.update(platform='android', app_version='4.2.0')
        if self.does('deviceId for device_id'):
            body = {'deviceId': order['deviceId']}
        if self.does('no device id'):
            body = {}
        if self.does('uid in Issuer Config'):
            body['uid'] = order['uid']
        url = session['issuer'] + self.where('config path', '/issuer-config')
        headers = self.token(session, 'config') if self.settings['token sent'] != 'to validate' else {}
        status, _, answer = self.call(url, self.settings['config method'], body, headers)
        if status not in (200, 201):
            raise Refused(f'Issuer Config answered {status}')
        config = jose.loads(answer)
        for name in ('credential_identifier', 'nonce'):
            if not (isinstance(config[name], str) and config[name]):
                raise Refused(f'{name} is no text')
        return config

    def code(self, session):
        config = session['config']
        code = config['nonce'] if self.settings['code'] == 'nonce' else config['pre-authorized_code']
        bent = {
            "another session's code": lambda: self.once('code', code), 'a code made up': lambda: b64u(os.urandom(16)),
            'a constant code': lambda: '0000', 'the token as code': lambda: session['order']['sessionToken'],
            'a code in capitals': lambda: code.upper(),
        }
        return bent.get(self.fault, lambda: code)()

    def templates(self, session):
        _, _, answer = http.call(session['issuer'] + '/.well-known/openid-credential-issuer/tenant')
        ids = list(jose.loads(answer)['credential_configurations_supported'])
        return ids if self.settings['template'] != 'the first of the metadata' else ids[:1]

    def pushed(self, session):
        order = session['order']
        offer = {
            'credential_issuer': session['issuer'],
            'credential_configuration_ids': self.templates(session),
            'grants': {GRANT: {'pre-authorized_code': self.code(session)}},
        }
        if self.settings['further grants'] == 'authorization_code':
            offer['grants']['authorization_code'] = {}
        offer = self.bent_offer(offer, session)
        by_value = {'by value': True, 'by reference': False}.get(self.settings['offer'], order.get('offer') != 'reference')
        text = self.offer_text(offer, session, by_value)
        entry = {'offer': text}
        if self.settings['identifier pushed'] != 'not':
            entry['credentialIdentifier'] = session['config']['credential_identifier']
        return {'pushed': [entry]}

    def offer_text(self, offer, session, by_value):
        if self.does('a signed offer'):
            return jose.sign({'alg': 'ES256', 'typ': 'JWT'}, offer, jose.new_ec())
        if self.does('an offer with alg none'):
            return f"{b64u(dumps({'alg': 'none'}))}.{b64u(dumps(offer))}."
        form = self.settings['offer form']
        if by_value or self.fault in BENT_OFFERS:
            if form == 'always a link':
                return 'openid-credential-offer://?credential_offer=' + urllib.parse.quote(dumps(offer), safe='')
            return offer if form == 'object' else dumps(offer)
        if self.settings['offer address'] == 'of the app':
            self.hosted[session['config']['credential_identifier']] = offer
            return self.link_to(f"{self.address}/offers/{session['config']['credential_identifier']}")
        template = '/credential-offer/{id}' if self.settings['offer address'] == 'usual' else '/v1/offers/{id}/latest'
        address = session['issuer'] + template.replace('{id}', session['config']['credential_identifier'])
        return self.link_to(address)

    def link_to(self, address):
        return 'openid-credential-offer://?credential_offer_uri=' + urllib.parse.quote(address, safe='')

    def serve(self, request):
        """Commands, and the offers that the app hosts."""
        if request.method == 'GET':
            offer = self.hosted.get(request.path.rpartition('/')[2])
            return http.Response(200, offer) if offer else http.Response(404, {'error': 'not_found'})
        return http.Response(200, self.obey(request.json()))

    def bent_offer(self, offer, session):
        bent = {
            'an offer of another issuer': {**offer, 'credential_issuer': 'https://other.example'},
            'an issuer with a slash': {**offer, 'credential_issuer': offer['credential_issuer'] + '/'},
            'templates as text': {**offer, 'credential_configuration_ids': offer['credential_configuration_ids'][0]},
            'an unknown template': {**offer, 'credential_configuration_ids': ['university_degree']},
            'credentials for credential_configuration_ids': {'credentials' if name == 'credential_configuration_ids' else name: value for name, value in offer.items()},
            'the short name of the grant': {**offer, 'grants': {'pre-authorized_code': offer['grants'][GRANT]}},
            'preauthorized_code': {**offer, 'grants': {GRANT: {'preauthorized_code': self.code(session)}}},
            'no grants': {**offer, 'grants': {}},
            'the token in the offer': {**offer, 'session_token': session['order']['sessionToken']},
            'the identity number in the offer': {**offer, 'uid': session['order']['uid']},
        }
        return bent.get(self.fault, offer)

    # ---- open

    def open(self, order):
        session = self.find(order)
        self.once('first session', session)
        sealed = self.read_link(order)
        response = self.validate(session, sealed)
        if response is None:
            return {'refused': 'the issuer refused'}
        self.deliver(session, response)
        if self.settings['sessions'] == 'ended by the delivery':
            del self.sessions[order['session']]
        return {'nothing': {}, 'done': {'done': True}, 'details': {'opened': True, 'delivered': 1}}[self.settings['reply']]

    def find(self, order):
        kind = self.settings['sessions']
        if kind == 'the latest' and self.latest['order']['session'] == order['session']:
            return self.latest
        return self.sessions[order['session']]

    def read_link(self, order):
        link = next(order[name] for name in ('link', 'deeplink', 'url', 'uri') if name in order)
        base = {'usual': 'identityapp://credential-request', 'https': 'https://app.example/link/credential',
                'with a query': 'identityapp://open?action=credential'}[self.settings['deeplink']]
        wanted, got = urllib.parse.urlsplit(base), urllib.parse.urlsplit(link)
        if (wanted.scheme, wanted.netloc, wanted.path) != (got.scheme, got.netloc, got.path):
            raise Refused('another link')
        values = urllib.parse.parse_qs(got.query, keep_blank_values=True).get(self.settings['deeplink parameter'], [])
        if len(values) != 1:
            raise Refused('not one request')
        if not self.is_request(values[0]):
            raise Refused('not an encrypted request')
        return values[0]

    def is_request(self, text):
        header, _, parts = jose.split_jwe(text if text.count('.') == 4 else jose.loads(text))
        return isinstance(header.get('alg'), str) and isinstance(header.get('enc'), str) and all(parts[2:])

    def validate(self, session, sealed):
        order = session['order']
        uid = order['uid']
        if self.does("another person's number"):
            uid = self.once('uid', uid)
        if self.does('a request of the session before'):
            sealed = self.once('sealed', sealed)
        if self.does('the request re-encoded'):
            sealed = sealed.replace('.', '..', 1)
        if self.does('the request cut short'):
            sealed = sealed[:-20]
        if self.does('line breaks in the request'):
            sealed = '\n'.join(re.findall('.{1,64}', sealed))
        member = {'as printed': 'encryted_credential_request', 'corrected': 'encrypted_credential_request'}[self.settings['validate member']]
        body = {'uid': uid, member: sealed}
        kind = self.settings['validate body']
        if kind == 'another order':
            body = dict(reversed(body.items()))
        if kind == 'more members':
            body['transaction'] = str(uuid.uuid4())
        body = self.bent_body(body, order, member)
        url = session['issuer'] + self.where('validate path', '/credential/validate')
        headers = self.token(session, 'validate')
        if self.does('token in the body'):
            body['session_token'], headers = order['sessionToken'], {}
        if self.does('token in the URL'):
            url += '?token=' + order['sessionToken']
        status, headers, answer = self.call(url, self.settings['validate method'], body, headers)
        return self.read_response(status, headers, answer, session, sealed)

    def bent_body(self, body, order, member):
        sealed = body[member]
        bent = {
            'the corrected spelling': {'uid': body['uid'], 'encrypted_credential_request': sealed},
            'camel case': {'uid': body['uid'], 'encryptedCredentialRequest': sealed},
            'uid as a number': {**body, 'uid': int(body['uid'])}, 'uid with spaces': {**body, 'uid': ' '.join(re.findall('....', body['uid']))},
            'uid masked': {**body, 'uid': 'XXXXXXXX' + body['uid'][-4:]}, 'no uid': {member: sealed},
            'uid in capitals': {'UID': body['uid'], member: sealed},
            'a virtual number': {**body, 'uid': body['uid'] + '0000'},
            'device id in the validation': {**body, 'device_id': order['deviceId']},
            'the request as an object': {**body, member: {'jwe': sealed}},
        }
        return bent.get(self.fault, body)

    def read_response(self, status, headers, answer, session, sealed):
        if self.does('a refusal is delivered'):
            try:
                return jose.loads(answer)['credential_response']
            except (JoseError, KeyError, TypeError):
                return answer.decode('utf-8', 'replace') or 'nothing'
        if not 200 <= status < 300:
            return None
        response = jose.loads(answer)['credential_response']
        if not isinstance(response, str) and not self.does('a response of any type'):
            raise Refused('the response is no text')
        if not self.does('a response of any type') and not self.is_sealed(response):
            raise Refused('the response is not encrypted')
        return response

    def is_sealed(self, text):
        if self.settings['nesting'] == 'encrypt-then-sign':
            if text.count('.') != 2:
                return False
            inner = jose.split_jws(text)[1].decode('utf-8', 'strict')
            return inner.count('.') == 4 and bool(jose.split_jwe(inner))
        return text.count('.') == 4 and bool(jose.split_jwe(text))

    # ---- the callback

    def deliver(self, session, response):
        if self.does('never delivered'):
            return
        if self.does("another session's response"):
            response = self.once('response', response)
        bent = {
            'delivery cut short': lambda: response[:-30], 'delivery with a line break': lambda: response + '\n',
            'delivery in quotes': lambda: dumps(response), 'delivery in base64': lambda: b64u(response),
            'delivery in capitals': lambda: response.upper(), 'delivery changed': lambda: response[:-12] + ('AAAAAAAAAAAA'),
        }
        text = bent.get(self.fault, lambda: response)()
        member = self.settings['callback member']
        if self.does('another member'):
            member = 'credential_response'
        identifier = session['config']['credential_identifier']
        body = {'credential_identifier': identifier, 'credentials': [{member: text}]}
        body = self.bent_callback(body, member, text, session)
        target = self.kept['first session'] if self.does("another session's backend") else session
        headers = self.token(session, 'callback') if self.does('the token to the wallet backend') else {}
        for _ in range(2 if self.does('delivered twice') else 1):
            status, _, _ = self.call(target['backend'] + self.where('callback path', '/credential-callback'), self.settings['callback method'], body, headers)
        if not 200 <= status < 300:
            raise Refused(f'the wallet backend answered {status}')

    def bent_callback(self, body, member, text, session):
        order = session['order']
        bent = {
            'credentials as text': {**body, 'credentials': text}, 'credentials as a list of text': {**body, 'credentials': [text]},
            'one credential as an object': {**body, 'credentials': {member: text}}, 'no credentials': {**body, 'credentials': []},
            'the credential twice': {**body, 'credentials': body['credentials'] * 2},
            'no identifier': {'credentials': body['credentials']}, 'an identifier made up': {**body, 'credential_identifier': str(uuid.uuid4())},
            "another session's identifier": {**body, 'credential_identifier': self.once('identifier', body['credential_identifier'])},
            'the code as identifier': {**body, 'credential_identifier': session['config']['nonce']},
            'the identity number to the wallet': {**body, 'uid': order['uid']},
            'the device id to the wallet': {**body, 'device_id': order['deviceId']},
            'two members in a credential': {**body, 'credentials': [{member: text, 'format': 'vc+sd-jwt'}]},
        }
        return bent.get(self.fault, body)


BENT_OFFERS = {'an offer of another issuer', 'an issuer with a slash', 'templates as text', 'an unknown template',
               'credentials for credential_configuration_ids', 'the short name of the grant', 'preauthorized_code', 'no grants',
               'the token in the offer', 'the identity number in the offer', "another session's code", 'a code made up', 'a constant code',
               'the token as code', 'a code in capitals', 'a signed offer', 'an offer with alg none'}

PROBING = {'a refusal is delivered', 'a response of any type'}

NAMES = {
    '2.1': ['a new device id each time', 'one device id for all', 'an empty device id', 'a device id that names the person',
            'a number as device id', 'a null device id', 'deviceId for device_id', 'no device id', 'uid in Issuer Config',
            'pushes before Issuer Config'],
    '2.3': sorted(BENT_OFFERS),
    '2.7': ["another session's token", 'no token', 'basic for bearer', 'token in the body', 'token in the URL',
            "another person's number", 'a request of the session before', 'the request re-encoded', 'the request cut short',
            'line breaks in the request', 'the corrected spelling', 'camel case', 'uid as a number', 'uid with spaces', 'uid masked',
            'no uid', 'uid in capitals', 'a virtual number', 'the request as an object', 'no Content-Type', 'text for JSON',
            'a form for JSON'],
    '2.8': ["another session's response", 'delivery cut short', 'delivery with a line break', 'delivery in quotes', 'delivery in base64',
            'delivery in capitals', 'delivery changed', 'another member', "another session's backend", 'the token to the wallet backend',
            'delivered twice', 'never delivered', 'credentials as text', 'credentials as a list of text', 'one credential as an object',
            'no credentials', 'the credential twice', 'no identifier', 'an identifier made up', "another session's identifier",
            'the code as identifier', 'the identity number to the wallet', 'the device id to the wallet', 'two members in a credential'],
    '5': sorted(PROBING),
}

ADVISED = {'the device id to the wallet', 'no Content-Type', 'a response of any type'}  # no sentence forbids it

AGREED = {'basic for bearer': {'auth.sessionToken.format': 'bearer'}, 'the token to the wallet backend': {'auth.walletCallback': 'none'}}


FAULTS = {name: Fault(f'section {section}', None, name in PROBING, name in ADVISED, AGREED.get(name)) for section, names in NAMES.items() for name in names}


# ---- attached

def play(draw, fault, folder):
    port = act_.free_port()
    config = {'targets': {ROLE: {}}, 'listen': {'host': '127.0.0.1', 'port': port}}
    base = f'http://127.0.0.1:{port}'
    if draw['attached'] == 'command':
        config['targets'][ROLE]['url'] = act_.driven('identity_app', draw, fault, folder, base=base)
        return config, lambda: None
    url, stop = act_.served('identity_app', draw, fault, folder, base=base)
    config['targets'][ROLE]['url'] = url
    return config, stop


def act(draw, fault, base):
    app = App(draw, fault, base)
    server = http.Server(app.serve).start()
    app.address = server.url
    return act_.obey(app.obey) if draw['attached'] == 'command' else http.serve_until_stdin_closes(server)
