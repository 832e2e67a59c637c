#!/bin/bash
# PyYAML 6.0.3 (PyPI), with libyaml inside and without: what a compiler of descriptors meets that must tell 1 from "1".
# Most expect: yaml.compose gives the same nodes with either loader, since both document ScalarNode.style, and libyaml only is faster.
# Seen: of a plain scalar, the style is None with Loader and '' with CLoader; of a quoted one it is the mark with both. A program that asks
# “style is None” to tell a number from a text in quotes is right with one loader and takes every number for a quoted text with the
# other, without an error: a coin's 546 becomes "546".
# Exits 0 if that is still so, 1 if it changed, 2 if it could not be tried.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
{ python3 -m venv venv && venv/bin/pip install -q --only-binary :all: pyyaml==6.0.3; } >/dev/null 2>&1 || exit 2
seen=$(venv/bin/python - <<'P'
import yaml

text = 'dust: 546\nmax-money: "21000000"\n'
for loader in (yaml.Loader, yaml.CLoader):
    coin = yaml.compose(text, Loader=loader)
    print(*[f"{key.value}={value.style!r}" for key, value in coin.value])
P
) || exit 2
echo "$seen"
[ "$seen" = "dust=None max-money='\"'
dust='' max-money='\"'" ] || exit 1
