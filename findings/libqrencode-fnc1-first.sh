#!/bin/bash
# libqrencode 4.1.1 (Debian bookworm's libqrencode4=4.1.1-1).
# Most expect: after `QRinput_setFNC1First`, which its header documents as "Set FNC1-1st position flag" and which answers 0,
# `QRcode_encodeInput` draws the code that GS1 asks of labels for goods.
# Seen: it draws nothing, for any text and any version, and errno is EINVAL. With the flag for the second position, which few
# use, it draws one. Its own check of that mode asks for at least one byte of data, and the first position has none.
# Exits 0 if that is still so, 1 if it changed, 2 if it could not be tried.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get download -qq -o APT::Sandbox::User=root libqrencode4=4.1.1-1 >/dev/null || exit 2
dpkg -x libqrencode4_*.deb root
seen=$(python3 - "$(echo root/usr/lib/*/libqrencode.so.4)" <<'P'
import ctypes, errno, sys
library = ctypes.CDLL(sys.argv[1], use_errno=True)
library.QRinput_new2.restype = library.QRcode_encodeInput.restype = ctypes.c_void_p
for name in ["QRinput_setFNC1First", "QRinput_setFNC1Second", "QRcode_encodeInput", "QRinput_append"]:
    getattr(library, name).argtypes = [ctypes.c_void_p] + {
        "QRinput_setFNC1Second": [ctypes.c_ubyte], "QRinput_append": [ctypes.c_int, ctypes.c_int, ctypes.c_char_p]}.get(name, [])

def draw(flag, text, version):
    made = library.QRinput_new2(version, 1)  # correction of errors: M
    assert made and library.QRinput_append(made, 2, len(text), text) == 0  # in bytes
    flagged = flag(made)
    ctypes.set_errno(0)
    code = library.QRcode_encodeInput(made)
    return f"flag {flagged}, " + ("a code" if code else errno.errorcode[ctypes.get_errno()])

for name, flag in [("none", lambda made: 0), ("first", library.QRinput_setFNC1First),
                   ("second", lambda made: library.QRinput_setFNC1Second(made, 37))]:
    print(name + ":", "; ".join(draw(flag, b"0104912345123459", version) for version in (0, 4, 10)))
P
)
echo "$seen"
expected="none: flag 0, a code; flag 0, a code; flag 0, a code
first: flag 0, EINVAL; flag 0, EINVAL; flag 0, EINVAL
second: flag 0, a code; flag 0, a code; flag 0, a code"
[ "$seen" = "$expected" ] || { echo "This changed."; exit 1; }
