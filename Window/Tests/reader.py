"""What a screen reader, and every other program on the accessibility bus, learns of a window."""
import pyatspi
from gi.repository import GLib

from desk import wait


def application(window):
    def find():
        for child in pyatspi.Registry.getDesktop(0):
            if child is not None and child.get_process_id() == window.process.pid:
                return child
        return None
    return wait(find, "the window on the accessibility bus")


def nodes(window):
    """All that is on the screen, in the order in which it is read."""
    def walk(node):
        if node is None or not node.getState().contains(pyatspi.STATE_VISIBLE):
            return
        yield node
        for child in node:
            yield from walk(child)
    for top in application(window):
        yield from walk(top)


def raw(node):
    try:
        content = node.queryText()
    except NotImplementedError:
        return node.name
    return content.getText(0, content.characterCount)


def text(node):
    """What a node says: its text without the marks of direction that the window adds, or its name."""
    return raw(node).replace("\u2068", "").replace("\u2069", "")


def labels(window):
    return [text(node) for node in nodes(window) if node.getRoleName() == "label" and text(node)]


def roles(window):
    return [(node.getRoleName(), node.name) for node in nodes(window)]


def find(window, role, name=None):
    """The only node with a role and a name."""
    found = [node for node in nodes(window) if node.getRoleName() == role and (name is None or node.name == name)]
    assert len(found) == 1, (role, name, roles(window))
    return found[0]


def has(window, role, name):
    return any(node.getRoleName() == role and node.name == name for node in nodes(window))


def is_sensitive(node):
    node.clearCache()
    return node.getState().contains(pyatspi.STATE_SENSITIVE)


def focused(window):
    for node in nodes(window):
        node.clearCache()
        if node.getState().contains(pyatspi.STATE_FOCUSED):
            return node
    return None


class Ears:
    """Notes every event of the bus that carries a text."""
    KINDS = ("object:text-changed", "object:property-change", "object:state-changed", "object:announcement",
             "object:text-selection-changed", "object:text-caret-moved")

    def __init__(self):
        self.heard = []
        pyatspi.Registry.registerEventListener(self.note, *self.KINDS)

    def note(self, event):
        self.heard.append((event.type, str(event.any_data)))

    @staticmethod
    def listen():
        """Handles what has come."""
        while GLib.MainContext.default().iteration(False):
            pass

    def end(self):
        pyatspi.Registry.deregisterEventListener(self.note, *self.KINDS)
