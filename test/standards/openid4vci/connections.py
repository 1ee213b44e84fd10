"""HTTP for wallets. They share no code with Assay."""

import http.client
import urllib.parse

FORM = "application/x-www-form-urlencoded"


class Connections:
    """The connections of a wallet during one exchange. It keeps them: to open one, above all with TLS, costs more than a call."""

    def __init__(self, context):
        self.context, self.kept = context, {}

    def call(self, method, url, body, headers):
        """The status, the header fields and the body of the answer. Redirects are not followed."""
        place = urllib.parse.urlsplit(url)
        named = {"User-Agent": "library", **({} if body is None else {"Content-Type": FORM}), **headers}
        connection = self.open(place)
        is_kept = connection.sock is not None
        target = (place.path or "/") + (f"?{place.query}" if place.query else "")
        try:
            answer = self.exchange(connection, method, target, body, named)
        except (ConnectionError, http.client.BadStatusLine):
            connection.close()
            if not is_kept:
                raise
            answer = self.exchange(connection, method, target, body, named)  # the server had closed it
        text = answer.read(1_000_000)
        if not answer.isclosed():
            connection.close()
        return answer.status, answer.headers, text

    @staticmethod
    def exchange(connection, *request):
        connection.request(*request)
        return connection.getresponse()

    def open(self, place):
        at = (place.scheme, place.netloc)
        if at not in self.kept:
            self.kept[at] = self.connect(*at)
        return self.kept[at]

    def connect(self, scheme, netloc):
        if scheme == "https":
            return http.client.HTTPSConnection(netloc, timeout=10, context=self.context)
        if scheme == "http":
            return http.client.HTTPConnection(netloc, timeout=10)
        raise ValueError("the scheme is not known")

    def close(self):
        for each in self.kept.values():
            each.close()
