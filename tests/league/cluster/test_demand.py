"""What blocks ask of nodes."""

from pathlib import Path

import pytest

from arena.errors import UsageError
from arena.league.cluster.demand import check_travels, demand_of, slots
from arena.league.remote.spec import joined
from arena.match.bot import BotSpec
from arena.match.needs import Needs


def bot(needs: Needs) -> BotSpec:
    """A bot with these needs."""
    return BotSpec("bot", ("run",), Path("/"), needs=needs)


PLAIN = bot(Needs())
NEURAL = bot(Needs(cpus=2, gpus=0.5, memory=1000))


def test_a_block_asks_for_the_sum_of_its_bots() -> None:
    """CPUs, GPUs, and memory in bytes; told in words."""
    asked = demand_of([PLAIN, NEURAL])
    assert (asked.cpus, asked.gpus, asked.memory) == (3, 0.5, 1000 << 20)
    assert str(asked) == "3 CPUs, 0.5 GPUs, 1000 MiB"
    assert str(demand_of([PLAIN, PLAIN])) == "2 CPUs"


@pytest.mark.parametrize(
    ("node", "fits"),
    [
        ({"CPU": 4.0, "GPU": 1.0, "memory": float(1 << 40)}, True),
        ({"CPU": 2.0, "GPU": 1.0, "memory": float(1 << 40)}, False),
        ({"CPU": 4.0, "memory": float(1 << 40)}, False),
        ({"CPU": 4.0, "GPU": 1.0, "memory": float(1 << 20)}, False),
    ],
)
def test_a_node_fits_if_it_has_all_of_it(node: dict[str, float], fits: bool) -> None:  # noqa: FBT001
    """Each of CPUs, GPUs and memory."""
    assert demand_of([PLAIN, NEURAL]).fits(node) is fits


def test_slots_are_counted_node_by_node() -> None:
    """A block is played on one node; there is always room for one."""
    assert slots([{"CPU": 3.0}, {"CPU": 5.0}]) == 3
    assert slots([{"CPU": 1.0}]) == 1
    assert slots([]) == 1


def test_a_bot_that_joins_does_not_travel() -> None:
    """It is named, and what to do instead."""
    with pytest.raises(UsageError, match=r"far joins from elsewhere.*--executor local"):
        check_travels([PLAIN, joined("far", "FAR_TOKEN")])
