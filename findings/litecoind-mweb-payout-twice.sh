#!/bin/bash
# Litecoin Core 0.21.2.1 (Debian bookworm's litecoind=0.21.2.1-1+b1), regtest, a watch-only wallet.
# Most expect: one payment out of the extension block (MWEB, LIP-3) to an address is one entry of `listsinceblock`, can be
# fetched by its txid, and is shown in `listunspent` while it is too young to be spent, as other money is.
# Seen: the entries add up to twice the amount. One is the output of the block's last transaction; it becomes spendable after six
# confirmations, and until then `listunspent` does not have it and its category is "immature", later "hogex". The other, of the same amount and
# "receive", has no `vout`; the transaction under its txid has neither inputs nor outputs, and is not in the block.
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
for name in miner hidden keys; do ask createwallet $name >/dev/null; done
ask createwallet watch true >/dev/null
home=$(of miner getnewaddress)
ask generatetoaddress 431 "$home" >/dev/null
of miner sendtoaddress "$(of hidden getnewaddress '' mweb)" 5 >/dev/null
ask generatetoaddress 6 "$home" >/dev/null
shop=$(of keys getnewaddress)
of watch importaddress "$shop" '' false
of hidden sendtoaddress "$shop" 1 >/dev/null
look() {
    ask generatetoaddress "$1" "$home" >/dev/null
    of watch listsinceblock '' 1 true >entries
    of watch listunspent 0 >unspent
    python3 - <<'P'
import json
entries, unspent = json.load(open("entries"))["transactions"], json.load(open("unspent"))
kinds = sorted((e["category"], "vout" in e, str(e["amount"])) for e in entries)
print(entries[0]["confirmations"], *("%s of %s%s" % (c, a, "" if v else " without vout") for c, v, a in kinds),
      "%d unspent" % len([u for u in unspent if "vout" in u]), sep=", ")
P
}
seen=$(look 1; look 4; look 1)
echo "$seen"
kernel=$(python3 -c 'import json; print([e["txid"] for e in json.load(open("entries"))["transactions"] if "vout" not in e][0])')
# Version, a zero byte and the flag 8, then the numbers of inputs and of outputs.
hex=$(of watch gettransaction "$kernel" true | python3 -c 'import json, sys; print(json.load(sys.stdin)["hex"][:16])')
[ "$seen $hex" = "1, immature of 1.0, receive of 1.0 without vout, 0 unspent
5, immature of 1.0, receive of 1.0 without vout, 0 unspent
6, hogex of 1.0, receive of 1.0 without vout, 1 unspent 0200000000080000" ] || { echo "$hex: this changed."; exit 1; }
