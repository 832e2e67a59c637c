"""Changes to values: operators, bounds, numbers, true and false, and arguments in each other's place.

Every changed operator becomes an operator of its own, declared at the end of its file with the precedence of the one it
replaces: so nothing needs to be known of what stands on its sides."""
from .edits import Edit

COMPARABLE = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
EQUATABLE = {"==": "!=", "!=": "=="}
LOGICAL = {"&&": "||", "||": "&&"}
NUMERIC = {
    "+": ("-", "Addition"), "-": ("+", "Addition"), "*": ("/", "Multiplication"), "/": ("*", "Multiplication"),
    "%": ("/", "Multiplication"), "&": ("|", "Multiplication"), "|": ("&", "Addition"),
    "<<": (">>", "BitwiseShift"), ">>": ("<<", "BitwiseShift"),
}
ASSIGNING = {"+=": "-=", "-=": "+="}
DIGITS = "⊕⊖⊗⊘⊙⊚⊛⊜⊝⊞"
EXTREMES = {"min": "max", "max": "min"}


def name(operator, number):
    """An operator that nobody else has."""
    return operator + "".join(DIGITS[int(digit)] for digit in str(number))


def operators(source, found, pairs):
    for place, token in enumerate(found):
        if token.kind != "operator" or not is_binary(source, found, place):
            continue
        other = other_operator(token.text)
        if other:
            def edit(number, token=token):
                return [Edit(token.start, token.end, "", "", name(token.text, number))]

            def declaration(number, text=token.text, other=other):
                return declared(text, other, number)

            yield token.start, f"{token.text} to {other}", edit, declaration


def other_operator(text):
    for table in (COMPARABLE, EQUATABLE, LOGICAL, ASSIGNING):
        if text in table:
            return table[text]
    return NUMERIC[text][0] if text in NUMERIC else {"??": "right of ??"}.get(text)


def is_binary(source, found, place):
    token = found[place]
    if not token.is_spaced(source) or place == 0 or place + 1 == len(found):
        return False
    before, after = found[place - 1], found[place + 1]
    if before.text in ("func", "(", ",", ":") or after.text in (")", ","):
        return False
    line = source[source.rfind("\n", 0, token.start) + 1 : token.start]
    # Constraints of generic types, and protocols that are joined, look like comparisons and masks.
    if token.text in ("==", "&") and (before.text[:1].isupper() or after.text[:1].isupper()):
        return False
    return not ("==" == token.text and " where " in line and any(w in line for w in ("extension ", "func ", "init")))


def declared(text, other, number):
    own = name(text, number)
    if text in COMPARABLE:
        return (f"infix operator {own}: ComparisonPrecedence; private func {own} <T: Comparable>(a: T, b: T) -> Bool "
                f"{{ mutant({number}) ? a {other} b : a {text} b }}")
    if text in EQUATABLE:
        return (f"infix operator {own}: ComparisonPrecedence; private func {own} <T: Equatable>(a: T, b: T) -> Bool "
                f"{{ mutant({number}) ? a {other} b : a {text} b }}; @_disfavoredOverload private func {own} <T>(a: T?, "
                f"b: _OptionalNilComparisonType) -> Bool {{ mutant({number}) ? a {other} b : a {text} b }}")
    if text in LOGICAL:
        kind = "Conjunction" if text == "&&" else "Disjunction"
        return (f"infix operator {own}: Logical{kind}Precedence; private func {own} (a: Bool, b: @autoclosure () throws "
                f"-> Bool) rethrows -> Bool {{ if mutant({number}) {{ return try a {other} b() }}; "
                f"return try a {text} b() }}")
    if text == "??":
        return "\n".join([f"infix operator {own}: NilCoalescingPrecedence"] + [
            f"private func {own} <T>(a: T?, b: @autoclosure () throws -> {kind}) rethrows -> {kind} "
            f"{{ if mutant({number}) {{ return try b() }}; return try a ?? b() }}" for kind in ("T", "T?")])
    if text in ASSIGNING:
        return (f"infix operator {own}: AssignmentPrecedence; private func {own} <T: AdditiveArithmetic>(a: inout T, "
                f"b: T) {{ if mutant({number}) {{ a {other} b }} else {{ a {text} b }} }}"
                + (joining(own, number, True) if text == "+=" else ""))
    precedence = NUMERIC[text][1]
    if text in ("<<", ">>"):
        return (f"infix operator {own}: {precedence}Precedence; private func {own} <T: BinaryInteger, U: BinaryInteger>"
                f"(a: T, b: U) -> T {{ mutant({number}) ? a {other} b : a {text} b }}")
    kind = "AdditiveArithmetic" if text in "+-" else "BinaryInteger"
    return (f"infix operator {own}: {precedence}Precedence; private func {own} <T: {kind}>(a: T, b: T) -> T "
            f"{{ mutant({number}) ? a {other} b : a {text} b }}" + (joining(own, number, False) if text == "+" else ""))


