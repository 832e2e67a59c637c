"""dashwallet: and axewallet: links (Documentation/protocols/dash-axe.md section 1)."""
import re

from . import addresses, amounts, parameters, senders
from .octets import shown
from .verdict import Mistakes, NotModelled, Refused

_KNOWN = frozenset(("pay", "request", "sender", "account", "amount", "is", "label", "message", "r", "pop"))
# What `req-` may stand before: what the wallet does when it answers such a link.
_HONOURED = {
    "pay": frozenset(("pay", "sender", "amount", "message", "is")),
    "address": frozenset(("request", "sender")),
    "masterpublickey": frozenset(("request", "sender", "account")),
}
_LEFT_OVER = re.compile(rb"[:/?]")
_ACCOUNT = re.compile(r"(0|[1-9][0-9]{0,9})\Z", re.ASCII)


def read(rest, scheme, coin):
    """`rest` is what stands behind the colon of the scheme."""
    warnings = set()
    mistakes = Mistakes()
    rest = _without_slashes(rest, warnings)
    if _LEFT_OVER.search(rest):
        mistakes.codes.add("malformedURL")
    found = parameters.split(rest, mistakes)
    if rest.lower() == b"scanqr":
        return {"outcome": "scanqr", "coin": coin.name, "sender": None, "callback": None, "warnings": warnings}
    by_name = {parameter.name: parameter for parameter in found if parameter.name in _KNOWN}
    if parameters.duplicates(found, _KNOWN):
        mistakes.codes.add("duplicateParameter")
    if found and found[0].name == "scanqr" and not by_name.keys() & {"pay", "request"}:
        raise NotModelled("“scanqr” beside other parameters")
    action = mistakes.attempt(_action, by_name)
    honoured = _HONOURED.get(action, _KNOWN)
    if any(parameter.required and parameter.name not in honoured for parameter in found):
        mistakes.codes.add("unsupportedRequiredParameter")
    sender = mistakes.attempt(_sender, by_name.get("sender"))
    if parameters.has_notation(found):
        warnings.add("literalDocumentNotation")
    fields = {"scheme": scheme, "coin": coin.name, "sender": sender, "warnings": warnings}
    if action == "pay":
        fields.update(_payment(by_name, coin, sender, warnings, mistakes))
        unknown = [parameter for parameter in found if parameter.name not in _KNOWN]
        if any(parameters.is_reference(parameter.name) for parameter in unknown):
            warnings.add("referenceIgnored")
        if parameters.has_end(unknown):
            warnings.add("requestEnds")
    elif action == "address":
        fields.update(outcome="address", callback=f"{sender}://callback=address&address={{address}}&source={scheme}")
    elif action == "masterpublickey":
        account = mistakes.attempt(_account, by_name.get("account"))
        fields.update(
            outcome="masterPublicKey", account=account,
            callback=f"{sender}://callback=masterPublicKey&masterPublicKeyBIP32={{masterPublicKeyBIP32}}"
            f"&masterPublicKeyBIP44={{masterPublicKeyBIP44}}&account={account}&source={scheme}")
    mistakes.refuse_if_any()
    used = honoured | ({"label"} if action == "pay" else set())
    fields["ignored"] = sorted(parameters.listed(parameter) for parameter in found if parameter.name not in used)
    return fields


def _without_slashes(rest, warnings):
    """The parameters, when what programs put around them was taken off."""
    rest, hash_sign, _ = rest.partition(b"#")
    if hash_sign:
        warnings.add("fragmentIgnored")
    for prefix in (b"//", b"/", b"?"):
        rest = rest.removeprefix(prefix)
    for separator in (b":///", b"://"):
        if rest.endswith(separator):
            warnings.add("senderSeparatorStripped")
            return rest.removesuffix(separator)
    return rest.removesuffix(b"/")


def _action(by_name):
    if "pay" in by_name:
        if "request" in by_name:
            raise Refused("ambiguousAction")
        return "pay"
    request = (by_name["request"].value or "").lower() if "request" in by_name else ""
    if request not in ("address", "masterpublickey"):
        raise Refused("unknownAction")
    return request


def _sender(parameter):
    if parameter is None or parameter.value == "":
        raise Refused("missingParameter")
    if parameter.value is not None:
        senders.check_scheme(parameter.value)
    return parameter.value


def _account(parameter):
    if parameter is None:
        return 0
    text = parameter.value or ""
    if not _ACCOUNT.match(text) or int(text) > 0x7FFFFFFF:
        raise Refused("invalidAccount")
    return int(text)


def _payment(by_name, coin, sender, warnings, mistakes):
    address = mistakes.attempt(_address, by_name["pay"].value, coin)
    amount = mistakes.attempt(amounts.in_link, by_name["amount"].value, coin) if "amount" in by_name else None
    if "r" in by_name:
        warnings.add("paymentProtocolIgnored")
        if by_name["pay"].value == "":
            mistakes.codes.add("paymentProtocolUnsupported")
    return {
        "outcome": "pay", "form": "native", "address": address, "amount": amount, "label": None,
        "message": text(by_name.get("message"), warnings),
        "instantSend": mistakes.attempt(instant_send, by_name.get("is"), warnings),
        "callback": f"{sender}://callback=payack&address={address}&txid={{txid}}",
    }


def _address(value, coin):
    return None if value is None else addresses.read(value, (coin,))[1]


def text(parameter, warnings):
    """A label or message as it is shown."""
    if parameter is None or parameter.value is None:
        return None
    words, cleaned = shown(parameter.text())
    if cleaned:
        warnings.add("textSanitised")
    return words


def instant_send(parameter, warnings):
    """What `IS` asks for, or None (section 1.2)."""
    if parameter is None:
        return None
    if parameter.value not in ("0", "1"):
        if parameter.required:
            raise Refused("unsupportedRequiredParameter")
        warnings.add("instantSendValueIgnored")
        return None
    return {"requested": parameter.value == "1", "required": parameter.required}
