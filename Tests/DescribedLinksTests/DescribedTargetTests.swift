import Testing

@testable import SchemeRouter

/// Whom a described link pays if its path names no plain address, and what is asked for instead.
@Suite struct DescribedTargetTests {
    private static let told = ToldLink(
        schemes: """
            paid: { links: { path: "{payload}", payload: bolt11, parameters: { sum: { is: amount } } } }
            kinds: { links: { slashes: required, parameters: {
                     amount: { is: amount }, label: { is: label }, message: { is: message }, memo: { is: memo } },
                     forms: [
                     { path: "{target=void}[/]" }, { path: "{target=own}/{address}", addresses: [{ kind: iban }] },
                     { path: "{target}/{address...}", warns: unknown } ] } }
            calls: { links: { path: "call/{function}", does: transaction, permission-of: [approve],
                     parameters: { amount: { is: amount }, label: { is: label }, message: { is: message },
                     memo: { is: memo } } } }
            lists: { links: { path: "call/{function}", does: transaction,
                     parameters: { amount: { is: amount, list: ";" }, label: { is: label, list: ";" } } } }
            gives: { links: { path: "{address}", does: transaction, warns: permission } }
            token: { links: { path: "{payload}", payload: [bolt11, lnurl], parameters: {
                     amount: { is: amount }, address: { is: address } } } }
            fewer: { extends: token, actions: { login: none } }
            only: { extends: token, actions: { payment: none } }
            none: { extends: calls, actions: { transaction: none } }
            bip70: { links: { path: "[{address}]", parameters: {
                     r: { is: payment-request }, amount: { is: amount }, x: { is: unsupported } } } }
            test: { address-network: test, links: { path: "{address}" } }
            names: { links: { path: "{address}", addresses: [{ kind: name, shape: email }] } }
            """)

