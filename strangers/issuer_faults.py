"""What teams get wrong in an issuer: one defect each, and the sentence that it breaks."""

from strangers.common.settings import Fault

HASHED = 'Section 2.9, claim encoding 1: SHA-256 over base64url(salt), base64url(name), base64url(value), in that order'
INCLUDED = 'Section 2.9, claim encoding 2: the digest is included in _sd, an array of base64url text'
SHAPE = 'Section 2.9, claim encoding 3: the disclosure is [name, value, salt]'
SALT = 'RFC 9901, section 4.2.1 and 9.3: a salt is random, of 128 bits, and never used twice'
ALG = 'Section 2.9: _sd_alg is SHA-256'
SIGNED = 'Section 2.9 and 5.5: the issuer signs with ES256 by the key that kid references'
FIELDS = 'Section 2.9: mandatory payload fields and their types'
CLEAR = 'Section 2.9: every claim is selectively disclosable'
TIMES = 'Section 2.9: iat and exp are UNIX timestamps of issuance and expiry'
HOLDER = 'Section 2.9: cnf.jwk is a public key that the holder controls, EC P-256, with kid and alg ES256'
STATUS = 'Section 2.9 and endpoint 10: status is the URL of the status endpoint of this credential'
RESPONSE = 'Section 2.7 and 5.3: the credential response is encrypted and signed'
ASKED = 'Section 2.6: the response is encrypted to the key, with the algorithm and the compression that the request names'
CODE = 'Section 2.3: the code is a short-lived opaque token (a nonce) that identifies a single issuance session'
NONCE = 'Section 2.5: the nonce of the endpoint is fresh and cannot be guessed'
OFFER = 'Section 2.3: the members of an offer'
JWKS = 'Section 4, endpoint 9: the key set has the public key that kid references (RFC 7517)'
METADATA = 'Section 2.6 and endpoint 4: JSON metadata that contain credential_request_encryption, a public key'
CONFIG = 'Section 2.2: credential_identifier and nonce are strings'
TOKEN = 'Section 2.7 and 5.1: the session token authenticates and authorizes the caller'
ATTESTATION = 'Section 2.5: header, chain, signature and payload of a key attestation'
FRESH = 'Section 5.2: the attestation is bound to a nonce from the nonce endpoint'
EITHER = 'Section 2.4: credential_identifier and credential_configuration_id exclude each other'
PRIVATE = 'Privacy: nobody learns an identity number, a name or a token who need not'


def probed(breaks, **settings):
    return Fault(breaks, settings, probes=True)


