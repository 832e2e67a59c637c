import Testing

@testable import SchemeRouter

/// The form in which a described link goes over, character by character.
@Suite struct DescribedPlainTests {
    private static let told = ToldLink(
        schemes: """
            must: { links: { slashes: required, path: "{address}" } }
            free: { links: { path: "[pay-]{address}[@{chain}]", parameters: {
                    amount: { is: amount }, label: { is: label }, message: { is: message }, memo: { is: memo },
                    note: { is: note, also: [other] }, tag: { is: reference, shape: text, many: true },
                    "*": { is: note } } } }
            pays: { links: { path: "{address;}", parameters: {
                    amount: { is: amount, list: ";" }, label: { is: label, list: ";" } } } }
            many: { links: { keys: { indexed: 9 }, path: "[{address}]", parameters: {
                    address: { is: address }, amount: { is: amount }, label: { is: label } } } }
            plain: { links: { path: "[{address}]", parameters: {
                     to: { is: address, many: true }, amount: { is: amount } } } }
            split: { links: { path: "", parameters: { to: { is: address, list: ";" },
                     amount: { is: amount, list: ";" } } } }
            needs: { links: { keys: { required: modifier, case: any, plus: space }, path: "{address}", parameters: {
                     amount: { is: amount }, note: { is: note }, label: { is: label } } } }
            till: { links: { slashes: required, path: "{target}/{address...}" } }
            calls: { links: { amounts: { form: integer }, path: "{token}/{function}", does: transaction, parameters: {
                     value: { is: amount }, units: { is: fee-units }, rate: { is: fee-rate }, tip: { is: surplus },
                     "*": { is: argument, many: true } } } }
            euro: { links: { path: "{address;}", amounts: { form: currency, separator: "," }, parameters: {
                    amount: { is: amount, list: ";" } } } }
            pools: { links: { slashes: meant, path: "//stake", does: delegate, parameters: { "*": { is: pool } } } }
            """)

