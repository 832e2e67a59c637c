import Testing

@testable import SchemeRouter

/// What a described link says besides its payments, and what of it is refused.
@Suite struct DescribedFactTests {
    private static let told = ToldLink(
        schemes: """
            says: { links: { path: "{address}", parameters: {
                    amount: { is: amount }, token: { is: token }, tip: { is: surplus }, units: { is: fee-units },
                    rate: { is: fee-rate }, id: { is: payment-id, shape: hex, size: 2 },
                    ref: { is: reference, many: true },
                    tag: { is: reference, shape: text, many: true },
                    note: { is: note, max: 4, values: [one, four, three] },
                    old: { is: note, warns: true }, who: { is: signer }, r: { is: payment-request },
                    act: { is: action, values: [buy, pay] }, "*": { is: note } } } }
            warns: { links: { path: "{address}", parameters: {
                     to: { is: message, warns: true }, amount: { is: amount, warns: true },
                     memo: { is: memo, warns: true },
                     "*": { is: note, warns: true } } } }
            short: { links: { path: "{address}", parameters: { amount: { is: amount, max: 3 } } } }
            asset: { links: { path: "{address}", parameters: {
                     amount: { is: amount }, code: { is: asset, with: issuer, max: 4 },
                     issuer: { is: issuer, with: code },
                     sig: { is: signature }, act: { is: action, values: [pay] } } } }
            """)

