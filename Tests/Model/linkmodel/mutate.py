"""Changes of links: what a hostile page, a bad copy or a desktop makes of them."""

_SIGNS = b"&=?#/:@\\%+.-_~!$'()*,;[]{}|^`<>\" \t\r\x00\x01\x1f\x7f\x80\xff"
_PIECES = (b"&amount=1", b"&req-amount=2", b"&sender=evil", b"&pay=", b"&req-x=1", b"&x", b"&&", b"=", b"%00", b"%0A",
           b"%2526", b"%41", b"%", b"%e2%80%ae", b"://", b"//", b"#", b"?", b"\xe2\x80\xae", b"req-", b"&label=x",
           b"&IS=1")


def mutate(link, random):
    """The link with one to three changes."""
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        link = random.choice(_CHANGES)(link, random)
    return link.replace(b"\n", b"\t")


def _place(link, random):
    return random.randrange(len(link) + 1)


def _flip(link, random):
    if not link:
        return link
    at = random.randrange(len(link))
    return link[:at] + bytes([link[at] ^ 1 << random.randrange(8)]) + link[at + 1:]


def _replace(link, random):
    if not link:
        return link
    at = random.randrange(len(link))
    octet = random.choice(_SIGNS) if random.random() < 0.5 else random.randrange(33, 127)
    return link[:at] + bytes([octet]) + link[at + 1:]


def _insert(link, random):
    at = _place(link, random)
    return link[:at] + bytes([random.choice(_SIGNS)]) + link[at:]


def _insert_piece(link, random):
    at = len(link) if random.random() < 0.4 else _place(link, random)
    return link[:at] + random.choice(_PIECES) + link[at:]


def _delete(link, random):
    at = _place(link, random)
    return link[:at] + link[at + random.choice((1, 1, 1, 2, 5)):]


def _truncate(link, random):
    return link[:_place(link, random)]


def _escape(link, random):
    """Writes a byte as an escape, which must change nothing inside a value."""
    if not link:
        return link
    at = random.randrange(len(link))
    form = b"%%%02X" if random.random() < 0.5 else b"%%%02x"
    return link[:at] + form % link[at] + link[at + 1:]


def _case(link, random):
    if not link:
        return link
    at = random.randrange(len(link))
    return link[:at] + link[at:at + 1].swapcase() + link[at + 1:]


def _all_case(link, random):
    return link.lower() if random.random() < 0.7 else link.upper()


def _swap_bytes(link, random):
    if len(link) < 2:
        return link
    at = random.randrange(len(link) - 1)
    return link[:at] + link[at + 1:at + 2] + link[at:at + 1] + link[at + 2:]


def _parameters(link, random):
    """Swaps, repeats or takes away whole parameters."""
    pieces = link.split(b"&")
    at = random.randrange(len(pieces))
    draw = random.randrange(3)
    if draw == 0:
        other = random.randrange(len(pieces))
        pieces[at], pieces[other] = pieces[other], pieces[at]
    elif draw == 1:
        pieces.insert(random.randrange(len(pieces) + 1), pieces[at])
    else:
        del pieces[at]
    return b"&".join(pieces)


def _scheme(link, random):
    _, colon, rest = link.partition(b":")
    return random.choice((b"dash", b"axe", b"bitcoin", b"litecoin", b"dogecoin", b"pay", b"dashwallet", b"axewallet",
                          b"foo", b"http", b"mykey", b"")) + colon + rest


def _pad(link, random):
    """Up to, and beyond, the longest link."""
    if random.random() < 0.9:
        return random.choice((b" ", b"\t", b"  ")) + link + random.choice((b"", b" ", b"\r"))
    missing = 8192 - len(link) - 3 + random.choice((-1, 0, 1, 2))
    return link + b"&x=" + b"y" * max(missing, 0) if b"?" in link or b"=" in link else link


_CHANGES = (_flip, _replace, _insert, _insert_piece, _delete, _truncate, _escape, _escape, _case, _all_case,
            _swap_bytes, _parameters, _parameters, _scheme, _pad)
