#!/bin/bash
# Monero 0.18.0.0 (Debian bookworm's monero=0.18.0.0+~0+20200826-1+deb12u1), monero-wallet-rpc without a network.
# Most expect: the link that a wallet makes with `make_uri` is read by the same wallet with `parse_uri`, whatever was written in the
# description; and that a reader of links takes the first `=` of a parameter as the end of its name.
# Seen: the writer escapes spaces, `&` and `#`, but leaves `=` alone, and the reader refuses a parameter that has two. So the link of a
# shop whose description is "2 x 5 = 10" cannot be paid with the wallet that made it. With `%3D` it can.
# The reader also wants `monero:` in small letters and refuses an escaped digit in the amount, though links allow both (RFC 3986).
# Exits 0 if that is still so, 1 if it changed, 2 if it could not be tried.
set -euo pipefail
work=$(mktemp -d)
trap '[ -n "${wallet:-}" ] && kill "$wallet" 2>/dev/null; wait 2>/dev/null; rm -rf "$work"' EXIT
cd "$work"
libraries=$(apt-cache depends --recurse --no-recommends --no-suggests --no-conflicts --no-breaks --no-replaces \
    --no-enhances monero | grep -E '^lib(boost|icu|event|hidapi|unbound|zmq|sodium|miniupnpc|pgm|norm|usb|randomx|hogweed|nettle)' | sort -u)
# shellcheck disable=SC2086
apt-get download -qq -o APT::Sandbox::User=root monero=0.18.0.0+~0+20200826-1+deb12u1 $libraries >/dev/null || exit 2
for package in *.deb; do dpkg -x "$package" root; done
LD_LIBRARY_PATH=$work/root/usr/lib/$(uname -m)-linux-gnu
export LD_LIBRARY_PATH
port=$((20000 + RANDOM % 10000))
root/usr/bin/monero-wallet-rpc --offline --disable-rpc-login --rpc-bind-port $port --wallet-dir "$work" --log-file "$work/log" \
    >/dev/null 2>&1 &
wallet=$!
cat >ask.py <<'P'
import json, sys, time, urllib.request

def ask(method, **parameters):
    body = json.dumps({"jsonrpc": "2.0", "id": "0", "method": method, "params": parameters}).encode()
    answer = json.load(urllib.request.urlopen(f"http://127.0.0.1:{sys.argv[1]}/json_rpc", body, timeout=60))
    return answer.get("result", answer.get("error"))

for _ in range(120):
    try:
        ask("get_version")
        break
    except OSError:
        time.sleep(0.5)
ask("create_wallet", filename="shop", password="", language="English")
address = ask("get_address")["address"]

def read(link):
    answer = ask("parse_uri", uri=link)
    return answer["uri"]["tx_description"] or answer["uri"]["amount"] if "uri" in answer else "refused"

for text in ["2 x 5 & more #1", "2 x 5 = 10"]:
    link = ask("make_uri", address=address, amount=10 ** 12, tx_description=text)["uri"]
    print(link.replace(address, "ADDRESS"), "->", read(link))
for link in ["monero:ADDRESS?tx_description=2%3D2", "MONERO:ADDRESS?tx_amount=1", "monero:ADDRESS?tx_amount=%31"]:
    print(link, "->", read(link.replace("ADDRESS", address)))
P
seen=$(python3 ask.py $port)
echo "$seen"
[ "$seen" = "monero:ADDRESS?tx_amount=1.000000000000&tx_description=2%20x%205%20%26%20more%20%231 -> 2 x 5 & more #1
monero:ADDRESS?tx_amount=1.000000000000&tx_description=2%20x%205%20=%2010 -> refused
monero:ADDRESS?tx_description=2%3D2 -> 2=2
MONERO:ADDRESS?tx_amount=1 -> refused
monero:ADDRESS?tx_amount=%31 -> refused" ] || { echo "This changed."; exit 1; }
