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

import numpy as np
from numpy.typing import NDArray

from arena.engine.rules import Rules
from arena.errors import UsageError
from arena.league.adjusted import FOLDS
from arena.league.luck.situations import Floats, Situations, alternatives, features

PAIRS = 12
"""Twice as many alternatives are looked at for each service: their noise is what they leave."""
FEWEST = 100
"""With fewer deal groups there is nothing to learn from: no luck is found."""

Numbers = NDArray[np.float64]
Value = Callable[[Floats], Numbers]


def luck_of(
    some: Situations, *, rules: Rules, won: Numbers, group: NDArray[np.int64], seed: int
) -> Numbers:
    """The luck of each match in matches won. `won` and `group` are by match; 0 where nothing was served.

    `seed` is of the alternatives. It must be nothing that a bot could know.
    """
    if len(np.unique(group)) < FEWEST:
        return np.zeros(len(won))
    told, bits = features(rules), np.random.default_rng(seed)
    fold = (group % FOLDS)[some.match]
    luck = np.zeros(len(some))
    for out in range(FOLDS):
        mine = some.rows(fold == out)
        value = _learned(some.rows(fold != out), rules, won=won)
        might = sum(
            value(told.of(hands, mine.context)) for hands in alternatives(mine, bits, pairs=PAIRS)
        )
        luck[fold == out] = value(told.of(mine.hands, mine.context)) - might / (2 * PAIRS)
    return np.bincount(some.match, luck, len(won))


def _learned(some: Situations, rules: Rules, *, won: Numbers) -> Value:
    """A value of hands, from what became of these: how the score of the next deal looks, or who won."""
    won = won[some.match]
    start = _regression(some.context[some.first, :-1], won[some.first])(some.context[:, :-1])
    after = np.array(won)
    later = _next_deal(some)
    after[later >= 0] = start[later[later >= 0]]
    return _regression(features(rules).of(some.hands, some.context), after - start)


def _next_deal(some: Situations) -> NDArray[np.int64]:
    """By row, the row of the first hands of the next deal of its match; -1 if there is none."""
    firsts = np.flatnonzero(some.first)
    at = np.searchsorted(firsts, np.arange(len(some)), side="right")
    found = np.append(firsts, -1)[at]
    return np.where((found >= 0) & (some.match[found] == some.match), found, -1)


def _regression(told: Floats, wanted: Numbers) -> Value:
    """Boosted trees; a part that is held back says how many."""
    try:
        from sklearn.ensemble import HistGradientBoostingRegressor
    except ImportError:
        raise UsageError(
            "the adjusted win rate takes the package scikit-learn: pip install 'mus-arena[luck]'"
        ) from None
    trees = HistGradientBoostingRegressor(
        learning_rate=0.06,
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
