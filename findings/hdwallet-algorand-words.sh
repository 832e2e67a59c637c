#!/bin/bash
# hdwallet 3.6.1 and, to compare, py-algorand-sdk 2.12.0 and bip-utils 2.12.3 (PyPI).
# Most expect: 25 words of Algorand are one account: they are its 32-byte key, written in words, and nothing is derived from them.
# Seen: hdwallet reads the words right and then derives from them all the same, in three ways, of which none is the account: a wallet
# that was made with any program of Algorand seems empty. Both other libraries open it.
# Exits 0 if that is still so, 1 if it changed, 2 if it could not be tried.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
{ python3 -m venv venv && venv/bin/pip install -q hdwallet==3.6.1 py-algorand-sdk==2.12.0 bip-utils==2.12.3; } >/dev/null 2>&1 || exit 2
seen=$(venv/bin/python - <<'P'
import base64
from algosdk import account, mnemonic
from bip_utils import AlgoAddrEncoder, AlgorandSeedGenerator, Ed25519PrivateKey
from hdwallet import HDWallet
from hdwallet.cryptocurrencies import Algorand
from hdwallet.hds import AlgorandHD, BIP32HD, BIP44HD
from hdwallet.mnemonics import AlgorandMnemonic

key = bytes(range(32))
words = mnemonic.from_private_key(base64.b64encode(key + bytes(Ed25519PrivateKey.FromBytes(key).PublicKey().RawCompressed())[1:]).decode())
print("algosdk", account.address_from_private_key(mnemonic.to_private_key(words))[:8])
print("bip-utils", AlgoAddrEncoder.EncodeKey(Ed25519PrivateKey.FromBytes(AlgorandSeedGenerator(words).Generate()).PublicKey())[:8])
for way in [AlgorandHD, BIP44HD, BIP32HD]:
    wallet = HDWallet(cryptocurrency=Algorand, hd=way).from_mnemonic(AlgorandMnemonic(words))
    print("hdwallet", way.__name__, wallet.address()[:8], "key read right:", wallet.seed() == key.hex())
P
)
echo "$seen"
expected="algosdk AOQQPP7T
bip-utils AOQQPP7T
hdwallet AlgorandHD CAZTXCLI key read right: True
hdwallet BIP44HD QDHBG4RP key read right: True
hdwallet BIP32HD 2A7ASDMO key read right: True"
[ "$seen" = "$expected" ] || { echo "This changed."; exit 1; }
