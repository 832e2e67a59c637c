#!/bin/bash
# lnurl 2.0.2 with httpx 0.28.1, which it brings (PyPI), against a server on this computer.
# Most expect: a program that pays an LNURL adds `amount=` to the callback that the shop named, behind `?` or `&` as LUD-06 says, and a
# login adds `sig=` and `key=` to the link with its `tag=login&k1=...` (LUD-04).
# Seen: the query that is there already is dropped. A shop that tells its orders apart by `?id=7` is asked for an invoice of no order,
# and a login arrives without the challenge that was signed, so that no server can accept it.
# Exits 0 if that is still so, 1 if it changed, 2 if it could not be tried.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
{ python3 -m venv venv && venv/bin/pip install -q lnurl==2.0.2 httpx==0.28.1 bitstring==4.3.1; } >/dev/null 2>&1 || exit 2
seen=$(venv/bin/python - <<'P'
import asyncio, http.server, re, threading
import lnurl

asked = []

class Shop(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        asked.append(re.sub(r"=[0-9a-f]{60,}", "=...", self.path))
        answer = b'{"status":"ERROR","reason":"closed"}'
        self.send_response(200)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_):
        pass

shop = http.server.HTTPServer(("127.0.0.1", 0), Shop)
threading.Thread(target=shop.serve_forever, daemon=True).start()
base = f"http://127.0.0.1:{shop.server_port}"

async def main():
    payment = lnurl.LnurlPayResponse(callback=base + "/pay?id=7", minSendable=1000, maxSendable=9000,
                                     metadata='[["text/plain", "tea"]]')
    try:
        await lnurl.execute_pay_request(payment, 1000)
    except lnurl.LnurlResponseException:
        pass  # The shop is closed.
    login = await lnurl.handle(base + "/login?tag=login&k1=" + "11" * 32)
    await lnurl.execute_login(login, seed="22" * 32)

asyncio.run(main())
print(*asked, sep="\n")
P
)
echo "$seen"
expected="/pay?amount=1000
/login?key=...&sig=..."
[ "$seen" = "$expected" ] || { echo "This changed."; exit 1; }
