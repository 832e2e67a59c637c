#!/bin/bash
# kaspa 2.1.0, the Python form of the reference wallet's library, and libeospy 2.1.0 for EOSIO chains (PyPI).
# Most expect: 0.29 KAS are 29,000,000 sompi, and "8.2900 EOS" is packed into a transfer as 8.2900 EOS, since both have no more decimals
# than the coin.
# Seen: both multiply the number as a binary fraction and cut off what stands behind the point. One unit is missing in every fourteenth
# amount with two decimals (KAS) and every sixteenth with four (EOS). The payee of "8.2900 EOS" gets 8.2899, and a shop that waits for
# the amount of its link waits for ever.
# Exits 0 if that is still so, 1 if it changed, 2 if it could not be tried.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
{ python3 -m venv venv && venv/bin/pip install -q kaspa==2.1.0 libeospy==2.1.0; } >/dev/null 2>&1 || exit 2
seen=$(venv/bin/python - <<'P'
from eospy.types import Asset
from kaspa import kaspa_to_sompi

def packed(text):
    """The integer that a transfer of this amount carries."""
    data = Asset(text).encode()
    return int.from_bytes((bytes.fromhex(data) if isinstance(data, str) else data)[:8], "little")

for amount in [0.25, 0.29, 0.57]:
    print(amount, "KAS:", kaspa_to_sompi(amount), "sompi")
print("of 10000 amounts to 100 KAS wrong:", sum(kaspa_to_sompi(n / 100) != n * 10 ** 6 for n in range(1, 10001)))
for text in ["0.2900 EOS", "8.2900 EOS", "0.0003 EOS"]:
    print(text + ":", packed(text))
print("of 100000 amounts to 10 EOS wrong:", sum(packed(f"{n // 10 ** 4}.{n % 10 ** 4:04} EOS") != n for n in range(1, 100001)))
P
)
echo "$seen"
expected="0.25 KAS: 25000000 sompi
0.29 KAS: 28999999 sompi
0.57 KAS: 56999999 sompi
of 10000 amounts to 100 KAS wrong: 698
0.2900 EOS: 2900
8.2900 EOS: 82899
0.0003 EOS: 2
of 100000 amounts to 10 EOS wrong: 6368"
[ "$seen" = "$expected" ] || { echo "This changed."; exit 1; }
