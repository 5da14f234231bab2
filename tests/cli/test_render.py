"""Tables in a pipe."""

from arena.cli.render import Table, plain


def test_a_plain_table_is_aligned_and_never_cut() -> None:
    """Names to the left, numbers to the right, titles of two lines at the bottom; full width."""
    name = "n" * 60
    table = Table(("bot", "win\n%", "vo-\nid"), ((name, "7.5", "0"), ("b", "100.0", "12")))
    assert list(plain(table)) == [
        f"{'':<60}    win",
        f"{'bot':<60}      %  void",
        f"{name}    7.5     0",
        f"{'b':<60}  100.0    12",
    ]
