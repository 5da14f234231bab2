"""A league's web site in a process of its own, asked over a real socket."""

import json
import re
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

CARD = re.compile(r"\b[1-7SCR][oceb]\b")
_DATA = re.compile(r'<script type="application/json" data-games-here>(.*?)</script>', re.DOTALL)
_DRAWINGS = re.compile(r"<svg.*?</svg>", re.DOTALL)
_LONGEST = 60.0


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back; names of headers are in small letters."""

    status: int
    headers: Mapping[str, str]
    text: str

    @property
    def games(self) -> list[dict[str, object]]:
        """The data of the games that are in a page."""
        found = _DATA.search(self.text)
        assert found is not None, "no game in this page"
        games = json.loads(found[1])
        assert isinstance(games, list)
        return games

    @property
    def outside(self) -> str:
        """The page without these data, and without drawings, whose paths look like cards."""
        return _DRAWINGS.sub("", _DATA.sub("", self.text))


@dataclass(frozen=True, slots=True)
class Site:
    """Where a league's web site is, and the process that serves it."""

    url: str
    process: int

    def get(self, path: str, *, method: str = "GET", **headers: str) -> Answer:
        """Asks for a path; `accept_language` is the header Accept-Language, and so on."""
        connection = HTTPConnection(urlsplit(self.url).netloc, timeout=_LONGEST)
        names = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request(method, path, headers=names)
        answer = connection.getresponse()
        text = answer.read().decode()
        connection.close()
        found = {name.lower(): value for name, value in answer.getheaders()}
        return Answer(answer.status, found, text)

    def page(self, path: str, **headers: str) -> str:
        """A page that is there."""
        answer = self.get(path, **headers)
        assert answer.status == 200, answer.text
        return answer.text


@contextmanager
def serving(directory: Path) -> Iterator[Site]:
    """Runs `mus-arena watch` over a league, at any port."""
    process = subprocess.Popen(
        [sys.executable, "-m", "arena", "watch", directory, "--port", "0"],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    try:
        url = process.stdout.readline().strip()
        assert url.startswith("http://127.0.0.1:"), url
        yield Site(url, process.pid)
    finally:
        process.send_signal(signal.SIGTERM)
        assert process.wait(_LONGEST) == 128 + signal.SIGTERM
        process.stdout.close()
