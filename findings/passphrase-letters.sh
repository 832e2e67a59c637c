#!/bin/bash
# embit 0.8.0 and bitcoinlib 0.7.10 and, to compare, mnemonic 0.21 and bip-utils 2.12.3 (PyPI).
# Most expect: twelve words and a passphrase open the same wallet in every program. BIP39 writes the passphrase in normal form NFKD
# before it is hashed, for a keyboard may send "é" as one sign or as "e" with an accent.
# Seen: embit and bitcoinlib hash the passphrase as it came. With "café" as nearly every keyboard on Linux sends it, they open another
# wallet than the others, without an error; with full-width digits, too.
# Exits 0 if that is still so, 1 if it changed, 2 if it could not be tried.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
{ python3 -m venv venv && venv/bin/pip install -q embit==0.8.0 bitcoinlib==0.7.10 mnemonic==0.21 bip-utils==2.12.3; } \
    >/dev/null 2>&1 || exit 2
seen=$(HOME=$work venv/bin/python - <<'P'
import bitcoinlib.mnemonic
from bip_utils import Bip39SeedGenerator
from embit import bip39
from mnemonic import Mnemonic

words = "abandon " * 11 + "about"
for name, passphrase in [("plain", "cafe"), ("one sign", "caf\u00e9"), ("with an accent", "cafe\u0301"), ("full-width", "\uff11\uff12")]:
    right = Mnemonic.to_seed(words, passphrase)
    print(f"{name}: bip-utils agrees {Bip39SeedGenerator(words).Generate(passphrase) == right},",
          f"embit {bip39.mnemonic_to_seed(words, passphrase) == right},",
          f"bitcoinlib {bitcoinlib.mnemonic.Mnemonic().to_seed(words, passphrase) == right}")
P
)
echo "$seen"
expected="plain: bip-utils agrees True, embit True, bitcoinlib True
one sign: bip-utils agrees True, embit False, bitcoinlib False
with an accent: bip-utils agrees True, embit True, bitcoinlib True
full-width: bip-utils agrees True, embit False, bitcoinlib False"
[ "$seen" = "$expected" ] || { echo "This changed."; exit 1; }
