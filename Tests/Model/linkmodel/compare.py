"""Whether the program agrees with the model about a link."""

# What the model says nothing about, and why.
NOT_PREDICTED = {
    "display": "the sender’s name in words: only its capital first letter is documented",
    "handOver": "which programs are installed here",
    "leftOut": "what a wallet program would not receive",
    "lost": "what that means, for people",
    "expired": "depends on the time",
    "error.message": "prose",
    "error.hint": "prose",
    "error.range": "offsets for people; only that they lie in the link is compared",
    "error.detected": "which other coin has the address: the model knows that one has it",
    "error.parameter": "which of several is named",
    "warnings.message": "prose; codes are compared",
    "instructions.checked": "only “checksum” is possible for the kinds the model reads",
    "instructions.amountMsat": "belongs to invoices",
    "instructions.description": "belongs to invoices and offers",
    "instructions.expires": "belongs to invoices",
    "instructions.server": "belongs to LNURL",
}


def disagreement(prediction, answer, length):
    """None, or a sentence on what differs."""
    codes, fields = prediction
    error = answer.get("error")
    if codes is not None:
        if error is None:
            return f"refused by the model ({', '.join(sorted(codes))}), read by the program as {answer.get('outcome')}"
        if error["code"] not in codes:
            return f"model: {', '.join(sorted(codes))}; program: {error['code']}"
        start, end = error["range"] or (0, 0)
        return None if 0 <= start <= end <= length else f"the range {start}–{end} lies outside the link"
    if error is not None:
        return f"read by the model ({fields['outcome']}), refused by the program: {error['code']}"
    for name, expected in fields.items():
        actual = answer.get(name)
        if name == "warnings":
            expected, actual = sorted(expected), sorted({warning["code"] for warning in actual})
        elif name == "ignored":
            actual = sorted(name.lower() for name in actual)
        elif name == "instructions":
            actual = [(entry["kind"], plain(entry["text"])) for entry in actual]
        elif name == "address":
            actual = plain(actual)
        if expected != actual:
            return f"{name}: model {expected!r}, program {actual!r}"
    return None


def plain(address):
    """An address in the spelling of the model: the documents do not say how one in capitals is printed."""
    return address.lower() if isinstance(address, str) and address.isupper() and "1" in address else address
