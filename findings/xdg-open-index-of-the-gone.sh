#!/bin/bash
# xdg-utils 1.1.3 and GLib 2.74 (Debian 12: xdg-utils 1.1.3-4.1, libglib2.0-bin 2.74.6).
# Most expect: a program whose file is gone opens nothing, and the link goes to the next program that takes it: that is what the
# key TryExec, and the check in xdg-mime for the programs of mimeapps.list, are for.
# Seen: `gio` does that. `xdg-mime` checks only what mimeapps.list names. What the person's own index (mimeinfo.cache) names is taken
# unseen, and `xdg-open` then runs an empty command: “Permission denied”, exit 4, and the other program never gets a link. Without
# MimeType in the entry, and so without a line in the index, the default in mimeapps.list still works, and falls back when the
# program is gone. Who writes an entry below ~/.local/share/applications that may outlive its program should leave MimeType out.
# Exits 0 if that is still so, 1 if it changed, 2 if it could not be tried.
set -euo pipefail
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
(cd "$home" && apt-get download -qq -o APT::Sandbox::User=root xdg-utils=1.1.3-4.1 desktop-file-utils=0.26-1 \
    libglib2.0-bin=2.74.6-2+deb12u9 libglib2.0-0=2.74.6-2+deb12u9 >/dev/null) || exit 2
for package in "$home"/*.deb; do dpkg -x "$package" "$home/root"; done
export PATH=$home/root/usr/bin:$PATH LD_LIBRARY_PATH=$home/root/usr/lib/$(uname -m)-linux-gnu
export HOME=$home XDG_CONFIG_HOME=$home/config XDG_DATA_HOME=$home/data XDG_CONFIG_DIRS=$home/none XDG_DATA_DIRS=$home/system
export XDG_CURRENT_DESKTOP=X-Generic DESKTOP_SESSION= LC_ALL=C DISPLAY=:none BROWSER="$home/browser"
unset KDE_SESSION_VERSION KDE_FULL_SESSION GNOME_DESKTOP_SESSION_ID 2>/dev/null || true
mkdir -p "$home/config" "$home/data/applications" "$home/system/applications"
printf '#!/bin/sh\necho "the other program" >>"%s/got"\n' "$home" >"$home/other"
chmod +x "$home/other"
entry() { # PROGRAM TYPES
    printf '[Desktop Entry]\nType=Application\nName=%s\nExec=%s/%s %%u\nTryExec=%s/%s\n%s' "$1" "$home" "$1" "$home" "$1" "$2"
}
type='MimeType=x-scheme-handler/pay;'
entry other "$type" >"$home/system/applications/other.desktop"
printf '[Default Applications]\nx-scheme-handler/pay=gone.desktop;\n' >"$home/config/mimeapps.list"
update-desktop-database "$home/system/applications"
seen=$(for types in "$type" ""; do
    entry gone "$types" >"$home/data/applications/gone.desktop"
    update-desktop-database "$home/data/applications"
    for opener in xdg-open "gio open"; do
        : >"$home/got"
        code=0
        $opener pay:x >/dev/null 2>&1 || code=$?
        for _ in 1 2 3 4 5; do [ -s "$home/got" ] || sleep 0.2; done
        echo "${types:+in the index, }$opener: exit $code, $([ -s "$home/got" ] && cat "$home/got" || echo nowhere)"
    done
done)
echo "$seen"
[ "$seen" = "in the index, xdg-open: exit 4, nowhere
in the index, gio open: exit 0, the other program
xdg-open: exit 0, the other program
gio open: exit 0, the other program" ] || { echo "This changed."; exit 1; }
