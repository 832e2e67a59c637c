"""Parameters of a link: split first, decoded once, names compared without case (Documentation/protocols/dash-axe.md section 1.3)."""
import re

from .octets import check_plain, decode, shown
from .verdict import NotModelled


class Parameter:
    __slots__ = ("spelled", "name", "required", "raw", "value")

    def __init__(self, spelled, raw, value):
        self.spelled = spelled
        # The name without `req-`, in small letters.
        self.name = spelled.lower() if spelled.isascii() else _lower(spelled)
        self.required = self.name.startswith("req-")
        if self.required:
            self.name = self.name[4:]
        self.raw = raw
        # None where it cannot be decoded.
        self.value = value

    def text(self):
        """The value where `+` means a space: in labels and messages."""
        if b"%" not in self.raw:
            return self.value.replace("+", " ")
        return decode(self.raw.replace(b"+", b" "), on_lines=self.name == "message")


def _lower(text):
    return "".join(character.lower() if character.isascii() else character for character in text)


def split(octets, mistakes):
    """The parameters of a link in their order; what is empty between two `&` is none."""
    found = []
    for piece in octets.split(b"&"):
        if piece:
            name, _, raw = piece.partition(b"=")
            mistakes.attempt(check_plain, name)
            spelled = mistakes.attempt(decode, name)
            is_message = spelled is not None and spelled.lower() in ("message", "req-message")
            value = mistakes.attempt(decode, raw, is_message)
            if spelled is not None:
                found.append(Parameter(spelled, raw, value))
                if found[-1].name not in ("label", "message"):
                    mistakes.attempt(check_plain, raw)
    return found


LONGEST_LISTED = 40


def listed(parameter):
    """The name of a parameter that is not read, as it is listed but for the case of its letters."""
    if len(parameter.spelled) >= 20:
        raise NotModelled("names so long that they could be keys, which are hidden")
    return shown(parameter.spelled, LONGEST_LISTED)[0].lower()


def has_notation(parameters):
    """Whether somebody copied `(req-)` from Axe's document (Documentation/protocols/dash-axe.md section 1.2)."""
    return any(parameter.spelled.startswith("(req-)") for parameter in parameters)


def duplicates(parameters, known):
    """Whether one of the known names stands twice, with or without `req-`."""
    names = [parameter.name for parameter in parameters if parameter.name in known]
    return len(names) != len(set(names))


_REFERENCES = frozenset(("memo", "memo_id", "memoid", "dt", "tag", "destinationtag", "destination_tag", "payment_id",
                         "paymentid", "tx_payment_id", "reference", "opreturn"))
_SECONDS = re.compile(r"[0-9]{1,12}\Z", re.ASCII)


def is_reference(name):
    """Whether the recipient tells by it whose payment it is (Documentation/other-wallets.md)."""
    return name in _REFERENCES or name.startswith("op_return")


def has_end(unknown):
    """Whether `time` and `exp` together say when the request ends: each once, and a number."""
    values = [[parameter.value or "" for parameter in unknown if parameter.name == name] for name in ("time", "exp")]
    if any(len(each) != 1 or not _SECONDS.match(each[0]) for each in values):
        return False
    return int(values[1][0]) > 0
