"""SD-JWT credentials in every construction that the document and RFC 9901 allow to be read."""

import base64
import hashlib
import json
import os

from .jose import b64u, dumps, unb64u, loads, JoseError

# How a digest is made of salt, name and value: five readings of section 2.9 and RFC 9901.
DIGESTS = ('parts', 'parts-json-value', 'parts-bare-salt', 'parts-bare-salt-json-value', 'disclosure')
ORDERS = ('name-value-salt', 'salt-name-value')

CLAIMS = """CredentialIssuingDate EnrolmentDate EnrolmentNumber IsNRI IsResidentForeigner IdType IdExpiresOn MaskedUID
ResidentName LocalResidentName Dob Email MaskedEmail Mobile MaskedMobile Gender ResidentImage AgeAbove18 AgeAbove50
AgeAbove60 AgeAbove75 CareOf LocalCareOf Building LocalBuilding Locality LocalLocality Street LocalStreet Landmark
LocalLandmark Vtc LocalVtc SubDistrict LocalSubDistrict District LocalDistrict State LocalState PoName LocalPoName
Pincode Address RegionalAddress""".split()

# JSON of a disclosure may be spelled in any way (RFC 9901, section 4.2.1): the receiver hashes what it got.
SPELLINGS = {
    'compact': dumps,
    'python': lambda value: json.dumps(value, ensure_ascii=False),
    'ascii': lambda value: json.dumps(value, ensure_ascii=True),
    'pretty': lambda value: json.dumps(value, ensure_ascii=False, indent=2),
}


def elements(text, order):
    """Salt, name and value of a disclosure."""
    values = loads(unb64u(text))
    if not isinstance(values, list) or len(values) != 3:
        raise JoseError('a disclosure has three elements')
    return (values[2], values[0], values[1]) if order == 'name-value-salt' else tuple(values)


def encode(salt, name, value, order='name-value-salt', spell=dumps):
    return b64u(spell([name, value, salt] if order == 'name-value-salt' else [salt, name, value]))


def text_of(value, as_json, spell=dumps):
    return value if isinstance(value, str) and not as_json else spell(value)


def digest(encoded, salt, name, value, how, spell=dumps):
    """The digest of one claim. `encoded` is the disclosure as it travels."""
    if how == 'disclosure':
        hashed = encoded
    else:
        bare, as_json = 'bare-salt' in how, how.endswith('json-value')
        hashed = (salt if bare else b64u(salt)) + b64u(name) + b64u(text_of(value, as_json, spell))
    return b64u(hashlib.sha256(hashed.encode()).digest())


def new_salt(octets=16, form='base64url'):
    raw = os.urandom(octets)
    return {'base64url': b64u, 'hex': bytes.hex, 'base64': lambda data: base64.b64encode(data).decode()}[form](raw)


def decoy():
    return b64u(hashlib.sha256(os.urandom(32)).digest())


def join(token, disclosures, how='tilde'):
    if how == 'spaced':
        return ' ~ '.join([token, *disclosures])
    return '~'.join([token, *disclosures]) + ('~' if how == 'tilde-terminated' else '')


def split(text, how=None):
    """The issuer-signed JWT, the disclosures, and what follows the last `~` (a KB-JWT, or nothing)."""
    parts = [part.strip() for part in text.split('~')] if how == 'spaced' else text.split('~')
    binding = parts.pop() if len(parts) > 1 and ('.' in parts[-1] or parts[-1] == '') else ''
    return parts[0], parts[1:], binding
