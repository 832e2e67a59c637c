#!/bin/bash
# bip39lib 0.1.0 (PyPI).
# Most expect: a library for backup words ("pure Python") has the list of the 2048 words in it, so that words can be
# made and checked on a computer without a network, as is advised for them.
# Seen: each program that imports it fetches the list from a web server at that moment, and cannot even import it where there is none.
# Here every look-up of a name is noted and refused; nothing leaves the computer.
# Exits 0 if that is still so, 1 if it changed, 2 if it could not be tried.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
{ python3 -m venv venv && venv/bin/pip install -q bip39lib==0.1.0; } >/dev/null 2>&1 || exit 2
seen=$(env -u http_proxy -u https_proxy -u HTTPS_PROXY -u HTTP_PROXY -u all_proxy -u ALL_PROXY venv/bin/python - <<'P'
import socket

def refused(host, *_, **__):
    print("looked up:", host)
    raise socket.gaierror("refused here")

socket.getaddrinfo = refused
try:
    import bip39lib
    print("imported")
except OSError as error:
    print("not imported:", type(error).__name__)
P
)
echo "$seen"
expected="looked up: raw.githubusercontent.com
not imported: URLError"
[ "$seen" = "$expected" ] || { echo "This changed."; exit 1; }
