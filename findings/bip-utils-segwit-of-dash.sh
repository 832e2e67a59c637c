#!/bin/bash
# bip-utils 2.12.3 and, to compare, hdwallet 3.6.1 (PyPI).
# Most expect: a library that derives BIP49 addresses ("SegWit inside P2SH") offers them for the coins that have SegWit.
# Seen: bip-utils offers them for Dash, Dogecoin, Bitcoin Cash, eCash and Zcash, too, without a word. Each is the hash of the script
# "0, hash of the key", which only SegWit gives its meaning; on those chains it is no payment to that key, and their own wallets
# do not look there. Such an address looks like any other of several owners, so nobody who is asked to pay it can tell. hdwallet
# refuses the combination.
# Exits 0 if that is still so, 1 if it changed, 2 if it could not be tried.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
{ python3 -m venv venv && venv/bin/pip install -q bip-utils==2.12.3 hdwallet==3.6.1; } >/dev/null 2>&1 || exit 2
seen=$(venv/bin/python - <<'P'
from bip_utils import Base58Decoder, BchP2SHAddrDecoder, Bip39SeedGenerator, Bip49, Bip49Coins
from bip_utils.utils.crypto import Hash160
from hdwallet import HDWallet
from hdwallet.cryptocurrencies import BitcoinCash, Dash, Dogecoin, eCash, Zcash
from hdwallet.derivations import BIP49Derivation
from hdwallet.hds import BIP49HD
from hdwallet.mnemonics import BIP39Mnemonic

words = "abandon " * 11 + "about"
seed = Bip39SeedGenerator(words).Generate()

def theirs(coin):
    try:
        return HDWallet(cryptocurrency=coin, hd=BIP49HD).from_mnemonic(BIP39Mnemonic(words)).address()
    except Exception:
        return "refused"

for kind, coin in [(Bip49Coins.DASH, Dash), (Bip49Coins.DOGECOIN, Dogecoin), (Bip49Coins.BITCOIN_CASH, BitcoinCash),
                   (Bip49Coins.ECASH, eCash), (Bip49Coins.ZCASH, Zcash)]:
    key = Bip49.FromSeed(seed, kind).DeriveDefaultPath().PublicKey()
    script = b"\x00\x14" + Hash160.QuickDigest(key.RawCompressed().ToBytes())
    text = key.ToAddress()
    if ":" in text:
        prefix = text.split(":")[0]
        paid = BchP2SHAddrDecoder.DecodeAddr(text, hrp=prefix, net_ver=b"\x08")
    else:
        paid = Base58Decoder.CheckDecode(text)[-20:]
    print(f"{coin.NAME}: {text[:14]}, hash of a SegWit script {paid == Hash160.QuickDigest(script)}, hdwallet {theirs(coin)}")
P
)
echo "$seen"
expected="Dash: 7bG9yjGpzvKvff, hash of a SegWit script True, hdwallet refused
Dogecoin: 9xzLEaWbi3eVzR, hash of a SegWit script True, hdwallet refused
Bitcoin-Cash: bitcoincash:pp, hash of a SegWit script True, hdwallet refused
eCash: ecash:ppcgpask, hash of a SegWit script True, hdwallet refused
Zcash: t3WrebyH3US8Wv, hash of a SegWit script True, hdwallet refused"
[ "$seen" = "$expected" ] || { echo "This changed."; exit 1; }
