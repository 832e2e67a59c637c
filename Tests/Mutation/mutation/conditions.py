"""Changes to what `guard`, `if` and `while` ask: a guard that is deleted, a condition that always or never holds."""
from .edits import Edit

ENDS = {"guard": "else", "if": "{", "while": "{"}


def clauses(source, found, pairs):
    for place, token in enumerate(found):
        if token.text not in ENDS or token.kind != "word" or found[place - 1].text in (".", "#"):
            continue
        parts, end = condition(found, pairs, place + 1, ENDS[token.text])
        if end is None:
            continue
        for first, last in parts:
            words = {part.text for part in found[first:last + 1]}
            if token.text != "while" and not words & {"let", "var", "case", "is", "#"}:
                span = found[first].start, found[last].end
                change = "delete guard" if token.text == "guard" else "always"
                what = source[span[0]:span[1]].replace("\n", " ") if len(parts) > 1 else ""
                yield span[0], f"{change} {what}".strip(), around(span), None
        if token.text != "guard":
            last = parts[-1][1]
            yield token.start, f"never {token.text}", never(found[last].end), None


def around(span):
    return lambda number: [Edit(*span, f"(mutant({number}) ? true : (", "))")]


def never(end):
    return lambda number: [Edit(end, end, f", !mutant({number})", "")]


def condition(found, pairs, at, end):
    """First and last token of each clause, and where what is done begins."""
    parts, first = [], at
    while at < len(found):
        text = found[at].text
        if text == end or (text == "," and found[at].kind == "mark"):
            if at > first:
                parts.append((first, at - 1))
            if text == end:
                return parts, (at if parts else None)
            first = at + 1
        elif text in ("{", "}", ")", "]"):
            return parts, None
        at = pairs[at] + 1 if at in pairs else at + 1
    return parts, None
