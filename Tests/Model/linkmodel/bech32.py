"""Bech32, bech32m and segwit addresses (BIP173, BIP350)."""

_CHARACTERS = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"
_VALUES = {character: number for number, character in enumerate(_CHARACTERS)}
_GENERATOR = (0x3B6A57B2, 0x26508E6D, 0x1EA119FA, 0x3D4233DD, 0x2A1462B3)
BECH32 = 1
BECH32M = 0x2BC830A3
LONGEST_SEGWIT = 90


def _polymod(values):
    checksum = 1
    for value in values:
        top = checksum >> 25
        checksum = (checksum & 0x1FFFFFF) << 5 ^ value
        for bit in range(5):
            if top >> bit & 1:
                checksum ^= _GENERATOR[bit]
    return checksum


def _expanded(prefix):
    return [ord(character) >> 5 for character in prefix] + [0] + [ord(character) & 31 for character in prefix]


def decode(text):
    """(prefix, five-bit values, BECH32 or BECH32M) of a text with a right checksum, or None."""
    if text != text.lower() and text != text.upper():
        return None
    text = text.lower()
    at = text.rfind("1")
    if at < 1 or at + 7 > len(text) or not text.isascii():
        return None
    try:
        values = [_VALUES[character] for character in text[at + 1:]]
    except KeyError:
        return None
    variant = _polymod(_expanded(text[:at]) + values)
    return (text[:at], values[:-6], variant) if variant in (BECH32, BECH32M) else None


def encode(prefix, values, variant):
    checksum = _polymod(_expanded(prefix) + values + [0] * 6) ^ variant
    values = values + [checksum >> 5 * (5 - index) & 31 for index in range(6)]
    return prefix + "1" + "".join(_CHARACTERS[value] for value in values)


def to_octets(values):
    """Eight-bit bytes of five-bit values, or None where the padding is not zero or too long."""
    number = bits = 0
    octets = bytearray()
    for value in values:
        number = (number << 5 | value) & 0xFFF
        bits += 5
        if bits >= 8:
            bits -= 8
            octets.append(number >> bits & 0xFF)
    return bytes(octets) if bits < 5 and not number & ((1 << bits) - 1) else None


def to_values(octets):
    bits = "".join(f"{octet:08b}" for octet in octets)
    bits += "0" * (-len(bits) % 5)
    return [int(bits[index:index + 5], 2) for index in range(0, len(bits), 5)]


def segwit(text):
    """(prefix, version) of a segwit address, or None."""
    if len(text) > LONGEST_SEGWIT:
        return None
    decoded = decode(text)
    if decoded is None or not decoded[1]:
        return None
    prefix, values, variant = decoded
    version = values[0]
    program = to_octets(values[1:])
    if version > 16 or program is None or not 2 <= len(program) <= 40:
        return None
    if version == 0 and len(program) not in (20, 32):
        return None
    return (prefix, version) if variant == (BECH32M if version else BECH32) else None


def encode_segwit(prefix, version, program):
    return encode(prefix, [version] + to_values(program), BECH32M if version else BECH32)