    private static let links: [(String, String)] = [
        (
            "says:a?id=00ff&ref=sum-r&ref=s&tag=t%20t&note=one&old=x&act=pay&who=sum-w&other=%20y",
            """
            pay any to a
            paymentId (payment id) 00ff
            references (references (permanently on the chain)) [sum-r, s, t t], shape
            notes (for the wallet) [name: “note”, value: “one”, name: “old”, value: “x”, name: “act”, value: “pay”, \
            name: “other”, value: “ y”]
            signer (must sign) sum-w
            warning parameterIsOdd: “old” is outdated or risky: check what your wallet makes of it.
            """
        ),
        (
            "says:a?ref=s&ref=sum-r",
            """
            pay any to a
            references (references (permanently on the chain)) [s, sum-r], shape
            """
        ),
        (
            "says:a?ref=sum-r&ref=sum-s",
            """
            pay any to a
            references (references (permanently on the chain)) [sum-r, sum-s], checksum
            """
        ),
        (
            "says:a?tag=t&tag=u",
            """
            pay any to a
            references (references (permanently on the chain)) [t, u]
            """
        ),
        (
            "says:a?tag=t&ref=sum-r",
            """
            pay any to a
            references (references (permanently on the chain)) [t, sum-r], checksum
            """
        ),
        (
            "says:a?ref=sum-r&tag=t&ref=s",
            """
            pay any to a
            references (references (permanently on the chain)) [sum-r, t, s], shape
            """
        ),
        (
            "says:a?token=sum-t&amount=1",
            """
            pay “1” = 1 of the token to a
            token (token) sum-t, checksum
            """
        ),
        (
            "says:a?token=t",
            """
            pay any to a
            token (token) t, shape
            """
        ),
        ("says:a?token=bad-t&amount=1", "invalidAddress of token at “bad-t”: Bad."),
        (
            "says:a?token=t&amount=1.23456",
            """
            pay “1.23456” = 1.23456 of the token to a
            token (token) t, shape
            """
        ),
        (
            "says:a?token=t&amount=0",
            """
            pay “0” = 0 of the token to a
            token (token) t, shape
            """
        ),
        (
            "says:a?amount=0",
            """
            amountOutOfRange of amount at “0”: The amount is zero. There is nothing to pay. Without an amount, you \
            are asked for one.
            """
        ),
        // What goes besides counts, and zero is nothing.
        (
            "says:a?amount=1&tip=2",
            """
            pay 10000 = 1 TOY to a
            besides 20000 = 2 TOY
            surplus (goes to the contract in addition) 2 TOY
            warning paysBesides: In addition, 2 TOY goes to the contract.
            counts 30000
            """
        ),
        (
            "says:a?amount=1&tip=0",
            """
            pay 10000 = 1 TOY to a
            counts 10000
            """
        ),
        (
            "says:a?tip=0.5",
            """
            pay any to a
            besides 5000 = 0.5 TOY
            surplus (goes to the contract in addition) 0.5 TOY
            warning paysBesides: In addition, 0.5 TOY goes to the contract.
            """
        ),
        (
            "says:a?amount=1&tip=x",
            """
            invalidAmount of tip at “x”: The amount is not a decimal number. Amounts are digits and at most one \
            point, such as “0.5”.
            """
        ),
        // The fee is known where both of its parts are.
        (
            "says:a?amount=1&units=3&rate=0.5",
            """
            pay 10000 = 1 TOY to a
            notes (for the wallet) [name: “units”, value: “3”, name: “rate”, value: “0.5”]
            fee (fee that it asks for, at most) 1.5 TOY
            counts 25000
            """
        ),
        (
            "says:a?rate=5.0e0&units=3",
            """
            invalidAmount of rate at “5.0e0”: The amount is not a decimal number. Amounts are digits and at most \
            one point, such as “0.5”.
            """
        ),
        (
            "says:a?units=3.0&amount=1",
            """
            pay 10000 = 1 TOY to a
            notes (for the wallet) [name: “units”, value: “3”]
            counts 10000
            goes over says:a?units=3&amount=1
            """
        ),
        (
            "says:a?amount=1&rate=0.5",
            """
            pay 10000 = 1 TOY to a
            notes (for the wallet) [name: “rate”, value: “0.5”]
            counts most
            """
        ),
        (
            "says:a?amount=1&rate=0",
            """
            pay 10000 = 1 TOY to a
            notes (for the wallet) [name: “rate”, value: “0”]
            counts 10000
            """
        ),
        (
            "says:a?rate=0&units=5",
            """
            pay any to a
            notes (for the wallet) [name: “rate”, value: “0”, name: “units”, value: “5”]
            """
        ),
        (
            "says:a?units=x&rate=1",
            "invalidRequest of units at “x”: “units” is not a whole number. Ask the sender for the link again."
        ),
        (
            "says:a?units=&amount=1",
            "invalidRequest of units at “”: “units” is not a whole number. Ask the sender for the link again."
        ),
        (
            "says:a?rate=&amount=1",
            """
            invalidAmount of rate at “”: The amount is not a decimal number. Amounts are digits and at most one \
            point, such as “0.5”.
            """
        ),
        (
            "says:a?units=0&rate=1",
            """
            pay any to a
            notes (for the wallet) [name: “units”, value: “0”, name: “rate”, value: “1”]
            fee (fee that it asks for, at most) 0 TOY
            """
        ),
        (
            "says:id-a?id=00ff",
            """
            invalidRequest of id at “00ff”: “id” is given with an address that already contains such a number. Ask \
            the sender for the link again.
            """
        ),
        ("says:a?id=00f", "invalidRequest of id at “00f”: “id” is not hexadecimal. Ask the sender for the link again."),
        (
            "says:a?id=00",
            "invalidRequest of id at “00”: “id” does not have 4 hexadecimal digits. Ask the sender for the link again."
        ),
        (
            "says:a?note=four",
            """
            pay any to a
            notes (for the wallet) [name: “note”, value: “four”]
            """
        ),
        (
            "says:a?note=three",
            "invalidRequest of note at “three”: “note” has more than 4 characters. Ask the sender for the link again."
        ),
        (
            "says:a?note=five",
            "invalidRequest of note at “five”: “note” has an unknown value. Ask the sender for the link again."
        ),
        (
            "says:a?note=",
            "invalidRequest of note at “”: “note” has an unknown value. Ask the sender for the link again."
        ),
        (
            "says:a?act=sell",
            """
            ambiguousAction of act at “sell”: “act” and the link's scheme ask for different things. Ask the sender \
            for the link again.
            """
        ),
        (
            "says:a?act=",
            """
            ambiguousAction of act at “”: “act” and the link's scheme ask for different things. Ask the sender for \
            the link again.
            """
        ),
        ("says:a?who=bad-w", "invalidAddress of who at “bad-w”: Bad."),
        (
            "says:a?r=https://a.example&amount=1",
            """
            pay 10000 = 1 TOY to a
            warning paymentProtocolIgnored: The payment request at “r” is not fetched; the rest of the link is used.
            counts 10000
            goes over says:a?amount=1
            """
        ),
        // What is outdated is warned of, whatever it means.
        (
            "warns:a?to=x&amount=1&memo=m&x=1",
            """
            pay 10000 = 1 TOY to a, message “x”, memo “m”
            notes (for the wallet) [name: “x”, value: “1”]
            warning parameterIsOdd: “to” is outdated or risky: check what your wallet makes of it.
            warning parameterIsOdd: “amount” is outdated or risky: check what your wallet makes of it.
            warning parameterIsOdd: “memo” is outdated or risky: check what your wallet makes of it.
            warning parameterIsOdd: “x” is outdated or risky: check what your wallet makes of it.
            counts 10000
            """
        ),
        // The length and the values of an amount may be bounded, as those of anything else.
        (
            "short:a?amount=1.5",
            """
            pay 15000 = 1.5 TOY to a
            counts 15000
            """
        ),
        (
            "short:a?amount=1.50",
            "invalidRequest of amount at “1.50”: “amount” has more than 3 characters. Ask the sender for the link again."
        ),
        // Assets.
        (
            "asset:a?amount=1&code=TOK&issuer=sum-i",
            """
            pay 10000 = 1 of the token to a
            asset (asset) TOK
            issuer (issuer of the asset) sum-i, checksum
            """
        ),
        (
            "asset:a?amount=1&code=TOKEN&issuer=i",
            "invalidRequest of code at “TOKEN”: “code” has more than 4 characters. Ask the sender for the link again."
        ),
        (
            "asset:a?amount=1&code=~!&issuer=i",
            """
            pay 10000 = 1 of the token to a
            asset (asset) ~!
            issuer (issuer of the asset) i, shape
            goes over asset:a?amount=1&code=~%21&issuer=i
            """
        ),
        (
            "asset:a?amount=1&code=T%7F&issuer=i",
            "invalidEncoding at “%7F”: The link contains an encoded control character."
        ),
        (
            "asset:a?amount=1&code=&issuer=i",
            "invalidRequest of code at “”: “code” is not the code of an asset. Ask the sender for the link again."
        ),
        (
            "asset:a?amount=1&code=TOY",
            """
            pay 10000 = 1 TOY to a
            asset (asset) TOY
            counts 10000
            """
        ),
        (
            "asset:a?amount=1&code=TOY&issuer=i",
            """
            pay 10000 = 1 of the token to a
            asset (asset) TOY
            issuer (issuer of the asset) i, shape
            """
        ),
        (
            "asset:a?amount=1&code=TOK",
            "missingParameter of issuer: The link lacks “issuer”. Ask the sender for a link with “issuer=…”."
        ),
        ("asset:a?amount=1&code=TOK&issuer=bad-i", "invalidAddress of issuer at “bad-i”: Bad."),
        (
            "asset:told-a?amount=1&code=TOK&issuer=told-i",
            """
            pay 10000 = 1 of the token to told-a (["main base58", "main name", "test bech32"], chain -, of -)
            asset (asset) TOK
            issuer (issuer of the asset) told-i, shape
            """
        ),
        (
            "asset:a?amount=1",
            """
            pay 10000 = 1 TOY to a
            asset (asset) TOY
            counts 10000
            """
        ),
        (
            "asset:a?sig=YQ==&act=pay",
            """
            pay any to a
            asset (asset) TOY
            notes (for the wallet) [name: “sig”, value: “YQ==”]
            cannot change
            """
        ),
        ("asset:a?sig=x", "invalidRequest of sig at “x”: “sig” is not Base64. Ask the sender for the link again."),
        (
            "asset:a?act=buy",
            """
            ambiguousAction of act at “buy”: “act” and the link's scheme ask for different things. Ask the sender \
            for the link again.
            """
        ),
    ]

    @Test("everything that a link says is told, or refused where it stands", arguments: links)
    private func told(_ link: String, _ expected: String) {
        let told = Self.told(link)
        #expect(told == expected, "\(told)")
    }
}
