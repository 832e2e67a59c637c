"""What the model says about a link."""


class Refused(Exception):
    """The link is refused. `codes` are the error codes that fit: several where it has
    several mistakes, or where the documents leave the code open."""

    def __init__(self, *codes):
        super().__init__(codes)
        self.codes = frozenset(codes)


class NotModelled(Exception):
    """The link has a part that this model does not read; `args[0]` says which."""


class Disputed(NotModelled):
    """The program is known to do otherwise than its documents; the README says which of the two is wrong."""


class Mistakes:
    """All that is wrong with a link. Which of several mistakes the program names is not documented."""

    def __init__(self):
        self.codes = set()

    def attempt(self, check, *arguments):
        """What the check gives, or None where it refuses."""
        try:
            return check(*arguments)
        except Refused as refused:
            self.codes |= refused.codes
            return None

    def refuse_if_any(self):
        if self.codes:
            raise Refused(*self.codes)
