"""Deletes statements: calls whose value nobody uses, assignments, and errors that are thrown."""
import re

from .edits import Edit
from .tokens import partners

CALL = re.compile(r"(?:try[?!]? )?(?:await )?[A-Za-z_][A-Za-z0-9_.?!]*(?:\(|\[.*\] [+\-]?= | [+\-|&]?= )")
NOT_STATEMENTS = re.compile(
    r"(let|var|return|guard|if|else|for|while|switch|case|default|func|init|self\.init|super|throw|break|continue|defer|do|"
    r"repeat|catch|import|static|private|public|final|where|unsafe|precondition|assert|preconditionFailure|fatalError)\b")
GOES_ON = (".", "&&", "||", "+", "-", "?", ":", "==", "=", "??", "{", ",", ")", "]")


def deletions(source, found, pairs):
    """Statements of one line. Initialisers must set what they set, so theirs stay."""
    blocks = [(found[opened].start, found[closed].end, kind_of_block(found, opened))
              for opened, closed in pairs.items() if found[opened].text == "{"]
    brackets = [(found[opened].start, found[closed].end) for opened, closed in pairs.items()
                if found[opened].text != "{"]
    late = set(re.findall(r"^\s*(?:let|var) (\w+)(?:: [^={]+)?$", source, re.M))
    lines, at = source.split("\n"), 0
    for index, line in enumerate(lines):
        start, end = at + len(line) - len(line.lstrip()), at + len(line.rstrip())
        at += len(line) + 1
        text = line.strip()
        plain = re.sub(r"^(try[?!]? )?(await )?", "", text)
        if not CALL.match(text) or NOT_STATEMENTS.match(plain) or text.endswith(("{", ",", "(", "[", "=", "?", ":")):
            continue
        inside = [found[place] for place in range(len(found)) if start <= found[place].start < end]
        if not is_whole(inside) or any(low < start < high for low, high in inner(blocks, brackets, start)):
            continue
        before = previous(lines, index)
        after = lines[index + 1].strip() if index + 1 < len(lines) else "}"
        if after.startswith(GOES_ON) or not may_end(before):
            continue
        # A block of one expression returns it.
        is_alone = (opens(before) or before.endswith(":")) and after.startswith(("}", "case ", "default:"))
        if is_alone and not re.match(r"\S+ [+\-]?= ", text):
            continue
        kinds = [kind for low, high, kind in blocks if low < start < high]
        assigned = re.match(r"(?:self\.)?(\w+) = ", text)
        if ("init" in kinds and assigned) or (assigned and assigned.group(1) in late):
            continue
        yield start, "delete", deleting(start, end), None


def deleting(start, end):
    return lambda number: [Edit(start, end, f"if !mutant({number}) {{ ", " }")]


def inner(blocks, brackets, place):
    """Parentheses inside the innermost block: there a line is an argument, not a statement."""
    block = max((low for low, high, _ in blocks if low < place < high), default=0)
    return [span for span in brackets if span[0] > block]


def is_whole(inside):
    depth = 0
    for token in inside:
        depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(token.text, 0) if token.kind == "bracket" else 0
        if depth < 0:
            return False
    return depth == 0 and len(partners(inside)) * 2 == sum(token.kind == "bracket" for token in inside)


def previous(lines, index):
    for line in reversed(lines[:index]):
        text = line.split(" //")[0].strip()
        if text and not text.startswith("//"):
            return text
    return ""


def opens(text):
    return text.endswith(("{", " in"))


def may_end(text):
    return opens(text) or text.endswith((")", "}", "]", '"', ":")) or re.search(r"[\w?!]$", text) is not None


def kind_of_block(found, opened):
    """`init` for the body of an initialiser."""
    at = opened - 1
    depth = 0
    while at >= 0:
        text = found[at].text
        depth += {")": 1, "(": -1}.get(text, 0)
        if depth == 0 and text in ("{", "}", ";"):
            return ""
        if text == "init" and found[at - 1].text != ".":
            return "init"
        if text in ("func", "var", "if", "else", "for", "guard") and depth == 0:
            return text
        at -= 1
    return ""
