"""Signed and encrypted JSON (RFC 7515 to 7519), with nothing but `cryptography`. It shares no code with Assay."""

import base64
import hashlib
import hmac
import json
import secrets
import zlib

from cryptography.hazmat.primitives import hashes, keywrap, padding
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa, utils
from cryptography.hazmat.primitives.asymmetric import padding as rsa_padding
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.concatkdf import ConcatKDFHash

CURVES = {"P-256": ec.SECP256R1(), "P-384": ec.SECP384R1(), "P-521": ec.SECP521R1()}
SIGNED = {"ES256": ("P-256", hashes.SHA256()), "ES384": ("P-384", hashes.SHA384()), "ES512": ("P-521", hashes.SHA512())}
OAEP = rsa_padding.OAEP(rsa_padding.MGF1(hashes.SHA256()), hashes.SHA256(), None)


class Invalid(Exception):
    """This is not what it claims to be."""


def encode(octets):
    return base64.urlsafe_b64encode(octets).rstrip(b"=").decode()


def decode(text):
    if not isinstance(text, str) or not text.replace("-", "a").replace("_", "a").isalnum():
        raise Invalid("this is no base64url")
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def write_json(content):
    return encode(json.dumps(content).encode())


def read_json(text):
    try:
        content = json.loads(decode(text))
    except ValueError:
        raise Invalid("this is no JSON") from None
    if not isinstance(content, dict):
        raise Invalid("this is no JSON object")
    return content


def write_again(text):
    """A disclosure as JavaScript would write it."""
    return encode(json.dumps(json.loads(decode(text)), separators=(",", ":"), ensure_ascii=False).encode())


def digest(text):
    return encode(hashlib.sha256(text.encode()).digest())


def number(text):
    return int.from_bytes(decode(text), "big")


def make_key(kind):
    if kind in ("EdDSA", "Ed25519"):
        return ed25519.Ed25519PrivateKey.generate()
    if kind.startswith("RSA"):
        return rsa.generate_private_key(65537, 2048)
    return ec.generate_private_key(CURVES[SIGNED[kind][0] if kind in SIGNED else kind])


def write_key(key):
    """The public JWK of a private key."""
    public = key.public_key()
    if isinstance(public, ed25519.Ed25519PublicKey):
        return {"kty": "OKP", "crv": "Ed25519", "x": encode(public.public_bytes_raw())}
    numbers = public.public_numbers()
    if isinstance(public, rsa.RSAPublicKey):
        return {"kty": "RSA", "n": encode(numbers.n.to_bytes(256, "big")), "e": "AQAB"}
    size = (public.curve.key_size + 7) // 8
    name = {256: "P-256", 384: "P-384", 521: "P-521"}[public.curve.key_size]
    x, y = (encode(each.to_bytes(size, "big")) for each in (numbers.x, numbers.y))
    return {"kty": "EC", "crv": name, "x": x, "y": y}


def write_secret(key):
    """The private JWK of a key on a curve."""
    size = (key.curve.key_size + 7) // 8
    return {**write_key(key), "d": encode(key.private_numbers().private_value.to_bytes(size, "big"))}


def read_key(jwk):
    """The public key of a JWK."""
    try:
        if jwk["kty"] == "OKP" and jwk["crv"] == "Ed25519":
            return ed25519.Ed25519PublicKey.from_public_bytes(decode(jwk["x"]))
        if jwk["kty"] == "RSA":
            return rsa.RSAPublicNumbers(number(jwk["e"]), number(jwk["n"])).public_key()
        return ec.EllipticCurvePublicNumbers(number(jwk["x"]), number(jwk["y"]), CURVES[jwk["crv"]]).public_key()
    except (KeyError, TypeError, ValueError):
        raise Invalid("this is no public key") from None


def thumbprint(jwk):
    """RFC 7638."""
    names = {"EC": ("crv", "kty", "x", "y"), "OKP": ("crv", "kty", "x"), "RSA": ("e", "kty", "n")}[jwk["kty"]]
    return digest(json.dumps({name: jwk[name] for name in names}, separators=(",", ":")))


