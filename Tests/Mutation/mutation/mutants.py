"""Finds what can be changed in a file of Swift, and writes every change into it at once.

Each change has a number. The changed file does what the unchanged one does, except where the number that the environment
variable MUTANT has is that of a change. No line moves, so that what the compiler says of a line is about that line."""
from dataclasses import dataclass

from . import conditions, statements, values
from .tokens import partners, tokens


@dataclass
class Mutant:
    file: str
    line: int
    text: str  # of the line
    change: str  # such as "< to <="
    edit: object  # from the number to the Edits
    declaration: object = None  # from the number to a declaration at the end of the file
    number: int = 0
    name: str = ""  # its key, and which of those with the same key it is

    @property
    def key(self):
        """What stays the same if the line moves."""
        return (self.file, self.change, self.text)


def find(path, source):
    """The mutants of a file, by place."""
    found = tokens(source)
    pairs = partners(found)
    lines = source.split("\n")
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    mutants = []
    for rule in (values.operators, values.literals, values.swaps, values.bounds, conditions.clauses,
                 statements.deletions):
        for place, change, edit, declaration in rule(source, found, pairs):
            line = line_of(starts, place)
            text = lines[line - 1].strip()
            if not text.startswith(("#", "@")):
                mutants.append(Mutant(path, line, text, change, edit, declaration))
    return sorted(mutants, key=lambda mutant: (mutant.line, mutant.change))


def line_of(starts, place):
    low, high = 0, len(starts) - 1
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if starts[middle] <= place else (low, middle)
    return low + 1


def write(source, mutants):
    """The file with all its mutants in it."""
    if not mutants:
        return source
    # What is inlined elsewhere may not use what is declared at the end of this file.
    source = source.replace("@inlinable", " " * len("@inlinable"))
    edits = [edit for mutant in mutants for edit in mutant.edit(mutant.number)]
    declarations = [mutant.declaration(mutant.number) for mutant in mutants if mutant.declaration]
    return "import RouterMutation; " + changed(source, edits) + "\n" + "\n".join(declarations) + "\n"


def changed(source, edits):
    """Larger parts are put around smaller ones."""
    before, after, instead = {}, {}, {}
    for edit in edits:
        if edit.instead is not None:
            instead[edit.start] = edit
        if edit.before:
            before.setdefault(edit.start, []).append(edit)
        if edit.after:
            after.setdefault(edit.end, []).append(edit)
    result, at = [], 0
    while at <= len(source):
        inner_first = sorted(after.get(at, []), key=lambda edit: -edit.start)
        result += [edit.after for edit in inner_first]
        outer_first = sorted(before.get(at, []), key=lambda edit: -edit.end)
        result += [edit.before for edit in outer_first]
        if at in instead:
            result.append(instead[at].instead)
            at = instead[at].end
        else:
            result.append(source[at:at + 1])
            at += 1
    return "".join(result)
