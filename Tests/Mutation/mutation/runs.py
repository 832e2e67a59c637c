"""Runs suites of tests with a mutant, and without any to see which mutants each reaches."""
import os
import re
import select
import signal
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from tempfile import NamedTemporaryFile

from .areas import LEFT_OUT

# A mutant that makes a suite use this many times its processor time, and ten seconds more, does not end.
PATIENCE = 20
# One that uses none for this long waits for what never comes. Seconds.
SILENCE = 90
# A suite that takes longer is run one test at a time. Seconds of processor time.
LONG = 2.0

# Its sign may be coloured.
FAILED = re.compile(r"✘\S* Test (?!run)(.*)".encode())


@dataclass
class Unit:
    """A suite, or a test of a long one."""
    name: str
    seconds: float = 0
    reached: frozenset = frozenset()

    @property
    def filter(self):
        return f"^{re.escape(self.name)}/"


class Tests:
    def __init__(self, binary, modules, jobs):
        self.binary, self.root, self.jobs = binary, Path(binary).parents[2], jobs
        listed = subprocess.run([binary, "--testing-library", "swift-testing", "--list-tests"], cwd=self.root, check=True,
                                capture_output=True, text=True).stdout.split("\n")
        self.listed = [line for line in listed if line.split(".")[0] in modules and "/" in line]

    def survey(self, count, log=print):
        """All units, each with the mutants that it reaches. Those that fail without a mutant are left out."""
        suites = sorted({line.split("/")[0] for line in self.listed} - {None})
        suites = [suite for suite in suites if suite.split(".")[1] not in LEFT_OUT]
        units, apart = self.measure([Unit(suite) for suite in suites], count, log)
        long = {unit.name for unit in units if unit.seconds > LONG}
        single = [Unit(line) for line in self.listed if line.split("/")[0] in long]
        more, more_apart = self.measure(single, count, log)
        return [unit for unit in units if unit.name not in long] + more, apart | more_apart

    def measure(self, units, count, log):
        good, apart = [], set()

        def one(unit):
            with NamedTemporaryFile() as file:
                file.write(bytes(count + 1))
                file.flush()
                before = time.monotonic()
                failed, unit.seconds = self.run(unit, {"MUTANTS_REACHED": file.name}, 3600)
                marks = Path(file.name).read_bytes()
            unit.reached = frozenset(number for number, mark in enumerate(marks) if mark)
            return unit, failed, {number for number, mark in enumerate(marks) if mark == 2}, time.monotonic() - before

        with ThreadPoolExecutor(self.jobs) as pool:
            for unit, failed, differing, _ in pool.map(one, units):
                if failed:
                    log(f"{unit.name} fails without a mutant ({failed}), and is left out")
                else:
                    good.append(unit)
                    apart |= differing
        return good, apart

    def kill(self, mutant, units):
        """The unit that fails with a mutant; None if it survives them all."""
        for unit in units:
            failed, _ = self.run(unit, {"MUTANT": str(mutant.number)}, int(unit.seconds * PATIENCE) + 10)
            if failed:
                return f"{unit.name}: {failed}"
        return None

    def run(self, unit, environment, limit):
        """Why a unit fails, if it does, and the seconds of processor time that it took."""
        command = ["bash", "-c", 'ulimit -c 0 -t "$0"; exec "$@"', str(limit), str(self.binary), "--testing-library",
                   "swift-testing", "--no-parallel", "--filter", unit.filter]
        process = subprocess.Popen(command, cwd=self.root, env={**os.environ, **environment}, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)
        try:
            failed = first_failure(process)
        finally:
            end_group(process.pid)
        process.stdout.close()
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if not failed and process.returncode != 0:
            failed = f"ended with {process.returncode}"
        return failed, used.ru_utime + used.ru_stime


def first_failure(process):
    """Reads what the tests print until one fails or all end."""
    text, quiet, used, ran = b"", 0, -1.0, False
    while True:
        ready, _, _ = select.select([process.stdout], [], [], SILENCE / 3)
        if not ready:
            now = group_seconds(process.pid)
            quiet, used = (quiet + 1, now) if now == used else (0, now)
            if quiet >= 3:
                return "waits for what never comes"
            continue
        part = os.read(process.stdout.fileno(), 65536)
        if not part:
            return None if ran else "ended before its last test"
        text = (text + part)[-200_000:]
        match = FAILED.search(text)
        if match:
            return match.group(1).decode(errors="replace")[:160]
        ran = ran or re.search(r"Test run with [1-9]\d* tests? .*passed".encode(), text) is not None


def group_seconds(group):
    """Processor time of all that a run started."""
    total = 0.0
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rsplit(")", 1)[1].split()
            except OSError:
                continue
            if int(fields[3]) == group:
                total += sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
    return total


def end_group(group):
    try:
        os.killpg(group, signal.SIGKILL)
    except ProcessLookupError:
        pass
