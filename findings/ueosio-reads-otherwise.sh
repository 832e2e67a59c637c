#!/bin/bash
# ueosio 0.2.6 and, to compare, aioeos 1.0.2 (PyPI): the bytes of EOSIO transactions.
# Most expect: what a library packs it unpacks as the same text, and other libraries pack it into the same bytes.
# Seen: ueosio writes the number of letters of a memo before its bytes in UTF-8. The memo "Müller", which may say whose money it is, is
# read as "Mülle", and what follows it begins one byte too early. The time when a transaction ends is packed as UTC and unpacked in
# the computer's own time zone, so it is shown hours off. An amount comes back as another text than went in.
# Exits 0 if that is still so, 1 if it changed, 2 if it could not be tried.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
{ python3 -m venv venv && venv/bin/pip install -q ueosio==0.2.6 aioeos==1.0.2; } >/dev/null 2>&1 || exit 2
seen=$(TZ=EST5 venv/bin/python - <<'P'
from aioeos import serializer
from ueosio.ds import DataStream

for kind, text in [("string", "tea"), ("string", "Müller"), ("time_point_sec", "2026-11-27T12:00:00"), ("asset", "1.0000 EOS")]:
    packed = DataStream()
    getattr(packed, "pack_" + kind)(text)
    data = packed.getvalue()
    print(f"{text}: read as {getattr(DataStream(data), 'unpack_' + kind)()}", end="")
    print(f", same bytes as aioeos: {data == serializer.serialize(text, str)}" if kind == "string" else "")
P
)
echo "$seen"
expected="tea: read as tea, same bytes as aioeos: True
Müller: read as Mülle, same bytes as aioeos: False
2026-11-27T12:00:00: read as 2026-11-27T07:00:00
1.0000 EOS: read as 10000,4,EOS"
[ "$seen" = "$expected" ] || { echo "This changed."; exit 1; }
