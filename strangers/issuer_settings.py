"""What the document leaves open to an issuer: each point with its legal values, and how Assay is told."""

import urllib.parse

from strangers.common.settings import Setting

MANNERS = {
    'plain': {}, 'lower': {'header_case': 'lower'}, 'upper': {'header_case': 'upper'}, 'gzip': {'coding': 'gzip'}, 'chunked': {'framing': 'chunked'},
    'close': {'connection': 'close'},
    'gateway': {'coding': 'gzip', 'framing': 'chunked', 'extra': [('Set-Cookie', 'lb=3; Path=/; HttpOnly'), ('Set-Cookie', 'trace=x'), ('Server', 'gateway'),
                                                                 ('Strict-Transport-Security', 'max-age=31536000'), ('X-Content-Type-Options', 'nosniff'), ('ETag', 'W/"1"')]},
}


def parse_path(text):
    url = urllib.parse.urlsplit(text)
    return urllib.parse.unquote(url.path), dict(urllib.parse.parse_qsl(url.query))


def answers(key, values):
    """Labels that are themselves answers to a decision."""
    return {value: {'decisions': {key: value}} for value in values}


def decision(**labels):
    """label=(key, answer)…"""
    return {label: {'decisions': dict([pair] if isinstance(pair[0], str) else pair)} for label, pair in labels.items()}


def told(**members):
    return {'target': members}


def request(endpoint, **shape):
    return {'target': {'requests': {endpoint: shape}}}


def status_target(**shape):
    return {'targets': {'status-service': {'requests': {'status': shape}}}}


def path(key, *values):
    return {value: {'decisions': {f'endpoints.{key}.path': value}} for value in values}


def method(key, *values):
    return {value: {'decisions': {f'endpoints.{key}.method': value}} for value in values}


TOKENS = {('Authorization', 'bearer'): ('Authorization', 'bearer'), ('Authorization', 'bare'): ('Authorization', 'bare'), ('X-Session-Token', 'bare'): ('X-Session-Token', 'bare'), ('x-uid-session', 'bearer'): ('x-uid-session', 'bearer')}

