"""A desktop's portal that gives a picture of the screen: portal.py [FILE]. Without a file the person cancels.

Like the real one it looks into /proc/PID/root of whoever asks."""
import os
import sys
import urllib.parse

from gi.repository import Gio, GLib

FILE = sys.argv[1] if len(sys.argv) > 1 else None
INTERFACE = """<node><interface name="org.freedesktop.portal.Screenshot"><method name="Screenshot">
<arg type="s" direction="in"/><arg type="a{sv}" direction="in"/><arg type="o" direction="out"/>
</method></interface></node>"""


def called(bus, sender, _path, _interface, _method, values, invocation):
    pid = bus.call_sync("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetConnectionUnixProcessID",
                        GLib.Variant("(s)", (sender,)), None, 0, -1, None).unpack()[0]
    os.close(os.open(f"/proc/{pid}/root", os.O_RDONLY | os.O_DIRECTORY))
    options = values.unpack()[1]
    assert options["interactive"]  # the person chooses
    name = sender[1:].replace(".", "_")
    request = f"/org/freedesktop/portal/desktop/request/{name}/{options['handle_token']}"
    invocation.return_value(GLib.Variant("(o)", (request,)))
    results = {"uri": GLib.Variant("s", "file://" + urllib.parse.quote(FILE))} if FILE else {}
    bus.emit_signal(sender, request, "org.freedesktop.portal.Request", "Response",
                    GLib.Variant("(ua{sv})", (0 if FILE else 1, results)))


def start(bus, _name):
    bus.register_object("/org/freedesktop/portal/desktop", Gio.DBusNodeInfo.new_for_xml(INTERFACE).interfaces[0], called, None, None)


Gio.bus_own_name(Gio.BusType.SESSION, "org.freedesktop.portal.Desktop", Gio.BusNameOwnerFlags.NONE, start,
                 lambda *_: print("ready", flush=True), None)
GLib.MainLoop().run()
