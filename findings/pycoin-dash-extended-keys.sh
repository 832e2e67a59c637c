#!/bin/bash
# pycoin 0.92718.20260405 and, to compare, hdwallet 3.6.1 (PyPI).
# Most expect: a library with a network "Dash" reads the extended keys that wallets of Dash show and share. Those are Bitcoin's
# (BIP32, "xpub" and "xprv"): so Dash Core has them in its parameters, and the phone wallets in their answers to apps.
# Seen: pycoin writes "drkp…" and "drkv…", an early form of Darkcoin's time, and reads an "xpub" as
# nothing at all; hdwallet writes "xpub". The addresses below the key are the same, so the key is the only obstacle. (pycoin's
# network of Bitcoin reads the key, and then prints Bitcoin's addresses.)
# Exits 0 if that is still so, 1 if it changed, 2 if it could not be tried.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
{ python3 -m venv venv && venv/bin/pip install -q pycoin==0.92718.20260405 hdwallet==3.6.1; } >/dev/null 2>&1 || exit 2
seen=$(venv/bin/python - <<'P'
from hdwallet import HDWallet
from hdwallet.cryptocurrencies import Dash
from hdwallet.derivations import BIP44Derivation
from hdwallet.hds import BIP44HD
from hdwallet.mnemonics import BIP39Mnemonic
from hdwallet.seeds import BIP39Seed
from pycoin.symbols.btc import network as bitcoin
from pycoin.symbols.dash import network as dash

words = "abandon " * 11 + "about"
seed = bytes.fromhex(BIP39Seed.from_mnemonic(BIP39Mnemonic(words)))
wallet = HDWallet(cryptocurrency=Dash, hd=BIP44HD).from_mnemonic(BIP39Mnemonic(words))
account = dash.keys.bip32_seed(seed).subkey_for_path("44H/5H/0H")
shared = bitcoin.keys.bip32_seed(seed).subkey_for_path("44H/5H/0H").hwif()
print("hdwallet's root:", wallet.root_xpublic_key()[:4])
print("pycoin's account:", account.hwif()[:4], account.hwif(as_private=True)[:4])
print("pycoin reads the account as wallets share it:", dash.parse.bip32(shared) is not None)
print("the same first address:", account.subkey_for_path("0/0").address() == wallet.address())
P
)
echo "$seen"
expected="hdwallet's root: xpub
pycoin's account: drkp drkv
pycoin reads the account as wallets share it: False
the same first address: True"
[ "$seen" = "$expected" ] || { echo "This changed."; exit 1; }
