"""Whether what is written into the sources is what the table of changes says."""
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from mutation import mutants  # noqa: E402
from mutation.areas import AREAS, area_of  # noqa: E402
from mutation.reasons import Reasons  # noqa: E402
from mutation.runs import FAILED  # noqa: E402
from mutation.tokens import tokens  # noqa: E402
from mutation.tree import nearest  # noqa: E402


def changes(source):
    return [mutant.change for mutant in mutants.find("A.swift", source)]


def written(source, change):
    """The source with one mutant in it, whose number is 17, without the import."""
    found = [mutant for mutant in mutants.find("A.swift", source) if mutant.change == change]
    assert len(found) == 1, changes(source)
    found[0].number = 17
    text = mutants.write(source, found)
    assert text.startswith("import RouterMutation; ")
    return text.removeprefix("import RouterMutation; ").split("\n")


class Tokens(unittest.TestCase):
    def test_texts_and_comments_hold_no_code(self):
        source = 'a /* b /* c */ d */ "e \\(f("g")) h" // i\n#"j "k\\(l) "# """\n m "n" \n""" o'
        self.assertEqual([token.text for token in tokens(source) if token.kind == "word"], ["a", "o"])
        self.assertEqual(sum(token.kind == "text" for token in tokens(source)), 3)


class Changes(unittest.TestCase):
    def test_an_operator_gets_a_name_of_its_own(self):
        line, declaration, _ = written("return a < b", "< to <=")
        self.assertEqual(line, "return a <⊖⊜ b")
        self.assertIn("mutant(17) ? a <= b : a < b", declaration)

    def test_types_and_functions_are_no_operators(self):
        for source in ("let a: Array<UInt8> = b", "func < (a: A, b: A) -> Bool", "extension A where Element == UInt8 {",
                       "a.sorted(by: <)", "any A & B"):
            self.assertFalse([change for change in changes(source) if " to " in change], source)

    def test_a_bound_moves(self):
        self.assertIn("..< to ...", changes("for a in 0..<b {"))
        self.assertIn("... to ..<", changes("case 1...b: break"))
        self.assertNotIn("..< to ...", changes("a[..<b]"))

    def test_numbers_and_truths_change(self):
        self.assertEqual(written("return 6", "6 + 1")[0], "return bumped(17, 6)")
        self.assertEqual(written("return true", "not true")[0], "return flipped(17, true)")
        self.assertEqual(changes("case a = 1"), [])
        self.assertEqual(changes("a.0"), [])
        self.assertEqual(changes("let table = [1, 2, 3, 4]"), [])

    def test_an_extreme_becomes_the_other(self):
        source = "return max(0, a)"
        found = mutants.find("A.swift", source)
        for mutant in found:
            mutant.number = 17
        self.assertIn("return greater(17, bumped(17, 0), a)", mutants.write(source, found))

    def test_each_condition_of_a_guard_is_deleted(self):
        source = "guard let a = b, a > 5, c(a) else { return }"
        self.assertEqual(written(source, "delete guard a > 5")[0],
                         "guard let a = b, (mutant(17) ? true : (a > 5)), c(a) else { return }")
        self.assertIn("delete guard c(a)", changes(source))
        self.assertNotIn("delete guard let a = b", changes(source))

    def test_an_if_never_or_always_holds(self):
        self.assertEqual(written("if let a = b { c() }", "never if")[0], "if let a = b, !mutant(17) { c() }")
        self.assertEqual(written("if a { c() }", "always")[0], "if (mutant(17) ? true : (a)) { c() }")
        self.assertNotIn("always", changes("while a { c() }"))

    def test_a_statement_is_deleted(self):
        source = "func f() {\n    a.append(b)\n    c()\n    d = e\n}"
        self.assertEqual(changes(source).count("delete"), 3)
        self.assertEqual(changes("func f() -> A {\n    make(a)\n}").count("delete"), 0)
        self.assertEqual(changes("let x = f(\n    a(b),\n    c(d))").count("delete"), 0)
        self.assertEqual(changes("init() {\n    a = b\n    self.c = d\n    e()\n}").count("delete"), 1)

    def test_neighbours_change_places(self):
        self.assertEqual(written("A(x: a.b, y: c)", "swap a.b, c")[0], "A(x: either(17, a.b, c), y: either(17, c, a.b))")
        for source in ("func f(a: B, c: D)", "f(a, b(c))", "f(&a, 5)", "case a(let b, let c)"):
            self.assertFalse([change for change in changes(source) if change.startswith("swap")], source)

    def test_changes_lie_in_each_other(self):
        source = "guard a + 1 < b else { return }"
        found = mutants.find("A.swift", source)
        for number, mutant in enumerate(found, 1):
            mutant.number = number
        first = mutants.write(source, found).split("\n")[0]
        self.assertEqual(first.count("("), first.count(")"))
        self.assertRegex(first, r"guard \(mutant\(\d\) \? true : \(a \+\S+ bumped\(\d, 1\) <\S+ b\)\) else \{ return \}")

    def test_no_line_moves(self):
        for path in sorted((Path(__file__).parents[2] / "Sources" / "Links").rglob("*.swift")):
            source = path.read_text()
            found = mutants.find(str(path), source)
            for number, mutant in enumerate(found, 1):
                mutant.number = number
            if found:
                before, after = source.split("\n"), mutants.write(source, found).split("\n")
                for line, text in enumerate(before):
                    if line + 1 not in {mutant.line for mutant in found} and "@inlinable" not in text and line:
                        self.assertEqual(text, after[line])


class Rules(unittest.TestCase):
    def test_every_pattern_fits_a_file(self):
        repository = Path(__file__).parents[2]
        areas = {area_of(str(path.relative_to(repository))) for path in (repository / "Sources").rglob("*.swift")}
        self.assertEqual(areas - {None}, set(AREAS))

    def test_an_error_of_the_compiler_is_about_the_mutants_of_its_line(self):
        found = mutants.find("A.swift", "return a < b\n\n\nreturn c < d")
        self.assertEqual([mutant.line for mutant in nearest(found, 1)], [1])
        self.assertEqual([mutant.line for mutant in nearest(found, 3)], [4])

    def test_a_failure_is_seen_with_and_without_colours(self):
        for line in ("✘ Test a() failed", "\x1b[91m✘\x1b[0m Test a() failed"):
            self.assertTrue(FAILED.search(line.encode()))
        for line in ("✔ Test a() passed", "✘ Test run with 1 test failed", "✘ Suite A failed"):
            self.assertFalse(FAILED.search(line.encode()))

    def test_a_reason_belongs_to_a_change_of_a_line(self):
        with tempfile.NamedTemporaryFile("w+") as file:
            file.write("# why\nA.swift\t< to <=\treturn a < b\tthey never are equal\nA.swift\t< to <=\n"
                       "A.swift\t< to <=\treturn gone\tit was\n")
            file.flush()
            reasons = Reasons(file.name)
            found = mutants.find("A.swift", "return a < b")
            self.assertEqual([reasons.of(mutant) for mutant in found], ["they never are equal"])
            self.assertEqual(len(reasons.wrong), 1)
            self.assertEqual(reasons.stale(found, {"A.swift"}), [("A.swift", "< to <=", "return gone")])


if __name__ == "__main__":
    unittest.main()
