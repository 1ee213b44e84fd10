"""A small HTTP/1.1 server on threads, with the liberties that servers take. Stops with its parent."""

import gzip
import http.server
import json
import os
import socket
import socketserver
import sys
import threading
import urllib.parse

from .jose import JoseError, dumps, loads

LARGEST = 4_000_000


class Request:
    def __init__(self, method, target, headers, body):
        url = urllib.parse.urlsplit(target)
        self.method, self.path, self.body = method, urllib.parse.unquote(url.path), body
        self.raw_path = url.path
        self.query = dict(urllib.parse.parse_qsl(url.query, keep_blank_values=True))
        self.headers = headers

    def header(self, name):
        return self.headers.get(name)

    def json(self):
        """The object in the body, or JoseError."""
        value = loads(self.body)
        if not isinstance(value, dict):
            raise JoseError('the body is no object')
        return value


class Response:
    def __init__(self, status=200, body=b'', media_type=None, headers=()):
        self.status, self.headers = status, list(headers)
        if isinstance(body, (dict, list)):
            body, media_type = dumps(body), media_type or 'application/json'
        self.body = body.encode() if isinstance(body, str) else body
        if media_type:
            self.headers.insert(0, ('Content-Type', media_type))


class Manners:
    """What a server does besides: legal, and all of it seen in the wild."""

    def __init__(self, header_case='usual', coding='none', framing='length', connection='keep', extra=()):
        self.header_case, self.coding, self.framing, self.connection = header_case, coding, framing, connection
        self.extra = list(extra)

    def spell(self, name):
        return {'lower': name.lower(), 'upper': name.upper()}.get(self.header_case, name)


class _Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'
    wbufsize = -1
    disable_nagle_algorithm = True

    def handle_any(self):
        length = self.headers.get('Content-Length')
        if 'chunked' in (self.headers.get('Transfer-Encoding') or '').lower():
            body = self._read_chunks()
        else:
            body = self._read(int(length)) if length and length.isdigit() else b''
        if body is None:
            return self._reply(Response(413, {'error': 'too_large'}), close=True)
        try:
            response = self.server.answer(Request(self.command, self.path, self.headers, body))
        except Exception as wrong:  # a defect of the stranger: shown, and never silent
            print(f'stranger: {type(wrong).__name__}: {wrong}', file=sys.stderr, flush=True)
            if os.environ.get('STRANGER_DEBUG'):
                import traceback
                traceback.print_exc()
            response = Response(500, {'error': 'server_error'})
        self._reply(response)

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = do_HEAD = do_OPTIONS = handle_any

    def _read(self, length):
        return self.rfile.read(length) if length <= LARGEST else None

    def _read_chunks(self):
        body = b''
        while True:
            size = int(self.rfile.readline(100).split(b';')[0].strip() or b'0', 16)
            if size == 0:
                while self.rfile.readline(8192).strip():
                    pass
                return body
            if len(body) + size > LARGEST:
                return None
            body += self.rfile.read(size)
            self.rfile.readline(8)

    def _reply(self, response, close=False):
        manners, body, headers = self.server.manners, response.body, list(response.headers)
        if manners.coding == 'gzip' and body and 'gzip' in (self.headers.get('Accept-Encoding') or ''):
            body = gzip.compress(body)
            headers += [('Content-Encoding', 'gzip'), ('Vary', 'Accept-Encoding')]
        chunked = manners.framing == 'chunked' and body and self.command != 'HEAD'
        if response.status not in (204, 304):
            headers.append(('Transfer-Encoding', 'chunked') if chunked else ('Content-Length', str(len(body))))
        if close or manners.connection == 'close':
            headers.append(('Connection', 'close'))
            self.close_connection = True
        self.send_response_only(response.status)
        for name, value in [('Date', self.date_time_string()), *headers, *manners.extra]:
            self.send_header(manners.spell(name), value)
        self.end_headers()
        if self.command != 'HEAD' and response.status not in (204, 304):
            self.wfile.write(self._chunks(body) if chunked else body)

    def _chunks(self, body):
        half = max(1, len(body) // 2)
        pieces = [piece for piece in (body[:half], body[half:]) if piece]
        return b''.join(b'%x\r\n%s\r\n' % (len(piece), piece) for piece in pieces) + b'0\r\n\r\n'

    def log_message(self, *_):
        pass


class Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def __init__(self, answer, manners=None, port=0):
        self.answer, self.manners = answer, manners or Manners()
        super().__init__(('127.0.0.1', port), _Handler)

    @property
    def url(self):
        return f'http://127.0.0.1:{self.server_address[1]}'

    def handle_error(self, request, client_address):
        pass  # a caller that hangs up

    def start(self):
        threading.Thread(target=self.serve_forever, args=(0.1,), daemon=True).start()
        return self


def call(url, method='GET', body=None, headers=None, timeout=10, is_typed=True):
    """One request; status, headers and body of the answer, whatever the status."""
    import urllib.error
    import urllib.request

    class Untyped(urllib.request.HTTPHandler):
        def http_request(self, request):
            request = super().http_request(request)
            request.unredirected_hdrs.pop('Content-type', None)
            return request
    data = dumps(body).encode() if isinstance(body, (dict, list)) else body
    request = urllib.request.Request(url, data=data, method=method, headers=headers or {})
    if isinstance(body, (dict, list)) and not request.has_header('Content-type'):
        request.add_header('Content-Type', 'application/json')
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), *([] if is_typed else [Untyped]))
    try:
        with opener.open(request, timeout=timeout) as answer:
            return answer.status, answer.headers, answer.read(LARGEST)
    except urllib.error.HTTPError as answer:
        return answer.code, answer.headers, answer.read(LARGEST)


def serve_until_stdin_closes(server):
    """Prints the address as one line, and lives as long as its parent keeps its standard input open."""
    print(json.dumps({'url': server.url}), flush=True)
    sys.stdin.read()