SETTINGS = [
    # how it is reached
    Setting('base_path', '4', ['', '/issuer', '/v1/registry~a/id']),
    Setting('manners', '4', MANNERS.keys()),
    Setting('media_type', '4', ['application/json', 'application/json; charset=utf-8', 'application/json;charset="UTF-8"', 'Application/JSON', 'application/json; profile="https://id.example/v1"']),
    # Issuer Config
    Setting('config_method', '4', method('issuerConfig', 'POST', 'PUT')),
    Setting('config_path', '4', path('issuerConfig', '/issuer-config', '/api/v2/devices/config', '/config?channel=app')),
    Setting('config_auth', '5', {'none': {'decisions': {'auth.issuerConfig': 'none'}}, 'bearer': {'decisions': {'auth.issuerConfig': 'bearer'}}}),
    Setting('config_members', '2.2', {'table': {}, 'more': {}, 'extended': {'decisions': {'config.fields': 'extended'}},
                                      'nested': request('issuerConfig', answer={'credential_identifier': '/data/credential_identifier', 'nonce': '/data/nonce'})}),
    Setting('identifier', '2.2', ['uuid', 'reference', 'urn', 'per-person']),
    Setting('nonce_form', '2.2', ['base64url', 'hex', 'uuid', 'digits', 'long', 'dotted']),
    Setting('relation', '1', {'code-is-config': {'decisions': {'nonce.relation': 'code-is-config'}}, 'all-separate': {'decisions': {'nonce.relation': 'all-separate'}},
                              'all-equal': {'decisions': {'nonce.relation': 'all-equal'}, **request('nonce', body={'pre-authorized_code': '{code}'})}}),
    Setting('nonce_bound', '4', {'no': {}, 'to the code': request('nonce', body={'pre-authorized_code': '{code}'})}),
    Setting('unknown_device', '7', [404, 400, 401, 403]),
    # the offer
    Setting('offer_url', '4', {**{url: {'decisions': {'endpoints.offer.url': url}} for url in ('{issuer_url}/credential-offer/{id}', '{issuer_url}/offers?ref={id}', '{issuer_url}/o/{id}.json')}, 'absent': {'decisions': {'offer.delivery': 'value'}}}),
    Setting('offer_method', '4', method('offer', 'GET', 'POST')),
    Setting('offer_media', '2.3', ['application/json', 'application/json; charset=utf-8', 'application/json;charset="UTF-8"', 'Application/JSON']),
    Setting('offer_members', '2.3', {'table': {}, 'more': {}, 'two-grants': {'decisions': {'offer.grants': 'many'}}}),
    Setting('configuration', '2.3', {label: {'decisions': {'offer.configurationId': name}} for label, name in {'usual': 'identity_credential', 'own': 'NationalIdentity_SD-JWT_v1', 'several': 'id.full', 'url': 'https://credentials.example/identity/1'}.items()}),
    Setting('code_use', '2.3', {'once': {'decisions': {'code.singleUse': 'once'}}, 'until-expiry': {'decisions': {'code.singleUse': 'until-expiry'}}}),
    Setting('code_presented', '1', answers('code.presented', ['nowhere', 'request'])),
    # metadata
    Setting('metadata_path', '4', answers('metadata.path', ['literal', 'insertion', 'append'])),
    Setting('metadata_method', '4', method('issuerMetadata', 'GET', 'POST')),
    Setting('metadata_members', '2.6', {'some': {}, 'least': {'decisions': {'metadata.profile': 'none'}}, 'many': {}}),
    Setting('request_source', '2.6', answers('encryption.requestKeySource', ['metadata', 'config', 'offline'])),
    Setting('request_key', '2.6', ['RSA-2048', 'RSA-3072', 'P-256', 'P-384', 'both', 'two-rsa']),
    Setting('request_ec_alg', '2.6', ['ECDH-ES', 'ECDH-ES+A256KW']),
    Setting('request_kid', '2.6', ['present', 'absent']),
    Setting('request_members', '2.6', ['usual', 'bare', 'extra']),
    Setting('request_form', '2.6', ['jwks', 'required', 'jwk', 'bare', 'bare-set', 'like-response']),
    Setting('request_enc', '2.6', ['A256GCM', 'A128GCM A256GCM', 'A128GCM', 'absent']),
    Setting('request_zip', '2.6', ['absent', 'DEF']),
    Setting('announced', '2.6', ['nothing', 'rsa', 'rsa-gcm128', 'ecdh', 'ecdh-wrapped', 'all']),
    Setting('announced_zip', '2.6', ['absent', 'DEF']),
    Setting('keeps_announced', '2.6', ['strict', 'lenient']),
    # nonces
    Setting('nonce_method', '4', method('nonce', 'POST', 'GET')),
    Setting('nonce_path', '4', path('nonce', '/nonce', '/oid4vci/v1/c-nonce', '/nonce?tenant=one')),
    Setting('nonce_auth', '5', answers('auth.nonce', ['none', 'bearer'])),
    Setting('nonce_member', '4', {'c_nonce': {}, 'nonce': {}, 'expiring': {'decisions': {'nonce.responseField': 'c_nonce'}}, 'nested': request('nonce', answer={'c_nonce': '/result/value'}),
                                  'in-list': request('nonce', answer={'c_nonce': '/nonces/0'})}),
    Setting('nonce_lifetime', '8', {str(span): {'decisions': {'limits.nonceLifetime': str(span)}} for span in (300, 120, 900)}),
    Setting('nonce_use', '2.5', answers('nonce.singleUse', ['once', 'until-expiry'])),
    # validation
    Setting('validate_method', '4', method('validate', 'POST', 'PUT')),
    Setting('validate_path', '4', path('validate', '/credential/validate', '/v1/credentials:validate', '/api/Credential/validate/')),
    Setting('token_header', '5', {pair: {'decisions': {'auth.sessionToken.header': pair[0], 'auth.sessionToken.format': pair[1]}} for pair in TOKENS}),
    Setting('field', '2.7', {'document': {'decisions': {'validate.field': 'encryted_credential_request'}}, 'usual': {'decisions': {'validate.field': 'encrypted_credential_request'}}, 'either': {'decisions': {'validate.field': 'either'}}}),
    Setting('serialization', '2.7', answers('encryption.requestSerialization', ['compact', 'json'])),
    Setting('identifiers', '2.4', answers('request.identifiers', ['not-both', 'exactly-one'])),
    Setting('proof', '2.4', answers('request.proof', ['array', 'object', 'proofs'])),
    Setting('attestation_form', '2.4', answers('request.attestationForm', ['text', 'list'])),
    Setting('attestation_typ', '2.5', answers('attestation.typ', ['keyattestation+jwt', 'key-attestation+jwt'])),
    Setting('unasked', '5', {'plain': {}, 'refused': {'decisions': {'response.unasked': 'refused'}}}),
    # the response
    Setting('success', '7', ['200', '201', '202']),
    Setting('answer_members', '2.7', ['table', 'more']),
    Setting('nesting', '2.7', answers('response.nesting', ['sign-then-encrypt', 'encrypt-then-sign', 'credential-only'])),
    Setting('response_typ', '2.7', ['none', 'JWT']),
    Setting('response_kid', '2.6', ['present', 'absent']),
    Setting('response_members', '2.4', ['least', 'more']),
    Setting('id_field', '2.4', answers('response.idField', ['credential_identifier', 'credential_id', 'none'])),
    Setting('credentials_field', '2.4', answers('response.credentialsField', ['credentials', 'issued'])),
    Setting('credential_field', '2.4', answers('response.credentialField', ['Credential', 'credential'])),
    Setting('batch', '2.4', ['each-key', 'first-key']),
    Setting('errors', '7', ['oauth', 'described', 'problem', 'nested', 'html', 'empty']),
    Setting('refusal_status', '7', ['400', '422', '403']),
    # the credential
    Setting('digest', '2.9', answers('sd.digest', ['parts', 'parts-json-value', 'parts-bare-salt', 'parts-bare-salt-json-value', 'disclosure'])),
    Setting('order', '2.9', answers('sd.order', ['name-value-salt', 'salt-name-value'])),
    Setting('join', '2.9', answers('sd.serialization', ['tilde', 'tilde-terminated', 'spaced'])),
    Setting('sd_alg', '2.9', answers('sd.alg', ['SHA-256', 'sha-256'])),
    Setting('spelling', '9', ['compact', 'python', 'ascii', 'pretty']),
    Setting('salt', '9', ['16', '32', '20', '64']),
    Setting('salt_form', '9', ['base64url', 'hex', 'base64']),
    Setting('decoys', '9', ['0', '1', '7']),
    Setting('sd_order', '9', ['random', 'sorted']),
    Setting('claim_order', '2.9', ['table', 'random']),
    Setting('claims', '2.9', {'filled': {}, 'few': {}, 'all': {}}),
    Setting('booleans', '2.9', {'boolean': {'decisions': {'claims.boolean': 'boolean'}}, **{form: {'decisions': {'claims.boolean': 'text'}} for form in ('letter', 'word', 'capital')}}),
    Setting('address', '2.9', answers('claims.address', ['text', 'object'])),
    Setting('dates', '2.9', ['iso', 'indian', 'dashed', 'number', 'time']),
    Setting('numbers', '2.9', ['text', 'number']),
    Setting('photo', '2.9', ['small', 'none', 'url', 'large']),
    Setting('typ', '2.9', {'vc+sd-jwt': {'decisions': {'credential.typ': 'vc+sd-jwt'}}, 'dc+sd-jwt': {'decisions': {'credential.typ': 'dc+sd-jwt'}}, 'example+sd-jwt': {'decisions': {'credential.typ': 'any'}}}),
    Setting('vct', '2.9', answers('credential.vct', ['absent', 'required'])),
    Setting('header', '2.9', ['table', 'more']),
    Setting('payload', '2.9', ['table', 'more']),
    Setting('iat', '2.9', ['second', 'fraction', 'hour', 'day']),
    Setting('exp', '2.9', ['month', 'hour', 'ten-years']),
    Setting('id', '2.9', {'own': {'decisions': {'id.relation': 'status-only'}}, 'all': {'decisions': {'id.relation': 'all'}}}),
    Setting('holder', '2.9', {'attested': {'decisions': {'cnf.source': 'attested'}}, 'identity-app': None}),
    Setting('holder_kid', '2.9', ['own', 'thumbprint', 'uuid', 'number']),
    Setting('holder_members', '2.9', ['table', 'use']),
    # signing keys
    Setting('kid', '2.9', ['thumbprint', 'number', 'uuid', 'url', 'words']),
    Setting('jwks_method', '4', method('jwks', 'GET', 'POST')),
    Setting('jwks_path', '4', path('jwks', '/.well-known/jwks.json', '/keys', '/oauth2/v3/certs?use=sig')),
    Setting('jwks_members', '2.9', ['usual', 'least', 'many']),
    Setting('jwks_extra', '2.9', ['none', 'rsa', 'enc', 'others']),
    Setting('jwks_media', '4', ['application/json', 'application/jwk-set+json', 'application/json; charset=utf-8']),
    Setting('rotation', '2.9', ['never', 'often']),
    # what the status service of the same house does
    Setting('status_base', '4', ['', '/status-service', '/st/a.b']),
    Setting('status_method', '4', method('status', 'GET', 'POST')),
    Setting('status_form', '2.9', {'jwt': {}, 'json': status_target(answer={'': '/data/status_jwt'})}),
    Setting('status_media', '2.9', ['application/jwt', 'application/jwt; charset=utf-8', 'text/plain', 'application/vc+jwt', 'none']),
    Setting('status_member', '2.9', {'status': {}, 'credential_status': {'decisions': {'status.member': 'credential_status'}}, 'nested': {'decisions': {'status.member': '/vc/credentialStatus/0/value'}}}),
    Setting('status_id', '2.9', ['id', 'sub']),
    Setting('status_times', '2.9', ['iat', 'none', 'iat-exp', 'day']),
    Setting('status_claims', '2.9', ['least', 'more']),
    Setting('status_typ', '2.9', ['none', 'JWT', 'vc+jwt', 'status+jwt']),
    Setting('status_kid', '2.9', ['present', 'absent']),
    Setting('status_unknown', '7', [404, 410, 400]),
]


