#!/bin/bash
# bitcoinlib 0.7.10; to compare, btclib 2026.10.24 and bdkpython 3.1.1 (PyPI).
# Most expect: for an address of a later segwit version (BIP350 has examples; BIP360 plans version 2), a library either pays that
# version or refuses. The version is the first symbol of the address and stands first in the script.
# Seen: bitcoinlib takes the address and writes the script of version 1 whatever the version is. A payment to a version 2 address of 32
# bytes becomes one to a Taproot key, which the payee need not have, and Taproot has no other way to spend it. The other two write the
# version of the address. Addresses of versions 0 and 1 come out right.
# Exits 0 if that is still so, 1 if it changed, 2 if it could not be tried.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
{ python3 -m venv venv && venv/bin/pip install -q bitcoinlib==0.7.10 btclib==2026.10.24 bdkpython==3.1.1; } >/dev/null 2>&1 || exit 2
seen=$(HOME=$work venv/bin/python -W ignore - 2>/dev/null <<'P'
import bdkpython
from bitcoinlib.transactions import Output
from btclib import b32

program = bytes.fromhex("79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798")
addresses = [
    b32.address_from_witness(0, program), b32.address_from_witness(1, program), b32.address_from_witness(2, program),
    b32.address_from_witness(16, program), "bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs",
]
for address in addresses:
    version, same, _ = b32.witness_from_address(address)
    expected = bytes([version + 0x50 if version else 0, len(same)]) + same
    own = Output(1000, address=address).lock_script
    other = bytes(bdkpython.Address(address, bdkpython.Network.BITCOIN).script_pubkey().to_bytes())
    assert other == expected and own[1:] == expected[1:]
    print(f"version {version}, {len(same)} bytes: bdkpython {other[:2].hex()}, bitcoinlib {own[:2].hex()}")
P
)
echo "$seen"
expected="version 0, 32 bytes: bdkpython 0020, bitcoinlib 0020
version 1, 32 bytes: bdkpython 5120, bitcoinlib 5120
version 2, 32 bytes: bdkpython 5220, bitcoinlib 5120
version 16, 32 bytes: bdkpython 6020, bitcoinlib 5120
version 2, 16 bytes: bdkpython 5210, bitcoinlib 5110"
[ "$seen" = "$expected" ] || { echo "This changed."; exit 1; }
