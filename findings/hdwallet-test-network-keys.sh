#!/bin/bash
# hdwallet 3.6.1 and, to compare, bip-utils 2.12.3 (PyPI).
# Most expect: a wallet of a test network takes its keys from coin type 1 (SLIP-44), so that what is done with test keys, which are
# handed around freely, never touches the keys of money.
# Seen: `HDWallet(network="testnet")` keeps the coin type of the main network: each test address is made of the very key of the
# main address beside it, for Bitcoin, Dash and Litecoin alike. Another program finds nothing of it under the same words.
# Exits 0 if that is still so, 1 if it changed, 2 if it could not be tried.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
{ python3 -m venv venv && venv/bin/pip install -q hdwallet==3.6.1 bip-utils==2.12.3; } >/dev/null 2>&1 || exit 2
seen=$(venv/bin/python - <<'P'
from bip_utils import Bip39SeedGenerator, Bip44, Bip44Coins
from hdwallet import HDWallet
from hdwallet.cryptocurrencies import Bitcoin, Dash, Litecoin
from hdwallet.hds import BIP44HD
from hdwallet.mnemonics import BIP39Mnemonic

words = "abandon " * 11 + "about"
seed = Bip39SeedGenerator(words).Generate()
for coin, other in [(Bitcoin, Bip44Coins.BITCOIN_TESTNET), (Dash, Bip44Coins.DASH_TESTNET), (Litecoin, Bip44Coins.LITECOIN_TESTNET)]:
    main, test = (HDWallet(cryptocurrency=coin, hd=BIP44HD, network=network).from_mnemonic(BIP39Mnemonic(words))
                  for network in ["mainnet", "testnet"])
    theirs = Bip44.FromSeed(seed, other).DeriveDefaultPath().PublicKey().RawCompressed().ToHex()
    print(coin.NAME, test.path(), "the key of money:", main.private_key() == test.private_key(),
          "the key of bip-utils:", theirs == test.public_key())
P
)
echo "$seen"
expected="Bitcoin m/44'/0'/0'/0/0 the key of money: True the key of bip-utils: False
Dash m/44'/5'/0'/0/0 the key of money: True the key of bip-utils: False
Litecoin m/44'/2'/0'/0/0 the key of money: True the key of bip-utils: False"
[ "$seen" = "$expected" ] || { echo "This changed."; exit 1; }
