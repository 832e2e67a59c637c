"""Links of the family of BIP21 and bare addresses (Documentation/protocols/payment-links.md sections 1, 2 and 18)."""
import re

from . import addresses, amounts, parameters, senders
from .coins import ALL, ANSWERED, INSTRUCTIONS, PREFIXES
from .octets import decode
from .verdict import Mistakes, NotModelled, Refused
from .wallet_links import instant_send, text

# The characters of RFC 3986 but `@`.
_LINK = re.compile(r"([A-Za-z][A-Za-z0-9+.-]{0,63}):[A-Za-z0-9._~:/?#\[\]!$&'()*+,;=%-]*\Z", re.ASCII)
MOST_INSTRUCTIONS = 16


# A text of another length is not taken for an address (section 18).
BARE_LENGTHS = range(25, 91)


def read_bare(link):
    """A link without a scheme."""
    try:
        if len(link.partition(b"?")[0]) not in BARE_LENGTHS:
            raise Refused("malformedURL")
        return read(link, None, ALL)
    except Refused as refused:
        if b":" in link:
            raise Refused("malformedURL", *refused.codes) from None
        raise


def read(rest, scheme, coins):
    """`rest` is what stands behind the colon of the scheme, or a whole link without one (`scheme` is None)."""
    warnings = set()
    mistakes = Mistakes()
    rest, hash_sign, _ = rest.partition(b"#")
    if hash_sign:
        warnings.add("fragmentIgnored")
    front, _, query = rest.partition(b"?")
    if scheme is not None:
        front = front.removeprefix(b"//").removeprefix(b"/").removesuffix(b"/")
    if b":" in front or b"/" in front:
        mistakes.codes.add("malformedURL")
    address = mistakes.attempt(decode, front)
    owners, address = mistakes.attempt(_front, address, coins) or ([], None)
    # Whose coin it is decides what else can stand in the link.
    coin = owners[0] if owners else coins[0]
    if scheme is None:
        scheme = coin.name if owners else ""
    offered = INSTRUCTIONS.get(scheme, {})
    found = parameters.split(query, mistakes)
    known = {"amount", "label", "message", "pop", "r"}
    known |= {"sender"} if scheme in ANSWERED or not scheme else set()
    known |= {"is"} if coin.lock else set()
    by_name = {parameter.name: parameter for parameter in found if parameter.name in known}
    if parameters.duplicates(found, known):
        mistakes.codes.add("duplicateParameter")
    honoured = (known | offered.keys()) - {"r"}
    if any(parameter.required and parameter.name not in honoured for parameter in found):
        mistakes.codes.add("unsupportedRequiredParameter")
    sender = mistakes.attempt(_sender, by_name.get("sender"))
    ways, left_out = _ways(found, offered, coin, address, mistakes)
    if not ways and not front:
        others = {parameter.name for parameter in found} & {"creq", "ark"}
        mistakes.codes.add(
            "paymentProtocolUnsupported" if "r" in by_name else "unsupportedAction" if others else "invalidAddress")
    fields = {"outcome": "pay", "form": "bip21", "scheme": scheme, "coin": coin.name, "sender": sender,
              "warnings": warnings}
    fields["amount"] = mistakes.attempt(_amount, by_name.get("amount"), coin, warnings)
    fields["label"] = text(by_name.get("label"), warnings)
    fields["message"] = text(by_name.get("message"), warnings)
    fields["instantSend"] = mistakes.attempt(instant_send, by_name.get("is"), warnings)
    proof = mistakes.attempt(_proof, by_name.get("pop"), sender, ways[0][0] if ways else "", warnings)
    mistakes.refuse_if_any()
    if _is_unprotected(ways[0][1]):
        warnings.add("unprotectedAddress")
    if sender:
        fields["callback"] = f"{sender}://callback=payack&address={ways[0][1]}&txid={{txid}}"
    if not any(required for _, _, required in ways):
        fields["address"] = ways[0][1]
        fields["instructions"] = _once(ways)
        fields["proof"] = proof
        if not sender:
            fields["callback"] = proof + "{transaction}" if proof else None
    fields["ignored"] = sorted(
        parameters.listed(parameter) for parameter in found
        if parameter.name == "r" or parameter.name not in known and parameter.name not in offered
        or parameter in left_out)
    unknown = [parameter for parameter in found if parameter.name not in known and parameter.name not in offered]
    if any(parameters.is_reference(parameter.name) for parameter in unknown):
        warnings.add("referenceIgnored")
    if not any(required for _, _, required in ways) and parameters.has_end(unknown):
        warnings.add("requestEnds")
    if left_out:
        warnings.add("instructionIgnored")
    if "r" in by_name:
        warnings.add("paymentProtocolIgnored")
    if parameters.has_notation(found):
        warnings.add("literalDocumentNotation")
    return fields


