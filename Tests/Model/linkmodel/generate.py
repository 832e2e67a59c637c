"""Links that keep to the grammars, and some that are wrong in one place on purpose."""
from . import base58, bech32, generate_json
from .coins import ALL, ANSWERED, BIP21_SCHEMES, INSTRUCTIONS, WALLET_SCHEMES

_NAMES = ("myapp", "shop", "com.example.my-app+1", "MyApp", "a", "x" * 64)
_BAD_NAMES = ("http", "HTTPS", "dash", "1app", "file", "ms-settings", "x" * 65, "my%20app", "", "%D0%B0pple", "mailto")
_TEXTS = ("Order%201", "a+b", "x", "", "Caf%C3%A9%20%E2%98%95", "100%25", "a=b", "safe%E2%80%AEevil", "%2B1", "a%26b")
_BAD_TEXTS = ("%FF", "%0A", "%zz", "%", "%C2", "%E2%80", "%00", "%c0%af", "%7F")
_OTHER = ("foo", "exp", "time", "currency", "somethingyoudontunderstand", "(req-)IS", "x%20y", "")


class Generator:
    """Makes links from random numbers alone, so that a seed always gives the same ones."""

    def __init__(self, random):
        self.random = random

    def link(self):
        draw = self.random.random()
        if draw < 0.40:
            return self.wallet_link()
        if draw < 0.80:
            return self.bip21()
        if draw < 0.84:
            return self.bare()
        return generate_json.make(self.random)

    def chance(self, part):
        return self.random.random() < part

    def scheme(self, name):
        if self.chance(0.06):
            return "".join(self.random.choice((letter, letter.upper())) for letter in name)
        return name

    # Addresses

    def address(self, coin):
        draw = self.random.random()
        if draw < 0.88:
            return self.own_address(coin)
        if draw < 0.92:
            return self.own_address(self.random.choice(ALL))
        return self.near_miss(coin)

    def own_address(self, coin):
        octets = self.random.randbytes(20)
        if coin.prefix and self.chance(0.4):
            version = self.random.choice((0, 0, 1, 1, 2, 16))
            program = octets if version == 0 and self.chance(0.6) else octets + self.random.randbytes(12)
            text = bech32.encode_segwit(coin.prefix, version, program)
            return text.upper() if self.chance(0.1) else text
        return base58.encode_check(bytes([self.random.choice(sorted(coin.versions))]) + octets)

    def near_miss(self, coin):
        """A text that is almost an address, or an address of something else."""
        octets = self.random.randbytes(20)
        draw = self.random.randrange(12)
        if draw == 0:
            return base58.encode_check(bytes([self.random.choice((111, 196, 140, 19, 113))]) + octets)
        if draw == 1:
            return base58.encode_check(bytes([coin.p2pkh]) + octets[:19])
        if draw == 2:
            return base58.encode_check(bytes([coin.p2pkh]) + octets + b"\0")
        if draw == 3:
            version = self.random.choice((128, 204, 239, 176, 158))
            return base58.encode_check(bytes([version]) + octets + octets[:12] + self.random.choice((b"", b"\1")))
        if draw == 4:
            return self.own_address(coin).lower()
        if draw == 5:
            return self.own_address(coin).upper()
        if draw == 6:
            prefix = self.random.choice(("bc", "ltc", "tb", "bcrt", "tltc", "rltc"))
            return bech32.encode_segwit(prefix, self.random.choice((0, 1)), octets)
        if draw == 7:
            version, variant = self.random.choice(((0, bech32.BECH32M), (1, bech32.BECH32), (17, bech32.BECH32M)))
            return bech32.encode(coin.prefix or "bc", [version] + bech32.to_values(octets), variant)
        if draw == 8:
            length = self.random.choice((1, 2, 19, 21, 40, 41))
            program = self.random.randbytes(length)
            return bech32.encode_segwit(coin.prefix or "bc", self.random.choice((0, 1)), program)
        if draw == 9:
            # Padding bits that are not zero.
            values = bech32.to_values(octets + octets[:12])
            values[-1] |= 1
            return bech32.encode(coin.prefix or "ltc", [1] + values, bech32.BECH32M)
        if draw == 10:
            return "1" + self.own_address(coin)
        if self.chance(0.5):
            version = self.random.choice((0x0488ADE4, 0x04358394, 0x02FAC398)).to_bytes(4, "big")
            return base58.encode_check(version + bytes(9) + octets + octets[:12] + bytes(1) + octets[:12] + octets)
        return base58.encode_check(self.random.choice((b"\x01\x42\xc0", b"\x01\x43\x20")) + octets + octets[:16])

    # Values

    def amount(self, coin):
        draw = self.random.randrange(12)
        units = self.random.randrange(1, coin.most)
        if draw < 4:
            units = self.random.choice((coin.dust, coin.dust - 1, coin.dust + 1, coin.most, coin.most + 1, 1, 0))
        elif draw < 8:
            units = self.random.randrange(coin.dust, 10 ** 12)
        elif draw == 8:
            return self.random.choice(("", ".", "1.", ".5", "1..2", "1,5", "1e3", "-1", "+1", "0x10", "1abc", "NaN",
                                       "%31", "1%2E5", "%D9%A1", "9" * 40, "0" * 40 + "1", "1.000000000",
                                       "0.5 ", "%201"))
        text = f"{units // 10 ** 8}.{units % 10 ** 8:08d}"
        if draw & 1:
            text = text.rstrip("0").rstrip(".")
        return "00" + text if draw == 7 else text

    def text(self):
        return self.random.choice(_BAD_TEXTS if self.chance(0.04) else _TEXTS)

    def name(self):
        return self.random.choice(_BAD_NAMES if self.chance(0.08) else _NAMES)

    def parameters(self, pairs):
        """Writes the pairs in any order, some with `req-`, some in capitals."""
        if self.chance(0.4):
            self.random.shuffle(pairs)
        pieces = []
        for name, value in pairs:
            if self.chance(0.05):
                name = "req-" + name
            if self.chance(0.04):
                name = self.random.choice((name.upper(), name.lower(), name.capitalize()))
            if self.chance(0.02):
                name = "%{:02x}".format(ord(name[0])) + name[1:] if name else name
            pieces.append(name if value is None else f"{name}={value}")
        return "&".join(pieces)

    def extras(self, coin):
        """Parameters that any payment can have."""
        pairs = []
        for name, make in (("amount", lambda: self.amount(coin)), ("label", self.text), ("message", self.text),
                           ("IS", lambda: self.random.choice(("0", "1", "1", "2", "", None))), ("r", self.server),
                           (self.random.choice(_OTHER), self.text)):
            if self.chance(0.7 if name == "amount" else 0.12):
                pairs.append((name, make()))
        if pairs and self.chance(0.04):
            pairs.append(self.random.choice(pairs))
        return pairs

    def server(self):
        return self.random.choice(("https%3A%2F%2Fmerchant.example%2Fi", "x", ""))

    # Links

    def wallet_link(self):
        scheme = self.random.choice(sorted(WALLET_SCHEMES))
        coin = WALLET_SCHEMES[scheme]
        draw = self.random.random()
        if draw < 0.75:
            pairs = [("pay", self.address(coin))] + self.extras(coin) + [("sender", self.name())]
        elif draw < 0.97:
            request = self.random.choice(("masterPublicKey", "address", "masterpublickey", "Address", "privateKey"))
            pairs = [("request", request), ("sender", self.name())]
            if self.chance(0.5):
                account = self.random.choice(("0", "1", "2147483647", "2147483648", "-1", "007", "", "a", "12"))
                pairs.insert(1, ("account", account))
            if self.chance(0.1):
                pairs += self.extras(coin)
        else:
            pairs = [("scanqr", None)]
        if self.chance(0.02):
            pairs.pop(self.random.randrange(len(pairs)))
        front = self.random.choice(("://",) * 10 + (":", ":/", ":?", "://?", ":///", ":///?", "://??"))
        back = self.random.choice(("",) * 20 + ("/", "://", ":///", "#top", "/#a:b?", "://#", "&", "//"))
        return (self.scheme(scheme) + front + self.parameters(pairs) + back).encode()

    def bip21(self):
        scheme = self.random.choice(sorted(BIP21_SCHEMES))
        coin = self.random.choice(BIP21_SCHEMES[scheme])
        address = "" if self.chance(0.02) else self.address(coin)
        pairs = self.extras(coin) if self.chance(0.85) else []
        if self.chance(0.3 if scheme in ANSWERED else 0.05):
            pairs.append(("sender", self.name()))
        if self.chance(0.08):
            pairs.append(("pop", self.random.choice((
                "myapp%3a", "myapp:", "myapp%3A%2F%2Fx%3F", "http:x", "dash:", "x", "", "1x:", "a:%20"))))
        if scheme in INSTRUCTIONS and self.chance(0.15):
            address = "" if self.chance(0.4) else address
            for _ in range(self.random.randrange(1, 4)):
                pairs.append(self.instruction(scheme, coin))
        front = self.random.choice((":",) * 10 + ("://", ":/", ":///", "::"))
        back = self.random.choice(("",) * 10 + ("/",))
        query = "?" + self.parameters(pairs) if pairs or self.chance(0.05) else ""
        end = self.random.choice(("",) * 20 + ("#top", "&", "#a:b@", "#", "/"))
        return (self.scheme(scheme) + front + address + back + query + end).encode()

    def instruction(self, scheme, coin):
        names = sorted(name for name, prefix in INSTRUCTIONS[scheme].items() if prefix)
        name = coin.prefix if self.chance(0.9) else self.random.choice(names)
        if self.chance(0.8):
            return name, bech32.encode_segwit(coin.prefix, self.random.choice((0, 1)), self.random.randbytes(32))
        return name, self.address(coin)

    def bare(self):
        coin = self.random.choice(ALL)
        query = "?" + self.parameters(self.extras(coin)) if self.chance(0.4) else ""
        return (self.address(coin) + query).encode()