def joining(own, number, is_assigning):
    """Of texts and lists, what is added is left out."""
    if is_assigning:
        return (f"; private func {own} <C: RangeReplaceableCollection, S: Sequence>(a: inout C, b: S) "
                f"where S.Element == C.Element {{ if !mutant({number}) {{ a += b }} }}")
    return (f"; private func {own} (a: String, b: String) -> String {{ mutant({number}) ? a : a + b }}"
            f"; private func {own} <C: RangeReplaceableCollection, S: Sequence>(a: C, b: S) -> C "
            f"where S.Element == C.Element {{ mutant({number}) ? a : a + b }}")


def bounds(source, found, pairs):
    """`a..<b` includes b, and `a...b` does not."""
    for place in range(1, len(found) - 1):
        token, before, after = found[place], found[place - 1], found[place + 1]
        is_closed = token.text == "..."
        if token.text not in ("..<", "...") or before.text in "([,:{" or after.text in ")],{":
            continue
        if source[token.start - 1].isspace() or source[token.end].isspace():
            continue

        def edit(number, token=token):
            return [Edit(token.start, token.end, "", "", name(token.text, number))]

        def declaration(number, is_closed=is_closed):
            own = name("..." if is_closed else "..<", number)
            head = f"infix operator {own}: RangeFormationPrecedence; private func {own} <T: FixedWidthInteger>(a: T, b: T)"
            if is_closed:
                return f"{head} -> ClosedRange<T> {{ mutant({number}) && a < b ? a...(b - 1) : a...b }}"
            return f"{head} -> Range<T> {{ mutant({number}) && b < .max ? a..<(b + 1) : a..<b }}"

        yield token.start, "... to ..<" if is_closed else "..< to ...", edit, declaration


def literals(source, found, pairs):
    numbers = {}
    for token in found:
        if token.kind == "number":
            line = source.rfind("\n", 0, token.start) + 1
            numbers[line] = numbers.get(line, 0) + 1
    for place, token in enumerate(found):
        before = found[place - 1].text if place else ""
        start = source.rfind("\n", 0, token.start) + 1
        is_case = source[start:].lstrip().startswith("case ")
        if token.text in ("true", "false"):
            # In a pattern it stays: without it a `switch` would not be exhaustive.
            if not (is_case and ":" in source[token.end : source.find("\n", token.end)]):
                yield token.start, f"not {token.text}", wrapper(token, "flipped"), None
        elif token.kind == "number":
            # A line with many numbers is a table, which one changed number spoils as well as another. `case a = 1` is
            # no expression.
            if before != "." and not (is_case and before == "=") and numbers[start] < 4:
                yield token.start, f"{token.text} + 1", wrapper(token, "bumped"), None
        elif token.text in EXTREMES and before != "." and found[place + 1].text == "(":
            def edit(number, token=token):
                function = "lesser" if token.text == "min" else "greater"
                return [Edit(token.start, token.end + 1, "", "", f"{function}({number}, ")]

            yield token.start, f"{token.text} to {EXTREMES[token.text]}", edit, None


def wrapper(token, function):
    return lambda number: [Edit(token.start, token.end, f"{function}({number}, ", ")")]


def swaps(source, found, pairs):
    """Neighbouring arguments that are names or paths of names, in each other's place where their types allow it."""
    for opened, closed in pairs.items():
        before = found[opened - 1] if opened else None
        if found[opened].text != "(" or before is None or before.kind != "word" or before.end != found[opened].start:
            continue
        if before.text[:1] == "#" or found[opened - 2].text in ("func", "macro", "case", "@", "if", "switch"):
            continue
        if before.text in ("init", "subscript") and found[opened - 2].text != ".":
            continue
        given = [simple(found, first, last) for first, last in arguments(found, pairs, opened, closed)]
        for left, right in zip(given, given[1:]):
            if left and right and source[left[0]:left[1]] != source[right[0]:right[1]]:
                texts = source[left[0]:left[1]], source[right[0]:right[1]]

                def edit(number, left=left, right=right, texts=texts):
                    return [Edit(*left, f"either({number}, ", f", {texts[1]})"),
                            Edit(*right, f"either({number}, ", f", {texts[0]})")]

                yield left[0], f"swap {texts[0]}, {texts[1]}", edit, None


def arguments(found, pairs, opened, closed):
    """First and last token of each, without its label."""
    at, first = opened + 1, opened + 1
    while at <= closed:
        if at == closed or found[at].text == ",":
            if at > first:
                yield first, at - 1
            first = at + 1
        at = pairs[at] + 1 if at in pairs and at != closed else at + 1


def simple(found, first, last):
    if first + 1 < last and found[first].kind == "word" and found[first + 1].text == ":":
        first += 2
    part = found[first:last + 1]
    if not part or any((token.kind == "word") == bool(index % 2) for index, token in enumerate(part)):
        return None
    is_path = all(token.kind == "word" if index % 2 == 0 else token.text == "." for index, token in enumerate(part))
    if not is_path or part[-1].text in ("self", "nil", "true", "false", "let", "_") or len(part) % 2 == 0:
        return None
    return part[0].start, part[-1].end
