"""What the arena costs, measured: each file has one benchmark, a function that gives figures."""
