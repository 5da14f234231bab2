"""The adjusted win rates of a league's pairings, from its database."""

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from hashlib import sha256
from itertools import groupby
from multiprocessing import get_context
from pathlib import Path

import numpy as np

from arena.engine.rules import Format
from arena.errors import UsageError
from arena.league.adjusted import Adjusted, GroupLuck, adjusted
from arena.league.luck.services import Service, services
from arena.league.luck.situations import situations
from arena.league.luck.value import check_installed, luck_of
from arena.league.recorded import events_of, rules_of
from arena.league.rows import League
from arena.league.schedule import pairing
from arena.league.store import Store


def adjusted_pairings(directory: Path, *, processes: int) -> dict[tuple[int, ...], Adjusted]:
    """By the bots of each pairing that has a match, its samples.

    Raises UsageError if the league is not played in pairs, or scikit-learn is
    not there.
    """
    with Store.open(directory) as store:
        league = store.league
        if rules_of(league).format is not Format.PAIRS:
            raise UsageError(
                f"{directory}: there is no luck adjustment for trios and individual play:"
                " ask for the standings without it"
            )
        indices = sorted({index for index, _ in store.done_blocks()})
    check_installed()
    workers = min(processes, len(indices)) or 1
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        found = pool.map(_of_pairing, [directory] * len(indices), indices)
        named = (pairing(league.schedule, index).bots for index in indices)
        return {b: some for b, some in zip(named, found, strict=True) if some is not None}


def _of_pairing(directory: Path, index: int) -> Adjusted | None:
    with Store.open(directory) as store:
        return adjusted(group_lucks(store, index))


def group_lucks(store: Store, index: int) -> Iterator[GroupLuck]:
    """The deal groups of a pairing, with the luck of its first bot.

    Luck counts in void matches too, as far as they were played: that it is
    nobody's on average holds for all that were begun.
    """
    league, rules = store.league, rules_of(store.league)
    results: list[tuple[int, int | None]] = []

    def served() -> Iterator[tuple[int, Iterator[Service]]]:
        for key, match in store.matches_of(index):
            results.append((match.group, match.winner))
            events = events_of(league, key, match)
            team = rules.team[match.seating.index(0)]
            yield team, services(events, seats=rules.seats, teams=rules.teams)

    some = situations(served())
    luck = luck_of(
        some,
        rules=rules,
        won=np.array([winner == 0 for _, winner in results], float),
        group=np.array([group for group, _ in results]),
        seed=_seed(league, index),
    )
    rows = zip(results, map(float, luck), strict=True)
    for group, parts in groupby(rows, key=lambda row: row[0][0]):
        winners, lucks = zip(*((winner, part) for (_, winner), part in parts), strict=True)
        won, played = (sum(w == 0 for w in winners), sum(w is not None for w in winners))
        yield GroupLuck(group, won, played, sum(lucks))


def _seed(league: League, index: int) -> int:
    """From the league's seed, which no bot knows while it plays; not what its cards come from."""
    return int.from_bytes(sha256(b"luck" + league.seed + index.to_bytes(8, "big")).digest())
