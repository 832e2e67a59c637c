"""Links of dapps."""
import base64
import json

_UNRESERVED = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
_ESCAPED = [chr(octet) if octet in _UNRESERVED else f"%{octet:02X}" for octet in range(256)]
_PLACES = ("mykey://mykey.org/protocol",) * 6 + ("simplewallet://eos.io",) * 4 + (
    "mykey://simplewallet.mykey.org/protocol", "mykey:mykey.org/protocol", "MYKEY://MyKey.org/protocol/",
    "simplewallet://eos.io/", "mykey://mykey.org/other", "mykey://eos.io/protocol")


def make(random):
    draw = random.random()
    if draw < 0.05:
        return random.choice((b"mykey://mykey.org/", b"mykey://mykey.org", b"mykey://mykey.org/#top"))
    if draw < 0.12:
        page = random.choice(("https%3A%2F%2Fbig.game%2F", "https://big.game/?a=b", "ftp%3A%2F%2Fx", "", "big.game"))
        return b"mykey://mykey.org/dapp?url=" + page.encode()
    place = random.choice(_PLACES)
    members = _members(random, place)
    text = json.dumps(members, separators=(",", ":"), sort_keys=random.random() < 0.7)
    if random.random() < 0.15:
        name, other = random.choice(sorted(members)), random.choice(sorted(members))
        text = text.replace(f'"{name}"', f'"{other}"', 1)
    if random.random() < 0.05:
        at = random.randrange(len(text))
        text = text[:at] + random.choice(('"', "}", "{", "\\", "[", ",", "0", "\\u0000", "\\ud800", " ")) + text[at:]
    if random.random() < 0.04:
        return text.encode()
    pairs = ["param=" + _escaped(text, place, random)]
    if place.lower().startswith("mykey") or random.random() < 0.1:
        pairs.append("appKey=" + random.choice(("9mDxSbyR",) * 9 + ("other",)))
        pairs.append("userId=" + random.choice(("User-1",) * 9 + ("x",)))
    if random.random() < 0.05:
        pairs.append(random.choice(pairs))
    if random.random() < 0.1:
        random.shuffle(pairs)
    return (place + "?" + "&".join(pairs)).encode()


def _members(random, place):
    action = random.choice(("login", "transfer", "transaction", "sign") * 5 + ("exportkey",))
    mykey = "mykey.org" in place.lower() and "simplewallet" not in place
    protocol = random.choice(("MYKEY", "MYKEYSimple")) if mykey else "SimpleWallet"
    members = {"action": action, "protocol": protocol, "version": "1.0", "appKey": "9mDxSbyR", "uuID": "user-1",
               "dappName": "Big Game"}
    members["callback"] = random.choice(("simple://com.mykey.sdk?action=x", "demoscheme://a.b", ""))
    if random.random() < 0.5:
        members["chain"] = random.choice(("EOS", "EOS", "EOS", "ETH", "ANY"))
    if action == "login":
        members.update(loginUrl="https://dapp.example/login", loginMemo="Log in here")
    elif action == "transfer":
        amount = random.choice(("1", "0.0001", "1.0000", "12.5", "0", "0.00001", "1.00000", 1, 3, "922337203685477"))
        to = random.choice(("alicealice11",) * 5 + ("Alice", "", "a.b", "alicealice116"))
        members.update({"to": to, "amount": amount, "symbol": "EOS", "precision": random.choice((4, "4")),
                        "contract": "eosio.token", "from": "bobbobbobbob", "dappData": "memo", "desc": "Pay",
                        "transferUrl": "https://dapp.example/x"})
    elif action == "transaction":
        act = {"account": "eosio", "name": "buyram", "data": {"a": "b"}, "info": "buy"}
        members.update(actions=[act] * random.choice((1, 1, 2, 3, 32, 33, 0)), desc="Do it", contractUrl="")
    elif action == "sign":
        members.update(message=random.choice(("Hello world", "x", "")), signUrl="https://dapp.example/sign")
    if random.random() < 0.1:
        del members[random.choice(sorted(members))]
    return members


def _escaped(text, place, random):
    if random.random() < 0.06:
        return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")
    if place.startswith("simplewallet") and random.random() < 0.5:
        return _percent(text).replace("%20", "+")
    return _percent(text)


def _percent(text):
    return "".join(map(_ESCAPED.__getitem__, text.encode()))
