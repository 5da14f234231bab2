"""Games drawn for search are drawn uniformly: counted one by one, or against dealing by hand."""

from collections import Counter
from collections.abc import Iterable
from itertools import combinations
from random import Random

from scipy.stats import chi2_contingency, chisquare

from arena.engine.actions import Interception
from arena.engine.cards import DECK, Card, cards
from arena.engine.events import Declared
from arena.engine.guess import HandsThatFit, below, some
from arena.engine.hands import Lance, Worth, table_for
from arena.engine.rules import profile
from arena.engine.signs import Sign, true_signs
from tests.engine.playing import Table
from tests.engine.worlds import ran_out, worlds

TOO_RARE = 1e-5
"""Seeds are fixed: a test of chance fails always or never."""

ONLINE = profile("online", signs=False)
PASS = "paso, paso, paso, paso"


def _same(drawn: Counter[int], exact: Counter[int]) -> None:
    """Chi-square of what was drawn, rare kinds taken together."""
    bins: list[tuple[int, float]] = [(0, 0.0)]
    for kind in sorted(exact):
        seen, expected = bins[-1]
        if expected >= 25:
            bins.append((0, 0.0))
            seen, expected = bins[-1]
        bins[-1] = (seen + drawn[kind], expected + exact[kind] * drawn.total() / exact.total())
    assert len(bins) > 5
    counts, expectations = [count for count, _ in bins], [mean for _, mean in bins]
    assert chisquare(counts, expectations).pvalue > TOO_RARE


def alike(drawn: Counter[object], naive: Counter[object]) -> bool:
    """Whether two ways to draw may be the same."""
    kinds = [kind for kind in {*drawn, *naive} if drawn[kind] + naive[kind] >= 20]
    table = [[counts[kind] for kind in kinds] for counts in (drawn, naive)]
    assert len(kinds) > 2
    return bool(chi2_contingency(table).pvalue > TOO_RARE)


def kings(hand: Iterable[Card]) -> int:
    """The reyes of a hand."""
    return sum(card.number in {3, 12} for card in hand)


def test_all_hands_are_equally_likely() -> None:
    """Heads-up, counted one by one: the other's hand given that it has pares and juego."""
    found = profile("app", format="individual", players=2)
    table = Table(found, "R R C 7", "7 7 7 S").say("no_mus, paso, paso, paso, paso, paso, paso")
    assert table.game.lance is Lance.JUEGO
    mine, hands_of = set(table.deal.hands[0]), table_for(found)
    fits = Counter[int]()
    for four in combinations([card for card in DECK if card not in mine], 4):
        worth = hands_of[four]
        if worth.pares and worth.juego:
            fits[worth.grande] += 1
    drawn = Counter(hands_of[game.deal.hands[1]].grande for game in worlds(table, 0, 4000))
    assert set(drawn) <= set(fits)
    _same(drawn, fits)


def test_three_hands_together_are_uniform() -> None:
    """Pairs, in pares: against hands dealt until the declarations are as they were."""
    table = Table(ONLINE, "R R C 7", "A A 4 4", "7 7 7 S", "R C 5 6").say(f"no_mus, {PASS}, {PASS}")
    told = {e.seat: e.holds for e in table.events if isinstance(e, Declared)}
    drawn = Counter[object](
        tuple(map(kings, game.deal.hands[1:])) for game in worlds(table, 0, 2000)
    )
    rng, hidden = Random(2), [card for card in DECK if card not in table.deal.hands[0]]
    naive, worth_of = Counter[object](), table_for(ONLINE)
    while naive.total() < 3000:
        cards = rng.sample(hidden, 12)
        hands = [cards[:4], cards[4:8], cards[8:]]
        if all((worth_of[hand].pares > 0) == told[i] for i, hand in enumerate(hands, 1)):
            naive[tuple(map(kings, hands))] += 1
    assert alike(drawn, naive)


