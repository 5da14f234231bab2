"""How much memory a process and all that it has started hold.

The limit that the system sets holds for each process by itself, and not for
memory that processes share; the sum is looked at again and again.
"""

from pathlib import Path

_HELD = ("RssAnon:", "RssShmem:")


def held(pid: int) -> int:
    """Bytes of memory, but for files that could be read again; 0 if there is no such process."""
    total, todo = 0, [pid]
    while todo:
        folder = Path("/proc", str(todo.pop()))
        try:
            status = (folder / "status").read_text()
            for task in (folder / "task").iterdir():
                todo += map(int, (task / "children").read_text().split())
        except OSError:  # It has ended meanwhile.
            continue
        lines = [line.split() for line in status.splitlines() if line.startswith(_HELD)]
        total += sum(int(kib) << 10 for _, kib, _ in lines)
    return total
