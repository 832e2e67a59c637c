#!/bin/bash
# embit 0.8.0 and, as the writer, shamir-mnemonic 0.3.0, the reference program of SLIP-39 (PyPI).
# Most expect: shares that the reference makes unasked are read by another library of SLIP-39, or it says that it does not know their
# kind. Since 2024 the specification has "extendable" shares, marked by one bit, and the reference makes them unasked.
# Seen: embit calls each of them mistyped ("Invalid Checksum"), because the mark also chooses another checksum. It reads the same
# secret from shares that were made with `extendable=False`. A person told so looks for a wrong word in a right backup.
# Exits 0 if that is still so, 1 if it changed, 2 if it could not be tried.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
{ python3 -m venv venv && venv/bin/pip install -q embit==0.8.0 'shamir-mnemonic==0.3.0'; } >/dev/null 2>&1 || exit 2
seen=$(venv/bin/python - <<'P'
from embit.slip39 import Share, ShareSet
from shamir_mnemonic import combine_mnemonics, generate_mnemonics

secret = bytes(range(16))
for name, options in [("unasked", {}), ("not extendable", {"extendable": False})]:
    shares = generate_mnemonics(1, [(2, 3)], secret, **options)[0]
    try:
        read = ShareSet([Share.parse(share) for share in shares[:2]]).recover(b"") == secret
    except ValueError as error:
        read = error
    print(f"{name}: shamir-mnemonic {combine_mnemonics(shares[:2]) == secret}, embit {read}")
P
)
echo "$seen"
expected="unasked: shamir-mnemonic True, embit Invalid Checksum
not extendable: shamir-mnemonic True, embit True"
[ "$seen" = "$expected" ] || { echo "This changed."; exit 1; }
