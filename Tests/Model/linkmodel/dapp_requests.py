"""What a dapp asks for: the members of a request (Documentation/protocols/mykey.md sections 1.3 to 2).

The model reads requests whose values are of the usual kinds. Others are not predicted: the README says which.
"""
import re

from .strict_json import Number
from .verdict import Mistakes, NotModelled, Refused

_NAME = re.compile(r"(?:[a-z1-5.]{0,11}[a-z1-5]|[a-z1-5.]{12}[a-j1-5])\Z", re.ASCII)
_SYMBOL = re.compile(r"[A-Z]{1,7}\Z", re.ASCII)
_DECIMAL = re.compile(r"([0-9]{1,12})(?:\.([0-9]{1,20}))?\Z", re.ASCII)
_USER = re.compile(r"[A-Za-z0-9._:-]{1,128}\Z", re.ASCII)
_SERVER = re.compile(r"https://[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,8}(?:/[A-Za-z0-9/._-]*)?\Z", re.ASCII)
_CALLBACK = re.compile(r"([a-z][a-z0-9]{2,20})://[a-z0-9.]+(?:\?[A-Za-z0-9=&]*)?\Z", re.ASCII)
_WORDS = re.compile(r"[A-Za-z0-9]+(?: [A-Za-z0-9]+)*\Z", re.ASCII)
_ACTIONS = ("login", "transfer", "transaction", "sign")
_PROTOCOLS = ("MYKEY", "MYKEYSimple", "SimpleWallet")
_SERVERS = {"login": "loginUrl", "transfer": "transferUrl", "transaction": "contractUrl", "sign": "signUrl"}
_NOTES = {"login": "loginMemo", "transfer": "desc", "transaction": "desc"}


def read(members, scheme, simple, app_key, user_id, warnings):
    mistakes = Mistakes()
    action = mistakes.attempt(_required, members, "action")
    if mistakes.codes:
        raise Refused("invalidRequest", *mistakes.codes)
    if action not in _ACTIONS:
        raise Refused("unknownAction", "invalidRequest", "missingParameter", "unsupportedChain")
    protocol = members.get("protocol")
    if protocol not in _PROTOCOLS or simple and protocol != "SimpleWallet":
        raise NotModelled("requests with another “protocol”")
    if members.get("version", "1.0") != "1.0":
        raise NotModelled("requests with another “version”")
    chain = members.get("chain", "EOS")
    if chain == "ETH":
        mistakes.codes.add("unsupportedChain")
    elif chain not in ("EOS", "ANY"):
        raise NotModelled("requests for another “chain”")
    if not simple:
        _same(members, protocol, app_key, user_id, mistakes)
    if "expired" in members:
        raise NotModelled("requests that end at a time")
    fields = {"scheme": scheme, "coin": "eos", "outcome": action, "protocol": protocol, "encrypted": False,
              "dappName": _words(members, "dappName"), "post_url": _server(members, _SERVERS[action]),
              "note": _words(members, _NOTES[action]) if action in _NOTES else None, "sender": _sender(members)}
    if action == "login":
        user = mistakes.attempt(_required, members, "uuID")
        if user is not None and not _USER.match(user):
            mistakes.codes.add("invalidRequest")
    elif action == "transfer":
        fields.update(_transfer(members, mistakes))
    elif action == "sign":
        message = mistakes.attempt(_required, members, "message")
        if message is not None and not _WORDS.match(message):
            raise NotModelled("texts to sign other than plain words")
        fields["message"] = message
    else:
        fields["n_actions"] = _actions(members, mistakes)
    mistakes.refuse_if_any()
    fields["warnings"] = warnings
    return fields


def _required(members, name):
    value = members.get(name)
    if value is None or value == "":
        raise Refused("missingParameter")
    if not isinstance(value, str) or isinstance(value, Number):
        raise Refused("invalidRequest")
    return value


def _same(members, protocol, app_key, user_id, mistakes):
    """What stands in the link and in the request must be the same (section 1.3)."""
    user = members.get("uuID")
    if not isinstance(user, str) or not _USER.match(user):
        raise NotModelled("users with unusual ids")
    if user.lower() != (user_id or "").lower():
        mistakes.codes.add("invalidRequest" if user_id else "missingParameter")
        mistakes.codes.add("invalidRequest")
    if protocol == "MYKEY":
        key = members.get("appKey")
        if not key or not app_key:
            raise NotModelled("requests of MYKEY without an appKey")
        if key != app_key:
            mistakes.codes.add("invalidRequest")


def _words(members, name):
    value = members.get(name)
    if value is None:
        return None
    if not isinstance(value, str) or isinstance(value, Number) or not _WORDS.match(value) or len(value) > 200:
        raise NotModelled("texts of dapps other than plain words")
    return value


def _server(members, name):
    value = members.get(name)
    if value is None or value == "":
        return None
    if not isinstance(value, str) or not _SERVER.match(value):
        raise NotModelled("servers with unusual addresses")
    return value


def _sender(members):
    value = members.get("callback")
    if value is None or value == "":
        return None
    match = _CALLBACK.match(value) if isinstance(value, str) else None
    if match is None or match.group(1) not in ("simple", "demoscheme", "mygame"):
        raise NotModelled("callbacks of unusual forms")
    return match.group(1)


def _transfer(members, mistakes):
    values = {}
    for name, form in (("to", _NAME), ("symbol", _SYMBOL), ("contract", _NAME), ("from", _NAME)):
        value = members.get(name)
        if value is None and name in ("from", "contract"):
            if name == "contract":
                raise NotModelled("transfers without a contract")
            continue
        if value is None or value == "":
            mistakes.codes.add("missingParameter")
        elif not isinstance(value, str) or isinstance(value, Number) or not form.match(value):
            mistakes.codes |= {"invalidAddress", "invalidRequest"}
        values[name] = value
    values["quantity"] = _quantity(members, mistakes)
    values["memo"] = _words(members, "dappData") or ""
    if members.get("symbol") != "EOS" or members.get("contract") != "eosio.token":
        raise NotModelled("transfers of other tokens")
    del values["symbol"]
    return values


def _quantity(members, mistakes):
    amount, precision = members.get("amount"), members.get("precision")
    if amount is None or precision is None:
        mistakes.codes.add("missingParameter")
        return None
    match = _DECIMAL.match(amount) if isinstance(amount, str) else None
    if match is None or precision != "4":
        raise NotModelled("amounts of dapps other than plain decimals")
    fraction = (match.group(2) or "").rstrip("0")
    if len(fraction) > 4:
        mistakes.codes |= {"amountTooPrecise", "invalidRequest"}
        return None
    whole = match.group(1).lstrip("0") or "0"
    if whole == "0" and not fraction:
        mistakes.codes |= {"amountOutOfRange", "invalidRequest"}
    return f"{whole}.{fraction.ljust(4, '0')} EOS"


def _actions(members, mistakes):
    actions = members.get("actions", members.get("ContractRequest"))
    if actions is None:
        mistakes.codes.add("missingParameter")
        return None
    if not isinstance(actions, list) or not 0 < len(actions) <= 32:
        mistakes.codes |= {"invalidRequest", "missingParameter"}
        return None
    for action in actions:
        if not isinstance(action, dict) or not {"account", "name", "data"} <= action.keys():
            raise NotModelled("lists of actions of other forms")
        if not (isinstance(action["account"], str) and _NAME.match(action["account"])
                and isinstance(action["name"], str) and _NAME.match(action["name"]) and action["data"] == {"a": "b"}):
            raise NotModelled("lists of actions of other forms")
    return len(actions)
