"""What a change does to the text of a file."""
from dataclasses import dataclass


@dataclass(frozen=True)
class Edit:
    """Texts that go around a part of the source, or one that takes its place."""
    start: int
    end: int
    before: str
    after: str
    instead: str = None
