"""Amounts: whole coins in decimal digits, exactly or not at all (Documentation/protocols/dash-axe.md section 1.5)."""
import re

from .verdict import Refused

_AMOUNT = re.compile(r"([0-9]*)(?:\.([0-9]*))?\Z", re.ASCII)


def read(text, coin):
    """The amount in the smallest unit; None where it is empty and the person is asked."""
    if not text:
        return None
    match = _AMOUNT.match(text)
    if not match or text == ".":
        raise Refused("invalidAmount")
    whole, fraction = match.group(1).lstrip("0"), match.group(2) or ""
    if len(whole) > 30:
        raise Refused("amountOutOfRange", *(["amountTooPrecise"] if len(fraction) > coin.decimals else []))
    if len(fraction) > coin.decimals:
        raise Refused("amountTooPrecise", *(["amountOutOfRange"] if int(whole or "0") * 10 ** 8 >= coin.most else []))
    amount = int(whole + fraction.ljust(coin.decimals, "0"))
    if not 0 < amount <= coin.most:
        raise Refused("amountOutOfRange")
    if amount < coin.dust:
        raise Refused("dust")
    return amount


def in_link(text, coin):
    """The same of a link, where zeros behind the last decimal change nothing."""
    whole, point, fraction = (text or "").partition(".")
    return read(whole + point + fraction[:coin.decimals] + fraction[coin.decimals:].rstrip("0"), coin)
