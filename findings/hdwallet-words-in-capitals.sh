#!/bin/bash
# hdwallet 3.6.1 and, to compare, bip-utils 2.12.3 and mnemonic 0.21 (PyPI).
# Most expect: a library that calls twelve words a valid BIP39 backup derives the wallet of those words from them, or refuses
# them because they are written in capitals or with two spaces, as a person writes them down; and that it does not matter
# whether the words reach it as text or as its own object.
# Seen: `BIP39Seed.from_mnemonic` checks the words with a cleaned copy, says nothing, and hashes the text as it came. So the words
# in capitals, or with a second space, open another, empty wallet. The object `BIP39Mnemonic` of the same text opens the right one.
# Exits 0 if that is still so, 1 if it changed, 2 if it could not be tried.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
{ python3 -m venv venv && venv/bin/pip install -q hdwallet==3.6.1 bip-utils==2.12.3 mnemonic==0.21; } >/dev/null 2>&1 || exit 2
seen=$(venv/bin/python - <<'P'
from bip_utils import Bip39SeedGenerator
from hdwallet.mnemonics import BIP39Mnemonic
from hdwallet.seeds import BIP39Seed
from mnemonic import Mnemonic

words = "abandon " * 11 + "about"
for name, text in [("plain", words), ("capitals", words.upper()), ("two spaces", words.replace(" ", "  ", 1))]:
    print(f"{name}: valid {BIP39Mnemonic.is_valid(text)},",
          "text", BIP39Seed.from_mnemonic(text)[:8],
          "object", BIP39Seed.from_mnemonic(BIP39Mnemonic(text))[:8],
          "bip-utils", Bip39SeedGenerator(text).Generate().hex()[:8],
          "mnemonic says", Mnemonic("english").check(text))
P
)
echo "$seen"
expected="plain: valid True, text 5eb00bbd object 5eb00bbd bip-utils 5eb00bbd mnemonic says True
capitals: valid True, text 58657bf0 object 5eb00bbd bip-utils 5eb00bbd mnemonic says False
two spaces: valid True, text 1525a8d0 object 5eb00bbd bip-utils 5eb00bbd mnemonic says False"
[ "$seen" = "$expected" ] || { echo "This changed."; exit 1; }
