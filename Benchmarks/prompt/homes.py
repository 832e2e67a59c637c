"""Homes of people with a wallet and practice money, as `router` itself makes them, and programs in C to compare with."""
import hashlib
import os
import re
import shutil
import sqlite3
import struct
import subprocess

# Types every passcode, and agrees to everything.
TYPED = """#!/bin/sh
echo OK
while read -r line; do case $line in
    GETPIN) echo "D correct horse battery";; GETINFO*) echo D typed;; BYE) echo OK; exit;; esac; echo OK; done
"""
LINK = "dashwallet://pay=XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHaa&amount=0.5&sender={}"
ACCOUNT = ".local/share/schemerouter/wallet/addresses-practice-5-0"
LEDGER = ".local/share/schemerouter/sandbox/dash-main.sqlite"
JOURNAL = ".local/state/schemerouter/journal.sqlite"
RECORD_NAME, CHECKSUM, ACCOUNT_KEY, HASH = b"SRADDRESS\x01", 32, 74, 20


here = os.path.dirname(os.path.abspath(__file__))


def compiled(directory, name, source, *flags):
    path = os.path.join(directory, name)
    subprocess.run(["cc", "-O2", "-o", path, source, *flags], check=True)
    return path


def libraries(program):
    """The linker's options for the libraries that a program loads, all of whose symbols are bound at once."""
    headers = subprocess.run(["readelf", "--dynamic", program], check=True, capture_output=True, text=True).stdout
    names = re.findall(r"\(NEEDED\).*\[(.*)\]", headers)
    return ["-Wl,--no-as-needed", "-Wl,-z,now", *(f"-l:{name}" for name in names if not name.startswith("ld-linux"))]


class Home:
    """A wallet that has paid once: its files are there, and the keys it looks at are known."""

    def __init__(self, path, router, used):
        """`used` of the account's addresses were paid to, and spent again: half of them receive, half are change."""
        self.path, self.router = path, router
        os.makedirs(path)
        self.environment = {"HOME": path, "PATH": "/usr/bin:/bin", "XDG_RUNTIME_DIR": path, "XDG_CONFIG_DIRS": path,
                            "XDG_DATA_DIRS": path}
        self.typed = self.file("typed", TYPED)
        words = self.file("words", "abandon " * 11 + "about")
        self.run("wallet", "restore", "--words", words)
        self.run("sandbox", "on", "dash")
        self.run("sandbox", "fund", "dash", "10")
        if used > 2 * 20:
            self.run("wallet", "discover", "dash", "--gap", str(used // 2))
        self.use(used)
        self.run("open", LINK.format("first"))
        self.run("sandbox", "mine", "dash")
        shutil.copy(os.path.join(path, JOURNAL), os.path.join(path, "journal"))

    def file(self, name, text):
        path = os.path.join(self.path, name)
        with open(path, "w", encoding="ascii") as file:
            file.write(text)
        os.chmod(path, 0o700)
        return path

    def run(self, *words):
        subprocess.run([self.router, "--pinentry", self.typed, *words], env=self.environment, check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def use(self, count):
        """Adds transactions to the practice ledger that paid to the first addresses, and are spent."""
        with open(os.path.join(self.path, ACCOUNT), "rb") as file:
            record = file.read()
        assert record.startswith(RECORD_NAME)
        rest = record[len(RECORD_NAME) + ACCOUNT_KEY:-CHECKSUM]
        scripts = []
        while rest:
            (known,), rest = struct.unpack(">I", rest[:4]), rest[4:]
            assert known >= count // 2, "the addresses are not known"
            scripts += [b"\x76\xa9\x14" + rest[HASH * i:HASH * (i + 1)] + b"\x88\xac" for i in range(count // 2)]
            rest = rest[HASH * known:]
        ledger = sqlite3.connect(os.path.join(self.path, LEDGER))
        for start in range(0, len(scripts), 100):
            paid = scripts[start:start + 100]
            outputs = b"".join(struct.pack("<qB", 100_000, len(script)) + script for script in paid)
            raw = (struct.pack("<IB", 1, 1) + struct.pack("<II", start, 1) * 4 + struct.pack("<IBI", 0, 0, 0xFFFFFFFF)
                   + struct.pack("<B", len(paid)) + outputs + struct.pack("<I", 0))
            txid = hashlib.sha256(hashlib.sha256(raw).digest()).digest()[::-1].hex()
            ledger.execute("INSERT INTO tx (txid, raw, height) VALUES (?, ?, 1)", (txid, raw))
            ledger.executemany("INSERT INTO output VALUES (?, ?, 100000, ?, ?)",
                               [(txid, index, script, "00" * 32) for index, script in enumerate(paid)])
        ledger.commit()
        ledger.close()

    def reset(self, has_journal=True):
        """Forgets the last link. So many links at once would not be shown any more, nor would one that was refused often."""
        for name in ("links", "schemerouter/links", JOURNAL, JOURNAL + "-wal", JOURNAL + "-shm"):
            if os.path.exists(os.path.join(self.path, name)):
                os.unlink(os.path.join(self.path, name))
        if has_journal:
            shutil.copy(os.path.join(self.path, "journal"), os.path.join(self.path, JOURNAL))
