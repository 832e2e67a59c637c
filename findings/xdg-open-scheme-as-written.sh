#!/bin/bash
# xdg-utils 1.1.3 (Debian bookworm's xdg-utils=1.1.3-4.1) and, to compare, gio of libglib2.0-bin=2.74.6-2+deb12u9.
# Most expect: the scheme of a link has no case and may have digits (RFC 3986), so `BITCOIN:...`, as it stands in QR codes, starts the
# program that is registered for bitcoin, and a registered scheme such as `web3` works like others.
# Seen: xdg-open looks for a handler of the scheme as it is written and finds none for capitals, so that a web browser gets them; a
# scheme with a digit it takes for the name of a file that does not exist. gio starts the registered program in both cases.
# Exits 0 if that is still so, 1 if it changed, 2 if it could not be tried.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
libraries=$(apt-cache depends --recurse --no-recommends --no-suggests --no-conflicts --no-breaks --no-replaces --no-enhances \
    libglib2.0-bin | grep -E '^lib[a-z0-9.+-]+$' | grep -vE '^lib(c6|gcc-s1|crypt1|c-bin|glib2.0-bin)$' | sort -u)
# shellcheck disable=SC2086
apt-get download -qq -o APT::Sandbox::User=root xdg-utils=1.1.3-4.1 libglib2.0-bin=2.74.6-2+deb12u9 $libraries >/dev/null || exit 2
for package in *.deb; do dpkg -x "$package" root; done
mkdir -p home/applications bin
for tool in sh awk sed egrep fgrep grep which id ls uname cut head tr cat dirname basename readlink file printf; do
    if path=$(command -v $tool) && [ -x "$path" ]; then ln -s "$path" bin/; fi
done
ln -s "$work/root/usr/bin/xdg-open" "$work/root/usr/bin/xdg-mime" "$work/root/usr/bin/gio" bin/
for program in wallet browser; do
    printf '#!/bin/sh\necho "to the %s" >>"%s/got"\n' $program "$work" >$program
    chmod +x $program
done
cat >home/applications/wallet.desktop <<E
[Desktop Entry]
Type=Application
Name=Wallet
Exec=$work/wallet %u
MimeType=x-scheme-handler/bitcoin;x-scheme-handler/web3;
E
printf '[Default Applications]\nx-scheme-handler/bitcoin=wallet.desktop\nx-scheme-handler/web3=wallet.desktop\n' \
    >home/applications/mimeapps.list
session=(env -i PATH="$work/bin" HOME="$work/home" XDG_DATA_HOME="$work/home" XDG_CONFIG_HOME="$work/none" XDG_DATA_DIRS="$work/none"
    XDG_CONFIG_DIRS="$work/none" XDG_CURRENT_DESKTOP=X-Generic DISPLAY=:none BROWSER="$work/browser")
seen=$(for link in bitcoin:a BITCOIN:A web3:a; do
    for program in xdg-open "gio open"; do
        : >got
        if [ "$program" = xdg-open ]; then rc=0; "${session[@]}" xdg-open "$link" >/dev/null 2>&1 || rc=$?
        else rc=0; "${session[@]}" LD_LIBRARY_PATH="$work/root/usr/lib/$(uname -m)-linux-gnu" gio open "$link" >/dev/null 2>&1 || rc=$?; fi
        for _ in 1 2 3 4 5; do [ -s got ] || sleep 0.2; done
        echo "$program $link: exit $rc, $([ -s got ] && cat got || echo nowhere)"
    done
done)
echo "$seen"
expected="xdg-open bitcoin:a: exit 0, to the wallet
gio open bitcoin:a: exit 0, to the wallet
xdg-open BITCOIN:A: exit 0, to the browser
gio open BITCOIN:A: exit 0, to the wallet
xdg-open web3:a: exit 2, nowhere
gio open web3:a: exit 0, to the wallet"
[ "$seen" = "$expected" ] || { echo "This changed."; exit 1; }
