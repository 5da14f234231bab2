"""A Ray cluster on this machine, for tests; run as a program it obeys its standard input.

`add`, with resources as JSON, adds a node, `kill` ends the last one at once.
It answers with a line to each; the first line says where the cluster is.
"""

import json
import os
import secrets
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class RayCluster:
    """A running cluster: `address` for those on its nodes, `client` is a port for others."""

    address: str
    client: int
    environment: dict[str, str]
    process: "subprocess.Popen[str]"

    def add(self, **resources: float) -> None:
        """Adds a node."""
        self._say(f"add {json.dumps(resources)}")

    def kill(self) -> None:
        """Ends the processes of the last node at once."""
        self._say("kill")

    def processes(self, sign: str) -> list[int]:
        """Those of the cluster whose command line has a sign in it."""
        return list(_processes(self.environment["XDG_CACHE_HOME"], sign))

    def _say(self, line: str) -> None:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()
        assert self.process.stdout.readline() == "done\n"


@contextmanager
def ray_cluster(directory: Path) -> Iterator[RayCluster]:
    """A cluster with one node of two CPUs; its bots are kept in `directory`."""
    client = _free_port()
    environment = {
        "RAY_AUTH_MODE": "token",
        "RAY_AUTH_TOKEN": secrets.token_hex(32),
        "RAY_CLIENT_RECONNECT_GRACE_PERIOD": "2",
        "RAY_USAGE_STATS_ENABLED": "0",
        "XDG_CACHE_HOME": str(directory),
    }
    with subprocess.Popen(
        [sys.executable, __file__, str(client)],
        env=os.environ | environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        try:
            assert process.stdout is not None
            address = process.stdout.readline().strip()
            yield RayCluster(address, client, environment, process)
        finally:
            assert process.stdin is not None
            process.stdin.close()
            process.wait()


def _processes(mark: str, sign: str) -> Iterator[int]:
    for path in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            told = (path / "environ").read_bytes().decode(errors="replace")
            words = (path / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
            if mark in told and sign in words:
                yield int(path.name)


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    assert isinstance(port, int)
    return port


def _main() -> None:
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # What Ray prints is no answer.
    from ray._private.node import Node
    from ray.cluster_utils import Cluster  # Slow, and for this process alone.

    usual = {"num_cpus": 2, "object_store_memory": 100_000_000, "include_dashboard": False}
    head = usual | {"ray_client_server_port": int(sys.argv[1])}
    cluster = Cluster(initialize_head=True, head_node_args=head)
    nodes: list[Node] = []
    print(cluster.address, file=answers, flush=True)
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "add":
            # With addresses of their own, so that a driver is on the head, which is not killed.
            elsewhere = {"node_ip_address": f"127.0.0.{2 + len(nodes)}"}
            nodes.append(cluster.add_node(**usual | elsewhere | json.loads(rest)))
        else:
            cluster.remove_node(nodes.pop(), allow_graceful=False)
        print("done", file=answers, flush=True)
    cluster.shutdown()  # type: ignore[no-untyped-call]


if __name__ == "__main__":
    _main()
