"""Small bots that reach for what is not theirs. Each says `escaped` if it got hold of it.

Where to look they are told in variables, more than a real bot would know:
VICTIM is the process id of another chair's bot, TARGET a path, an address or
a number. They are run without a sandbox, too, to see that they can escape.
"""

from collections.abc import Mapping

_START = """
import ctypes, os, socket, subprocess, sys
from contextlib import suppress
victim, target = int(os.environ.get("VICTIM", 0)), os.environ.get("TARGET", "")
def escaped(): print("escaped", flush=True); sys.exit()
def processes(): return [name for name in os.listdir("/proc") if name.isdigit()]
def read(path):
    with suppress(OSError): return open(path, "rb").read()
    return b""
def walk():
    for folder, folders, files in os.walk("/"):
        folders[:] = [f for f in folders if os.path.join(folder, f) not in ("/proc", "/sys", "/usr")]
        yield folder, folders, files
"""

_ANYWHERE: Mapping[str, str] = {
    "token in an environment": """
        for pid in processes():
            if b"TOKEN=" + target.encode() in read(f"/proc/{pid}/environ"): escaped()
    """,
    "token on a command line": """
        if any(target.encode() in read(f"/proc/{pid}/cmdline") for pid in processes()): escaped()
    """,
    "memory of another process": """
        fd = os.open(f"/proc/{victim}/mem", os.O_RDONLY)
        start = int(read(f"/proc/{victim}/maps").split(b"-")[0], 16)
        if os.pread(fd, 1, start): escaped()
    """,
    "attaching to another process": """
        libc = ctypes.CDLL(None)
        if libc.ptrace(16, victim, 0, 0) == 0: libc.ptrace(17, victim, 0, 0); escaped()
    """,
    "descriptors of another process": """
        if os.listdir(f"/proc/{victim}/fd"): escaped()
    """,
    "root of another process": """
        if os.listdir(f"/proc/{victim}/root"): escaped()
    """,
    "signal to another process": "os.kill(victim, 0); escaped()",
    "seeing other processes": "if str(victim) in processes(): escaped()",
    "a file elsewhere": "if read(target): escaped()",
    "a file elsewhere by another way": """
        if read("/proc/self/root/../" + target) or read("/proc/1/root/" + target): escaped()
    """,
    "a folder elsewhere": "if os.listdir(os.path.dirname(target)): escaped()",
    "a file found by walking": """
        if any(os.path.basename(target) in files for _, _, files in walk()): escaped()
    """,
    "writing elsewhere": """
        with open(os.path.dirname(target) + "/left", "w") as f: f.write("x")
        escaped()
    """,
    "changing its own files": """
        with open("left", "w") as f: f.write("x")
        escaped()
    """,
    "making its files writable": "os.chmod('.', 0o777); escaped()",
    "network": """
        host, port = target.split(":")
        socket.create_connection((host, int(port)), timeout=5); escaped()
    """,
    "abstract socket": """
        s = socket.socket(socket.AF_UNIX); s.connect("\\0" + target); escaped()
    """,
    "socket of another chair": """
        s = socket.socket(socket.AF_UNIX); s.connect(target); escaped()
    """,
    "variables of the arena": "if 'MUS_TEST_SECRET' in os.environ: escaped()",
}

_WITHIN: Mapping[str, str] = {
    "system settings": "os.open('/proc/sys/kernel/core_pattern', os.O_WRONLY); escaped()",
    "system requests": "os.open('/proc/sysrq-trigger', os.O_WRONLY); escaped()",
    "becoming root": "os.setuid(0); os.chown('/tmp', 0, 0); os.chroot('/tmp'); escaped()",
    "mounting": """
        if ctypes.CDLL(None).mount(b"none", b"/tmp", b"tmpfs", 0, None) == 0: escaped()
    """,
    "making / writable": """
        if ctypes.CDLL(None).mount(None, b"/", None, 32 | 4096, None) == 0: escaped()
    """,
    "making / writable as root of a namespace of its own": """
        libc = ctypes.CDLL(None)
        libc.unshare(0x10000000 | 0x20000)
        if libc.mount(None, b"/", None, 32 | 4096, None) == 0: escaped()
        if libc.umount2(b"/proc/irq", 2) == 0: escaped()
    """,
    "devices": "os.mknod('/tmp/disk', 0o60666, os.makedev(8, 0)); open('/tmp/disk'); escaped()",
    "a terminal": "os.open('/dev/tty', os.O_RDWR); escaped()",
    "anybody to signal": "os.kill(-1, 0); escaped()",
    "descriptors of the arena": """
        if any(int(fd) > 3 for fd in os.listdir("/proc/self/fd")): escaped()
    """,
    "another network": """
        if len(socket.if_nameindex()) > 1: escaped()
    """,
    "sockets other than its own": """
        import stat
        for folder, _, files in walk():
            for file in files:
                with suppress(OSError):
                    path = os.path.join(folder, file)
                    if stat.S_ISSOCK(os.lstat(path).st_mode) and folder != "/run/mus-arena":
                        escaped()
    """,
}


def _program(code: str) -> str:
    first = len(code) - len(code.lstrip("\n"))
    lines = code[first:].splitlines()
    indent = min((len(x) - len(x.lstrip()) for x in lines if x.strip()), default=0)
    body = "\n".join(line[indent:] for line in lines)
    return f"{_START}\n{body}\n"


ANYWHERE: Mapping[str, str] = {name: _program(code) for name, code in _ANYWHERE.items()}
"""Those that do escape where there is no sandbox."""
WITHIN: Mapping[str, str] = {name: _program(code) for name, code in _WITHIN.items()}
"""Those that would do harm, or that only some users can do."""
LEAVES_FILES = _program("""
    left = 0
    for folder, _, _ in walk():
        with suppress(OSError):
            open(os.path.join(folder, "note-for-partner"), "w").close()
            left += 1
    print("left", left)
    sys.stdin.read()
""")
FINDS_FILES = _program("""
    if any("note-for-partner" in files for _, _, files in walk()): escaped()
""")
