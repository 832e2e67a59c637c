"""JSON that means one thing: nothing twice, nothing deeper or larger than is read (Documentation/protocols/mykey.md section 1.3)."""
import json

from .verdict import Refused

LARGEST = 32 * 1024
DEEPEST = 32


class Number(str):
    """A number by its digits."""


def read(octets):
    """An object, its numbers as they are written."""
    if len(octets) > LARGEST:
        raise Refused("invalidRequest")
    try:
        value = json.loads(octets.decode("utf-8"), object_pairs_hook=_object, parse_float=Number, parse_int=Number,
                           parse_constant=_constant)
    except (ValueError, RecursionError):
        raise Refused("invalidRequest") from None
    if _depth(value) > DEEPEST or not isinstance(value, dict) or _has_surrogate(value):
        raise Refused("invalidRequest")
    return value


def _object(pairs):
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError("a name stands twice")
    return members


def _constant(name):
    raise ValueError(name)


def _depth(value):
    if isinstance(value, dict):
        return 1 + max(map(_depth, value.values()), default=0)
    if isinstance(value, list):
        return 1 + max(map(_depth, value), default=0)
    return 0


def _has_surrogate(value):
    if isinstance(value, dict):
        return any(_has_surrogate(part) for pair in value.items() for part in pair)
    if isinstance(value, list):
        return any(map(_has_surrogate, value))
    return isinstance(value, str) and any("\ud800" <= character <= "\udfff" for character in value)