    private static let links: [(String, String)] = [
        (
            "paid:x?sum=1",
            """
            missingParameter of address at “1”: The link does not say who is paid. Ask the sender for a link with \
            an address.
            """
        ),
        // An account without an address.
        (
            "kinds://void?amount=1&label=L&message=hi&memo=m",
            """
            pay 10000 = 1 TOY to nobody, label “L”, message “hi”, memo “m”
            target (kind of account) void
            counts 10000
            """
        ),
        (
            "kinds://void",
            """
            pay any to nobody
            target (kind of account) void
            """
        ),
        (
            "kinds://void/?amount=1",
            """
            pay 10000 = 1 TOY to nobody
            target (kind of account) void
            counts 10000
            """
        ),
        (
            "kinds://own/told-a?amount=1&memo=m",
            """
            pay 10000 = 1 TOY to told-a (["main iban"], chain -, of -), memo “m”
            target (kind of account) own
            counts 10000
            """
        ),
        (
            "kinds://other/told-a/b",
            """
            pay any to told-a/b (["main base58", "main name", "test bech32"], chain -, of -)
            target (kind of account) other
            warning unknownTarget: This kind of account is unknown here, so nothing was checked.
            """
        ),
        (
            "kinds://own/a/b",
            """
            invalidAddress at “own/a/b”: This is not a valid “kinds:” link. Such links look like \
            “kinds://own/ADDRESS”.
            """
        ),
        // A transaction may pay, too.
        (
            "calls:call/f?amount=1&label=L&message=hi&memo=m",
            """
            transaction
            pay 10000 = 1 TOY to nobody, label “L”, message “hi”
            function (function) f
            memo (memo, public) “m”
            counts 10000
            """
        ),
        (
            "calls:call/f?label=L&message=hi&memo=m",
            """
            transaction
            function (function) f
            label (name of the recipient) “L”
            message (it says) “hi”
            memo (memo, public) “m”
            """
        ),
        (
            "calls:call/Approve",
            """
            transaction
            function (function) Approve
            warning changesPermissions: If you agree to this, somebody else can spend from your account.
            """
        ),
        (
            "gives:told-a",
            """
            transaction
            pay any to told-a (["main base58", "main name", "test bech32"], chain -, of -)
            warning changesPermissions: If you agree to this, somebody else can spend from your account.
            """
        ),
        // Without recipients, there is only one value.
        (
            "lists:call/f?amount=1&label=A",
            """
            transaction
            pay 10000 = 1 TOY to nobody, label “A”
            function (function) f
            counts 10000
            """
        ),
        (
            "lists:call/f?amount=1&label=A;B",
            """
            missingParameter of label at “A;B”: The link names 0 recipients, but “label” has 2 values. Each \
            recipient needs its own value.
            """
        ),
        (
            "lists:call/f?label=A;B",
            """
            missingParameter of label at “A;B”: The link names 0 recipients, but “label” has 2 values. Each \
            recipient needs its own value.
            """
        ),
        (
            "lists:call/f?amount=1;2",
            """
            missingParameter of amount at “1;2”: The link names 0 recipients, but “amount” has 2 values. Each \
            recipient needs its own value.
            """
        ),
        (
            "lists:call/f?amount=1&label=",
            """
            transaction
            pay 10000 = 1 TOY to nobody
            function (function) f
            counts 10000
            """
        ),
        // A payload may say who is paid.
        (
            "token:sum-x",
            """
            payload (payload) [bolt11, lnurl]
            lightning sum-x
            warning notChecked: sum-x is not decoded.
            counts 2
            """
        ),
        (
            "token:x",
            """
            payload (payload) [bolt11, lnurl]
            warning notChecked: x is not decoded.
            """
        ),
        (
            "token:login-x",
            """
            login
            payload (payload) [bolt11, lnurl]
            warning notChecked: login-x is not decoded.
            """
        ),
        ("token:bad-x", "invalidRequest at “bad-x”: Bad."),
        (
            "token:x?amount=1",
            """
            missingParameter of address at “1”: The link does not say who is paid. Ask the sender for a link with \
            an address.
            """
        ),
        (
            "token:x?address=a",
            """
            pay any to a
            payload (payload) [bolt11, lnurl]
            warning notChecked: x is not decoded.
            """
        ),
        (
            "token:x?address=a&amount=1",
            """
            pay 10000 = 1 TOY to a
            payload (payload) [bolt11, lnurl]
            warning notChecked: x is not decoded.
            counts 10000
            """
        ),
        (
            "fewer:x",
            """
            payload (payload) [bolt11, lnurl]
            warning notChecked: x is not decoded.
            """
        ),
        (
            "fewer:login-x",
            """
            unsupportedAction at “login-x”: “fewer:” links cannot ask for this here. A descriptor removed “login”.
            """
        ),
        (
            "only:login-x",
            """
            unsupportedAction at “login-x”: “only:” links cannot ask for this here. A descriptor removed “payment”.
            """
        ),
        (
            "none:call/f",
            """
            unsupportedAction at “call/f”: “none:” links cannot ask for this here. A descriptor removed \
            “transaction”.
            """
        ),
        // A payment request is not an address.
        (
            "bip70:a?r=https%3A%2F%2Fa.example",
            """
            pay any to a
            warning paymentProtocolIgnored: The payment request at “r” is not fetched; the rest of the link is used.
            goes over bip70:a
            """
        ),
        (
            "bip70:?r=x",
            """
            paymentProtocolUnsupported at “x”: The link has no address, only a BIP70 payment request, which is not \
            fetched. The page of the invoice shows the address and the amount: copy them, or ask the sender for a link \
            with an address.
            """
        ),
        (
            "bip70:a?x=1&amount=1",
            """
            unsupportedAction of x at “1”: “x” is not supported here, and without it the link would mean something \
            else. Open the link in a wallet that supports it.
            """
        ),
        (
            "bip70:?x=",
            """
            unsupportedAction of x at “”: “x” is not supported here, and without it the link would mean something \
            else. Open the link in a wallet that supports it.
            """
        ),
        // Kinds of addresses: those of the network first.
        (
            "test:told-a",
            """
            on test
            pay any to told-a (["test bech32", "main base58", "main name"], chain -, of -)
            """
        ),
        (
            "names:told-a",
            """
            pay any to told-a (["main name"], chain -, of -)
            """
        ),
    ]

    @Test("what a path names is read as its form says", arguments: links)
    private func told(_ link: String, _ expected: String) {
        let told = Self.told(link)
        #expect(told == expected, "\(told)")
    }
}
