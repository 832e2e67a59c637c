#!/bin/bash
# hdwallet 3.6.1 and, to compare, bip-utils 2.12.3 and slip10 1.1.0 (PyPI).
# Most expect: keys on the curve ed25519 have hardened children only (SLIP-10), so a path such as m/44'/501'/0'/0/0 is refused, or
# every step of it is taken as hardened; and that twelve words open the same Solana account in every program.
# Seen: hdwallet makes not hardened children, by a rule of its own, and uses such a path unasked for all coins on this curve
# (Solana, Stellar, Near, Tezos, Sui, Algorand ...). The account is neither that of m/44'/501' nor of m/44'/501'/0'/0'/0', and
# both other libraries refuse the path: money there is found again with hdwallet alone.
# Exits 0 if that is still so, 1 if it changed, 2 if it could not be tried.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
{ python3 -m venv venv && venv/bin/pip install -q hdwallet==3.6.1 bip-utils==2.12.3 slip10==1.1.0; } >/dev/null 2>&1 || exit 2
seen=$(venv/bin/python - <<'P'
from bip_utils import Bip32Slip10Ed25519, Bip39SeedGenerator, Bip44, Bip44Coins, SolAddrEncoder
from hdwallet import HDWallet
from hdwallet.cryptocurrencies import Solana
from hdwallet.derivations import CustomDerivation
from hdwallet.hds import BIP32HD, BIP44HD
from hdwallet.mnemonics import BIP39Mnemonic
from slip10 import SLIP10

words = "abandon " * 11 + "about"
seed = Bip39SeedGenerator(words).Generate()
wallet = HDWallet(cryptocurrency=Solana, hd=BIP44HD).from_mnemonic(BIP39Mnemonic(words))
print("unasked", wallet.path(), wallet.address()[:6], "bip-utils unasked",
      Bip44.FromSeed(seed, Bip44Coins.SOLANA).DeriveDefaultPath().PublicKey().ToAddress()[:6])

def tried(call):
    try:
        return call()[:6]
    except Exception as error:
        return "refused"

for path in ["m/44'/501'", "m/44'/501'/0'/0'", "m/44'/501'/0'/0'/0'", "m/44'/501'/0'/0/0"]:
    other = HDWallet(cryptocurrency=Solana, hd=BIP32HD).from_mnemonic(BIP39Mnemonic(words))
    print(path, other.from_derivation(CustomDerivation(path=path)).address()[:6],
          tried(lambda: SolAddrEncoder.EncodeKey(Bip32Slip10Ed25519.FromSeed(seed).DerivePath(path).PublicKey().KeyObject())),
          tried(lambda: SolAddrEncoder.EncodeKey(SLIP10.from_seed(seed, curve_name="ed25519").get_pubkey_from_path(path)[1:])))
P
)
echo "$seen"
expected="unasked m/44'/501'/0'/0/0 3EJBvT bip-utils unasked GjJyeC
m/44'/501' D2PPQS D2PPQS D2PPQS
m/44'/501'/0'/0' HAgk14 HAgk14 HAgk14
m/44'/501'/0'/0'/0' B9sVeu B9sVeu B9sVeu
m/44'/501'/0'/0/0 3EJBvT refused refused"
[ "$seen" = "$expected" ] || { echo "This changed."; exit 1; }
