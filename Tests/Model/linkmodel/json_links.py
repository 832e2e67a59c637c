"""mykey: and simplewallet: links, and the bare JSON of SimpleWallet's QR codes (Documentation/protocols/mykey.md section 1)."""
import base64
import re

from . import dapp_requests, strict_json
from .octets import LONGEST_JSON_LINK, decode
from .verdict import Disputed, Mistakes, NotModelled, Refused

_HOSTS = {"mykey": ("mykey.org", "simplewallet.mykey.org"), "simplewallet": ("eos.io",)}
# What is read of a link, and so may stand in it once.
_REQUEST = frozenset(("param", "appKey", "userId"))
_HEX = re.compile(r"(?:[0-9A-Fa-f]{2})+\Z", re.ASCII)
_BASE64 = re.compile(r"[A-Za-z0-9_-]+\Z", re.ASCII)
_PAGE = re.compile(r"https?://[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::[0-9]{1,4})?"
                   r"(?:/[A-Za-z0-9/._~-]*)?(?:\?[A-Za-z0-9=&._~-]*)?\Z", re.ASCII)


def read(rest, scheme):
    """`rest` is what stands behind the colon of the scheme."""
    warnings = set()
    mistakes = Mistakes()
    rest, hash_sign, _ = rest.partition(b"#")
    if hash_sign:
        warnings.add("fragmentIgnored")
    place, _, query = rest.partition(b"?")
    host, _, path = (place[2:] if place.startswith(b"//") else place.removeprefix(b"/")).partition(b"/")
    host = host.decode("ascii").lower()
    if host not in _HOSTS[scheme]:
        if any(host in hosts for hosts in _HOSTS.values()):
            raise Disputed("hosts of the other scheme of dapps (README, difference 1)")
        mistakes.codes.add("malformedURL")
    if b"%" in place or b"//" in b"/" + path:
        raise NotModelled("escapes and doubled slashes in the path of a dapp’s link")
    path = path.decode("ascii").removesuffix("/")
    if scheme == "mykey" and host == "mykey.org":
        if path not in ("", "protocol", "dapp"):
            mistakes.codes.add("unknownAction")
    elif path not in ("", "protocol"):
        mistakes.codes.add("unknownAction")
    once = {"": (), "dapp": ("url",)}.get(path, _REQUEST) if host == "mykey.org" else _REQUEST
    values = _values(query, scheme, once, mistakes)
    if host == "mykey.org" and path == "":
        if mistakes.codes:
            raise NotModelled("mistakes in the parameters of a link that only opens the wallet")
        return {"outcome": "open-home", "coin": "eos", "url": None, "sender": None, "warnings": warnings}
    if host == "mykey.org" and path == "dapp":
        page = mistakes.attempt(_page, values)
        mistakes.refuse_if_any()
        return {"outcome": "open-dapp", "coin": "eos", "url": page, "sender": None, "warnings": warnings}
    fields = mistakes.attempt(_request, values, scheme, host, warnings)
    mistakes.refuse_if_any()
    return fields


def _request(values, scheme, host, warnings):
    if "param" not in values:
        raise Refused("missingParameter")
    if not values["param"]:
        raise Refused("missingParameter", "invalidRequest")
    members = _json(values["param"])
    simple = host != "mykey.org" or members.get("protocol") == "SimpleWallet"
    return dapp_requests.read(members, scheme, simple, values.get("appKey"), values.get("userId"), warnings)


def read_bare(link):
    """SimpleWallet's JSON without a link."""
    try:
        link.decode("utf-8")
    except UnicodeDecodeError:
        raise Refused("invalidEncoding") from None
    mistakes = Mistakes()
    if len(link) > LONGEST_JSON_LINK:
        mistakes.codes.add("urlTooLong")
    fields = mistakes.attempt(_members, link)
    mistakes.refuse_if_any()
    return fields


def _members(link):
    try:
        members = strict_json.read(link)
    except Refused:
        raise Refused("invalidRequest", "invalidEncoding", "malformedURL") from None
    fields = dapp_requests.read(members, None, True, None, None, set())
    del fields["scheme"]
    return fields


def _values(query, scheme, once, mistakes):
    values = {}
    for piece in query.split(b"&"):
        name, equals, raw = piece.partition(b"=")
        # SimpleWallet's JSON was written as forms are, MYKEY's was not (section 1.3).
        if scheme == "simplewallet":
            raw = raw.replace(b"+", b" ")
        name = mistakes.attempt(decode, name)
        value = mistakes.attempt(_decoded, raw)
        if name is not None and name.lower().startswith("req-"):
            mistakes.codes.add("unsupportedRequiredParameter")
        if name in once:
            if name in values:
                mistakes.codes.add("duplicateParameter")
            values[name] = value
    return values


def _decoded(raw):
    return b" ".join(decode(piece).encode() for piece in raw.split(b" ")).decode() if b" " in raw else decode(raw)


def _page(values):
    page = values.get("url")
    if not page:
        raise Refused("missingParameter", "invalidRequest")
    if not _PAGE.match(page):
        if page[:4].lower() == "http":
            raise NotModelled("pages of dapps with unusual addresses")
        raise Refused("invalidRequest")
    return page


def _json(param):
    """The JSON of a request (section 1.3)."""
    text = param.strip(" \t\r\n")
    if text.startswith("{"):
        return strict_json.read(text.encode())
    if _HEX.match(text):
        raise NotModelled("MYKEY’s own encoding of a request")
    letters = text.replace("=", "")
    if not _BASE64.match(letters):
        raise Refused("invalidRequest")
    padding = "=" * (-len(letters) % 4)
    if text not in (letters, letters + padding):
        raise Refused("invalidRequest")
    try:
        octets = base64.b64decode(letters + padding, altchars=b"-_", validate=True)
    except ValueError:
        raise Refused("invalidRequest") from None
    # Bits that are left over must be zero: everything has one way to be written.
    if base64.urlsafe_b64encode(octets).decode() != letters + padding:
        raise Refused("invalidRequest")
    if not octets.lstrip(b" \t\r\n").startswith(b"{"):
        raise Refused("invalidRequest")
    return strict_json.read(octets.strip(b" \t\r\n"))
