#!/bin/bash
# zbar 0.23.92 (Debian bookworm's libzbar0=0.23.92-7+deb12u1) through pyzbar 0.1.9, reading a code of segno 1.6.6; to compare,
# zxing-cpp 3.1.1 (PyPI).
# Most expect: the code of a bank transfer (EPC069-12) that says itself which character set it is in, and is in the one that QR codes
# have by default, ISO 8859-1, gives the name of the payee as it was written.
# Seen: zbar looks at the bytes alone and takes two letters that could be one sign of Shift-JIS for that sign. "Größe" loses a letter,
# "ß" becomes a mark; account and amount stay right, so the transfer looks right, and the bank compares the wrong name. zxing-cpp
# reads all of them as written.
# Exits 0 if that is still so, 1 if it changed, 2 if it could not be tried.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
{ python3 -m venv venv && venv/bin/pip install -q segno==1.6.6 pyzbar==0.1.9 zxing-cpp==3.1.1 pillow==13.0.0; } >/dev/null 2>&1 || exit 2
libraries=$(apt-cache depends --recurse --no-recommends --no-suggests --no-conflicts --no-breaks --no-replaces --no-enhances \
    libzbar0 | grep -E '^lib[a-z0-9.+-]+$' | grep -vE '^lib(zbar0|c6|gcc-s1|crypt1|c-bin)$' | sort -u)
# shellcheck disable=SC2086
apt-get download -qq -o APT::Sandbox::User=root libzbar0=0.23.92-7+deb12u1 $libraries >/dev/null || exit 2
for package in *.deb; do dpkg -x "$package" root; done
LD_LIBRARY_PATH=$work/root/usr/lib/$(uname -m)-linux-gnu
export LD_LIBRARY_PATH
seen=$(venv/bin/python -W ignore - <<'P'
import ctypes.util, os
ctypes.util.find_library = lambda name: os.environ["LD_LIBRARY_PATH"] + "/libzbar.so.0"
import zxingcpp
from PIL import Image
from pyzbar.pyzbar import decode
from segno import helpers

for name in ["Muster AG", "Größe GmbH", "Groß KG", "São Lda"]:
    code = helpers.make_epc_qr(name=name, iban="DE89370400440532013000", amount="12.5", text="Tee", encoding="iso-8859-1")
    code.save("code.png", scale=4)
    picture = Image.open("code.png").convert("L")
    first = decode(picture)[0].data.decode().split("\n")
    second = zxingcpp.read_barcodes(picture)[0].text.split("\n")
    print(f"{name}: set {first[2]}, zbar {first[5]}, zxing-cpp {second[5]}, the rest {first[6:8] == ['DE89370400440532013000', 'EUR12.5']}")
P
)
echo "$seen"
expected="Muster AG: set 2, zbar Muster AG, zxing-cpp Muster AG, the rest True
Größe GmbH: set 2, zbar Gr廲e GmbH, zxing-cpp Größe GmbH, the rest True
Groß KG: set 2, zbar Groﾟ KG, zxing-cpp Groß KG, the rest True
São Lda: set 2, zbar S緌 Lda, zxing-cpp São Lda, the rest True"
[ "$seen" = "$expected" ] || { echo "This changed."; exit 1; }
