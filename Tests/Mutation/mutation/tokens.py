"""Reads as much of Swift as its mutants need: words, numbers, operators and brackets, without texts and comments."""
import re
from dataclasses import dataclass

OPERATOR = re.compile(r"[/=\-+!*%<>&|^~?]+|\.\.[.<]|\.")
NUMBER = re.compile(r"0x[0-9A-Fa-f_]+|0b[01_]+|[0-9][0-9_]*")
WORD = re.compile(r"[A-Za-z_$][A-Za-z0-9_]*|`[^`]+`")
CLOSING = {"(": ")", "[": "]", "{": "}"}


@dataclass(frozen=True)
class Token:
    kind: str  # word, number, operator, bracket, mark, text
    text: str
    start: int
    end: int

    def is_spaced(self, source):
        """Whether white space stands on both sides, as `swift format` writes binary operators."""
        return source[self.start - 1 : self.start].isspace() and source[self.end : self.end + 1].isspace()


def tokens(source):
    """The tokens of a file. What is interpolated in a text belongs to the text."""
    found, at = [], 0
    while at < len(source):
        if source[at].isspace():
            at += 1
        elif source.startswith("//", at):
            at = end_of_line(source, at)
        elif source.startswith("/*", at):
            at = end_of_comment(source, at)
        elif source[at] == '"' or re.match(r'#+"', source[at:at + 4]):
            end = end_of_text(source, at)
            found.append(Token("text", source[at:end], at, end))
            at = end
        else:
            token = code_token(source, at)
            found.append(token)
            at = token.end
    return found


def code_token(source, at):
    for kind, pattern in (("number", NUMBER), ("word", WORD), ("operator", OPERATOR)):
        match = pattern.match(source, at)
        if match:
            return Token(kind, match.group(), at, match.end())
    return Token("bracket" if source[at] in "()[]{}" else "mark", source[at], at, at + 1)


def end_of_line(source, at):
    end = source.find("\n", at)
    return len(source) if end < 0 else end


def end_of_comment(source, at):
    depth = 0
    while at < len(source):
        if source.startswith("/*", at):
            depth, at = depth + 1, at + 2
        elif source.startswith("*/", at):
            depth, at = depth - 1, at + 2
            if depth == 0:
                return at
        else:
            at += 1
    return at


def end_of_text(source, at):
    """Where a string literal ends: simple, multi-line or raw, with what it interpolates."""
    hashes = re.match("#*", source[at:]).group()
    at += len(hashes)
    quote = '"""' if source.startswith('"""', at) else '"'
    at += len(quote)
    while at < len(source):
        if source.startswith(quote + hashes, at):
            return at + len(quote + hashes)
        if source.startswith("\\" + hashes, at):
            at += 1 + len(hashes)
            at = end_of_brackets(source, at) if source.startswith("(", at) else at + 1
        else:
            at += 1
    return at


def end_of_brackets(source, at):
    depth = 0
    while at < len(source):
        if source[at] == '"':
            at = end_of_text(source, at)
            continue
        depth += {"(": 1, ")": -1}.get(source[at], 0)
        at += 1
        if depth == 0:
            break
    return at


def partners(found):
    """For the place of each opening bracket the place of the one that closes it."""
    pairs, opened = {}, []
    for place, token in enumerate(found):
        if token.kind != "bracket":
            continue
        if token.text in CLOSING:
            opened.append(place)
        elif opened:
            pairs[opened.pop()] = place
    return pairs
