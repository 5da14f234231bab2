"""From a configuration to a league: a new one, or one that has begun and goes on."""

import secrets
from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256

from arena.league.config import SEED_BYTES, LeagueConfig
from arena.league.entrants import Entrant, News, enter, playing
from arena.league.identity import differences, identity
from arena.league.rows import League, Season
from arena.league.schedule import LeagueFormat, Schedule
from arena.league.versions import version_hash


def new_league(config: LeagueConfig, seed: bytes, created: str) -> League:
    """A league that was never played. Raises ConfigError for a bot that can't be read."""
    stop = None if config.stop is None else config.stop.sprt
    empty = League(
        config.name, identity(config), seed, config.schedule, (), created, entrants=(), stop=stop
    )
    return continued(empty, config)[0]


def continued(league: League, config: LeagueConfig) -> tuple[League, tuple[News, ...]]:
    """A league as it goes on with a configuration of the same identity, and what is new.

    Where bots lie, and the Python that starts them, may be others than before.
    Raises ConfigError for a bot that can't be read.
    """
    given = [(bot.name, version_hash(bot)) for bot in config.bots]
    entrants, news = enter(league.entrants, given)
    specs = {bot.name: bot for bot in config.bots}
    bots = tuple(
        league.bots[at] if one.withdrawn else replace(specs[one.name], name=one.label)
        for at, one in enumerate(entrants)
    )
    schedule = _schedule(config, entrants)
    return replace(league, schedule=schedule, bots=bots, entrants=entrants), news


def new_season(league: League, seed: bytes, blocks: frozenset[tuple[int, int]]) -> League:
    """A league that goes on with a new seed, after these blocks: its old one was told."""
    over = frozenset[tuple[int, int]]().union(*(season.blocks for season in league.earlier))
    earlier = (*league.earlier, Season(league.seed, blocks - over))
    return replace(league, seed=seed, earlier=earlier)


def season_seed(config: LeagueConfig, season: int) -> bytes:
    """The seed of a season, counted from 0.

    It is random; or if the configuration gives one, that for the first, and for
    others the SHA-256 of it followed by the number of the season as 8 bytes.
    """
    if config.seed is None:
        return secrets.token_bytes(SEED_BYTES)
    return sha256(config.seed + season.to_bytes(8, "big")).digest() if season else config.seed


def changes(league: League, config: LeagueConfig) -> list[str]:
    """A line for everything that keeps a league that has begun from going on with a configuration."""
    lines = differences(league.identity, identity(config))
    if not lines and config.format is LeagueFormat.SWISS:
        # Each round follows from all before: with others in it they would not be the same.
        lines = [f"bots of a Swiss: {one}" for one in continued(league, config)[1]]
    return lines


def _schedule(config: LeagueConfig, entrants: Sequence[Entrant]) -> Schedule:
    newcomers = frozenset(
        at for at, one in enumerate(entrants) if one.name in config.newcomers and not one.withdrawn
    )
    return replace(
        config.schedule, bots=len(entrants), playing=playing(entrants), newcomers=newcomers
    )
