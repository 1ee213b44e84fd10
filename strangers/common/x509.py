"""Certificate chains of devices: making them (for a wallet) and validating them (for an issuer)."""

import base64
import datetime
import hashlib

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from . import jose


class ChainError(ValueError):
    """A chain that shows nothing."""


def _name(text):
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])


def certificate(subject, public, issuer, signer, now, ca=None, days=365, usage=True, extensions=()):
    """A certificate. `ca` is None for a leaf, or a path length (-1: none) for a CA."""
    moment = datetime.datetime.fromtimestamp(now, datetime.timezone.utc)
    builder = (
        x509.CertificateBuilder()
        .subject_name(_name(subject)).issuer_name(_name(issuer)).public_key(jose.public_of(public))
        .serial_number(x509.random_serial_number())
        .not_valid_before(moment - datetime.timedelta(hours=1)).not_valid_after(moment + datetime.timedelta(days=days))
    )
    if ca is not None:
        builder = builder.add_extension(x509.BasicConstraints(ca=True, path_length=None if ca < 0 else ca), critical=True)
    if usage:
        builder = builder.add_extension(_usage(ca is not None), critical=True)
    for extension, critical in extensions:
        builder = builder.add_extension(extension, critical)
    return builder.sign(signer, hashes.SHA256())


def _usage(is_ca):
    off = dict.fromkeys(('content_commitment', 'key_encipherment', 'data_encipherment', 'key_agreement', 'encipher_only', 'decipher_only'), False)
    return x509.KeyUsage(digital_signature=not is_ca, key_cert_sign=is_ca, crl_sign=is_ca, **off)


def to_x5c(chain):
    """RFC 7515, section 4.1.6: base64 (not base64url) of DER, the leaf first."""
    return [base64.b64encode(each.public_bytes(serialization.Encoding.DER)).decode() for each in chain]


def to_pem(chain):
    return b''.join(each.public_bytes(serialization.Encoding.PEM) for each in chain).decode()


def load_pem(text):
    return x509.load_pem_x509_certificates(text.encode() if isinstance(text, str) else text)


def load_anchors(text):
    """Trust anchors as public keys (RFC 5280, section 6.1.1 d): from certificates or public keys in PEM."""
    if 'BEGIN PUBLIC KEY' in text:
        return [serialization.load_pem_public_key(text.encode())]
    return [each.public_key() for each in load_pem(text)]


_parsed = {}


def load_x5c(texts):
    if not isinstance(texts, list) or not 1 <= len(texts) <= 10:
        raise ChainError('x5c is a list of certificates')
    key = tuple(texts) if all(isinstance(text, str) for text in texts) else None
    if key is None:
        raise ChainError('a certificate is text')
    if key not in _parsed:
        try:
            _parsed[key] = [x509.load_der_x509_certificate(base64.b64decode(text, validate=True)) for text in texts]
        except ValueError as wrong:
            raise ChainError('not a certificate') from wrong
    return _parsed[key]


def fingerprint(cert):
    return hashlib.sha256(cert.public_bytes(serialization.Encoding.DER)).digest()


def verify_chain(chain, anchors, now):
    """The leaf's public key, if the chain ends at one of the anchors (public keys; a root's certificate may be in the chain or not).

    Without a time, validity is not looked at (a fault)."""
    try:
        return _verify_chain(chain, anchors, now)
    except ChainError:
        raise
    except Exception as wrong:
        raise ChainError(f'a broken certificate: {type(wrong).__name__}') from wrong


def _verify_chain(chain, anchors, now):
    moment = now if now is None else datetime.datetime.fromtimestamp(now, datetime.timezone.utc)
    path = list(chain)
    if not any(_signed_by(path[-1], anchor) for anchor in anchors):
        raise ChainError('the chain ends at no root that is known')
    if len(path) == 1 and path[0].subject == path[0].issuer:
        raise ChainError('the root itself is no leaf')
    for each in path:
        if moment is not None and not each.not_valid_before_utc <= moment <= each.not_valid_after_utc:
            raise ChainError('a certificate is not valid now')
        _check_extensions(each)
    for depth, (lower, upper) in enumerate(zip(path, path[1:])):
        lower.verify_directly_issued_by(upper)
        _check_ca(upper, sum(each.subject != each.issuer for each in path[1 : depth + 1]))
    if len({fingerprint(each) for each in path}) != len(path):
        raise ChainError('a certificate appears twice')
    leaf = path[0]
    usage = _extension(leaf, x509.KeyUsage)
    if usage is not None and not usage.digital_signature:
        raise ChainError('the key of the leaf may not sign')
    basic = _extension(leaf, x509.BasicConstraints)
    if basic is not None and basic.ca:
        raise ChainError('the leaf is a CA')
    public = leaf.public_key()
    if not isinstance(public, ec.EllipticCurvePublicKey) or not isinstance(public.curve, ec.SECP256R1):
        raise ChainError('the key of the leaf is not P-256')
    return public


def _signed_by(cert, anchor):
    """By the key of the anchor: the certificate of the root itself is, too."""
    try:
        anchor.verify(cert.signature, cert.tbs_certificate_bytes, ec.ECDSA(cert.signature_hash_algorithm))
        return True
    except Exception:
        return False


def _extension(cert, kind):
    try:
        return cert.extensions.get_extension_for_class(kind).value
    except x509.ExtensionNotFound:
        return None


KNOWN = (x509.BasicConstraints, x509.KeyUsage)


def _check_extensions(cert):
    """RFC 5280, section 4.2: a critical extension that is not processed rejects the certificate."""
    for extension in cert.extensions:
        if extension.critical and not isinstance(extension.value, KNOWN):
            raise ChainError('a critical extension that is not known')


def _check_ca(cert, below):
    basic, usage = _extension(cert, x509.BasicConstraints), _extension(cert, x509.KeyUsage)
    if basic is None or not basic.ca:
        raise ChainError('an issuer of certificates is no CA')
    if usage is not None and not usage.key_cert_sign:
        raise ChainError('a CA may not sign certificates')
    if basic.path_length is not None and basic.path_length < below:
        raise ChainError('the path is too long')