def legal(draw):
    """The settings that exclude each other, or None."""
    if draw['identifier'] == 'per-person' and draw['code_use'] == 'once' and draw['code_presented'] == 'nowhere':
        return ['identifier', 'code_use']  # nothing in the request tells one session of a person from another
    if draw['id'] == 'all' and (draw['identifier'] != 'uuid' or draw['batch'] == 'each-key'):
        return ['id']
    if draw['config_members'] == 'nested' and (draw['relation'] == 'all-separate' or draw['request_source'] == 'config'):
        return ['config_members']
    if draw['relation'] == 'all-equal' and (draw['nonce_method'] == 'GET' or draw['nonce_use'] == 'once' and draw['code_use'] != 'once'):
        return ['relation', 'nonce_method', 'nonce_use']
    if draw['nonce_bound'] != 'no' and (draw['relation'] == 'all-equal' or draw['nonce_method'] == 'GET'):
        return ['nonce_bound', 'relation', 'nonce_method']
    if draw['exp'] == 'hour' and draw['iat'] == 'day':
        return ['exp', 'iat']
    if draw['address'] == 'object' and draw['digest'] != 'disclosure' and draw['spelling'] == 'pretty':
        return ['spelling']  # the text of an object that is hashed has to be the one in the disclosure
    if draw['request_form'] in ('jwk', 'bare', 'like-response') and draw['request_key'] in ('both', 'two-rsa'):
        return ['request_key', 'request_form']
    if draw['request_form'] == 'like-response' and draw['request_enc'] == 'A128GCM':
        return ['request_enc']
    if draw['request_kid'] == 'absent' and draw['request_key'] == 'two-rsa':
        return ['request_kid', 'request_key']
    if draw['metadata_path'] == 'insertion' and draw['metadata_members'] == 'least':
        return ['metadata_members']
    return None
