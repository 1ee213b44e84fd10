"""A verifier: takes SD-JWT credentials, by command or by URL, and says whether it accepts them.

It follows RFC 9901, section 7, and what section 2.9 of the document adds. How strict it is beyond that
is a setting, since no sentence obliges a verifier to more.
"""

import hashlib
import json
import re
import time

from common import b64u, http, jose
from common.settings import Fault, Setting, decision, header_of, profile
from common.values import strict_json

NAME = 'verifier'

# How credentials are encoded. One setting, since its parts only make sense together.
ENCODINGS = {
    'document': dict(order='name-value-salt', digest='parts', alg=('SHA-256',)),
    'document-disclosure': dict(order='name-value-salt', digest='disclosure', alg=('SHA-256',)),
    'document-json-value': dict(order='name-value-salt', digest='parts-json-value', alg=('SHA-256',)),
    'rfc9901': dict(order='salt-name-value', digest='disclosure', alg=('sha-256',)),
}
