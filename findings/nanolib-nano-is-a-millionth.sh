#!/bin/bash
# nanolib 0.4.3 (PyPI).
# Most expect: 1 nano is 10^30 raw, as wallets, exchanges and the documentation of Nano count, and a new address begins with `nano_`.
# Seen: `NanoDenomination.NANO` is an old unit of the same name, 10^24 raw; the coin is called MEGANANO. A program that asks for 5 NANO
# writes `amount=` of a link (which counts raw) a million times too small. Addresses begin with `xrb_`, as before 2019, unless asked.
# Exits 0 if that is still so, 1 if it changed, 2 if it could not be tried.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
{ python3 -m venv venv && venv/bin/pip install -q nanolib==0.4.3; } >/dev/null 2>&1 || exit 2
seen=$(venv/bin/python - <<'P'
from nanolib import AccountIDPrefix, NanoDenomination, convert, get_account_id

for unit in [NanoDenomination.NANO, NanoDenomination.MEGANANO]:
    print(f"5 {unit.name}:", convert(5, source=unit, target=NanoDenomination.RAW) // 10 ** 24, "* 10^24 raw")
print("an address:", get_account_id(public_key="00" * 32)[:6], get_account_id(public_key="00" * 32, prefix=AccountIDPrefix.NANO)[:6])
P
)
echo "$seen"
expected="5 NANO: 5 * 10^24 raw
5 MEGANANO: 5000000 * 10^24 raw
an address: xrb_11 nano_1"
[ "$seen" = "$expected" ] || { echo "This changed."; exit 1; }
