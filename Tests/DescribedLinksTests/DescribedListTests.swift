import Testing

@testable import SchemeRouter

/// Lists of recipients and amounts in one described link, and what they add up to.
@Suite struct DescribedListTests {
    private static let told = ToldLink(
        schemes: """
            list: { links: { path: "{address;}", parameters: {
                    amount: { is: amount, list: ";" }, label: { is: label, list: ";" }, message: { is: message },
                    memo: { is: memo } } } }
            zero: { links: { path: "{address;}", amounts: { zero: with-memo },
                    parameters: { amount: { is: amount, list: ";" } } } }
            money: { links: { path: "{address;}", amounts: { form: currency },
                     parameters: { amount: { is: amount, list: ";" } } } }
            coded: { links: { path: "{address;}", parameters: {
                     amount: { is: amount, list: ";" }, code: { is: asset } } } }
            """)

    private static let links: [(String, String)] = [
        (
            "list:sum-a;b?amount=1;2.5&label=A;B&message=hi&memo=m",
            """
            pay 10000 = 1 TOY to sum-a (checksum), label “A”, message “hi”, memo “m”
            pay 25000 = 2.5 TOY to b, label “B”, memo “m”
            total 35000 = 3.5 TOY
            counts 35000
            """
        ),
        (
            "list:a?amount=1&label=A",
            """
            pay 10000 = 1 TOY to a, label “A”
            counts 10000
            """
        ),
        (
            "list:a;b",
            """
            pay any to a
            pay any to b
            total ?, open
            """
        ),
        (
            "list:a;b?label=&amount=1;1",
            """
            pay 10000 = 1 TOY to a
            pay 10000 = 1 TOY to b
            total 20000 = 2 TOY
            counts 20000
            """
        ),
        (
            "list:a;b?label=A;",
            """
            pay any to a, label “A”
            pay any to b, label “”
            total ?, open
            """
        ),
        (
            "list:a;b?label=A%3BA;%20B",
            """
            pay any to a, label “A;A”
            pay any to b, label “ B”
            total ?, open
            """
        ),
        // Each recipient needs its own value.
        (
            "list:a;b?amount=1",
            """
            missingParameter of amount at “1”: The link names 2 recipients, but “amount” has 1 value. Each recipient \
            needs its own value.
            """
        ),
        (
            "list:a?amount=",
            """
            invalidAmount of amount at “”: The amount is not a decimal number. Amounts are digits and at most one \
            point, such as “0.5”.
            """
        ),
        (
            "list:a?amount=1;2",
            """
            missingParameter of amount at “1;2”: The link names 1 recipient, but “amount” has 2 values. Each recipient \
            needs its own value.
            """
        ),
        (
            "list:a;b?label=A",
            """
            missingParameter of label at “A”: The link names 2 recipients, but “label” has 1 value. Each recipient \
            needs its own value.
            """
        ),
        (
            "list:a;b?amount=1;",
            """
            invalidAmount of amount at “”: The amount is not a decimal number. Amounts are digits and at most one \
            point, such as “0.5”.
            """
        ),
        (
            "list:a;b?amount=1;x",
            """
            invalidAmount of amount at “x”: The amount is not a decimal number. Amounts are digits and at most one \
            point, such as “0.5”.
            """
        ),
        (
            "list:a;;b",
            "missingParameter at “”: The link does not say who is paid. Ask the sender for a link with an address."
        ),
        ("list:a;bad-b", "invalidAddress at “bad-b”: Bad."),
        (
            "list:a;odd-b?amount=1;1",
            """
            pay 10000 = 1 TOY to a
            pay 10000 = 1 TOY to odd-b
            total 20000 = 2 TOY
            warning looksLikeOther: odd-b is odd.
            counts 20000
            """
        ),
        (
            "list:a;b?label=A;%zz",
            """
            invalidEncoding at “%zz”: “%” is not followed by two hexadecimal digits. A literal “%” is written %25.
            """
        ),
        (
            "list:a;b?amount=1;%FF&label=A;B",
            "invalidEncoding at “%FF”: The encoded bytes are not UTF-8. Texts in links are percent-encoded UTF-8."
        ),
        // No more than can exist, together.
        (
            "list:a;b?amount=999;1",
            """
            pay 9990000 = 999 TOY to a
            pay 10000 = 1 TOY to b
            total 10000000 = 1000 TOY
            counts 10000000
            """
        ),
        (
            "list:a;b?amount=999;1.0001",
            """
            amountOutOfRange of amount at “a;b?amount=999;1.0001”: The payments add up to more than the 1000 TOY \
            that can exist.
            """
        ),
        (
            "list:a;b;c?amount=1;2;3",
            """
            pay 10000 = 1 TOY to a
            pay 20000 = 2 TOY to b
            pay 30000 = 3 TOY to c
            total 60000 = 6 TOY
            counts 60000
            """
        ),
        (
            "list:a?amount=1000.0001",
            """
            amountOutOfRange of amount at “1000.0001”: The amount is more than the 1000 TOY that can exist. Check the \
            amount with the sender.
            """
        ),
        // Zero is for addresses that take a memo.
        (
            "zero:a?amount=0",
            """
            amountOutOfRange of amount at “0”: The amount is zero. An amount of zero is allowed only for an address \
            that accepts a memo.
            """
        ),
        (
            "zero:memo-a?amount=0",
            """
            pay 0 = 0 TOY to memo-a
            """
        ),
        (
            "zero:memo-a;b?amount=0;0.0",
            """
            amountOutOfRange of amount at “0.0”: The amount is zero. An amount of zero is allowed only for an \
            address that accepts a memo.
            """
        ),
        (
            "zero:memo-a;b?amount=0;1",
            """
            pay 0 = 0 TOY to memo-a
            pay 10000 = 1 TOY to b
            total 10000 = 1 TOY
            """
        ),
        // Sums are of one unit.
        (
            "money:a;b?amount=EUR:1;EUR:2.5",
            """
            pay “1” = 1 EUR to a
            pay “2.5” = 2.5 EUR to b
            total “3.5” = 3.5 EUR
            counts most
            """
        ),
        (
            "money:a;b?amount=EUR:1;USD:2",
            """
            pay “1” = 1 EUR to a
            pay “2” = 2 USD to b
            total ?, open
            counts most
            """
        ),
        (
            "money:a;b?amount=TOY:1;toy:2",
            """
            pay “1” = 1 TOY to a
            pay “2” = 2 TOY to b
            total “3” = 3 TOY
            counts 30000
            """
        ),
        (
            "money:a;b?amount=TOY:999;TOY:2",
            """
            amountOutOfRange of amount at “a;b?amount=TOY:999;TOY:2”: The payments add up to more than the 1000 TOY \
            that can exist.
            """
        ),
        (
            "money:a;b?amount=TOY:999;toy:2",
            """
            amountOutOfRange of amount at “a;b?amount=TOY:999;toy:2”: The payments add up to more than the 1000 TOY \
            that can exist.
            """
        ),
        (
            "money:a;b;a?amount=TOY:999;EUR:1;TOY:2",
            """
            amountOutOfRange of amount at “a;b;a?amount=TOY:999;EUR:1;TOY:2”: The payments add up to more than the \
            1000 TOY that can exist.
            """
        ),
        // A sum of tokens has no bound.
        (
            "coded:a;b?amount=999;2&code=TOK",
            """
            pay 9990000 = 999 of the token to a
            pay 20000 = 2 of the token to b
            total 10010000 = 1001 of the token
            asset (asset) TOK
            """
        ),
        (
            "coded:a;b?amount=999;2&code=TOY",
            """
            amountOutOfRange of amount at “a;b?amount=999;2&code=TOY”: The payments add up to more than the 1000 \
            TOY that can exist.
            """
        ),
        (
            "coded:a;b?amount=999;2&code=toy",
            """
            pay 9990000 = 999 of the token to a
            pay 20000 = 2 of the token to b
            total 10010000 = 1001 of the token
            asset (asset) toy
            """
        ),
        (
            "coded:a;b?amount=999;1&code=TOY",
            """
            pay 9990000 = 999 TOY to a
            pay 10000 = 1 TOY to b
            total 10000000 = 1000 TOY
            asset (asset) TOY
            counts 10000000
            """
        ),
        (
            "coded:a?amount=1&code=TOK",
            """
            pay 10000 = 1 of the token to a
            asset (asset) TOK
            """
        ),
        (
            "coded:a?code=TOK",
            """
            pay any to a
            asset (asset) TOK
            """
        ),
        (
            "coded:a?code=toy",
            """
            pay any to a
            asset (asset) toy
            """
        ),
        (
            "coded:a?amount=1&code=toy",
            """
            pay 10000 = 1 of the token to a
            asset (asset) toy
            """
        ),
        (
            "coded:a?amount=1&code=T-K",
            """
            pay 10000 = 1 of the token to a
            asset (asset) T-K
            """
        ),
    ]

    @Test("each recipient of a list has its own amount and name", arguments: links)
    private func told(_ link: String, _ expected: String) {
        let told = Self.told(link)
        #expect(told == expected, "\(told)")
    }
}
