#!/bin/bash
# segno 1.6.6, read by zbar 0.23.92 (Debian bookworm's libzbar0=0.23.92-7+deb12u1) through pyzbar 0.1.9, and zxing-cpp 3.1.1 (PyPI).
# Most expect: `segno.make(text)` makes a QR code that a wallet reads, whatever the text, as other makers of QR codes do.
# Seen: for a text that fits, such as a short Lightning address, it makes a Micro QR code, which has one corner mark. zbar, with
# which Electrum scans on Linux, finds nothing in that picture; of a longer address it reads the code. `make_qr` always makes QR codes.
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
import segno, zxingcpp
from PIL import Image
from pyzbar.pyzbar import decode

for make in [segno.make, segno.make_qr]:
    for text in ["amy@pay.shop", "amy@pay.example.org"]:
        code = make(text)
        code.save("code.png", scale=6)
        picture = Image.open("code.png").convert("L")
        print(f"{make.__name__} {text}: {code.designator}, zbar {[d.data.decode() for d in decode(picture)]},",
              f"zxing-cpp {[b.text for b in zxingcpp.read_barcodes(picture)]}")
P
)
echo "$seen"
expected="make amy@pay.shop: M4-M, zbar [], zxing-cpp ['amy@pay.shop']
make amy@pay.example.org: 2-Q, zbar ['amy@pay.example.org'], zxing-cpp ['amy@pay.example.org']
make_qr amy@pay.shop: 1-M, zbar ['amy@pay.shop'], zxing-cpp ['amy@pay.shop']
make_qr amy@pay.example.org: 2-Q, zbar ['amy@pay.example.org'], zxing-cpp ['amy@pay.example.org']"
[ "$seen" = "$expected" ] || { echo "This changed."; exit 1; }
