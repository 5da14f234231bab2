"""A bot that knows nothing but the rules.

It first picks a kind of action among those it may do, each kind as likely as
any other, and then the size: how many piedras, which cards, which signs. So an
órdago is as likely as a paso, and every legal action comes up sooner or later.
"""

from itertools import combinations

from arena.sdk import Action, Bot, Discard, Envido, Signs, Turn, Word, run


class RandomBot(Bot):
    """Picks at random; the only dice are those that come with the turn."""

    name = "random"
    version = "1"
    signs = True

    def decide(self, turn: Turn) -> Action:
        legal, dice = turn.legal, turn.random
        kinds: list[Word | tuple[Action, ...]] = [word for word in Word if word in legal.words]
        if legal.envido is not None:
            least, most = legal.envido
            dice, more = divmod(dice, most - least + 1)
            kinds.append((Envido(least + more),))
        if legal.discard is not None:
            least, most = legal.discard
            sizes = range(least, most + 1)
            dice, size = divmod(dice, len(sizes))
            kinds.append(tuple(map(Discard, combinations(range(4), sizes[size]))))
        if legal.signs is not None:
            dice, mask = divmod(dice, 1 << len(legal.signs))
            named = tuple(sign for i, sign in enumerate(legal.signs) if mask >> i & 1)
            kinds.append((Signs(named),))
        dice, kind = divmod(dice, len(kinds))
        picked = kinds[kind]
        return picked if isinstance(picked, Word) else picked[dice % len(picked)]


if __name__ == "__main__":
    run(RandomBot())
