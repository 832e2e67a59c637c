"""Who may be called back (Documentation/protocols/dash-axe.md section 3)."""
import re

from .coins import OWN_SCHEMES
from .verdict import Refused

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]{0,63}\Z", re.ASCII)

FORBIDDEN = frozenset(
    # opened by browsers
    "http https ftp ftps javascript vbscript data blob about view-source chrome resource jar content intent ws wss "
    # files, mail, telephones, remote shells, and the desktop itself
    "file afp nfs sftp ssh telnet smb mailto tel sms callto git svn vnc rdp ldap ldaps x-man-page man info help trash "
    "admin dav davs mtp computer network recent burn apt snap appstream".split())


def is_scheme(text):
    return bool(_SCHEME.match(text))


def check_scheme(text):
    """Refuses a scheme that no answer goes to."""
    if not is_scheme(text):
        raise Refused("invalidSender")
    lower = text.lower()
    if lower in FORBIDDEN or lower in OWN_SCHEMES or lower.startswith("ms-"):
        raise Refused("forbiddenSender")
