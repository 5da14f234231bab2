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
from arena.league.luck.services import services
from arena.league.luck.situations import situations
from arena.league.luck.value import luck_of
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
    workers = min(processes, len(indices)) or 1
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        found = pool.map(_of_pairing, [directory] * len(indices), indices)
        pairs = (
            (pairing(league.schedule, i).bots, some) for i, some in zip(indices, found, strict=True)
        )
        return {bots: some for bots, some in pairs if some is not None}


def _of_pairing(directory: Path, index: int) -> Adjusted | None:
    with Store.open(directory) as store:
        return adjusted(group_lucks(store, index))


def group_lucks(store: Store, index: int) -> Iterator[GroupLuck]:
    """The deal groups of a pairing, with the luck of its first bot.

    Luck counts in void matches too, as far as they were played: that it is
    nobody's on average holds for all that were begun.
    """
    league, rules = store.league, rules_of(store.league)
    keys, results = zip(*store.matches_of(index), strict=True)
    found = [
        services(events_of(league, key, match), seats=rules.seats, teams=rules.teams)
        for key, match in zip(keys, results, strict=True)
    ]
    teams = [rules.team[match.seating.index(0)] for match in results]
    luck = luck_of(
        situations(list(zip(teams, map(list, found), strict=True))),
        rules=rules,
        won=np.array([match.winner == 0 for match in results], float),
        group=np.array([match.group for match in results]),
        seed=_seed(league, index),
    )
    for group, some in groupby(range(len(results)), key=lambda i: results[i].group):
        winners = [(results[i].winner, float(luck[i])) for i in some]
        yield GroupLuck(
            group=group,
            won=sum(winner == 0 for winner, _ in winners),
            played=sum(winner is not None for winner, _ in winners),
            luck=sum(part for _, part in winners),
        )


def _seed(league: League, index: int) -> int:
    """From the league's seed, which no bot knows while it plays, but never equal to its cards' bytes."""
    return int.from_bytes(sha256(b"luck" + league.seed + index.to_bytes(8, "big")).digest())
