"""URLs, compared as texts or after the normalisation of RFC 3986, sections 6.2.2 and 6.2.3."""

import re
import urllib.parse

UNRESERVED = re.compile(r'[A-Za-z0-9._~-]')
PORTS = {'http': 80, 'https': 443}


def normalise(url):
    """The same URL in one spelling; None if it is no http or https URL."""
    try:
        parts = urllib.parse.urlsplit(_escapes(url))
        scheme, host, port = parts.scheme.lower(), (parts.hostname or '').lower(), parts.port
    except (TypeError, ValueError):
        return None
    if scheme not in PORTS or not host:
        return None
    user = parts.netloc.rpartition('@')[0]
    place = f'{user}@{host}' if user else host
    place = place if port in (None, PORTS[scheme]) else f'{place}:{port}'
    return urllib.parse.urlunsplit((scheme, place, parts.path or '/', parts.query, parts.fragment))


def _escapes(url):
    def one(found):
        character = chr(int(found[1], 16))
        return character if UNRESERVED.fullmatch(character) else found[0].upper()
    return re.sub('%([0-9A-Fa-f]{2})', one, url)


def same(one, other, kind):
    """Whether two URLs are the same: `as text`, or `normalised`."""
    return one == other if kind == 'as text' else normalise(one) is not None and normalise(one) == normalise(other)


def below(url, base, kind):
    """Whether a URL is a base or below it."""
    if kind == 'normalised':
        url, base = normalise(url) or '', (normalise(base) or '').rstrip('/')
    return isinstance(url, str) and (url.rstrip('/') == base or url.startswith(base + '/'))