    private static let links: [(String, String)] = [
        ("must://a", "pay any to a"),
        (
            "free://a/",
            """
            pay any to a
            warning chainIsOpen: The link names no chain, so the wallet's current chain is used.
            goes over free:a
            """
        ),
        (
            "free:pay-a@1",
            """
            pay any to a
            chainId (chain) 1
            """
        ),
        (
            "free:a%20b%26",
            """
            invalidEncoding at “%”: The address has a percent escape, which such links do not allow. Ask the sender \
            for a link without the escape.
            """
        ),
        (
            "free:a%2Bb",
            """
            pay any to a+b
            warning chainIsOpen: The link names no chain, so the wallet's current chain is used.
            """
        ),
        (
            "free:a%25b",
            """
            invalidEncoding at “%”: The address has a percent escape, which such links do not allow. Ask the sender \
            for a link without the escape.
            """
        ),
        (
            "free:free:a",
            "malformedURL at “:”: “:” is not allowed in the address. Such links look like “free:ADDRESS”."
        ),
        (
            "free:free%3Aa",
            """
            malformedURL at “free%3Aa”: The link cannot be written in a form that all wallets read alike. Ask the \
            sender for a simpler link.
            """
        ),
        (
            "free:a?label=%20A%20%20B&message=&memo=a%2Bb~&other=a%2Cb:c;d%20e",
            """
            pay any to a, label “ A  B”, message “”, memo “a+b~”
            notes (for the wallet) [name: “note”, value: “a,b:c;d e”]
            warning chainIsOpen: The link names no chain, so the wallet's current chain is used.
            goes over free:a?label=%20A%20%20B&message=&memo=a%2Bb~&note=a%2Cb%3Ac%3Bd%20e
            """
        ),
        (
            "free:a?uint8=5e1&x.y=%C3%A9&tag=a:b,c;d&tag=a%20b",
            """
            pay any to a
            notes (for the wallet) [name: “uint8”, value: “5e1”, name: “x.y”, value: “é”]
            references (references (permanently on the chain)) [a:b,c;d, a b]
            warning chainIsOpen: The link names no chain, so the wallet's current chain is used.
            """
        ),
        (
            "free:a?amount=01.50&label=x#y",
            """
            pay 15000 = 1.5 TOY to a, label “x”
            warning fragmentIgnored: The part after “#” is ignored.
            warning chainIsOpen: The link names no chain, so the wallet's current chain is used.
            counts 15000
            goes over free:a?amount=1.5&label=x
            """
        ),
        (
            "pays:a;b?amount=1.0;02&label=%20A;%3B",
            """
            pay 10000 = 1 TOY to a, label “ A”
            pay 20000 = 2 TOY to b, label “;”
            total 30000 = 3 TOY
            counts 30000
            goes over pays:a;b?amount=1;2&label=%20A;%3B
            """
        ),
        (
            "free:a?message=%E2%80%AEx",
            """
            pay any to a, message “x”
            warning chainIsOpen: The link names no chain, so the wallet's current chain is used.
            warning textSanitised: Invisible characters were removed from a text, or it was shortened.
            goes over free:a?message=x
            """
        ),
        (
            "pays:a;b?label=",
            """
            pay any to a
            pay any to b
            total ?, open
            """
        ),
        (
            "many:a?address.2=b&amount.2=1.0&label.2=B&amount=2.",
            """
            pay 20000 = 2 TOY to a
            pay 10000 = 1 TOY to b, 2, label “B”
            total 30000 = 3 TOY
            counts 30000
            goes over many:a?address.2=b&amount.2=1&label.2=B&amount=2
            """
        ),
        (
            "many:?address.2=b&amount.2=1",
            """
            pay 10000 = 1 TOY to b, 2
            counts 10000
            """
        ),
        (
            "plain:a?amount=1&to=b&amount=2.0",
            """
            pay 10000 = 1 TOY to a
            pay 20000 = 2 TOY to b, 1
            total 30000 = 3 TOY
            counts 30000
            goes over plain:a?amount=1&to=b&amount=2
            """
        ),
        (
            "split:?to=a;b&amount=1;2.0",
            """
            pay 10000 = 1 TOY to a
            pay 20000 = 2 TOY to b
            total 30000 = 3 TOY
            counts 30000
            goes over split:?to=a;b&amount=1;2
            """
        ),
        (
            "split:?to=a%2Cb;c&amount=1;2",
            """
            pay 10000 = 1 TOY to a,b
            pay 20000 = 2 TOY to c
            total 30000 = 3 TOY
            counts 30000
            """
        ),
        (
            "needs:a?REQ-AMOUNT=1.0&LABEL=a+b&Note=a+b",
            """
            pay 10000 = 1 TOY to a, label “a b”
            notes (for the wallet) [name: “note”, value: “a b”]
            counts 10000
            goes over needs:a?req-amount=1&label=a%20b&note=a%20b
            """
        ),
        (
            "needs:a?req-note=x",
            """
            pay any to a
            notes (for the wallet) [name: “note”, value: “x”]
            """
        ),
        (
            "till://x/a%20b/c%2Bd",
            """
            pay any to a b/c+d
            target (kind of account) x
            """
        ),
        (
            "till://x/a:b/c",
            """
            pay any to a:b/c
            target (kind of account) x
            """
        ),
        (
            "calls:t/f?value=5e1&units=2.0&rate=1e1&tip=10e1&uint8=5e0&string=5e0&bytes=0xaf&uint16=0x0a",
            """
            transaction
            pay 50 = 0.005 TOY to nobody
            besides 100 = 0.01 TOY
            address (contract) t, shape
            function (function) f
            notes (for the wallet) [name: “units”, value: “2”, name: “rate”, value: “10”]
            fee (fee that it asks for, at most) 0.002 TOY
            surplus (goes to the contract in addition) 0.01 TOY
            arguments (arguments) [type: uint8, value: 5, type: string, value: 5e0, type: bytes, value: 0xaf, type: \
            uint16, value: 0x0a], shape
            warning paysBesides: In addition, 0.01 TOY goes to the contract.
            counts 170
            goes over calls:t/f?value=50&units=2&rate=10&tip=100&uint8=5&string=5e0&bytes=0xaf&uint16=0x0a
            """
        ),
        (
            "calls:t/f?a()=x,y&b[]=%20",
            """
            transaction
            address (contract) t, shape
            function (function) f
            arguments (arguments) [type: a(), value: x,y, type: b[], value:  ], shape
            """
        ),
        (
            "euro:a;b?amount=EUR:1,000.50;eur:2",
            """
            pay “1000.50” = 1000.50 EUR to a
            pay “2” = 2 eur to b
            total “1002.5” = 1002.5 EUR
            counts most
            goes over euro:a;b?amount=EUR:1000.50;eur:2
            """
        ),
        (
            "pools://stake?ABC&DEF=&GHI=1.50",
            """
            delegate
            pools (pools) [pool: ABC, share: 1, pool: DEF, share: 1, pool: GHI, share: 1.50]
            goes over pools://stake?ABC&DEF&GHI=1.50
            """
        ),
    ]

    @Test("what goes over is what was read, in one way of writing it", arguments: links)
    private func told(_ link: String, _ expected: String) {
        let told = Self.told(link)
        #expect(told == expected, "\(told)")
    }
}