FAULTS = {
    # the digest of a claim
    **{name: Fault(HASHED) for name in ('digest-name-first', 'digest-plain', 'digest-separated', 'digest-sha512', 'digest-of-hex', 'digest-short', 'digest-of-disclosure')},
    **{name: Fault(INCLUDED) for name in ('digest-hex', 'digest-padded', 'digest-base64', 'digest-missing', 'sd-text', 'disclosure-of-others')},
    'digest-twice': Fault('RFC 9901, section 4.2.4.1: each digest appears once'),
    **{name: Fault(SHAPE) for name in ('disclosure-order', 'disclosure-object', 'disclosure-padded', 'disclosure-base64', 'salt-number')},
    'disclosure-twice': Fault('RFC 9901, section 7.1: a disclosure appears once'),
    'comma': Fault('Section 2.9: the parts are joined by ~'),
    **{name: Fault(SALT) for name in ('salt-reused', 'salt-short', 'salt-counts', 'salt-per-claim', 'salt-empty')},
    **{name: Fault(ALG) for name in ('sd-alg-no-hyphen', 'sd-alg-lower', 'sd-alg-512', 'without-sd-alg')},
    # claims
    **{name: Fault(CLEAR) for name in ('claim-in-clear', 'uid-in-clear')},
    **{name: Fault('Section 2.9, claim set: masked claims are masked') for name in ('unmasked-uid', 'unmasked-mobile', 'unmasked-mail')},
    'id-type-other': Fault('Section 2.9, claim set: IdType is RF, NRI or IN'),
    **{name: Fault('Section 2.9, claim set: the names of the claims') for name in ('claim-underscore', 'claim-case')},
    'claim-named-sd': Fault('RFC 9901, section 4.2.1: a claim is not named _sd or ...'),
    'ages-contradict': Fault('Section 2.9, claim set: who is above 50 is above 18'),
    'other-persons-data': Fault('Section 2.7: the credential is about the holder of the uid'),
    # signature and header
    **{name: Fault(SIGNED) for name in ('signature-other-key', 'signature-none', 'signature-rs256', 'signature-sha384', 'signature-of-payload', 'signature-hs256', 'without-kid', 'kid-unknown', 'kid-number')},
    'signature-der': Fault('RFC 7518, section 3.4: a signature is r and s, not DER'),
    'jwt-padded': Fault('RFC 7515, section 2: base64url without padding'),
    'typ-jwt': Fault('Section 2.9: typ is vc+sd-jwt'), 'without-typ': Fault('Section 2.9: typ is vc+sd-jwt'),
    'crit': Fault('RFC 7515, section 4.1.11: crit names extensions that the receiver must understand'),
    # payload
    **{name: Fault(FIELDS) for name in ('without-iss', 'without-id', 'without-iat', 'without-exp', 'without-status', 'without-cnf', 'id-number')},
    **{name: Fault('Section 2.9: iss is the issuer base URL') for name in ('iss-path', 'iss-other', 'iss-name')},
    'id-constant': Fault('Section 2.9: id is a unique credential identifier'), 'id-uuid-v1': Fault('Section 2.9: id is a UUID v4'),
    **{name: Fault(TIMES) for name in ('iat-ms', 'iat-future', 'iat-text', 'iat-iso', 'exp-ms', 'exp-text', 'exp-past', 'exp-before-iat')},
    **{name: Fault(STATUS) for name in ('status-word', 'status-other-host', 'status-other-id', 'status-object')},
    'status-with-uid': Fault(PRIVATE),
    **{name: Fault(HOLDER) for name in ('cnf-other-key', 'cnf-issuer-key', 'cnf-private', 'cnf-alg-es384', 'cnf-without-kid', 'cnf-swapped', 'cnf-bare', 'cnf-kid-only', 'cnf-jwk-text')},
    # the response
    **{name: Fault(RESPONSE) for name in ('response-not-encrypted', 'response-not-signed', 'response-other-key', 'response-member-misspelt')},
    'response-signature-der': Fault('RFC 7518, section 3.4: a signature is r and s, not DER'),
    **{name: Fault(ASKED) for name in ('response-to-other-key', 'response-other-enc', 'response-zip-not-asked', 'response-zip-ignored')},
    **{name: Fault('RFC 7516, section 4.1.3: zip is DEF, a raw DEFLATE stream') for name in ('response-zlib', 'response-zip-lies')},
    'response-other-id': Fault('Section 2.4: the credential id equals the one in the request'), 'response-no-credentials': Fault('Section 2.4: the response has the credentials'),
    # Issuer Config, codes, nonces
    **{name: Fault(CONFIG) for name in ('config-without-nonce', 'config-identifier-number', 'config-nonce-number')},
    'code-has-uid': Fault(PRIVATE),
    **{name: Fault(CODE) for name in ('code-counts', 'code-is-time', 'code-short', 'code-per-device')},
    **{name: Fault(NONCE) for name in ('nonce-constant', 'nonce-counts', 'nonce-short', 'nonce-per-second')},
    'nonce-number': Fault('Section 2.5: nonce is a string'),
    # the offer by URL
    'offer-text-plain': Fault('Section 2.3, rule 1: application/json'), 'offer-as-jwt': Fault('Section 2.3, rule 2: the offer cannot be signed'),
    **{name: Fault(OFFER) for name in ('offer-without-grants', 'offer-other-issuer', 'offer-no-code', 'offer-other-code')},
    'offer-other-configuration': Fault('Section 2.3: templates are defined in issuer metadata'), 'offer-with-uid': Fault(PRIVATE),
    # metadata and keys
    **{name: Fault(METADATA) for name in ('metadata-no-key', 'metadata-html', 'request-key-private', 'request-key-for-signing')},
    **{name: Fault(JWKS) for name in ('jwks-private', 'jwks-rotated-away', 'jwks-same-kid', 'jwks-is-list', 'jwks-padded', 'jwks-hex', 'jwks-symmetric')},
    # what has to be refused
    **{name: probed(TOKEN) for name in ('token-not-checked', 'uid-not-compared')},
    **{name: probed(ATTESTATION) for name in ('attestation-typ', 'chain-not-checked', 'chain-any-root', 'chain-expired', 'attestation-embedded-key', 'attestation-alg-none', 'attestation-not-verified', 'attested-keys-not-checked')},
    'attestation-old': probed('Section 2.5: iat says when the attestation was made'), 'attestation-future': probed('Section 2.5: iat says when the attestation was made'),
    **{name: probed(FRESH) for name in ('nonce-not-checked', 'nonce-reused', 'no-proof-accepted')},
    'code-reused': probed(CODE, code_presented='request'), 'code-not-compared': probed(CODE, code_presented='request'),
    'both-identifiers': probed(EITHER), 'unknown-configuration': probed('Section 2.4: credential_configuration_id identifies a credential template'),
    'request-in-clear-accepted': probed('Section 5.3: the credential request is encrypted'), 'refuses-with-200': probed('Section 2.7: a response body has credential_response'),
    # what is validated under some condition only
    **{name: probed(ATTESTATION) for name in ('signature-once-per-leaf', 'signature-once-per-payload', 'signature-not-after-error', 'signature-in-long-chains', 'signature-by-intermediate', 'chain-by-name',
                                               'second-key-not-checked', 'second-attestation-not-checked')},
    **{name: probed(FRESH) for name in ('nonce-not-after-error', 'nonce-twice')},
    **{name: probed(TOKEN) for name in ('uid-compared-once',)},
    'escapes-not-read': probed('RFC 8259, section 7: a character may be written as an escape'),
    # what belongs to another
    'cnf-zeros-cut': probed('RFC 7518, section 6.2.1.2: a coordinate has the length of the curve'), 'cnf-kid-has-uid': Fault(PRIVATE),
    'id-counts': Fault('Section 2.9: id is a UUID v4'),
    
    # what errors say
    **{name: probed(PRIVATE) for name in ('error-has-token',)},
}
