#!/bin/bash
# lwk 0.19.0 (PyPI), `Payment`.
# Most expect: a library that reads `bitcoin:` and `liquidnetwork:` links, which have the same grammar (BIP21), reads them by the same
# rules: what is marked `req-` and not known makes the link void, and of two amounts the same one counts.
# Seen: it refuses a required parameter in `bitcoin:` links and ignores it in `liquidnetwork:` links. Of two amounts it takes the last
# in the one and the first in the other. A label alone is refused in Liquid links, since "assetID needs to be specified", though
# only an amount needs an asset.
# Exits 0 if that is still so, 1 if it changed, 2 if it could not be tried.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
{ python3 -m venv venv && venv/bin/pip install -q lwk==0.19.0; } >/dev/null 2>&1 || exit 2
seen=$(venv/bin/python - <<'P'
import lwk

liquid = "liquidnetwork:lq1qqvxk052kf3qtkxmrakx50a9gc3smqad2ync54hzntjt980kfej9kkfe0247rp5h4yzmdftsahhw64uy8pzfe7cpg4fgykm7cv"
asset = "assetid=6f0279e9ed041c3d710a9f57d0c02928416460c4b722ae3457a11eec381c526d"
bitcoin = "bitcoin:1BoatSLRHtKNngkdXEeobR76b53LETtpyT"

def read(link):
    try:
        payment = lwk.Payment(link)
    except lwk.LwkError:
        return "refused"
    if payment.liquid_bip21():
        return f"{payment.liquid_bip21().satoshi} satoshi"
    return f"{payment.bip21().amount() if payment.bip21() else None} satoshi"

for query in ["amount=0.5", "amount=0.5&req-x=1", "amount=0.5&amount=0.6", "label=tea"]:
    needed = "" if query.startswith("label") else "&" + asset
    print(f"{query}: bitcoin {read(bitcoin + '?' + query)}, liquidnetwork {read(liquid + '?' + query + needed)}")
P
)
echo "$seen"
expected="amount=0.5: bitcoin 50000000 satoshi, liquidnetwork 50000000 satoshi
amount=0.5&req-x=1: bitcoin refused, liquidnetwork 50000000 satoshi
amount=0.5&amount=0.6: bitcoin 60000000 satoshi, liquidnetwork 50000000 satoshi
label=tea: bitcoin None satoshi, liquidnetwork refused"
[ "$seen" = "$expected" ] || { echo "This changed."; exit 1; }
