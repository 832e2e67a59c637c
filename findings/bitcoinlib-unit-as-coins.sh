#!/bin/bash
# bitcoinlib 0.7.10 (PyPI), `Value` and `value_to_satoshi`.
# Most expect: "1 uBTC", as the millionth of a bitcoin is written where a keyboard has no µ, is 100 satoshi, as "1 µBTC" is; and an
# amount in a unit that is not known ("1 bit", "1 DASH") is refused.
# Seen: a unit that is not in its table is left out without a word, and the number counts as whole bitcoins: "1 uBTC" is a million
# times as much as "1 µBTC", and one DASH or XMR is a bitcoin.
# Exits 0 if that is still so, 1 if it changed, 2 if it could not be tried.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
{ python3 -m venv venv && venv/bin/pip install -q bitcoinlib==0.7.10; } >/dev/null 2>&1 || exit 2
seen=$(HOME=$work venv/bin/python - <<'P'
from bitcoinlib.values import Value, value_to_satoshi

for text in ["1 mBTC", "1 µBTC", "1 uBTC", "1 bit", "1 DASH", "1 XMR"]:
    print(f"{text}: {Value(text).value_sat} satoshi, printed {Value(text)}, value_to_satoshi {value_to_satoshi(text)}")
P
)
echo "$seen"
expected="1 mBTC: 100000 satoshi, printed 1.00000 mBTC, value_to_satoshi 100000
1 µBTC: 100 satoshi, printed 1.00 µBTC, value_to_satoshi 100
1 uBTC: 100000000 satoshi, printed 1.00000000 BTC, value_to_satoshi 100000000
1 bit: 100000000 satoshi, printed 1.00000000 BTC, value_to_satoshi 100000000
1 DASH: 100000000 satoshi, printed 1.00000000 BTC, value_to_satoshi 100000000
1 XMR: 100000000 satoshi, printed 1.00000000 BTC, value_to_satoshi 100000000"
[ "$seen" = "$expected" ] || { echo "This changed."; exit 1; }
