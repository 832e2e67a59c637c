#!/bin/bash
# python-stdnum 2.2, coinaddrvalidator 1.2.3, bech32 1.2.0 and bit 0.8.0 and, to compare, btclib 2026.10.24 (PyPI).
# Most expect: a program that checks Bitcoin addresses for mistyped letters takes those of Taproot, in use since 2021, or calls the
# kind unknown to it.
# Seen: four of them check all witness versions with the checksum of version 0. To them every Taproot address (and
# every later one) is mistyped, "the checksum is invalid", so that a person looks for a wrong letter where there is none.
# Exits 0 if that is still so, 1 if it changed, 2 if it could not be tried.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
{ python3 -m venv venv && venv/bin/pip install -q python-stdnum==2.2 coinaddrvalidator==1.2.3 bech32==1.2.0 bit==0.8.0 \
    btclib==2026.10.24; } >/dev/null 2>&1 || exit 2
seen=$(venv/bin/python -W ignore - <<'P'
import bech32
import stdnum.bitcoin
from bit.transaction import address_to_scriptpubkey
from btclib import b32
from coinaddrvalidator import validate

def tried(call):
    try:
        return call() and "taken"
    except Exception as error:
        return type(error).__name__

# The addresses of one key, from BIP173 and BIP350.
for name, text in [("version 0", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"),
                   ("version 1", "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0"),
                   ("version 2", "bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs")]:
    print(name + ": stdnum", tried(lambda: stdnum.bitcoin.validate(text)), "coinaddrvalidator", validate("btc", text).valid,
          "bech32", bech32.decode("bc", text)[0] is not None, "bit", tried(lambda: address_to_scriptpubkey(text)),
          "btclib", tried(lambda: b32.witness_from_address(text)))
P
)
echo "$seen"
expected="version 0: stdnum taken coinaddrvalidator True bech32 True bit taken btclib taken
version 1: stdnum InvalidChecksum coinaddrvalidator False bech32 False bit ValueError btclib taken
version 2: stdnum InvalidChecksum coinaddrvalidator False bech32 False bit ValueError btclib taken"
[ "$seen" = "$expected" ] || { echo "This changed."; exit 1; }
