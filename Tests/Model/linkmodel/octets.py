"""The bytes of a link and percent escapes (Documentation/rules.md S1)."""
import re
import unicodedata

from .verdict import NotModelled, Refused

LONGEST_LINK = 8192
LONGEST_JSON_LINK = 131_000
WHITE_SPACE = b" \t\n\x0b\x0c\r"

# Controls, spaces, anything beyond ASCII, and `\`.
_FORBIDDEN = re.compile(rb"[^!-~]|\\")
_RAW_CONTROL = re.compile(rb"[\x00-\x1f\x7f]")
_BAD_ESCAPE = re.compile(rb"%(?![0-9A-Fa-f]{2})")
_ESCAPE = re.compile(rb"%([0-9A-Fa-f]{2})")
_CONTROL = re.compile(rb"[\x00-\x1f\x7f]")
_BYTE = {b"%02x" % number: bytes([number]) for number in range(256)}


def check_bytes(link, behind):
    """Refuses bytes that stand in no link. `behind` says what may stand behind the first `?` besides: `nothing`, `@` in a
    `query`, or all but controls in `texts`, if there is no `#`."""
    front, _, query = (link, b"", b"") if behind == "nothing" else link.partition(b"?")
    pattern = _RAW_CONTROL if behind == "texts" and b"#" not in link else _FORBIDDEN
    if _FORBIDDEN.search(front) or b"@" in front or pattern.search(query):
        raise Refused("malformedURL")


def check_plain(raw):
    """Refuses raw bytes that only texts may have."""
    if _FORBIDDEN.search(raw):
        raise Refused("malformedURL")


_LINES = re.compile(rb"(?:%0[AaDd])+")


def decode(raw, on_lines=False):
    """The text of a name or value, after its percent escapes were decoded once. A message may be `on_lines`: its line
    breaks become one mark, and its tabs spaces (Documentation/rules.md S1)."""
    if on_lines:
        raw = _LINES.sub("⏎".encode(), raw).replace(b"%09", b" ")
    if b"%" not in raw and raw.isascii():
        return raw.decode("ascii")
    if _BAD_ESCAPE.search(raw):
        raise Refused("invalidEncoding")
    octets = _ESCAPE.sub(lambda match: _BYTE[match.group(1).lower()], raw)
    if _CONTROL.search(octets):
        raise Refused("invalidEncoding")
    try:
        return octets.decode("utf-8")
    except UnicodeDecodeError:
        raise Refused("invalidEncoding") from None


# Unicode's Default_Ignorable_Code_Point: characters that are not drawn.
_NOT_DRAWN = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]")
# Controls, formats, private characters, and separators of lines.
_DROPPED = frozenset(("Cc", "Cf", "Co", "Zl", "Zp"))
LONGEST_TEXT = 500
_PLAIN = re.compile(r"(?:[!-~]+(?: [!-~]+)*)?\Z", re.ASCII)


def shown(text, longest=LONGEST_TEXT):
    """A text of the caller's as it is shown, and whether anything of it is not (Documentation/protocols/dash-axe.md section 1.7)."""
    if len(text) <= longest and _PLAIN.match(text):
        return text, False
    kept = []
    for character in _NOT_DRAWN.sub("", text):
        category = unicodedata.category(character)
        if category == "Cn":
            raise NotModelled("characters that this version of Unicode does not have")
        if category not in _DROPPED:
            kept.append(" " if category == "Zs" else character)
    cleaned = "".join(kept).strip(" ")
    while "  " in cleaned:
        cleaned = cleaned.replace("  ", " ")
    cleaned = cleaned[:longest].strip(" ")
    return cleaned, cleaned != text
