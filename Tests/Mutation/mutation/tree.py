"""A copy of the repository in which every mutant is compiled in."""
import json
import re
import shutil
import subprocess
from collections import Counter, defaultdict
from pathlib import Path

from . import mutants
from .areas import area_of, modules_of
from .values import DIGITS

ERROR = re.compile(r"^(?P<file>/\S+\.swift):(?P<line>\d+):\d+: error: (?P<message>.*)")
# Tests of an optimised build take a fifth of the time.
OPTIMISED = ["--configuration", "release", "-Xswiftc", "-enable-testing"]
MANIFEST = """
package.targets.removeAll {{ $0.type == .test && !{tests}.contains($0.name) }}
for target in package.targets where target.type != .system {{ target.dependencies.append("RouterMutation") }}
package.targets += [
    .target(name: "RouterMutationSwitch", path: "Tests/Mutation/Switch/C"),
    .target(name: "RouterMutation", dependencies: ["RouterMutationSwitch"], path: "Tests/Mutation/Switch/Swift"),
]
"""


class Tree:
    def __init__(self, repository, areas):
        self.repository = Path(repository)
        self.areas = areas
        self.scratch = self.repository / ".build-mutation"
        self.root = self.scratch / "tree"
        self.dropped_file = self.scratch / "dropped.json"
        self.root.mkdir(parents=True, exist_ok=True)
        self.dropped = set(json.loads(self.dropped_file.read_text())) if self.dropped_file.exists() else set()
        self.mutants = self.find()

    def find(self):
        """All mutants of the areas. They are numbered before any is dropped, so that numbers stay."""
        found = []
        for path in sorted((self.repository / "Sources").rglob("*.swift")):
            name = str(path.relative_to(self.repository))
            if area_of(name) in self.areas:
                found += mutants.find(name, path.read_text())
        seen = Counter()
        for number, mutant in enumerate(found, 1):
            seen[mutant.key] += 1
            mutant.number = number
            mutant.name = "\t".join((*mutant.key, str(seen[mutant.key])))
        return found

    @property
    def kept(self):
        return [mutant for mutant in self.mutants if mutant.name not in self.dropped]

    def write(self):
        """Copies what changed, so that only that is built again."""
        listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "-z"], cwd=self.repository, check=True,
                                capture_output=True).stdout.decode().split("\0")
        names = {name for name in listed if name and (self.repository / name).is_file()} | {"Package.resolved"}
        for path in [path for path in self.root.rglob("*") if path.is_file() or path.is_symlink()]:
            name = path.relative_to(self.root)
            if name.parts[0] != ".build" and str(name) not in names:
                path.unlink()
        by_file = defaultdict(list)
        for mutant in self.kept:
            by_file[mutant.file].append(mutant)
        for name in sorted(names):
            source = self.repository / name
            if not source.exists():
                continue
            content = source.read_bytes()
            if name in by_file:
                content = mutants.write(content.decode(), by_file[name]).encode()
            elif name == "Package.swift":
                content += MANIFEST.format(tests=json.dumps(modules_of(self.areas))).encode()
            copy_if_changed(content, source, self.root / name)

    def build(self, log=print):
        """Builds the tests. A mutant that does not compile is dropped."""
        while True:
            self.write()
            built = subprocess.run(
                ["swift", "build", "--product", "SchemeRouterPackageTests", "--disable-default-traits",
                 "--ignore-lock", "-debug-info-format", "none", *OPTIMISED],
                cwd=self.root, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
            (self.scratch / "build.log").write_text(built.stdout)
            if built.returncode == 0:
                return self.root / ".build" / "release" / "SchemeRouterPackageTests.xctest"
            dropped = self.at_fault(built.stdout) - self.dropped
            if not dropped:
                raise SystemExit(f"The mutated tree does not build: see {self.scratch / 'build.log'}")
            self.dropped |= dropped
            self.dropped_file.write_text(json.dumps(sorted(self.dropped), indent=0, ensure_ascii=False))
            log(f"{len(dropped)} mutants that do not compile are dropped; building again")

    def at_fault(self, output):
        """The mutants that the compiler's errors are about."""
        by_file, by_number = defaultdict(list), {mutant.number: mutant for mutant in self.kept}
        for mutant in self.kept:
            by_file[mutant.file].append(mutant)
        names = set()
        for match in filter(None, map(ERROR.match, output.split("\n"))):
            file = match["file"].removeprefix(f"{self.root.resolve()}/").removeprefix(f"{self.root}/")
            named = re.search(f"[{DIGITS}]+", match["message"])
            number = int("".join(str(DIGITS.index(digit)) for digit in named.group())) if named else None
            if number in by_number:
                names.add(by_number[number].name)
            else:
                names |= {mutant.name for mutant in nearest(by_file[file], int(match["line"]))}
        return names


def nearest(found, line):
    """The mutants of a line; or of one close by, as an expression may go over several; or statements before it; or, in a
    `switch` that is an expression, whose error names another case, all around."""
    for distance in range(12):
        here = [mutant for mutant in found if abs(mutant.line - line) == distance]
        if here:
            return here
    before = [mutant for mutant in found if line - 60 < mutant.line < line and mutant.change in ("delete", "never if")]
    return before or [mutant for mutant in found if abs(mutant.line - line) < 60]


def copy_if_changed(content, source, target):
    if target.is_file() and target.read_bytes() == content:
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(content)
    shutil.copymode(source, target)
