"""Hypothesis strategies that tests share: rules of every kind, seeds, seats."""

from hypothesis import strategies as st

from arena.engine.rules import PROFILES, Rules, profile

SEATINGS: tuple[tuple[str, int], ...] = (
    ("pairs", 4),
    ("trios", 6),
    *(("individual", players) for players in range(2, 7)),
)
"""Every format with every number of players it can have."""

seeds = st.integers(0, 2**32 - 1)
"""What a `random.Random` starts from."""

_FIELDS: dict[str, st.SearchStrategy[str | float | bool]] = {
    "kings": st.sampled_from((4, 8)),
    "target": st.integers(1, 60),
    "games_to_win": st.integers(1, 3),
    "ordago": st.booleans(),
    "refuser_out": st.booleans(),
    "punto_bonus": st.sampled_from(("always", "en_paso")),
    "real": st.booleans(),
    "mus_corrido": st.booleans(),
    "mus_visto": st.sampled_from((0.0, 0.5, 1.0)),
    "signs": st.booleans(),
    "sign_interception": st.sampled_from((0.0, 0.5, 1.0)),
    "min_discard": st.integers(0, 4),
    "max_mus_rounds": st.integers(0, 20),
    "stake_limit": st.integers(1, 100),
    "draws": st.sampled_from(("stock", "per_seat")),
}


@st.composite
def rules(draw: st.DrawFn, *, seatings: tuple[tuple[str, int], ...] = SEATINGS) -> Rules:
    """A profile in some format, with any of its fields changed."""
    name = draw(st.sampled_from(list(PROFILES)))
    kind, players = draw(st.sampled_from(seatings))
    changes = draw(st.fixed_dictionaries({}, optional=_FIELDS))
    if draw(st.booleans()):
        for prefix in ("bet", "raise"):
            low, high = sorted(draw(st.tuples(st.integers(1, 9), st.integers(1, 9))))
            changes |= {f"{prefix}_min": low, f"{prefix}_max": high}
    return profile(name, format=kind, players=players, **changes)
