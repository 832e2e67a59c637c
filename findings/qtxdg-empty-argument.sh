#!/bin/bash
# qtxdg-mat 3.10.0 (Debian bookworm's qtxdg-tools=3.10.0-2), the opener of LXQt.
# Most expect: an opener gives the program of a scheme the link as it is, or says that it cannot open it.
# Seen: it parses the link with Qt first. Where Qt takes what follows “//” for a host with wrong letters, although RFC 3986 allows “=”
# and “&” there, it starts the program with an empty argument, and exits with 0. Links of the wallets of Dash and Axe look like that.
# The same without “//” arrives whole, and `gio open` gives both as they are.
# Exits 0 if that is still so, 1 if it changed, 2 if it could not be tried.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
wanted="qtxdg-tools=3.10.0-2 libqt5xdg3=3.10.0-2+b2 libqt5xdgiconloader3"
for part in core5a gui5 xml5 dbus5 widgets5 svg5 network5; do wanted+=" libqt5$part"; done
wanted+=" libicu72 libdouble-conversion3 libpcre2-16-0 libmd4c0 libgl1 libglvnd0 libglx0 libharfbuzz0b libpng16-16 libfreetype6
    libgraphite2-3 libglib2.0-0 libglib2.0-bin libx11-6 libxcb1 libxau6 libxdmcp6 libbsd0 libmd0 libdbus-1-3 libbrotli1 libsystemd0
    liblzma5 liblz4-1 libcap2 libgcrypt20 libgpg-error0"
# shellcheck disable=SC2086
apt-get download -qq -o APT::Sandbox::User=root $wanted >/dev/null 2>&1 || exit 2
for package in *.deb; do dpkg -x "$package" root; done
machine=$(uname -m)-linux-gnu
mkdir -p home/.local/share/applications home/.config
cat >home/show <<'P'
#!/bin/sh
for word do printf '<%s>' "$word"; done >"$HOME/got"
P
chmod +x home/show
printf '[Desktop Entry]\nType=Application\nName=Show\nExec=%s/home/show %%u\nMimeType=x-scheme-handler/dashwallet;\n' "$work" \
    >home/.local/share/applications/show.desktop
printf '[Default Applications]\nx-scheme-handler/dashwallet=show.desktop\n' >home/.config/mimeapps.list

# What the program gets of a link by an opener, and how that ends.
open() {
    local status=0 wait=50 link=${*: -1}
    rm -f home/got
    env -i HOME="$work/home" PATH=/usr/bin:/bin QT_QPA_PLATFORM=offscreen XDG_RUNTIME_DIR="$work" XDG_DATA_DIRS=/usr/share \
        LD_LIBRARY_PATH="$work/root/usr/lib/$machine:$work/root/lib/$machine" "root/usr/bin/$@" >/dev/null 2>&1 || status=$?
    while [ ! -s home/got ] && [ $((wait -= 1)) -gt 0 ]; do sleep 0.1; done
    [ "$(cat home/got 2>/dev/null)" = "<$link>" ] && echo "$1: status $status, the link" || echo "$1: status $status, $(cat home/got)"
}
seen=$(
    for link in dashwallet:pay=XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHaa dashwallet://pay=XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHaa\&amount=0.5; do
        open qtxdg-mat open "$link"
        open gio open "$link"
    done
)
echo "$seen"
expected="qtxdg-mat: status 0, the link
gio: status 0, the link
qtxdg-mat: status 0, <>
gio: status 0, the link"
[ "$seen" = "$expected" ] || { echo "This changed."; exit 1; }
