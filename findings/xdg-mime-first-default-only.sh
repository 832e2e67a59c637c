#!/bin/bash
# xdg-utils 1.1.3 and GLib 2.74 (Debian 12: xdg-utils 1.1.3-4.1, libglib2.0-bin 2.74.6).
# Most expect: a list of default programs means the same to every opener. The specification of MIME associations says: the first
# program of the list that is installed.
# Seen: `gio` takes the second where the first was removed. `xdg-mime`, and with it `xdg-open` where it knows no desktop, leaves the
# list, and takes the first program of the index, which may be another wallet: the program that the person chose second never gets
# a link. Who registers a program must make it the only item, or the first.
# Exits 0 if that is still so, 1 if it changed, 2 if it could not be tried.
set -euo pipefail
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
(cd "$home" && apt-get download -qq -o APT::Sandbox::User=root xdg-utils=1.1.3-4.1 desktop-file-utils=0.26-1 \
    libglib2.0-bin=2.74.6-2+deb12u9 libglib2.0-0=2.74.6-2+deb12u9 >/dev/null) || exit 2
for package in "$home"/*.deb; do dpkg -x "$package" "$home/root"; done
export PATH=$home/root/usr/bin:$PATH LD_LIBRARY_PATH=$home/root/usr/lib/$(uname -m)-linux-gnu
export HOME=$home XDG_CONFIG_HOME=$home/config XDG_DATA_HOME=$home/data XDG_CONFIG_DIRS=$home/none XDG_DATA_DIRS=$home/none
export XDG_CURRENT_DESKTOP= DESKTOP_SESSION= LC_ALL=C
unset KDE_SESSION_VERSION KDE_FULL_SESSION GNOME_DESKTOP_SESSION_ID DISPLAY 2>/dev/null || true
mkdir -p "$home/config" "$home/data/applications"
for name in another chosen; do
    printf '[Desktop Entry]\nType=Application\nName=%s\nExec=/bin/true %%u\nMimeType=x-scheme-handler/pay;\n' "$name" \
        >"$home/data/applications/$name.desktop"
done
update-desktop-database "$home/data/applications"
printf '[Default Applications]\nx-scheme-handler/pay=removed.desktop;chosen.desktop;\n' >"$home/config/mimeapps.list"
seen="gio: $(gio mime x-scheme-handler/pay | sed -n '1s/.* //p'), xdg-mime: $(xdg-mime query default x-scheme-handler/pay)"
echo "$seen"
[ "$seen" = "gio: chosen.desktop, xdg-mime: another.desktop" ] || { echo "This changed."; exit 1; }
