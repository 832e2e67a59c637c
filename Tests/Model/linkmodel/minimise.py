"""A shorter link with the same kind of disagreement."""
import re


def minimise(link, fault_of, tries=400):
    """Deletes pieces while the fault stays the same but for the values that it names."""
    kind = _kind(fault_of(link))
    size = max(len(link) // 2, 1)
    while size and tries:
        at = 0
        while at < len(link) and tries:
            shorter = link[:at] + link[at + size:]
            tries -= 1
            fault = fault_of(shorter)
            if fault and _kind(fault) == kind:
                link = shorter
            else:
                at += size
        size //= 2
    return link


def _kind(fault):
    return re.sub(r"'[^']*'|[0-9]+", "", fault or "")
