"""What is asked: the questions of which pictures are made, as `router` sends them."""


def own(text): return {"own": text}
def amount(text): return {"amount": text}
def address(text): return {"address": text}
def quoted(text): return {"quoted": text}
def paragraph(*runs, role="text"): return {"role": role, "runs": list(runs)}


SHOP = paragraph(own("Application shop is requesting a payment to this address. It calls itself “shop”; nobody has verified that."),
                 role="asker")
ANSWER = paragraph(own("This program will receive the answer, even if you refuse: "), quoted("“Shop”"), own(" (/usr/bin/shop)."),
                   role="answer")
LAST = paragraph(own("Refuse if you did not just ask for this."))
INVOICE = ("lnbc25m1pvjluezpp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdq5vdhkven9v5sxyetpdees9q5sqqqqqqqqqqqqqqqqsgq2a25dx"
           "l5hrntdtn6zvydt7d66hyzsyhqs4wdynavys42xgl6sgx9c4g7me86a27t07mdtfry458rtjr0v92cnmswpsjscgt2vcse3sgpz3uapa")

PAYMENT = {
    "title": "Practice: Dash", "form": "secret", "label": "Passcode", "practice": True,
    "heading": [paragraph(own("Pay "), amount("0.5 DASH")), paragraph(own("to "), address("XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHaa"))],
    "groups": [
        [paragraph(own("Fee: "), amount("0.00000226 DASH"), role="fact"),
         paragraph(own("Total: "), amount("0.50000226 DASH"), own(", from account 0"), role="fact")],
        [SHOP, paragraph(own("The link says: "), quoted("“Order 1234, thank you”"), role="quote"), ANSWER], [LAST]],
}

HAND_OVER = {
    "title": "Bitcoin", "form": "confirm", "subject": "hand-over", "agree": "Open Electrum",
    "heading": [paragraph(own("Open this link with "), quoted("“Electrum”"), own("?")),
                paragraph(own("It asks for a Lightning payment of "), amount("0.025 BTC")), paragraph(own("to "), address(INVOICE))],
    "groups": [
        [paragraph(own("Warning: it expired at 2026-11-01 10:00 UTC and should no longer be paid."), role="warning"),
         paragraph(own("It is /usr/bin/electrum. It will ask for your approval itself.")),
         paragraph(own("Checked here: its checksum is correct.")),
         paragraph(own("Only this is passed on, nothing else from the link.")),
         paragraph(own("Compare the address and amount there: it may still show an earlier link."))],
        [paragraph(own("The link does not say who is asking."), role="asker"),
         paragraph(own("The invoice says: "), quoted("“1 cup coffee”"), role="quote"),
         paragraph(own("This program will not report to anyone whether you paid."), role="answer")], [LAST]],
}


def action(number, contract, name, *members):
    runs = [own(f"{number} of 3: Call the contract {contract} → {name}")]
    for key, value in members:
        runs += [own("\n"), quoted(f"“{key}”"), own(": "), quoted(f"“{value}”")]
    return paragraph(*runs)


ACTIONS = {
    "title": "EOS", "form": "secret", "label": "Passcode", "subject": "actions", "agree": "Sign and send",
    "heading": [paragraph(own("One transaction with 3 actions")),
                paragraph(own("Pay "), amount("1.0000 EOS"), own(" of the token contract eosio.token to bob.market"))],
    "groups": [
        [paragraph(own("Warning: It changes who can use your account."), role="warning"),
         paragraph(own("1 of 3: Pay "), amount("1.0000 EOS"), own(" of the token contract eosio.token\nto bob.market\nwith the memo "),
                   quoted("“order 7, שלום עולם”"), own("\nfrom alicealice11")),
         action(2, "eosio", "buyrambytes", ("payer", "alicealice11"), ("receiver", "alicealice11"), ("bytes", "4096")),
         action(3, "game.dapp", "play", ("who", "alicealice11"), ("stake", "5"), ("note", "lucky \\u{202e} number")),
         paragraph(own("Signed by alicealice11 (active) on EOS."))],
        [paragraph(own("This request comes from a dapp that calls itself "), quoted("“Lucky Game”"),
                   own("; nobody has verified that."), role="asker"),
         paragraph(own("The dapp says: "), quoted("“Press now and win a lot”"), role="quote"),
         paragraph(own("The server game.example will receive the result."), role="answer")], [LAST]],
}

CHOOSER = {
    "title": "Bitcoin", "form": "select", "subject": "choice", "agree": "OK",
    "heading": [
        paragraph(own("Which wallet should open this link?")), paragraph(own("It asks for a payment of "), amount("0.025 BTC")),
        paragraph(own("to "), address("bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"))],
    "groups": [[LAST]],
    "options": [
        {"label": "Open in Electrum, on-chain", "detail": "/usr/bin/electrum", "icon": "electrum"},
        {"label": "Open in Electrum, by Lightning", "detail": "/usr/bin/electrum", "icon": "electrum"},
        {"label": "Open in Sparrow", "detail": "/opt/sparrow/bin/Sparrow", "icon": None},
        {"label": "Pay from this wallet", "detail": "asks for your passcode", "icon": "schemerouter"},
        {"label": "Remember this choice", "detail": "adds a rule", "icon": "bookmark-new-symbolic"}],
}

PAID = {
    "title": "Dash", "form": "tell", "subject": "announcement", "agree": "Close", "refuse": "Close",
    "heading": [paragraph(own("Paid "), amount("0.6 DASH")), paragraph(own("to "), address("XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHaa"))],
    "groups": [[paragraph(own("Transaction: 6f3c1cbe29b0a27b2dd4b4e2ce0d1b6f2a1e0b1a5d0f6f5b6a7c8d9e0f1a2b3c")),
                paragraph(own("“Shop” received the answer."))]],
}

PICTURES = {"payment": PAYMENT, "hand-over": HAND_OVER, "actions": ACTIONS, "chooser": CHOOSER, "paid": PAID}