def test_a_sign_of_a_hand_that_is_gone_counts() -> None:
    """R12: the mate had two reyes, then threw two cards: against the same done by hand."""
    found = profile("online")
    stock = "S 5 6 5 3 3 A"
    table = Table(found, "C C 7 6", "A A 4 4", "R R 6 4", "S C 5 6", stock)
    table.say("signs, signs, signs DOS_REYES").chance(Interception(())).say(
        "signs, mus, mus, mus, mus"
    )
    table.say("discard Co, discard 1o, discard Ro Rc, discard So, signs, signs, signs, signs")
    table.say(f"no_mus, {PASS}, {PASS}")
    told = {e.seat: e.holds for e in table.events if isinstance(e, Declared) and e.seat}
    worth_of = table_for(found)

    def kind(hand: list[Card]) -> object:
        """Reyes among the cards it kept and among those it drew, and its figure."""
        return kings(hand[:2]), kings(hand[2:]), worth_of[hand].pares_kind

    drawn = Counter[object](kind(game.deal.hands[2]) for game in worlds(table, 0, 300))
    known = {*table.deal.hands[0], *cards("Co")}
    rng, hidden = Random(2), [card for card in DECK if card not in known]
    naive = Counter[object]()
    while naive.total() < 600:
        new = rng.sample(hidden, 14)
        if Sign.DOS_REYES in true_signs(worth_of[new[:4]]):
            held = {2: [*rng.sample(new[:4], 2), *new[4:6]], 1: new[6:10], 3: new[10:14]}
            if all((worth_of[held[seat]].pares > 0) == holds for seat, holds in told.items()):
                naive[kind(held[2])] += 1
    assert alike(drawn, naive)


def test_own_discards_come_back() -> None:
    """R6.3: the last seat drew 2 cards of 15 discards, 3 of them those of the seat that looks."""
    table = ran_out()
    mine = table.deal.stock.to_shuffle(kept=())
    assert len(mine) == 3  # Only the last seat's own discards are left in the pile.
    gone = {Card.parse(text) for text in ("Ro", "Rc", "Re")}
    drawn = Counter(len(gone & set(game.deal.hands[5])) for game in worlds(table, 0, 2000))
    exact = [12 * 11, 2 * 3 * 12, 3 * 2]
    expected = [2000 * ways / (15 * 14) for ways in exact]
    assert chisquare([drawn[i] for i in range(3)], expected).pvalue > TOO_RARE


def test_an_exposed_card_may_be_thrown() -> None:
    """R5.10: its seat threw one of four cards, any of them: it still has it in 3 cases of 4."""
    found = profile("online", signs=False, mus_visto=0.5)
    table = Table(found, "R R C 7", "A A 4 4", "7 7 7 S", "R C 5 A", exposed="4o")
    table.say("discard Ro, discard 1o, discard 7e, discard Re")
    card = Card.parse("4o")
    for seat in (0, 2):
        kept = sum(card in game.deal.hands[1] for game in worlds(table, seat, 800))
        assert chisquare([kept, 800 - kept], [600, 200]).pvalue > TOO_RARE
    assert all(card in game.deal.hands[1] for game in worlds(table, 1, 20))


def test_numbers_are_uniform() -> None:
    """Numbers, and some of a list in any order."""
    bits = Random(3).getrandbits
    assert chisquare([*Counter(below(11, bits) for _ in range(5000)).values()]).pvalue > TOO_RARE
    pairs = Counter(tuple(some("abcd", 2, bits)) for _ in range(5000))
    assert len(pairs) == 12
    assert chisquare([*pairs.values()]).pvalue > TOO_RARE


def test_hands_that_fit_are_counted_and_uniform() -> None:
    """Of twelve cards, those four that have duples."""

    def fits(worth: Worth) -> bool:
        return worth.pares_value == 3

    cards = [card for card in DECK if card.number in {12, 3, 7}]
    hands = HandsThatFit(ONLINE, fits, cards)
    fours = [frozenset(four) for four in combinations(cards, 4) if fits(table_for(ONLINE)[four])]
    assert len(hands) == len(fours)
    bits = Random(4).getrandbits
    drawn = Counter(frozenset(hands.draw(bits)) for _ in range(5000))
    assert set(drawn) <= set(fours)
    assert chisquare([drawn[four] for four in fours]).pvalue > TOO_RARE
