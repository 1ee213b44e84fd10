"""A status service, written from the document: sections 3 and 4, endpoint 10. It lives beside an issuer.

    python3 strangers/status.py [--settings JSON] [--fault NAME]
"""

import time
import uuid

from strangers.common import jose
from strangers.common.http import Response
from strangers.common.settings import Fault


class StatusService:
    def __init__(self, issuer, draw, fault=None):
        self.issuer, self.draw, self.fault, self.known = issuer, draw, fault, {}

    @property
    def base(self):
        return self.issuer.url + self.draw['status_base']

    @property
    def prefix(self):
        return self.issuer.base_path + self.draw['status_base'] + '/credentials/status/'

    def add(self, identifier):
        self.known[str(identifier)] = 'active'

    def url_of(self, identifier):
        return f'{self.base}/credentials/status/{identifier}'

    def owns(self, path):
        return path.startswith(self.prefix)

    def answer(self, request):
        if request.method != self.draw['status_method'] and not (request.method == 'HEAD' and self.draw['status_method'] == 'GET'):
            return Response(405, {'error': 'method_not_allowed'}, None, [('Allow', self.draw['status_method'])])
        identifier = request.path[len(self.prefix):]
        if identifier not in self.known:
            return Response(self.draw['status_unknown'], {'error': 'unknown_credential'})
        return self._respond(identifier)

    def _respond(self, identifier):
        if self.fault == 'status-unsigned':
            return Response(200, self._claims(identifier))
        text = self._sign(self._claims(identifier))
        media = self.draw['status_media']
        if self.draw['status_form'] == 'json':
            return Response(200, {'data': {'status_jwt': text}}, None, [('Cache-Control', 'no-store')])
        return Response(200, text, None if media == 'none' else media, [('Cache-Control', 'no-store')])

    def _claims(self, identifier):
        value = {'status-valid': 'valid', 'status-number': 0, 'status-capital': 'Active', 'status-boolean': True, 'status-null': None, 'status-empty': ''}.get(self.fault, self.known.get(identifier, 'active'))
        shown = {'status-other-id': str(uuid.uuid4()), 'status-id-number': 7}.get(self.fault, identifier)
        claims = {self.draw['status_id']: shown}
        claims |= {'status': {'status': value}, 'credential_status': {'credential_status': value}, 'nested': {'vc': {'credentialStatus': [{'value': value}]}}}[self.draw['status_member']]
        if self.fault == 'status-without-id':
            del claims['id']
        if self.fault == 'status-without-status':
            del claims['status']
        claims |= self._times()
        if self.draw['status_claims'] == 'more':
            claims |= {'iss': self.issuer.url, 'aud': 'verifiers', 'jti': str(uuid.uuid4()), 'reason': None, 'history': [{'from': 'issued'}]}
        if self.fault == 'status-iss-other':
            claims['iss'] = 'https://issuer.other.example'
        if self.fault == 'status-has-uid':
            claims['uid'] = self.issuer.people[0]['uid']
        if self.fault == 'status-has-name':
            claims['holder'] = self.issuer.people[0]['name']
        if self.fault == 'status-two':
            claims['statuses'] = ['active', 'revoked']
        return claims

    def _times(self):
        now = int(time.time())
        spoilt = {'status-exp-past': {'iat': now - 7200, 'exp': now - 3600}, 'status-iat-ms': {'iat': now * 1000}, 'status-iat-future': {'iat': now + 86400},
                  'status-iat-text': {'iat': str(now)}, 'status-exp-before-iat': {'iat': now, 'exp': now - 4000}}.get(self.fault)
        return spoilt or {'iat': {'iat': now}, 'none': {}, 'iat-exp': {'iat': now, 'exp': now + 600}, 'day': {'iat': now // 86400 * 86400, 'exp': now // 86400 * 86400 + 7 * 86400}}[self.draw['status_times']]

    def _sign(self, claims):
        signing = self.issuer.sign_keys[-1]
        header = {'alg': 'ES256'} | ({'typ': self.draw['status_typ']} if self.draw['status_typ'] != 'none' else {}) | ({'kid': signing['kid']} if self.draw['status_kid'] == 'present' else {})
        key = signing['key']
        if self.fault == 'status-other-key':
            key = jose.new_ec()
        if self.fault == 'status-alg-none':
            return f"{jose.b64u(jose.dumps({**header, 'alg': 'none'}))}.{jose.b64u(jose.dumps(claims))}."
        token = jose.sign(header, claims, key)
        if self.fault == 'status-der':
            from cryptography.hazmat.primitives import hashes
            from cryptography.hazmat.primitives.asymmetric import ec
            first = token.rsplit('.', 1)[0]
            return first + '.' + jose.b64u(key.sign(first.encode(), ec.ECDSA(hashes.SHA256())))
        if self.fault == 'status-changed-after-signing':
            first, _, third = token.split('.')
            return f"{first}.{jose.b64u(jose.dumps({**claims, 'checked': True}))}.{third}"
        return token


SIGNED = 'Section 2.9 and endpoint 10: the status response is digitally signed'
VALUES = 'Section 3: the status values are active, suspended and revoked'
OWN = 'Section 4, endpoint 10: the status is that of the credential in the URL'

FAULTS = {
    'status-unsigned': Fault(SIGNED), 'status-alg-none': Fault(SIGNED), 'status-other-key': Fault(SIGNED), 'status-der': Fault('RFC 7518, section 3.4: a signature is r and s, not DER'),
    'status-changed-after-signing': Fault(SIGNED),
    'status-valid': Fault(VALUES), 'status-number': Fault(VALUES), 'status-capital': Fault(VALUES), 'status-boolean': Fault(VALUES), 'status-null': Fault(VALUES), 'status-empty': Fault(VALUES),
    'status-without-status': Fault(VALUES), 'status-other-id': Fault(OWN), 'status-exp-past': Fault('RFC 7519, section 4.1.4: an expired token is not accepted'),
    'status-iat-ms': Fault('RFC 7519, section 2: NumericDate is in seconds'), 'status-iat-text': Fault('RFC 7519, section 2: NumericDate is a number'),
    'status-iat-future': Fault('RFC 7519, section 4.1.6: iat is when the token was issued'), 'status-exp-before-iat': Fault('RFC 7519, section 4.1.4: an expired token is not accepted'),
    'status-iss-other': Fault('RFC 7519, section 4.1.1: iss is who issued the token', {'status_claims': 'more'}),
    'status-has-uid': Fault('Privacy: whoever knows the URL of a status learns no identity number'), 'status-has-name': Fault('Privacy: whoever knows the URL of a status learns no name'),
}


def play(draw, fault, folder):
    from strangers import issuer
    made = issuer.Issuer({**usual_issuer(), **draw}, fault)
    made.server.start()
    config = {'targets': {'status-service': {'url': made.status.base}, 'issuer': {'url': made.url}}, 'accounts': issuer.accounts(made)}
    return config, lambda: issuer.stop(made, folder)


def usual_issuer():
    from strangers.common import settings
    from strangers.issuer_settings import SETTINGS as every
    return settings.usual(every)


def _own_settings():
    from strangers.issuer_settings import SETTINGS as every
    return [each for each in every if each.name.startswith('status_') or each.name in ('manners', 'base_path', 'kid', 'jwks_extra', 'errors', 'rotation', 'jwks_members')]


SETTINGS = _own_settings()


def main():
    import argparse
    import json
    from strangers import issuer
    from strangers.common.http import serve_until_stdin_closes
    parser = argparse.ArgumentParser()
    parser.add_argument('--settings', default='{}')
    parser.add_argument('--fault')
    options = parser.parse_args()
    made = issuer.Issuer({**usual_issuer(), **json.loads(options.settings)}, options.fault)
    made.server.start()
    serve_until_stdin_closes(made.server)


if __name__ == '__main__':
    main()
