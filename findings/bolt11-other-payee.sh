#!/bin/bash
# bolt11 2.2.0 (PyPI), with bitstring 4.3.1, since it cannot be imported beside the newest one, which it asks for.
# Most expect: an invoice that is read with `decode` and written with `encode` asks to pay the same node. BOLT 11 lets an invoice
# name its payee (field n), have several fallback addresses, and have fields that a reader does not know.
# Seen: the writer leaves these out (the payee unless `keep_payee=True`) and puts the old signature behind the shorter text. Where no
# payee is named it is computed from the signature, so the new invoice is valid, and asks to pay a node that nobody has the key of.
# Exits 0 if that is still so, 1 if it changed, 2 if it could not be tried.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
{ python3 -m venv venv && venv/bin/pip install -q bolt11==2.2.0 bitstring==4.3.1; } >/dev/null 2>&1 || exit 2
seen=$(venv/bin/python - <<'P'
import bolt11
from bech32 import bech32_encode
from bitstring import Bits, pack
from bolt11.bit_utils import bitarray_to_u5
from bolt11.models.signature import Signature
from coincurve import PrivateKey

key = "11" * 32
node = PrivateKey(bytes.fromhex(key)).public_key.format().hex()

def field(letter, bits):
    bits += Bits(-len(bits) % 5)
    count = len(bits) // 5
    return pack("uint:5, uint:5, uint:5", "qpzry9x8gf2tvdw0s3jn54khce6mua7l".index(letter), count // 32, count % 32) + bits

def invoice(*more):
    """A signed invoice over 0.0025 BTC, made without the library's own writer of fields."""
    data = pack("uint:35", 1496314658) + field("p", Bits(b"\1" * 32)) + field("s", Bits(b"\2" * 32)) + field("d", Bits(b"tea"))
    data += field("9", pack("uint:15", 0x4100))  # The features that a payment secret needs.
    for extra in more:
        data += extra
    signature = Signature.from_private_key(hrp="lnbc2500u", private_key=key, signing_data=data.tobytes())
    return bech32_encode("lnbc2500u", bitarray_to_u5(data + Bits(signature.signature_data)))

fallback = pack("uint:5", 17) + Bits(b"\3" * 20)
for name, more in [("plain", []), ("payee named", [field("n", Bits(bytes.fromhex(node)))]),
                   ("two fallbacks", [field("f", fallback), field("f", fallback)]), ("an unknown field", [field("2", Bits(b"x"))])]:
    before = bolt11.decode(invoice(*more))
    after = bolt11.decode(bolt11.encode(before))
    print(f"{name}: read right {before.payee == node}, same payee when written again {after.payee == node},",
          "same amount", after.amount_msat == before.amount_msat)
P
)
echo "$seen"
expected="plain: read right True, same payee when written again True, same amount True
payee named: read right True, same payee when written again False, same amount True
two fallbacks: read right True, same payee when written again False, same amount True
an unknown field: read right True, same payee when written again False, same amount True"
[ "$seen" = "$expected" ] || { echo "This changed."; exit 1; }
