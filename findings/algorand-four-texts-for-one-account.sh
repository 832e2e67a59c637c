#!/bin/bash
# py-algorand-sdk 2.12.0 (PyPI).
# Most expect: an account of Algorand has one address. Its checksum covers all of its bytes, and any other text is refused.
# Seen: 36 bytes fill 57.6 of 58 characters, and the library does not look at the two bits that are left. Four last letters are valid
# for every account. Who compares addresses as texts (to find a payment, or for a list of known recipients) has to
# read them first; here, the only address is the one whose spare bits are zero (RFC 4648, 3.5).
# Exits 0 if that is still so, 1 if it changed, 2 if it could not be tried.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
{ python3 -m venv venv && venv/bin/pip install -q py-algorand-sdk==2.12.0; } >/dev/null 2>&1 || exit 2
seen=$(venv/bin/python - <<'P'
from algosdk import encoding

address = encoding.encode_address(bytes(range(32)))
valid = [letter for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567" if encoding.is_valid_address(address[:-1] + letter)]
accounts = {bytes(encoding.decode_address(address[:-1] + letter)) for letter in valid}
print(address[-1] in valid, len(valid), "texts,", len(accounts), "account")
P
)
echo "$seen"
[ "$seen" = "True 4 texts, 1 account" ] || { echo "This changed."; exit 1; }
