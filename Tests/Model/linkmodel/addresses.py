"""Whose address a text is (Documentation/address-kinds.md)."""
from . import base58, bech32
from .coins import EXTENDED_PRIVATE, PREFIXES, WIF_VERSIONS
from .verdict import NotModelled, Refused


def read(text, coins):
    """The coins of `coins` that have the address, and the address in its plain spelling."""
    segwit = bech32.segwit(text) if "1" in text else None
    if segwit and segwit[0] in PREFIXES:
        owners = [coin for coin in coins if coin.prefix == segwit[0]]
        if not owners:
            raise Refused("wrongNetwork")
        return owners, text.lower()
    payload = base58.decode_check(text)
    if payload is None:
        _refuse_other(text)
    if len(payload) == 21:
        owners = [coin for coin in coins if payload[0] in coin.versions]
        if not owners:
            raise Refused("wrongNetwork")
        return owners, text
    _refuse_payload(payload)


def _refuse_payload(payload):
    """A right checksum over something that is not the hash of an address of Bitcoin's kind."""
    private = len(payload) == 33 or len(payload) == 34 and payload[33] == 1
    if private and payload[0] in WIF_VERSIONS:
        raise Refused("privateKeyInAddress")
    if len(payload) == 78 and int.from_bytes(payload[:4], "big") in EXTENDED_PRIVATE:
        raise Refused("privateKeyInAddress")
    if len(payload) == 39 and payload[0] == 1 and payload[1] in (0x42, 0x43):
        raise Refused("privateKeyInAddress")
    # Zcash has versions of two bytes; what no form has is no address.
    raise Refused("wrongNetwork" if payload[:2] in _ZCASH and len(payload) == 22 else "invalidAddress")


_ZCASH = (b"\x1c\xb8", b"\x1c\xbd", b"\x1d\x25", b"\x1c\xba")


def _refuse_other(text):
    """Addresses of other kinds have checks of their own, which only the program has."""
    if len(text) > base58.LONGEST and bech32.decode(text) is not None:
        raise NotModelled("bech32 texts of other kinds")
    raise Refused("invalidAddress")


def folded(text):
    """Whether the program says that capital letters were lost on the way."""
    return base58.is_one_case(text)
