#!/bin/bash
# stellar-sdk 16.1.1 (PyPI), `PayStellarUri`.
# Most expect: the two examples of a payment in the specification of `web+stellar:` links (SEP-7) are read whole; both carry `memo=`
# without `memo_type=`, which is optional. The memo says whose money it is that arrives at the account of an exchange.
# Seen: without `memo_type` the memo is dropped in silence, when reading and so also when the link is written again. A link with a
# type and no memo is refused, so the library does look at the pair.
# Exits 0 if that is still so, 1 if it changed, 2 if it could not be tried.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
{ python3 -m venv venv && venv/bin/pip install -q stellar-sdk==16.1.1; } >/dev/null 2>&1 || exit 2
seen=$(venv/bin/python - <<'P'
from stellar_sdk.sep.stellar_uri import PayStellarUri

payee = "destination=GCALNQQBXAPZ2WIRSDDBMSTAKCUH5SG6U76YBFLQLIXJTF7FE5AX7AOO"
dollar = "asset_code=USD&asset_issuer=GCRCUE2C5TBNIPYHMEP7NK5RWTT2WBSZ75CMARH7GDOHDDCQH3XANFOB"
for name, query in [("lumens", "amount=120.1234567&memo=skdjfasf&msg=pay%20me%20with%20lumens"),
                    ("asset", f"amount=120.123&{dollar}&memo=hasysda987fs"),
                    ("with type", "amount=1&memo=skdjfasf&memo_type=MEMO_TEXT"),
                    ("type only", "amount=1&memo_type=MEMO_TEXT")]:
    try:
        link = PayStellarUri.from_uri(f"web+stellar:pay?{payee}&{query}")
        print(f"{name}: amount {link.amount}, memo {link.memo},",
              "written again with a memo:", "memo=" in link.to_uri())
    except ValueError as error:
        print(f"{name}: refused, {error}")
P
)
echo "$seen"
expected="lumens: amount 120.1234567, memo None, written again with a memo: False
asset: amount 120.123, memo None, written again with a memo: False
with type: amount 1, memo skdjfasf, written again with a memo: True
type only: refused, \`memo\` is missing from uri."
[ "$seen" = "$expected" ] || { echo "This changed."; exit 1; }
