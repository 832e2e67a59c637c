#!/bin/bash
# pytoniq-core 0.2.1 and, to compare, tonsdk 1.0.15 (PyPI).
# Most expect: an address of TON that is read and written again is the same text. Its first byte says whether money that the
# account cannot take comes back (EQ…) or stays (UQ…), and whether it is for test networks only (kQ…, 0Q…) (TEP-2).
# Seen: pytoniq-core reads all four flags and keeps them, but writes what its arguments say, by default EQ…: the address of a test
# network becomes one of the main network, and one that money stays at becomes one from which it bounces. tonsdk writes what it read.
# So a link or a page that is made by way of the library names the account with another instruction than the text it was made from.
# Exits 0 if that is still so, 1 if it changed, 2 if it could not be tried.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
{ python3 -m venv venv && venv/bin/pip install -q pytoniq-core==0.2.1 tonsdk==1.0.15; } >/dev/null 2>&1 || exit 2
seen=$(venv/bin/python - <<'P'
from pytoniq_core import Address
from tonsdk.utils import Address as Other

account = "AnNGCPzyiwMaoBtsZkf_hc43EV-2IW3xtLidAgSei7"
for text in [f"EQ{account}3RPP", f"UQ{account}3U4K", f"kQ{account}3ahF"]:
    read = Address(text)
    print(text[:2], "bounces" if read.is_bounceable else "stays", "test" if read.is_test_only else "main",
          "-> pytoniq-core", read.to_str()[:2], "tonsdk", Other(text).to_string(True, True)[:2])
P
)
echo "$seen"
expected="EQ bounces main -> pytoniq-core EQ tonsdk EQ
UQ stays main -> pytoniq-core EQ tonsdk UQ
kQ bounces test -> pytoniq-core EQ tonsdk kQ"
[ "$seen" = "$expected" ] || { echo "This changed."; exit 1; }
