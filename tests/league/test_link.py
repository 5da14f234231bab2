"""Frames between the arena and a joined machine: none is lost, none comes twice."""

import trio
import trio.testing

from arena.league.remote.link import Frame, Kind, Link


async def _talk(ends: tuple[Link, Link], taken: tuple[list[Frame], list[Frame]]) -> None:
    """Connects two ends until all is confirmed, or for a tenth of a second."""
    near, far = trio.testing.lockstep_stream_pair()
    with trio.move_on_after(0.1):
        async with trio.open_nursery() as nursery:
            for (me, other), stream, mine in zip(
                (ends, ends[::-1]), (near, far), taken, strict=True
            ):

                async def carry(
                    me: Link = me,
                    stream: trio.abc.Stream = stream,
                    mine: list[Frame] = mine,
                    theirs: int = other.received,
                ) -> None:
                    await me.carry(stream, mine.append, theirs=theirs)

                nursery.start_soon(carry)
            for end in ends:
                await end.all_confirmed()
            nursery.cancel_scope.cancel()


def test_all_frames_come_once_and_in_order_over_many_connections() -> None:
    """Each connection is cut, some in the middle of what is said."""

    async def play() -> None:
        ends = Link(), Link()
        taken: tuple[list[Frame], list[Frame]] = [], []
        for turn in range(20):
            for end in ends:
                for number in range(50):
                    end.send(Kind.DATA, turn * 50 + number, bytes(number * 100))
            with trio.move_on_after(0.0005 * (turn % 4)):
                await _talk(ends, taken)
        await _talk(ends, taken)
        for frames in taken:
            assert [frame.number for frame in frames] == list(range(1000))
            assert all(len(frame.payload) == frame.number % 50 * 100 for frame in frames)

    trio.run(play)


def test_what_is_no_frame_ends_the_connection() -> None:
    """It does not raise."""

    async def play() -> None:
        near, far = trio.testing.memory_stream_pair()
        taken: list[Frame] = []
        await far.send_all(b"GET / HTTP/1.1\r\n\r\n" * 10)
        with trio.fail_after(5):
            await Link().carry(near, taken.append, theirs=0)
        assert taken == []

    trio.run(play)