def sign(header, claims, key):
    """A JWS by the algorithm that belongs to the key; `alg` of the header is kept."""
    text = f"{write_json({'alg': name_algorithm(key), **header})}.{write_json(claims)}"
    return f"{text}.{encode(sign_octets(text.encode(), key))}"


def name_algorithm(key):
    return "EdDSA" if isinstance(key, ed25519.Ed25519PrivateKey) else {256: "ES256", 384: "ES384", 521: "ES512"}[key.curve.key_size]


def sign_octets(octets, key):
    if isinstance(key, ed25519.Ed25519PrivateKey):
        return key.sign(octets)
    r, s = utils.decode_dss_signature(key.sign(octets, ec.ECDSA(SIGNED[name_algorithm(key)][1])))
    size = (key.curve.key_size + 7) // 8
    return r.to_bytes(size, "big") + s.to_bytes(size, "big")


def open_jws(text):
    parts = text.split(".") if isinstance(text, str) else []
    if len(parts) != 3:
        raise Invalid("this is no JWS")
    return read_json(parts[0]), read_json(parts[1])


def verify(text, key, alg=None):
    """Fails unless the public key verifies the JWS, by an algorithm that fits the key. A mistake is to know the algorithm beforehand."""
    header, _ = open_jws(text)
    header = {**header, "alg": alg} if alg else header
    signed, _, signature = text.rpartition(".")
    octets = decode(signature)
    try:
        if header.get("alg") in ("EdDSA", "Ed25519") and isinstance(key, ed25519.Ed25519PublicKey):
            return key.verify(octets, signed.encode())
        curve, function = SIGNED[header["alg"]]
        size = (CURVES[curve].key_size + 7) // 8
        if key.curve.name != CURVES[curve].name or len(octets) != 2 * size:
            raise Invalid("the algorithm is not that of the key")
        r, s = (int.from_bytes(part, "big") for part in (octets[:size], octets[size:]))
        return key.verify(utils.encode_dss_signature(r, s), signed.encode(), ec.ECDSA(function))
    except Invalid:
        raise
    except Exception:
        raise Invalid("the signature does not verify") from None


# JWE

SIZES = {"A128GCM": 16, "A192GCM": 24, "A256GCM": 32, "A128CBC-HS256": 32, "A256CBC-HS512": 64}
WRAPPED = {"A128KW": 16, "A192KW": 24, "A256KW": 32}


def seal(content, jwk, enc, header=None, compress=None, own=None, spoil=lambda part, value: value):
    """A JWE for a public JWK with `alg`. A mistake changes its parts."""
    alg = jwk["alg"]
    head = {"alg": alg, "enc": enc, **({"kid": jwk["kid"]} if "kid" in jwk else {}), **(header or {})}
    text = spoil("content", json.dumps(content).encode())
    if compress:
        head["zip"] = compress
        deflated = zlib.compressobj(wbits=-15)
        text = deflated.compress(text) + deflated.flush()
    wrapped = b""
    if alg.startswith("ECDH-ES"):
        own = own or ec.generate_private_key(CURVES[jwk["crv"]])
        head["epk"] = write_key(own)
        agreed = own.exchange(ec.ECDH(), read_key(jwk))
        if alg == "ECDH-ES":
            key = derive(agreed, enc, SIZES[enc], head)
        else:
            key = secrets.token_bytes(SIZES[enc])
            wrapped = keywrap.aes_key_wrap(derive(agreed, alg, WRAPPED[alg[8:]], head), key)
    else:
        key = secrets.token_bytes(SIZES[enc])
        wrapped = read_key(jwk).encrypt(key, OAEP)
    protected = write_json(spoil("header", head))
    iv, sealed, tag = encrypt(enc, key, text, protected.encode())
    parts = [spoil("key", wrapped), spoil("iv", iv), sealed, spoil("tag", tag)]
    return ".".join([protected, *map(encode, parts)])


