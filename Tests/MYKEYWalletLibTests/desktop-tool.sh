#!/bin/sh
# Stands for gio, xdg-open or xdg-mime, whichever it is started as: notes how, and answers as OpenerTests says.
name=${0##*/}
printf '%s\n' "$name $*" >>"$CALLS"
case $name.$1.$# in
gio.mime.2) printf '%s\n' "$GIO_MIME" ;;
gio.open.2) exit "$GIO_OPEN" ;;
xdg-mime.query.3) printf '%s\n' "$XDG_MIME" ;;
xdg-open.*.1)
    case $XDG_OPEN in
    killed) kill -9 $$ ;;
    # Runs until the test has what it wants and removes its directory.
    slow) while test -e "$CALLS"; do /bin/sleep 0.05; done ;;
    *) exit "$XDG_OPEN" ;;
    esac ;;
*) exit 9 ;;
esac
