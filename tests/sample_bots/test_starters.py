"""Every starter starts, is refused, and is stopped in the same way, over Unix sockets and TCP."""

import os
import signal
import socket
import subprocess
from pathlib import Path

import pytest
import trio

from arena.match.bot import BotSpec
from arena.protocol.server import serve, unix_address
from arena.protocol.streams import Refusal, Stream
from tests.sample_bots.test_golden import LANGUAGES, starter

pytestmark = [pytest.mark.slow, pytest.mark.parametrize("language", LANGUAGES)]


async def ended(bot: BotSpec, *, address: str, token: str) -> tuple[int, str, str]:
    """Runs a bot to its end: its exit code and what it printed to stdout and stderr."""
    environment = {"MUS_ARENA_ADDRESS": address, "MUS_ARENA_TOKEN": token}
    done = await trio.run_process(
        bot.command,
        cwd=bot.directory,
        env={**os.environ, **{name: value for name, value in environment.items() if value}},
        capture_stdout=True,
        capture_stderr=True,
        check=False,
    )
    return done.returncode, done.stdout.decode(), done.stderr.decode()


@pytest.mark.parametrize(("address", "token"), [("", "token"), ("unix:/x", "")])
def test_run_by_hand_it_says_what_is_missing(language: str, address: str, token: str) -> None:
    """Without address or token it ends with 1 and one line about the variable."""
    code, out, err = trio.run(lambda: ended(starter(language), address=address, token=token))
    assert (code, out) == (1, "")
    assert "MUS_ARENA_ADDRESS" in err or "MUS_ARENA_TOKEN" in err
    assert err.startswith("error: ")
    assert err.count("\n") == 1


def test_refused_it_says_why(language: str, tmp_path: Path) -> None:
    """An arena that refuses it is the end: 1, and one line with what the arena said."""

    def refuse(stream: Stream, message: bytes | None) -> None:
        if message is not None:
            stream.refuse(Refusal.UNAUTHENTICATED, "nobody knows you")

    async def main() -> tuple[int, str, str]:
        address = unix_address(tmp_path / "arena")
        with serve(address, refuse):
            return await ended(starter(language), address=address, token="token")

    code, out, err = trio.run(main)
    assert (code, out) == (1, "")
    assert "nobody knows you" in err
    assert err.startswith("error: ")
    assert err.count("\n") == 1


def test_over_tcp_it_ends_when_the_stream_does(language: str) -> None:
    """It dials `host:port`, too, and ends with 0 when the arena ends the stream with OK."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{taken.getsockname()[1]}"

    def hang_up(stream: Stream, message: bytes | None) -> None:
        if message is not None:
            stream.end()

    async def main() -> tuple[int, str, str]:
        with serve(address, hang_up):
            return await ended(starter(language), address=address, token="token")

    assert trio.run(main) == (0, "", "")


def test_an_arena_that_listens_late_is_found(language: str, tmp_path: Path) -> None:
    """It tries again for some seconds until the arena listens."""
    if language == "python":
        pytest.skip("the SDK dials once: the arena listens before it starts a bot")
    address = unix_address(tmp_path / "arena")

    def hang_up(stream: Stream, message: bytes | None) -> None:
        if message is not None:
            stream.end()

    async def main() -> list[tuple[int, str, str]]:
        results = []

        async def run(over: trio.Event) -> None:
            results.append(await ended(starter(language), address=address, token="token"))
            over.set()

        async with trio.open_nursery() as nursery:
            over = trio.Event()
            nursery.start_soon(run, over)
            await trio.sleep(2.0)
            with serve(address, hang_up):
                await over.wait()
        return results

    assert trio.run(main) == [(0, "", "")]


def test_at_sigterm_it_ends(language: str, tmp_path: Path) -> None:
    """SIGTERM in the middle of a conversation is a clean end: 0, and nothing printed."""
    address, heard = unix_address(tmp_path / "arena"), trio.Event()

    def listen(_stream: Stream, message: bytes | None) -> None:
        if message is not None:
            heard.set()

    async def main() -> tuple[int, bytes]:
        bot = starter(language)
        with serve(address, listen):
            process = await trio.lowlevel.open_process(
                bot.command,
                cwd=bot.directory,
                env={**os.environ, "MUS_ARENA_ADDRESS": address, "MUS_ARENA_TOKEN": "token"},
                stderr=subprocess.PIPE,
            )
            await heard.wait()
            process.send_signal(signal.SIGTERM)
            code = await process.wait()
            assert process.stderr is not None
            return code, bytes(await process.stderr.receive_some())

    assert trio.run(main) == (0, b"")
