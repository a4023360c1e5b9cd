"""What the kernel sources said when this process began to read them.

Results and machine code are kept under the hash of their sources. A process may live for hours, and somebody may edit
a rule meanwhile: so the hash is taken once, before the first rule is imported, and whoever keeps something asks first
whether the files are still those.
"""

import hashlib
from pathlib import Path

PACKAGE = Path(__file__).parent


def sources(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.py"))


def source_hash(folder: Path = PACKAGE) -> str:
    """Hash of every kernel source: names and bytes, in a fixed order."""
    digest = hashlib.sha256()
    for path in sources(folder):
        digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def stamps() -> list[tuple[Path, int, int]]:
    """Name, time and size of every kernel source as it is now."""
    found = [(path, path.stat()) for path in sources(PACKAGE)]
    return [(path, status.st_mtime_ns, status.st_size) for path, status in found]


AT_FIRST = stamps()  # before the hash: an edit between the two is noticed later, and nothing is kept
HASH = source_hash()


def as_at_first() -> bool:
    """Has no kernel source been touched since this process read it?"""
    try:
        return stamps() == AT_FIRST
    except OSError:
        return False
