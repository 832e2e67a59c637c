"""Base58 with four check bytes, and the texts that hold a private key."""
from hashlib import sha256

_ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
_DIGITS = {character: number for number, character in enumerate(_ALPHABET)}
LONGEST = 120


def decode_check(text):
    """The bytes in front of a right checksum, or None."""
    if not 0 < len(text) <= LONGEST:
        return None
    number = 0
    digits = _DIGITS
    try:
        for character in text:
            number = number * 58 + digits[character]
    except KeyError:
        return None
    octets = number.to_bytes((number.bit_length() + 7) // 8, "big")
    octets = bytes(len(text) - len(text.lstrip("1"))) + octets
    if len(octets) < 5:
        return None
    payload = octets[:-4]
    return payload if sha256(sha256(payload).digest()).digest()[:4] == octets[-4:] else None


def encode_check(payload):
    octets = payload + sha256(sha256(payload).digest()).digest()[:4]
    number = int.from_bytes(octets, "big")
    text = ""
    while number:
        number, digit = divmod(number, 58)
        text = _ALPHABET[digit] + text
    return "1" * (len(octets) - len(octets.lstrip(b"\0"))) + text


def is_one_case(text):
    """Whether some letters are there and all are of one case: then a desktop may have changed them."""
    return text.isascii() and (text.islower() or text.isupper())
