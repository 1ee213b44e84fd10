"""JWS, JWE, JWK: RFC 7515 to 7518, RFC 7638. Nothing here knows the document."""

import base64
import hashlib
import json
import os
import zlib

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, keywrap
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature, encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

CURVES = {'P-256': ec.SECP256R1, 'P-384': ec.SECP384R1, 'P-521': ec.SECP521R1}
KEY_SIZES = {'A128GCM': 16, 'A192GCM': 24, 'A256GCM': 32}
WRAP_SIZES = {'ECDH-ES+A128KW': 16, 'ECDH-ES+A192KW': 24, 'ECDH-ES+A256KW': 32}
LARGEST = 5_000_000


class JoseError(ValueError):
    """A message that is not what it says it is."""


# ---- encodings

def b64u(data):
    raw = data.encode() if isinstance(data, str) else data
    return base64.urlsafe_b64encode(raw).rstrip(b'=').decode()


ALPHABET = frozenset('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_')


def unb64u(text):
    if not isinstance(text, str) or not ALPHABET.issuperset(text) or len(text) % 4 == 1:
        raise JoseError('not base64url')
    data = base64.urlsafe_b64decode(text + '=' * (-len(text) % 4))
    if b64u(data) != text:
        raise JoseError('base64url with bits that are not zero')
    return data


