"""Serves a league's web site until it is told to stop."""

from collections.abc import Awaitable, Callable
from ipaddress import ip_address

import trio
from hypercorn.config import Config
from hypercorn.trio import serve

from arena.web.app import app
from arena.web.reading import Reader

_ANY_NAME = ["*"]


async def run(
    reader: Reader,
    *,
    host: str,
    port: int,
    ready: Callable[[str], None],
    stop: Callable[[], Awaitable[None]],
) -> None:
    """Serves at `host` and `port`, 0 for any; calls `ready` with the address, ends when `stop` does.

    Raises OSError if it can't listen there.
    """
    config = Config()
    config.bind = [f"[{host}]:{port}" if ":" in host else f"{host}:{port}"]
    config.graceful_timeout = 0.2
    config.loglevel = "WARNING"  # Nothing but errors, to stderr.
    config.include_server_header = False
    async with trio.open_nursery() as nursery:
        site = app(reader, hosts=_names(host))

        async def started(*, task_status: trio.TaskStatus[list[str]]) -> None:
            await serve(site, config, shutdown_trigger=stop, task_status=task_status)  # type: ignore[arg-type]

        ready((await nursery.start(started))[0])
        # So that who comes first need not wait for what takes longest.
        await trio.to_thread.run_sync(reader.overview, abandon_on_cancel=True)


def _names(host: str) -> list[str]:
    """What may stand in a Host header.

    At an address that only this machine reaches no other name is ours: a page of
    another host that has our address under its name reads nothing.
    """
    try:
        local = ip_address(host).is_loopback
    except ValueError:
        local = host == "localhost"
    return ["localhost", "127.0.0.1", "[::1]"] if local else _ANY_NAME
