"""What the documents say that `router explain` says about a link."""
import re

from . import bip21, json_links, wallet_links
from .coins import BIP21_SCHEMES, JSON_SCHEMES, OTHER_SCHEMES, READ_SCHEMES, WALLET_SCHEMES
from .octets import LONGEST_JSON_LINK, LONGEST_LINK, WHITE_SPACE, check_bytes
from .verdict import Mistakes, NotModelled, Refused

_SCHEME = re.compile(rb"([A-Za-z][A-Za-z0-9+.-]{0,31}):")
# A bare address, perhaps with parameters.
_BARE = re.compile(rb"[A-Za-z0-9]+(?:\?|\Z)")


def predict(link):
    """(codes, fields): the error codes of which the program names one, or the request's fields. Raises NotModelled."""
    try:
        return None, _read(link.strip(WHITE_SPACE))
    except Refused as refused:
        return refused.codes, None


def _read(link):
    match = _SCHEME.match(link)
    scheme = match.group(1).decode("ascii").lower() if match else None
    if scheme in OTHER_SCHEMES:
        raise NotModelled("schemes that descriptors of the grammar “uri” describe")
    if link.startswith(b"{"):
        return json_links.read_bare(link)
    mistakes = Mistakes()
    if len(link) > (LONGEST_JSON_LINK if scheme in JSON_SCHEMES else LONGEST_LINK):
        mistakes.codes |= {"urlTooLong"} if match else {"urlTooLong", "malformedURL"}
    behind = "nothing" if scheme in WALLET_SCHEMES else "query" if scheme in JSON_SCHEMES else "texts"
    mistakes.attempt(check_bytes, link, behind)
    if match is None and not _BARE.match(link):
        mistakes.codes.add("malformedURL")
    if match is not None and scheme not in READ_SCHEMES:
        mistakes.codes.add("unsupportedScheme")
    mistakes.refuse_if_any()
    if match is None:
        return bip21.read_bare(link)
    rest = link[match.end():]
    if scheme in WALLET_SCHEMES:
        return wallet_links.read(rest, scheme, WALLET_SCHEMES[scheme])
    if scheme in BIP21_SCHEMES:
        return bip21.read(rest, scheme, BIP21_SCHEMES[scheme])
    return json_links.read(rest, scheme)
