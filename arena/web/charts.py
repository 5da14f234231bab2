"""What charts draw, as JSON values."""

from arena.web.pages import MOST_RATED
from arena.web.reading import Reader


def history_values(reader: Reader) -> dict[str, object]:
    """Ratings over time of the best bots: `x` are games played, each bot's values lie at them."""
    history = reader.history()
    best = [row.name for row in reader.overview().standings.standings][:MOST_RATED]
    bots = sorted(reader.names.index(name) for name in best)
    return {
        "x": history.matches,
        "bots": [
            {
                "name": reader.names[bot],
                **{
                    key: [round(at[bot][part], 1) for at in history.ratings]
                    for part, key in enumerate(("value", "low", "high"))
                },
            }
            for bot in bots
        ],
    }
