#!/bin/bash
# embit 0.8.0 and bitcoinlib 0.7.10 and, to compare, btclib 2026.10.24 and bech32 1.2.0 (PyPI).
# Most expect: a SegWit address in capitals is the same address. BIP173 wants readers to take both forms and advises capitals for QR
# codes, which become smaller by them; shops print such codes.
# Seen: embit, made for devices that scan QR codes, calls the capitals an invalid address, and bitcoinlib says that there is no such
# network. Both decode them when asked to decode alone; they compare the prefix first, letter by letter.
# Exits 0 if that is still so, 1 if it changed, 2 if it could not be tried.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
{ python3 -m venv venv && venv/bin/pip install -q embit==0.8.0 bitcoinlib==0.7.10 btclib==2026.10.24 bech32==1.2.0; } \
    >/dev/null 2>&1 || exit 2
seen=$(HOME=$work venv/bin/python - <<'P'
import bech32 as reference
import bitcoinlib.encoding
import embit.bech32
from bitcoinlib.keys import Address
from btclib import b32
from embit import script

def tried(call):
    try:
        return call() and "taken"
    except Exception as error:
        return error

for text in ["bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", "BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4"]:
    print(f"{text[:6]}: embit {tried(lambda: script.address_to_scriptpubkey(text))}, bitcoinlib {tried(lambda: Address.parse(text))}")
    print("  alone: embit", tried(lambda: embit.bech32.decode("bc", text)),
          "bitcoinlib", tried(lambda: bitcoinlib.encoding.addr_bech32_to_pubkeyhash(text)),
          "btclib", tried(lambda: b32.witness_from_address(text)), "bech32", reference.decode("bc", text)[0] == 0)
P
)
echo "$seen"
expected="bc1qw5: embit taken, bitcoinlib taken
  alone: embit taken bitcoinlib taken btclib taken bech32 True
BC1QW5: embit Invalid bech32 address, bitcoinlib Network  not found in network definitions
  alone: embit taken bitcoinlib taken btclib taken bech32 True"
[ "$seen" = "$expected" ] || { echo "This changed."; exit 1; }
