"""Why a mutant may survive: one line each in reasons.txt, with tabs between file, change, source line and reason."""
from pathlib import Path


class Reasons:
    def __init__(self, path):
        self.given, self.wrong = {}, []
        for number, line in enumerate(Path(path).read_text().split("\n"), 1):
            if not line.strip() or line.startswith("#"):
                continue
            parts = line.split("\t")
            if len(parts) != 4 or not all(part.strip() for part in parts):
                self.wrong.append(f"{path}:{number}: write the file, the change, the line and the reason, with tabs between")
            else:
                self.given[tuple(parts[:3])] = parts[3]

    def of(self, mutant):
        return self.given.get(mutant.key)

    def stale(self, mutants, files):
        """Reasons about files that were mutated, which fit no mutant."""
        known = {mutant.key for mutant in mutants}
        return [key for key in self.given if key[0] in files and key not in known]
