#!/bin/bash
# pinentry-fltk 1.2.1 (Debian bookworm's pinentry-fltk=1.2.1-1) and, beside it, pinentry-gtk2=1.2.1-1.
# Most expect: a pinentry that falls back to the terminal says so, as `GETINFO flavor` of the others does ("gtk2:curses"), and
# that a Wayland session counts as a display.
# Seen: without DISPLAY pinentry-fltk asks in the terminal, also where WAYLAND_DISPLAY is set, and calls itself "fltk" all the
# same. A program that takes the flavour for a window thinks that a mouse is needed to agree, where the return key is enough.
# Exits 0 if that is still so, 1 if it changed, 2 if it could not be tried.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
libraries=$(apt-cache depends --recurse --no-recommends --no-suggests --no-conflicts --no-breaks --no-replaces --no-enhances \
    pinentry-fltk pinentry-gtk2 | grep -E '^lib[a-z0-9.+-]+$' | grep -vE '^lib(c6|gcc-s1|crypt1|c-bin)$' | sort -u)
# shellcheck disable=SC2086
apt-get download -qq -o APT::Sandbox::User=root pinentry-fltk=1.2.1-1 pinentry-gtk2=1.2.1-1 $libraries >/dev/null || exit 2
for package in *.deb; do dpkg -x "$package" root; done
cat >ask.py <<'P'
import os, pty, select, subprocess, sys, time

def ask(program, session):
    """The flavour, and whether a question appears in the terminal."""
    master, slave = pty.openpty()
    environment = {"PATH": "/usr/bin:/bin", "TERM": "xterm", "LD_LIBRARY_PATH": os.environ["LIBRARIES"], **session}
    child = subprocess.Popen([program, "--ttyname", os.ttyname(slave), "--ttytype", "xterm"], stdin=subprocess.PIPE,
                             stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment)
    child.stdout.readline()
    child.stdin.write(b"GETINFO flavor\n"); child.stdin.flush()
    flavour = child.stdout.readline().decode().strip().removeprefix("D ")
    child.stdin.write(b"SETDESC visible-here\nCONFIRM\n"); child.stdin.flush()
    drawn, end = b"", time.time() + 20
    while b"visible-here" not in drawn and time.time() < end and child.poll() is None:
        if select.select([master], [], [], 0.2)[0]:
            drawn += os.read(master, 4096)
    child.kill(); child.wait()
    return f"{flavour}, in the terminal: {b'visible-here' in drawn}"

for name in ["pinentry-fltk", "pinentry-gtk-2"]:
    for session in [{}, {"WAYLAND_DISPLAY": "wayland-0"}]:
        print(f"{name}, {' '.join(session) or 'no display'}: {ask('root/usr/bin/' + name, session)}")
P
seen=$(LIBRARIES=$work/root/usr/lib/$(uname -m)-linux-gnu python3 ask.py)
echo "$seen"
[ "$seen" = "pinentry-fltk, no display: fltk, in the terminal: True
pinentry-fltk, WAYLAND_DISPLAY: fltk, in the terminal: True
pinentry-gtk-2, no display: gtk2:curses, in the terminal: True
pinentry-gtk-2, WAYLAND_DISPLAY: gtk2:curses, in the terminal: True" ] || { echo "This changed."; exit 1; }
