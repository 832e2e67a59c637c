"""The numbers of the coins, as the descriptors and Documentation/descriptors.md have them."""


class Coin:
    def __init__(self, name, p2pkh, p2sh, prefix=None, max_money=21_000_000, dust=546, lock=False):
        self.name = name
        self.p2pkh = p2pkh
        self.p2sh = p2sh
        self.versions = frozenset((p2pkh, *p2sh))
        self.prefix = prefix
        self.decimals = 8
        self.most = max_money * 10 ** 8
        self.dust = dust
        # InstantSend: the network locks payments by itself.
        self.lock = lock


DASH = Coin("dash", 76, (16,), lock=True)
AXE = Coin("axe", 55, (16,), lock=True)
BITCOIN = Coin("bitcoin", 0, (5,), prefix="bc")
# The second version of its P2SH addresses is Bitcoin's: read, and never written.
LITECOIN = Coin("litecoin", 48, (50, 5), prefix="ltc", max_money=84_000_000, dust=5460)
DOGECOIN = Coin("dogecoin", 30, (22,), max_money=10_000_000_000, dust=1_000_000)
ALL = (DASH, AXE, BITCOIN, LITECOIN, DOGECOIN)

# First parts of segwit addresses of all networks.
PREFIXES = frozenset(("bc", "tb", "bcrt", "ltc", "tltc", "rltc"))
# Versions of private keys in wallet import format, of all coins and networks.
WIF_VERSIONS = frozenset((204, 183, 128, 176, 158, 239, 241))
# Extended private keys: BIP32's for money and for tests, and Dogecoin's.
EXTENDED_PRIVATE = frozenset((0x0488ADE4, 0x04358394, 0x02FAC398))

# Schemes of the family of BIP21, and the coins of each.
BIP21_SCHEMES = {
    "dash": (DASH,), "axe": (AXE,), "pay": (DASH, AXE), "bitcoin": (BITCOIN,), "litecoin": (LITECOIN,),
    "dogecoin": (DOGECOIN,),
}
# Those whose links may name a sender that is called back.
ANSWERED = frozenset(("dash", "axe", "pay"))
WALLET_SCHEMES = {"dashwallet": DASH, "axewallet": AXE}
JSON_SCHEMES = frozenset(("mykey", "simplewallet"))
# Other schemes of the shipped descriptors. This model does not read them; no callback goes to any.
OTHER_SCHEMES = frozenset(
    "algorand bchreg bchtest bitcoincash ecash ectest esr ethereum kaspa kaspadev kaspasim kaspatest keyauth lightning "
    "liquidnetwork liquidtestnet lnurlc lnurlp lnurlw monero nano payto ripple solana ton tron web+cardano web+esr "
    "web+stellar xrp xrpl zcash aopp bank cip30dl cosmos eth groestlcoin lnurla metamask monero-wallet nanokey nanoseed "
    "nostr+walletconnect nostrnwc nostrwalletconnect phantom polkadot substrate taler taler+http tezos trust upi ur wc "
    "web+tezos".split())
READ_SCHEMES = frozenset((*BIP21_SCHEMES, *WALLET_SCHEMES, *JSON_SCHEMES))
OWN_SCHEMES = READ_SCHEMES | OTHER_SCHEMES
# Ways to pay beside the address (BIP321). The model reads those that hold segwit addresses.
INSTRUCTIONS = {
    "bitcoin": {"lightning": None, "lno": None, "sp": None, "tsp": None, "pay": None, "payt": None,
                "bc": "bc", "tb": "tb", "bcrt": "bcrt"},
    "litecoin": {"lightning": None, "lno": None, "ltc": "ltc", "tltc": "tltc", "rltc": "rltc"},
}
