#!/bin/bash
# Litecoin Core 0.21.2.1 (Debian bookworm's litecoind=0.21.2.1-1+b1), regtest.
# Most expect: what `fundrawtransaction` returns has the outputs that it was given, and inputs that pay for them, as in
# Bitcoin Core, from which the call comes; and what `getbalances` calls trusted can be spent by it.
# Seen: in a wallet that needs coins of the extension block (MWEB, LIP-3) for the amount, it succeeds all the same:
# - with such coins alone it returns a transaction without any input, and a fee;
# - if it needs both kinds, the recipient's output has another amount: what the normal coin holds, less a fee.
# Both wallets could make the payment with `sendtoaddress`. Who signs and sends what comes back pays too little, or nothing.
# Exits 0 if that is still so, 1 if it changed, 2 if it could not be tried.
set -euo pipefail
work=$(mktemp -d)
trap '[ -n "${node:-}" ] && kill "$node" 2>/dev/null; wait 2>/dev/null; rm -rf "$work"' EXIT
cd "$work"
libraries=$(apt-cache depends --recurse --no-recommends --no-suggests --no-conflicts --no-breaks --no-replaces \
    --no-enhances litecoind | grep -E '^lib(boost|event|fmt|db5|zmq|miniupnpc|natpmp|sodium|pgm|norm|sqlite|univalue|secp)' | sort -u)
# shellcheck disable=SC2086
apt-get download -qq -o APT::Sandbox::User=root litecoind=0.21.2.1-1+b1 $libraries >/dev/null || exit 2
for package in *.deb; do dpkg -x "$package" root; done
LD_LIBRARY_PATH=$work/root/usr/lib/$(uname -m)-linux-gnu
export LD_LIBRARY_PATH
port=$((20000 + RANDOM % 10000))
root/usr/bin/litecoind -regtest -datadir="$work" -rpcport=$port -listen=0 -fallbackfee=0.0001 -printtoconsole=0 &
node=$!
ask() { root/usr/bin/litecoin-cli -regtest -datadir="$work" -rpcport=$port -rpcwait "$@"; }
of() { wallet=$1; shift; ask -rpcwallet="$wallet" "$@"; }
field() { python3 -c "import json, sys; print(json.load(sys.stdin)$1)"; }
for name in miner hidden mixed; do ask createwallet $name >/dev/null; done
home=$(of miner getnewaddress)
ask generatetoaddress 431 "$home" >/dev/null
# Block 432 starts the extension block, and needs something that pays into it.
of miner sendtoaddress "$(of hidden getnewaddress '' mweb)" 5 >/dev/null
of miner sendtoaddress "$(of mixed getnewaddress '' mweb)" 5 >/dev/null
of miner sendtoaddress "$(of mixed getnewaddress)" 1 >/dev/null
ask generatetoaddress 10 "$home" >/dev/null
shop=$(of miner getnewaddress)
try() {
    funded=$(of "$1" fundrawtransaction "$(ask createrawtransaction '[]' "{\"$shop\":$2}")" | field "['hex']")
    trusted=$(of "$1" getbalances | field "['mine']['trusted']")
    # After the version the number of inputs; without inputs it looks like the mark of a witness.
    if [ "${funded:8:2}" = 00 ]; then echo "$1, trusted $trusted, $2 asked: no inputs"; return; fi
    paid=$(ask decoderawtransaction "$funded" | python3 -c "import json, sys
print(sum(o['value'] for o in json.load(sys.stdin)['vout'] if '$shop' in o['scriptPubKey'].get('addresses', [])))")
    echo "$1, trusted $trusted, $2 asked: $((16#${funded:8:2})) input, $paid for the recipient"
}
seen=$(try hidden 1; try mixed 0.5; try mixed 5.9)
echo "$seen"
expected="hidden, trusted 5.0, 1 asked: no inputs
mixed, trusted 6.0, 0.5 asked: 1 input, 0.5 for the recipient
mixed, trusted 6.0, 5.9 asked: 1 input, 0.9999837 for the recipient"
[ "$seen" = "$expected" ] || { echo "This changed."; exit 1; }