def b64u_int(number, size=None):
    return b64u(number.to_bytes(size or max(1, (number.bit_length() + 7) // 8), 'big'))


def dumps(value):
    """JSON without spaces. Another form is made by the caller."""
    return json.dumps(value, ensure_ascii=False, separators=(',', ':'))


def _no_twice(pairs):
    names = [name for name, _ in pairs]
    if len(set(names)) != len(names):
        raise JoseError('a member appears twice')
    return dict(pairs)


def _no_constant(name):
    raise JoseError(f'{name} is not JSON')


def loads(data):
    """JSON of RFC 8259 in UTF-8, with each member once."""
    try:
        text = data.decode('utf-8', 'strict') if isinstance(data, (bytes, bytearray)) else data
        return json.loads(text, object_pairs_hook=_no_twice, parse_constant=_no_constant)
    except (UnicodeDecodeError, ValueError, RecursionError) as wrong:
        raise JoseError(f'not JSON: {wrong}') from wrong


# ---- keys

def new_ec(curve='P-256'):
    return ec.generate_private_key(CURVES[curve]())


def new_rsa(bits=2048):
    return rsa.generate_private_key(public_exponent=65537, key_size=bits)


def public_of(key):
    return key.public_key() if hasattr(key, 'public_key') else key


def public_jwk(key, **members):
    """The public JWK of a key, with further members after its own."""
    public = public_of(key)
    if isinstance(public, rsa.RSAPublicKey):
        numbers = public.public_numbers()
        return {'kty': 'RSA', 'n': b64u_int(numbers.n), 'e': b64u_int(numbers.e), **members}
    numbers = public.public_numbers()
    name = next(name for name, curve in CURVES.items() if isinstance(public.curve, curve))
    size = (public.curve.key_size + 7) // 8
    return {'kty': 'EC', 'crv': name, 'x': b64u_int(numbers.x, size), 'y': b64u_int(numbers.y, size), **members}


def private_jwk(key, **members):
    jwk = public_jwk(key, **members)
    if isinstance(key, rsa.RSAPrivateKey):
        return {**jwk, 'd': b64u_int(key.private_numbers().d)}
    return {**jwk, 'd': b64u_int(key.private_numbers().private_value, (key.curve.key_size + 7) // 8)}


def load_jwk(jwk):
    """The public key of a JWK. Members that this code does not know are ignored (RFC 7517, section 4)."""
    if not isinstance(jwk, dict):
        raise JoseError('a JWK is an object')
    try:
        if jwk.get('kty') == 'RSA':
            n, e = (int.from_bytes(unb64u(jwk[name]), 'big') for name in ('n', 'e'))
            return rsa.RSAPublicNumbers(e, n).public_key()
        if jwk.get('kty') == 'EC':
            curve = CURVES[jwk['crv']]()
            x, y = unb64u(jwk['x']), unb64u(jwk['y'])
            if {len(x), len(y)} != {(curve.key_size + 7) // 8}:
                raise JoseError('a coordinate has the wrong length')
            return ec.EllipticCurvePublicNumbers(int.from_bytes(x, 'big'), int.from_bytes(y, 'big'), curve).public_key()
    except JoseError:
        raise
    except (KeyError, ValueError, TypeError) as wrong:
        raise JoseError(f'not a public key: {wrong}') from wrong
    raise JoseError('a key of an unknown type')


def thumbprint(jwk):
    names = ['crv', 'kty', 'x', 'y'] if jwk['kty'] == 'EC' else ['e', 'kty', 'n']
    return b64u(hashlib.sha256(dumps({name: jwk[name] for name in names}).encode()).digest())


# ---- JWS

def sign_raw(data, key):
    """An ES256 signature: r and s, 32 octets each."""
    r, s = decode_dss_signature(key.sign(data, ec.ECDSA(hashes.SHA256())))
    return r.to_bytes(32, 'big') + s.to_bytes(32, 'big')


def sign(header, payload, key, spell=dumps):
    """A compact JWS with ES256. The payload is text, octets, or anything that is JSON."""
    octets = payload if isinstance(payload, bytes) else payload.encode() if isinstance(payload, str) else spell(payload).encode()
    signed = f'{b64u(spell(header))}.{b64u(octets)}'
    return f'{signed}.{b64u(sign_raw(signed.encode(), key))}'


def split_jws(token):
    """Header, payload octets, signed octets, signature. Nothing is verified."""
    if not isinstance(token, str) or token.count('.') != 2:
        raise JoseError('not a compact JWS')
    first, second, third = token.split('.')
    header = loads(unb64u(first))
    if not isinstance(header, dict):
        raise JoseError('a JOSE header is an object')
    return header, unb64u(second), f'{first}.{second}'.encode(), unb64u(third)


def verify(token, key):
    """Header and payload octets of a JWS with ES256. An extension that must be understood is not."""
    header, payload, signed, signature = split_jws(token)
    if header.get('alg') != 'ES256' or 'crit' in header or len(signature) != 64:
        raise JoseError('not ES256, or with an unknown extension')
    public = public_of(key)
    if not isinstance(public, ec.EllipticCurvePublicKey) or not isinstance(public.curve, ec.SECP256R1):
        raise JoseError('ES256 needs a P-256 key')
    try:
        der = encode_dss_signature(int.from_bytes(signature[:32], 'big'), int.from_bytes(signature[32:], 'big'))
        public.verify(der, signed, ec.ECDSA(hashes.SHA256()))
    except InvalidSignature as wrong:
        raise JoseError('the signature is not valid') from wrong
    return header, payload


# ---- JWE

OAEP = padding.OAEP(padding.MGF1(hashes.SHA256()), hashes.SHA256(), None)


def _concat_kdf(secret, algorithm, bits, apu=b'', apv=b''):
    """RFC 7518, section 4.6.2. One round is enough for 256 bits."""
    def part(data):
        return len(data).to_bytes(4, 'big') + data
    info = part(algorithm.encode()) + part(apu) + part(apv) + bits.to_bytes(4, 'big')
    return hashlib.sha256(b'\0\0\0\1' + secret + info).digest()[: bits // 8]


def _agree(private, public, header):
    if private.curve.name != public.curve.name:
        raise JoseError('keys on different curves')
    direct = header['alg'] == 'ECDH-ES'
    size = KEY_SIZES[header['enc']] if direct else WRAP_SIZES[header['alg']]
    party = [unb64u(header[name]) if name in header else b'' for name in ('apu', 'apv')]
    return _concat_kdf(private.exchange(ec.ECDH(), public), header['enc' if direct else 'alg'], size * 8, *party)


def deflate(data):
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return packer.compress(data) + packer.flush()


def inflate(data):
    opener = zlib.decompressobj(-15)
    try:
        text = opener.decompress(data, LARGEST)
    except zlib.error as wrong:
        raise JoseError('not DEFLATE') from wrong
    if opener.unconsumed_tail or not opener.eof or opener.unused_data:
        raise JoseError('DEFLATE too long, cut short or followed by something')
    return text


def encrypt(plaintext, public, alg, enc='A256GCM', zip_=None, json_form=False, **members):
    """A JWE for a public key, compact or in the flattened JSON form."""
    data = plaintext.encode() if isinstance(plaintext, str) else plaintext
    header = {'alg': alg, 'enc': enc, **members}
    if zip_:
        header['zip'] = zip_
    content_key, wrapped = os.urandom(KEY_SIZES[enc]), b''
    if alg == 'RSA-OAEP-256':
        wrapped = public.encrypt(content_key, OAEP)
    else:
        ephemeral = ec.generate_private_key(public.curve)
        header['epk'] = public_jwk(ephemeral)
        agreed = _agree(ephemeral, public, header)
        if alg == 'ECDH-ES':
            content_key = agreed
        else:
            wrapped = keywrap.aes_key_wrap(agreed, content_key)
    protected, nonce = b64u(dumps(header)), os.urandom(12)
    sealed = AESGCM(content_key).encrypt(nonce, deflate(data) if zip_ == 'DEF' else data, protected.encode())
    parts = [protected, b64u(wrapped), b64u(nonce), b64u(sealed[:-16]), b64u(sealed[-16:])]
    if not json_form:
        return '.'.join(parts)
    names = ['protected', 'encrypted_key', 'iv', 'ciphertext', 'tag']
    return {name: part for name, part in zip(names, parts) if part}


def split_jwe(token):
    """Header and the five parts, from either form. A JSON form has everything in its protected header here."""
    if isinstance(token, dict):
        if isinstance(token.get('recipients'), list) and len(token['recipients']) == 1:
            token = {**token, **token['recipients'][0]}
        parts = [token.get(name, '') for name in ('protected', 'encrypted_key', 'iv', 'ciphertext', 'tag')]
        extra = {**(token.get('unprotected') or {}), **(token.get('header') or {})}
    else:
        if not isinstance(token, str) or token.count('.') != 4:
            raise JoseError('not a compact JWE')
        parts, extra = token.split('.'), {}
    header = loads(unb64u(parts[0]))
    if not isinstance(header, dict) or set(header) & set(extra):
        raise JoseError('a JOSE header is an object, each parameter in one place')
    return {**extra, **header}, header, parts


def decrypt(token, find_key):
    """Header and plaintext of a JWE. `find_key(header)` gives the private key, or raises."""
    header, protected, parts = split_jwe(token)
    if 'crit' in header:
        raise JoseError('an extension that is not known')
    if 'zip' in header and (header['zip'] != 'DEF' or 'zip' not in protected):
        raise JoseError('an unknown compression')
    if header.get('enc') not in KEY_SIZES:
        raise JoseError('an unknown content encryption')
    key = find_key(header)
    wrapped, nonce, sealed, tag = (unb64u(part) for part in parts[1:])
    if len(nonce) != 12 or len(tag) != 16:
        raise JoseError('an IV or tag of the wrong length')
    content_key = _content_key(header, key, wrapped)
    if len(content_key) != KEY_SIZES[header['enc']]:
        raise JoseError('a content key of the wrong length')
    try:
        data = AESGCM(content_key).decrypt(nonce, sealed + tag, parts[0].encode())
    except Exception as wrong:
        raise JoseError('the ciphertext is not authentic') from wrong
    return header, inflate(data) if header.get('zip') == 'DEF' else data


def _content_key(header, key, wrapped):
    alg = header.get('alg')
    try:
        if alg == 'RSA-OAEP-256' and isinstance(key, rsa.RSAPrivateKey):
            return key.decrypt(wrapped, OAEP)
        if isinstance(key, ec.EllipticCurvePrivateKey) and (alg == 'ECDH-ES' or alg in WRAP_SIZES):
            agreed = _agree(key, load_jwk(header.get('epk')), header)
            if alg == 'ECDH-ES':
                if wrapped:
                    raise JoseError('direct agreement has no encrypted key')
                return agreed
            return keywrap.aes_key_unwrap(agreed, wrapped)
    except JoseError:
        raise
    except Exception as wrong:
        raise JoseError(f'the key cannot be unwrapped: {type(wrong).__name__}') from wrong
    raise JoseError('an algorithm that does not fit the key')
