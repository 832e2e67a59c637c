#!/bin/bash
# hdwallet 3.6.1 and, to read what it writes, stellar-sdk 16.1.1 (PyPI).
# Most expect: the address of a Stellar account begins with G (version byte 6 << 3 of its text form); S is the form of secret seeds.
# Seen: `HDWallet.address()` writes the public key of the account in the form of a secret seed. No payment can be sent to it, a
# program that takes secret seeds reads it as one, of quite another account, and a program that hides secrets hides it.
# With `address_type="public_key"` the right text comes.
# Exits 0 if that is still so, 1 if it changed, 2 if it could not be tried.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
{ python3 -m venv venv && venv/bin/pip install -q hdwallet==3.6.1 stellar-sdk==16.1.1; } >/dev/null 2>&1 || exit 2
seen=$(venv/bin/python - <<'P'
from hdwallet import HDWallet
from hdwallet.cryptocurrencies import Stellar
from hdwallet.hds import BIP44HD
from hdwallet.mnemonics import BIP39Mnemonic
from stellar_sdk import Keypair, StrKey

wallet = HDWallet(cryptocurrency=Stellar, hd=BIP44HD).from_mnemonic(BIP39Mnemonic("abandon " * 11 + "about"))
account = Keypair.from_raw_ed25519_seed(bytes.fromhex(wallet.private_key())).public_key
text = wallet.address()
print("account", account[:8], "address()", text[:8], "with a type", wallet.address(address_type="public_key")[:8])
print("an account to stellar-sdk:", StrKey.is_valid_ed25519_public_key(text))
print("a secret seed to stellar-sdk:", StrKey.is_valid_ed25519_secret_seed(text), "of", Keypair.from_secret(text).public_key[:8])
print("its bytes are the public key:", Keypair.from_secret(text).raw_secret_key() == Keypair.from_public_key(account).raw_public_key())
P
)
echo "$seen"
expected="account GCNHXEW5 address() SCNHXEW5 with a type GCNHXEW5
an account to stellar-sdk: False
a secret seed to stellar-sdk: True of GAPKG3KF
its bytes are the public key: True"
[ "$seen" = "$expected" ] || { echo "This changed."; exit 1; }
