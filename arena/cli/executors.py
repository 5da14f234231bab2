"""From options to where a league is played."""

from collections.abc import Callable
from importlib.util import find_spec

from arena.cli.options import Options, default_concurrency
from arena.errors import UsageError
from arena.league.config import LeagueConfig
from arena.league.executors import Executor, Here
from arena.league.preflight import check_machine, this_machine


def executor_of(config: LeagueConfig, options: Options, tell: Callable[[str], None]) -> Executor:
    """Where a league is played; `tell` hears what a person should know of it.

    Raises UsageError if this machine is too small for it, or Ray is not installed.
    """
    if options.executor == "ray":
        return _on_ray(config, options, tell)
    concurrency = options.concurrency or default_concurrency()
    if options.address is not None:
        raise UsageError("--address goes with --executor ray alone")
    if not options.force:
        check_machine(config.rules, this_machine(), concurrency=concurrency)
    return Here(concurrency)


def _on_ray(config: LeagueConfig, options: Options, tell: Callable[[str], None]) -> Executor:
    if find_spec("ray") is None:
        raise UsageError("--executor ray: Ray is not installed: pip install 'mus-arena[ray]'")
    # Ray is large, and not always there.
    from arena.league.cluster.demand import check_travels
    from arena.league.cluster.executor import OnRay

    check_travels(config.bots)
    return OnRay(options.address or "auto", options.concurrency, tell)
