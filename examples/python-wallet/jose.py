"""The few JOSE operations that a wallet needs: a compact JWS with ES256, and a compact JWE with A256GCM."""

import base64
import json
import os
import zlib

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.concatkdf import ConcatKDFHash
from cryptography.hazmat.primitives.keywrap import aes_key_wrap


def b64url(octets):
    return base64.urlsafe_b64encode(octets).rstrip(b"=").decode()


def number(text):
    return int.from_bytes(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)), "big")


def public_jwk(key):
    """The public half of a key on P-256."""
    point = key.public_key().public_numbers()
    x, y = (b64url(coordinate.to_bytes(32, "big")) for coordinate in (point.x, point.y))
    return {"kty": "EC", "crv": "P-256", "x": x, "y": y}


def private_key(jwk):
    """The private key on P-256 of a JWK."""
    return ec.derive_private_key(number(jwk["d"]), ec.SECP256R1())


def sign(header, payload, key):
    """A compact JWS: an ES256 signature is R and S concatenated, not DER."""
    signed = f"{b64url(json.dumps(header).encode())}.{b64url(json.dumps(payload).encode())}"
    r, s = decode_dss_signature(key.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
    return f"{signed}.{b64url(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}"


def seal(plaintext, jwk):
    """A compressed compact JWE to a key, with the algorithm that the key names."""
    content_key, nonce = os.urandom(32), os.urandom(12)
    header = {"alg": jwk["alg"], "enc": "A256GCM", "zip": "DEF", "kid": jwk["kid"]}
    wrapped = WAYS[jwk["alg"]](content_key, jwk, header)
    protected = b64url(json.dumps(header).encode())
    deflate = zlib.compressobj(wbits=-15)
    compressed = deflate.compress(plaintext) + deflate.flush()
    sealed = AESGCM(content_key).encrypt(nonce, compressed, protected.encode())
    return ".".join([protected, b64url(wrapped), b64url(nonce), b64url(sealed[:-16]), b64url(sealed[-16:])])


def rsa_oaep_256(content_key, jwk, _):
    key = rsa.RSAPublicNumbers(number(jwk["e"]), number(jwk["n"])).public_key()
    return key.encrypt(content_key, padding.OAEP(padding.MGF1(hashes.SHA256()), hashes.SHA256(), None))


def ecdh_es_a256kw(content_key, jwk, header):
    ours = ec.generate_private_key(ec.SECP256R1())
    theirs = ec.EllipticCurvePublicNumbers(number(jwk["x"]), number(jwk["y"]), ec.SECP256R1()).public_key()
    header["epk"] = public_jwk(ours)
    alg = header["alg"].encode()
    info = len(alg).to_bytes(4, "big") + alg + bytes(8) + (256).to_bytes(4, "big")  # RFC 7518 section 4.6.2
    return aes_key_wrap(ConcatKDFHash(hashes.SHA256(), 32, info).derive(ours.exchange(ec.ECDH(), theirs)), content_key)


WAYS = {"RSA-OAEP-256": rsa_oaep_256, "ECDH-ES+A256KW": ecdh_es_a256kw}
