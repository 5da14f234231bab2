"""What is kept of what a process prints."""

from dataclasses import dataclass, field

KEPT_BYTES = 64 << 10


@dataclass(slots=True)
class Tail:
    """The first and the last KEPT_BYTES of what a process printed."""

    first: bytearray = field(default_factory=bytearray)
    last: bytearray = field(default_factory=bytearray)
    dropped: int = 0

    def add(self, data: bytes | bytearray) -> None:
        """Takes what was printed next."""
        room = KEPT_BYTES - len(self.first)
        self.first += data[:room]
        self.last += data[room:] if room > 0 else data
        if len(self.last) > 2 * KEPT_BYTES:
            self.dropped += len(self.last) - KEPT_BYTES
            del self.last[:-KEPT_BYTES]

    def text(self) -> bytes:
        """What is kept, with a mark where something was dropped."""
        extra = max(0, len(self.last) - KEPT_BYTES)
        dropped = self.dropped + extra
        gap = f"\n[... {dropped} bytes left out ...]\n".encode() if dropped else b""
        return bytes(self.first) + gap + bytes(self.last[extra:])

    def lines(self, count: int) -> str:
        """The last lines, as text."""
        return "\n".join(self.text().decode(errors="replace").splitlines()[-count:])