def derive(agreed, name, size, head):
    parties = [decode(head[each]) if each in head else b"" for each in ("apu", "apv")]
    about = b"".join(len(each).to_bytes(4, "big") + each for each in (name.encode(), *parties)) + (8 * size).to_bytes(4, "big")
    return ConcatKDFHash(hashes.SHA256(), size, about).derive(agreed)


def encrypt(enc, key, text, about):
    if enc.endswith("GCM"):
        iv = secrets.token_bytes(12)
        sealed = AESGCM(key).encrypt(iv, text, about)
        return iv, sealed[:-16], sealed[-16:]
    iv, half = secrets.token_bytes(16), len(key) // 2
    padder = padding.PKCS7(128).padder()
    encryptor = Cipher(algorithms.AES(key[half:]), modes.CBC(iv)).encryptor()
    sealed = encryptor.update(padder.update(text) + padder.finalize()) + encryptor.finalize()
    return iv, sealed, authenticate(key, iv, sealed, about)


def authenticate(key, iv, sealed, about):
    half = len(key) // 2
    whole = about + iv + sealed + (8 * len(about)).to_bytes(8, "big")
    return hmac.new(key[:half], whole, hashlib.sha256 if half == 16 else hashlib.sha512).digest()[:half]


def unseal(text, key, any_tag=False, short_tag=False, unread=None):
    """The header and the content of a JWE for a private key. A mistake is to take it with any authentication tag, or a part of it."""
    parts = text.split(".")
    if len(parts) != 5:
        raise Invalid("this is no JWE")
    head = read_json(parts[0])
    head = {name: value for name, value in head.items() if name != unread}
    if "crit" in head:
        raise Invalid("a parameter that has to be known")
    wrapped, iv, sealed, tag = (decode(each) if each else b"" for each in parts[1:])
    try:
        alg, enc = head["alg"], head["enc"]
        if alg.startswith("ECDH-ES"):
            agreed = key.exchange(ec.ECDH(), read_key(head["epk"]))
            if alg == "ECDH-ES":
                secret = derive(agreed, enc, SIZES[enc], head)
            else:
                secret = keywrap.aes_key_unwrap(derive(agreed, alg, WRAPPED[alg[8:]], head), wrapped)
        elif alg == "RSA-OAEP-256":
            secret = key.decrypt(wrapped, OAEP)
        else:
            raise Invalid("the algorithm is unknown")
        if short_tag and enc.endswith("GCM"):
            reader = Cipher(algorithms.AES(secret), modes.GCM(iv, tag, min_tag_length=4)).decryptor()
            reader.authenticate_additional_data(parts[0].encode())
            return head, json.loads(reader.update(sealed) + reader.finalize())
        content = decrypt(enc, secret, iv, sealed, tag, parts[0].encode(), any_tag)
        if "zip" in head:
            content = zlib.decompress(content, wbits=-15)
        return head, json.loads(content)
    except Invalid:
        raise
    except Exception as error:
        raise Invalid(f"it cannot be decrypted: {type(error).__name__}") from None


def decrypt(enc, key, iv, sealed, tag, about, any_tag=False):
    if enc.endswith("GCM") and any_tag:
        return Cipher(algorithms.AES(key), modes.CTR(iv + (2).to_bytes(4, "big"))).decryptor().update(sealed)
    if enc.endswith("GCM"):
        return AESGCM(key).decrypt(iv, sealed + tag, about)
    if not any_tag and not hmac.compare_digest(tag, authenticate(key, iv, sealed, about)):
        raise Invalid("it was changed")
    decryptor = Cipher(algorithms.AES(key[len(key) // 2 :]), modes.CBC(iv)).decryptor()
    unpadder = padding.PKCS7(128).unpadder()
    return unpadder.update(decryptor.update(sealed) + decryptor.finalize()) + unpadder.finalize()
