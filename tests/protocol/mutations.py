"""Hypothesis strategies: what bots say, and the same with bytes flipped, lost or put in."""

from hypothesis import strategies as st

from arena.protocol.pb import arena_pb2 as pb


def _action(call: int, envido: int, positions: list[int], signs: list[int]) -> list[bytes]:
    made = [pb.Action() for _ in range(4)]
    made[0].call = pb.Call.ValueType(call)
    made[1].envido = envido
    made[2].discard.positions.extend(positions)
    made[3].signs.signs.extend(pb.Sign.ValueType(sign) for sign in signs)
    return [message.SerializeToString() for message in made]


_small = st.integers(0, 5)
_numbers = st.lists(st.integers(0, 14), max_size=5)

ACTIONS: st.SearchStrategy[bytes] = st.builds(
    _action, st.integers(0, 8), st.integers(0, 2**32 - 1), _numbers, _numbers
).flatmap(st.sampled_from)
"""Actions, good in form; few are legal."""


def request(decisions: list[tuple[int, bytes]]) -> bytes:
    """A message with decisions."""
    made = pb.PlayRequest()
    made.decisions.SetInParent()
    for turn_id, action in decisions:
        made.decisions.decisions.add(turn_id=turn_id, action=pb.Action.FromString(action))
    return made.SerializeToString()


def hello(token: str, version: int, name: str) -> bytes:
    """A hello."""
    made = pb.Hello(token=token, protocol_version=version, name=name, max_tables=version)
    return pb.PlayRequest(hello=made).SerializeToString()


MESSAGES: st.SearchStrategy[bytes] = st.builds(
    request, st.lists(st.tuples(_small | st.integers(0, 2**32 - 1), ACTIONS), max_size=4)
) | st.builds(hello, st.text(max_size=9), _small, st.text(max_size=60))
"""What a bot says, good in form."""


@st.composite
def mutated(draw: st.DrawFn, whole: st.SearchStrategy[bytes]) -> bytes:
    """The same with some bytes changed, lost or put in."""
    data = bytearray(draw(whole))
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(data)))
        lost = draw(st.integers(0, 2))
        data[at : at + lost] = draw(st.binary(max_size=3))
    return bytes(data)
