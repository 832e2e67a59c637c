#!/bin/bash
# pytoniq-core 0.2.1 and, to compare, tonsdk 1.0.15 (PyPI).
# Most expect: a TON address that is read and printed again is the same text; its first byte says whether a payment comes back from
# an account without code (EQ) or stays there (UQ), and whether the address is of the test network only (kQ, 0Q) - TEP-2.
# Seen: pytoniq-core reads both and keeps them beside the address, yet whatever came, `to_str()` prints the main network's EQ form. A
# payment to a new wallet that gave its UQ address bounces, and a test address becomes one of money. tonsdk keeps the forms.
# Exits 0 if that is still so, 1 if it changed, 2 if it could not be tried.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
{ python3 -m venv venv && venv/bin/pip install -q pytoniq-core==0.2.1 tonsdk==1.0.15; } >/dev/null 2>&1 || exit 2
seen=$(venv/bin/python - <<'P'
from pytoniq_core import Address as First
from tonsdk.utils import Address as Second

raw = First("0:" + "83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8")
for bounce in [True, False]:
    for test in [False, True]:
        text = raw.to_str(is_bounceable=bounce, is_test_only=test)
        first = First(text)
        known = (first.is_bounceable, first.is_test_only) == (bounce, test)
        print(f"{text[:4]}: known to pytoniq-core {known}, printed {first.to_str()[:4]}, tonsdk {Second(text).to_string(True, True)[:4]}")
P
)
echo "$seen"
expected="EQCD: known to pytoniq-core True, printed EQCD, tonsdk EQCD
kQCD: known to pytoniq-core True, printed EQCD, tonsdk kQCD
UQCD: known to pytoniq-core True, printed EQCD, tonsdk UQCD
0QCD: known to pytoniq-core True, printed EQCD, tonsdk 0QCD"
[ "$seen" = "$expected" ] || { echo "This changed."; exit 1; }
