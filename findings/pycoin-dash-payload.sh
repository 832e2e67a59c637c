#!/bin/bash
# pycoin 0.92718.20260405 (PyPI).
# Most expect: a library with a network "Dash" computes the ids of Dash's transactions, or says which it does not know.
# Seen: transactions with a payload (DIP-2), such as the first one of every block since 2018, are read without a word up to the
# lock time; the payload is lost, so id and bytes are those of a transaction that does not exist. A withdrawal from Dash Platform
# (no inputs, one output, DIP-27) begins like a transaction with witnesses and is not read at all. A classical transaction has
# the right id. Whoever looks up, proves or spends by such an id finds nothing.
# Exits 0 if that is still so, 1 if it changed, 2 if it could not be tried.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
{ python3 -m venv venv && venv/bin/pip install -q pycoin==0.92718.20260405; } >/dev/null 2>&1 || exit 2
seen=$(venv/bin/python - <<'P'
import hashlib, struct
from pycoin.symbols.dash import network

def sha256d(data):
    return hashlib.sha256(hashlib.sha256(data).digest()).digest()

def whole(kind, inputs, outputs, payload):
    version = struct.pack("<HH", 3, kind) if kind else struct.pack("<I", 2)
    body = version + bytes([len(inputs)]) + b"".join(inputs) + bytes([len(outputs)]) + b"".join(outputs) + bytes(4)
    return body + (bytes([len(payload)]) + payload if kind else b"")

pays = struct.pack("<Q", 100_000_000) + bytes.fromhex("1976a914" + "11" * 20 + "88ac")
first = bytes(32) + b"\xff" * 4 + b"\x03\x02\x01\x00" + b"\xff" * 4
spends = b"\x22" * 32 + bytes(4) + b"\x00" + b"\xff" * 4
# DIP-4: version, height and root of the list of masternodes. DIP-27: version, index, fee, height, quorum and signature.
coinbase = struct.pack("<HI", 1, 256) + b"\x33" * 32
withdrawal = bytes([1]) + struct.pack("<QII", 101, 190, 1000) + b"\x44" * 32 + b"\x55" * 96
for name, raw in [("classical", whole(0, [spends], [pays], b"")), ("first of a block", whole(5, [first], [pays], coinbase)),
                  ("withdrawal", whole(9, [], [pays], withdrawal))]:
    right = sha256d(raw)[::-1].hex()
    try:
        read = network.tx.from_bin(raw)
        print(f"{name}: the right id {read.id() == right}, lost bytes {len(raw) - len(read.as_bin())}")
    except Exception as error:
        print(f"{name}: not read")
P
)
echo "$seen"
expected="classical: the right id True, lost bytes 0
first of a block: the right id False, lost bytes 39
withdrawal: not read"
[ "$seen" = "$expected" ] || { echo "This changed."; exit 1; }
