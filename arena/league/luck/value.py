"""What the cards were worth to a bot in a pairing, learned from its other matches.

For every service let v be any function of what is known after it: all four
hands, the score, the mano. The *luck* of a service is v of what came less the
mean of v over what might have come instead. Given everything before it, its
expectation is 0, whatever the bots do and whatever v is; so is that of the sum
over a match, which ends at a time that depends on the past alone. (White and
Bowling, "Learning a Value Analysis Tool for Agent Evaluation", IJCAI 2009;
Burch et al., "AIVAT", AAAI 2018.)

The better v foretells who wins, the more variance goes with the luck. Which
cards win depends on how the two bots bet, so v is learned from their own games:
for the matches of some deal groups from all the others (cross-fitting), so that
no card has a part in its own value.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager
from importlib.util import find_spec

import numpy as np
from numpy.typing import NDArray

from arena.engine.rules import Rules
from arena.errors import UsageError
from arena.league.adjusted import FOLDS
from arena.league.luck.situations import Features, Floats, Situations, alternatives, features

PAIRS = 8
"""Twice as many alternatives are looked at for each service: their noise is what they leave."""
FEWEST = 100
"""With fewer deal groups there is nothing to learn from: no luck is found."""
MOST_ROWS = 400_000
"""More services than these teach nothing new; of more, every so many matches are taken."""
_CHUNK = 50_000

Numbers = NDArray[np.float64]
Value = Callable[[Floats], Numbers]


def luck_of(
    some: Situations, *, rules: Rules, won: Numbers, group: NDArray[np.int64], seed: int
) -> Numbers:
    """The luck of each match in matches won. `won` and `group` are by match; 0 where nothing was served.

    `seed` is of the alternatives. It must be nothing that a bot could know. All is
    done in one thread, so that sums come out the same everywhere.
    """
    if len(np.unique(group[some.match])) < FEWEST:
        return np.zeros(len(won))
    with _one_thread():
        return _found(some, rules, won=won, group=group, seed=seed)


def _found(
    some: Situations, rules: Rules, *, won: Numbers, group: NDArray[np.int64], seed: int
) -> Numbers:
    told, bits = features(rules), np.random.default_rng(seed)
    fold = (group % FOLDS)[some.match]
    luck = np.zeros(len(some))
    for out in np.unique(fold):
        others = some.rows(fold != out)
        if len(others):
            thin = -(-len(others) // MOST_ROWS)
            both_rooms = np.unique(others.match, return_inverse=True)[1] // 2
            value = _learned(others.rows(both_rooms % thin == 0), told, won=won)
            luck[fold == out] = _lucks(some.rows(fold == out), told, bits, value=value)
    return np.bincount(some.match, luck, len(won)).astype(float)


def _lucks(some: Situations, told: Features, bits: np.random.Generator, *, value: Value) -> Numbers:
    """By row, the value of what came less the mean of what might have come."""
    luck = np.empty(len(some))
    for at in range(0, len(some), _CHUNK):
        part = some.rows(slice(at, at + _CHUNK))
        others = alternatives(part, bits, pairs=PAIRS)
        mean = np.mean([value(told.of(hands, part.context)) for hands in others], axis=0)
        luck[at : at + _CHUNK] = value(told.of(part.hands, part.context)) - mean
    return luck


def _learned(some: Situations, told: Features, *, won: Numbers) -> Value:
    """A value of hands, from what became of these: how the score of the next deal looks, or who won."""
    won = won[some.match]
    start = _regression(some.context[some.first, :-1], won[some.first])(some.context[:, :-1])
    after = np.array(won)
    later = _next_deal(some)
    after[later >= 0] = start[later[later >= 0]]
    return _regression(told.of(some.hands, some.context), after - start)


def _next_deal(some: Situations) -> NDArray[np.int64]:
    """By row, the row of the first hands of the next deal of its match; -1 if there is none."""
    firsts = np.flatnonzero(some.first)
    at = np.searchsorted(firsts, np.arange(len(some)), side="right")
    found = np.append(firsts, -1)[at]
    return np.where((found >= 0) & (some.match[found] == some.match), found, -1)


def _regression(told: Floats, wanted: Numbers) -> Value:
    """Boosted trees; a part that is held back says how many."""
    from sklearn.ensemble import HistGradientBoostingRegressor

    trees = HistGradientBoostingRegressor(
        learning_rate=0.08,
        max_iter=400,
        max_leaf_nodes=15,
        min_samples_leaf=40,
        l2_regularization=5,
        max_features=0.5,
        early_stopping=True,
        validation_fraction=0.1,
        n_iter_no_change=15,
        random_state=0,
    )
    trees.fit(told, wanted)
    return lambda rows: np.asarray(trees.predict(rows), float)


def _one_thread() -> AbstractContextManager[object]:
    import sklearn.ensemble  # noqa: F401 - what is loaded later is not limited
    from threadpoolctl import threadpool_limits

    limits: AbstractContextManager[object] = threadpool_limits(1)
    return limits


def check_installed() -> None:
    """Raises UsageError without the package that learns."""
    if find_spec("sklearn") is None:
        raise UsageError(
            "the adjusted win rate takes the package scikit-learn: pip install 'mus-arena[luck]'"
        )
