#!/bin/bash
# pixqrcodegen 0.9.1 and python-brcode 0.2.0, read by PixCanvas 0.5.0 (PyPI).
# Most expect: the amounts "10" and "10.00" make the same Pix code. Each of its fields is a number, a length and so many letters
# (EMV codes), so a reader that counts finds all fields.
# Seen: pixqrcodegen writes the length of the amount as it was given and then the amount with two decimals. With "10" a reader takes
# ".0" for the number of the next field, with "10.5" it loses all fields behind; only "10.00" works. The checksum is right each time.
# python-brcode gets lengths right and writes a description that was not given as an empty field, which PixCanvas refuses.
# Exits 0 if that is still so, 1 if it changed, 2 if it could not be tried.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
{ python3 -m venv venv && venv/bin/pip install -q pixqrcodegen==0.9.1 python-brcode==0.2.0 PixCanvas==0.5.0 pillow==13.0.0; } \
    >/dev/null 2>&1 || exit 2
seen=$(venv/bin/python - <<'P'
import contextlib, io
from decimal import Decimal
from brcode import BRCode
from brcode.crc import crc16
from pixcanvas import parse_pix
from pixqrcodegen import Payload

key = "123e4567-e89b-42d3-a456-426614174000"

def fields(text):
    """The amount, and the numbers of the fields that a reader that counts finds."""
    amount, numbers = None, []
    while text[:4].isdigit():
        content = text[4:4 + int(text[2:4])]
        numbers.append(text[:2])
        amount = content if text[:2] == "54" else amount
        text = text[4 + int(text[2:4]):]
    return f"amount {amount}, fields {' '.join(numbers)}, left over {text[:6]!r}"

for amount in ["10.00", "10", "10.5"]:
    payload = Payload("Maria", key, amount, "SP", "LOJA01")
    with contextlib.redirect_stdout(io.StringIO()):
        payload.gerarPayload()
    text = payload.payload_completa
    print(f"{amount}:", fields(text), "checksum right", f"{crc16(text[:-4].encode()):04X}" == text[-4:])
for description in [None, "tea"]:
    text = str(BRCode(key=key, name="Maria", city="SP", amount=Decimal(10), description=description, transaction_id="A"))
    try:
        print("description", description, "PixCanvas", parse_pix(text).amount)
    except Exception as error:
        print("description", description, "PixCanvas", error)
P
)
echo "$seen"
expected="10.00: amount 10.00, fields 00 26 52 53 54 58 59 60 62 63, left over '' checksum right True
10: amount 10, fields 00 26 52 53 54, left over '.00580' checksum right True
10.5: amount 10.5, fields 00 26 52 53 54 05, left over '' checksum right True
description None PixCanvas field 02 cannot have length 00
description tea PixCanvas 10.00"
[ "$seen" = "$expected" ] || { echo "This changed."; exit 1; }
