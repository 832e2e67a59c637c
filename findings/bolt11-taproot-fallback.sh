#!/bin/bash
# bolt11 2.2.0 (with bitstring 4.3.1) and pyln-proto 26.6.9; their answer is read by btclib 2026.10.24 (all PyPI).
# Most expect: the fallback address of an invoice, a field with witness version 1 and 32 bytes, is shown as the Taproot address of
# these bytes: bech32m, as BIP350 asks since 2020.
# Seen: both libraries show it with the checksum of version 0 (bech32). Programs that know BIP350 refuse that text as mistyped, so who
# falls back to the chain cannot pay. Versions 0, 17 and 18 are right.
# Exits 0 if that is still so, 1 if it changed, 2 if it could not be tried.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
{ python3 -m venv venv && venv/bin/pip install -q bolt11==2.2.0 bitstring==4.3.1 pyln-proto==26.6.9 btclib==2026.10.24; } \
    >/dev/null 2>&1 || exit 2
seen=$(venv/bin/python - <<'P'
import bolt11
from bitstring import Bits, pack
from bolt11.models.fallback import Fallback
from bolt11.models.features import Features
from bolt11.models.tags import TagChar, Tags
from bolt11.types import Bolt11, MilliSatoshi
from btclib import b32
from pyln.proto.invoice import Invoice

# The key of the generator of secp256k1, whose addresses stand in BIP173 and BIP350.
key = bytes.fromhex("79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798")
for version in [0, 1]:
    tags = Tags()
    tags.add(TagChar.payment_hash, "01" * 32)
    tags.add(TagChar.payment_secret, "02" * 32)
    tags.add(TagChar.description, "tea")
    tags.add(TagChar.features, Features.from_bitstring(pack("uint:15", 0x4100)))
    tags.add(TagChar.fallback, Fallback(pack("uint:5", version) + Bits(key) + Bits(4), "bc"))
    text = bolt11.encode(Bolt11(currency="bc", amount_msat=MilliSatoshi(1000), date=1496314658, tags=tags), "11" * 32)
    one = bolt11.decode(text).fallback.address
    two = dict(Invoice.decode(text).tags)["f"]
    right = b32.address_from_witness(version, key)
    print(f"version {version}: bolt11 right {one == right}, pyln-proto right {two == right}, both the same {one == two}")
    try:
        print("  btclib:", b32.witness_from_address(one)[0])
    except Exception as error:
        print("  btclib refuses it:", type(error).__name__)
P
)
echo "$seen"
expected="version 0: bolt11 right True, pyln-proto right True, both the same True
  btclib: 0
version 1: bolt11 right False, pyln-proto right False, both the same True
  btclib refuses it: BTClibValueError"
[ "$seen" = "$expected" ] || { echo "This changed."; exit 1; }