def _front(address, coins):
    """Whose the address in front is, and its plain spelling."""
    if not address:
        return [], None
    owners, address = addresses.read(address, coins)
    if len(owners) > 1 and coins is ALL:
        # Old addresses of Litecoin have Bitcoin's version; a bare one is Bitcoin's.
        owners = [coin for coin in owners if coin.name != "litecoin"]
    if len(owners) > 1:
        raise Refused("ambiguousCoin")
    return owners, address


_ZERO = re.compile(r"(?=[.0]*0)0*\.?0*\Z", re.ASCII)


def _amount(parameter, coin, warnings):
    """Zero leaves the amount to the person, unless the link requires it."""
    if parameter is None:
        return None
    if not parameter.required and parameter.value and _ZERO.match(parameter.value):
        warnings.add("amountIsOdd")
        return None
    return amounts.in_link(parameter.value, coin)


def _is_unprotected(address):
    """Whether it is a segwit address that no rule protects: all but version 0, and version 1 with 32 bytes."""
    prefix, one, data = address.rpartition("1")
    return prefix in PREFIXES and bool(one) and data[0] != "q" and (data[0] != "p" or len(data) != 59)


def _sender(parameter):
    if parameter is None or parameter.value is None:
        return None
    if not parameter.value:
        raise Refused("missingParameter")
    senders.check_scheme(parameter.value)
    return parameter.value


def _ways(found, offered, coin, address, mistakes):
    """The ways to pay as (`onchain` or a parameter's name, text, required), and the parameters that are left out."""
    offers = [parameter for parameter in found if parameter.name in offered]
    if any(offered[parameter.name] is None for parameter in offers):
        raise NotModelled("ways to pay other than addresses")
    if len(offers) > MOST_INSTRUCTIONS:
        raise NotModelled("more than 16 ways to pay")
    ways = [("onchain", address, False)] if address is not None else []
    left_out = []
    unread = set()
    for parameter in offers:
        try:
            ways.append((parameter.name, _segwit(parameter, offered[parameter.name], coin), parameter.required))
        except Refused as refused:
            if parameter.required or refused.codes != {"invalidAddress"}:
                mistakes.codes |= refused.codes
            unread |= refused.codes
            left_out.append(parameter)
    if not ways:
        mistakes.codes |= unread
    return ways, left_out


def _segwit(parameter, prefix, coin):
    if prefix != coin.prefix:
        raise Refused("wrongNetwork")
    _, address = addresses.read(parameter.value or "", (coin,))
    if not address.startswith(prefix + "1"):
        raise Refused("invalidAddress")
    return address


def _once(ways):
    """Each address once: the same one twice counts once (section 1)."""
    texts = []
    for _, address, _ in ways:
        if address not in texts:
            texts.append(address)
    return [("onchain", address) for address in texts]


def _proof(parameter, sender, paid, warnings):
    """Where the proof of payment goes (BIP321), or None."""
    if parameter is None:
        return None
    try:
        if sender:
            raise Refused("unsupportedRequiredParameter")
        match = _LINK.match(parameter.value or "")
        if not match:
            raise Refused("invalidSender")
        senders.check_scheme(match.group(1))
        return f"{parameter.value}{paid}="
    except Refused:
        if parameter.required:
            raise
        warnings.add("proofIgnored")
        return None
