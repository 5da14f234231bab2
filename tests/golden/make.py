"""Makes the golden turns anew: `python -m tests.golden.make`. The answers are the Python starter's.

Every conversation is a seat that watches matches played under one kind of
rules, half by the strategy, half by chance. Of all its turns those are kept
that show something new, until there are enough.
"""

from collections.abc import Iterator
from functools import cache
from random import Random

from arena.engine.game import Match
from arena.engine.rules import Rules, profile
from arena.match.seating import fixed_seats
from arena.protocol import lazy, session
from arena.protocol.clock import TimeControl
from arena.protocol.pb import arena_pb2 as pb
from arena.protocol.reading import action
from arena.protocol.turn import Place
from arena.protocol.views import Views
from arena.protocol.writing import bytes_field
from arena.sdk import Bot, answer
from tests.golden.golden import Step, write
from tests.sample_bots.table import chance, place, sample_bot

TURNS = 80
"""How many turns a conversation has."""
MATCHES = 200
"""How many matches it watches at most."""
CLOCK = b"\x38\xe8\x07\x40\xb0\xea\x01"
"""Fields 7 and 8 of every turn: 1,000 and 30,000 ms."""
_EXPOSED = {"mus_visto": 0.7, "sign_interception": 0.5}
_NARROW = {"bet_max": 2, "raise_min": 3, "raise_max": 3, "stake_limit": 6, "target": 30}

CONVERSATIONS: tuple[tuple[Rules, int], ...] = (
    (profile("traditional"), 0),
    (profile("traditional", min_discard=0, max_mus_rounds=2, **_EXPOSED), 1),
    (profile("traditional4"), 2),
    (profile("online", sign_interception=1.0), 3),
    (profile("app"), 1),
    (profile("app", kings=4, signs=True, **_NARROW), 0),
    (profile("traditional", format="trios"), 5),
    (profile("online", format="trios", min_discard=3, **_EXPOSED), 2),
    (profile("traditional", format="individual", players=2, games_to_win=1), 0),
    (profile("online", format="individual", players=3, **_EXPOSED), 0),
    (profile("app", format="individual", players=5, min_discard=4), 0),
    (profile("traditional4", format="individual", players=6), 0),
)
"""Rules and seat; in individual play the seat changes from match to match."""


Seen = tuple[pb.Turn, pb.Action] | pb.Notice
"""A turn and what the strategy answers, or a notice."""


def main() -> None:
    """Writes the file."""
    write(step for number in range(len(CONVERSATIONS)) for step in conversation(number))


def conversation(number: int) -> Iterator[Step]:
    """A welcome; then turns in batches of 1 to 8, and after some of them what a seat is told."""
    rules, seat = CONVERSATIONS[number]
    welcome = session.welcome(rules, TimeControl(), seat=seat if fixed_seats(rules) else None)
    yield Step(pb.PlayResponse.FromString(welcome), {})
    dice, batch, notices = Random(number), list[tuple[pb.Turn, pb.Action]](), list[pb.Notice]()
    for seen in telling(watched(rules, seat, number=number)):
        if isinstance(seen, pb.Notice):
            notices.append(seen)
            continue
        batch.append(seen)
        if len(batch) > dice.randrange(8):
            yield _turns(batch)
            batch = []
    if batch:
        yield _turns(batch)
    yield Step(pb.PlayResponse(notices=pb.Notices(notices=notices)), {})


def telling(watched: Iterator[Seen]) -> Iterator[Seen]:
    """Up to `TURNS` turns, numbered: all that show something new, and one in 50 of the others.

    Of the notices the first few are kept, and the last.
    """
    known, turns, others, notices = set[str](), 0, 0, 0
    for seen in watched:
        if isinstance(seen, pb.Notice):
            over = any(event.HasField("match_over") for event in seen.events)
            notices += 1
            if notices < 4 or (over and notices < 30):
                yield seen
            continue
        turn, action = seen
        new = set(features(turn, action)) - known
        others += not new
        if new or others % 50 == 0:
            known |= new
            turns += 1
            turn.turn_id = turns
            yield turn, action
        if turns == TURNS:
            return


def features(turn: pb.Turn, action: pb.Action) -> Iterator[str]:
    """What there is to see in a turn and its answer, by name."""
    seen, legal = turn.observation, turn.legal_actions
    ask, lance = pb.Ask.Name(turn.ask), pb.Lance.Name(seen.lance)
    shape = "+".join(field.name for field, _ in legal.ListFields())
    calls = "+".join(pb.Call.Name(call) for call in legal.calls)
    yield f"{ask} {lance} {shape} {calls}"
    kind = action.WhichOneof("action")
    said = pb.Call.Name(action.call) if kind == "call" else kind
    yield f"{ask} {lance} {said}"
    if kind == "discard":
        yield f"least {legal.discard.min} thrown {len(action.discard.positions)}"
    for event in seen.events:
        yield f"event {event.WhichOneof('event')}"


def watched(rules: Rules, seat: int, *, number: int) -> Iterator[Seen]:
    """What a seat is asked and told in match after match.

    In odd matches all play the strategy; in even ones the others play by
    chance, and in every second of those the seat does, too.
    """
    wild = sample_bot("random_bot")
    for match in range(MATCHES):
        here = seat if fixed_seats(rules) else match % rules.seats
        bots = [strategy() if match % 2 else wild for _ in range(rules.seats)]
        bots[here] = wild if match % 4 == 2 else strategy()
        for seen in _match(rules, bots, here=here, dice=Random(f"mus {number} {match}")):
            (seen if isinstance(seen, pb.Notice) else seen[0]).table_id = match + 1
            yield seen


def _match(rules: Rules, bots: list[Bot], *, here: int, dice: Random) -> Iterator[Seen]:
    """A match, with what a seat is asked and told in it."""
    match = Match(rules, mano=dice.randrange(rules.seats))
    views, places = Views(match), [place(rules, seat) for seat in range(rules.seats)]
    while not match.over:
        game = match.game
        if game.awaits is not None:
            views.add(match.apply(chance(match, dice)))
            continue
        mover, asked, deal = game.to_act, game.ask, game.deal
        assert mover is not None
        assert asked is not None
        bits = dice.randbytes(8)
        turn = views.turn(mover, asked, turn_id=1, table_id=1, random=bits)
        if mover == here:
            yield pb.Turn.FromString(turn + CLOCK), answered(strategy(), turn, at=places[here])
        views.add(match.apply(action(answered(bots[mover], turn, at=places[mover]))))
        if deal.over:
            yield pb.Notice.FromString(views.notice(here, 1))


@cache
def strategy() -> Bot:
    """The bot that answers: the starter in Python."""
    return sample_bot("starter")


def answered(bot: Bot, turn: bytes, *, at: Place) -> pb.Action:
    """What a bot answers to one serialized turn."""
    message = lazy.Response.FromString(bytes_field(2, bytes_field(1, turn)))
    (request,) = answer(bot, message, place=at)
    (decision,) = pb.PlayRequest.FromString(request).decisions.decisions
    return decision.action


def _turns(batch: list[tuple[pb.Turn, pb.Action]]) -> Step:
    message = pb.PlayResponse(turns=pb.Turns(turns=[turn for turn, _ in batch]))
    return Step(message, {turn.turn_id: action for turn, action in batch})


if __name__ == "__main__":
    main()
