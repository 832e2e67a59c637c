#!/bin/bash
# Monero 0.18.0.0 (Debian bookworm's monero=0.18.0.0+~0+20200826-1+deb12u1), monerod and monero-wallet-rpc on a private network.
# Most expect: `relay_tx` of a payment that is in a block already is refused or does nothing, as it does while the payment waits; so a
# program that lost the answer can send the same metadata again until it gets one.
# Seen: the wallet answers with the hash, lists the payment a second time as pending, and its balance grows by the change, which it has
# twice now. Minutes later it offers the spent coins for new payments, and the node refuses those. While the payment waits for its block,
# relaying it again is harmless. So a program must refresh and look the payment up each time before it relays.
# Exits 0 if that is still so, 1 if it changed, 2 if it could not be tried.
set -euo pipefail
work=$(mktemp -d)
trap 'kill ${node:-} ${wallet:-} 2>/dev/null; wait 2>/dev/null; rm -rf "$work"' EXIT
cd "$work"
libraries=$(apt-cache depends --recurse --no-recommends --no-suggests --no-conflicts --no-breaks --no-replaces \
    --no-enhances monero | grep -E '^lib(boost|icu|event|hidapi|unbound|zmq|sodium|miniupnpc|pgm|norm|usb|randomx|hogweed|nettle)' | sort -u)
# shellcheck disable=SC2086
apt-get download -qq -o APT::Sandbox::User=root monero=0.18.0.0+~0+20200826-1+deb12u1 $libraries >/dev/null || exit 2
for package in *.deb; do dpkg -x "$package" root; done
export LD_LIBRARY_PATH="$work/root/usr/lib/$(uname -m)-linux-gnu"
port=$((20000 + RANDOM % 10000))
root/usr/bin/monerod --regtest --offline --fixed-difficulty 1 --data-dir "$work/node" --rpc-bind-port $port --no-zmq \
    --p2p-bind-port $((port + 1)) --non-interactive >/dev/null 2>&1 & node=$!
root/usr/bin/monero-wallet-rpc --daemon-address 127.0.0.1:$port --trusted-daemon --disable-rpc-login --wallet-dir "$work" \
    --rpc-bind-port $((port + 2)) --log-file "$work/log" >/dev/null 2>&1 & wallet=$!
cat >ask.py <<'P'
import json, sys, time, urllib.request
node, wallet = int(sys.argv[1]), int(sys.argv[1]) + 2
def ask(port, method, **parameters):
    body = json.dumps({"jsonrpc": "2.0", "id": "0", "method": method, "params": parameters}).encode()
    for _ in range(240):
        try:
            return json.load(urllib.request.urlopen(f"http://127.0.0.1:{port}/json_rpc", body, timeout=120))["result"]
        except OSError:
            time.sleep(0.5)
def state(what):
    ask(wallet, "refresh")
    listed = ask(wallet, "get_transfers", out=True, pending=True, failed=True)
    kinds = sorted(entry["type"] for kind in listed.values() for entry in kind if entry["txid"] == payment["tx_hash"])
    balance = ask(wallet, "get_balance", account_index=0)["balance"]
    print(what, "->", ", ".join(kinds) or "not listed", "more" if balance > state.last else "not more")
    state.last = balance
other = "42ey1afDFnn4886T7196doS9GPMzexD9gXpsZJDwVjeRVdFCSoHnv7KPbBeGpzJBzHRCAs9UxqeoyFQMYbqSWYTfJJQAWDm"
ask(wallet, "create_wallet", filename="w", password="", language="English")
own = ask(wallet, "get_address", account_index=0)["address"]
ask(node, "generateblocks", amount_of_blocks=80, wallet_address=own, starting_nonce=0)
ask(wallet, "refresh")
payment = ask(wallet, "transfer", destinations=[{"amount": 10**12, "address": other}], do_not_relay=True, get_tx_metadata=True)
state.last = 10**18
for step in ["relayed", "relayed again", "in a block", "relayed after that"]:
    if step != "in a block":
        assert ask(wallet, "relay_tx", hex=payment["tx_metadata"])["tx_hash"] == payment["tx_hash"]
    else:
        ask(node, "generateblocks", amount_of_blocks=1, wallet_address=other, starting_nonce=0)
    state(step)
P
seen=$(python3 ask.py $port) || exit 2
echo "$seen"
[ "$seen" = "relayed -> pending not more
relayed again -> pending not more
in a block -> out not more
relayed after that -> out, pending more" ] || { echo "This changed."; exit 1; }
