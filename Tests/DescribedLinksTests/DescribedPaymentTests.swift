import Testing

@testable import SchemeRouter

/// Who is paid how much by a described link, and which links do not say so.
@Suite struct DescribedPaymentTests {
    private static let told = ToldLink(
        schemes: """
            index: { links: { path: "[{address}]", keys: { indexed: 9 }, parameters: {
                     address: { is: address }, amount: { is: amount }, label: { is: label }, message: { is: message },
                     memo: { is: memo } } } }
            group: { links: { path: "[{address}]", parameters: {
                     to: { is: address, many: true }, amount: { is: amount }, label: { is: label },
                     message: { is: message },
                     memo: { is: memo } } } }
            other: { links: { path: "[{address}]", parameters: { to: { is: address, many: true }, sum: { is: amount } } } }
            lone: { links: { path: "[{address}]", parameters: { to: { is: address, many: true } } } }
            """)

    private static let links: [(String, String)] = [
        // The first payment has no number.
        (
            "index:sum-a?amount=1&address.1=b&amount.1=2&label.1=B&memo.1=x&message=hi",
            """
            pay 10000 = 1 TOY to sum-a (checksum), message “hi”
            pay 20000 = 2 TOY to b, 1, label “B”, memo “x”
            total 30000 = 3 TOY
            counts 30000
            """
        ),
        (
            "index:?address.2=b&amount.2=1&address.1=a",
            """
            pay any to a, 1
            pay 10000 = 1 TOY to b, 2
            total 10000 = 1 TOY, open
            """
        ),
        (
            "index:?amount=1&address=a",
            """
            pay 10000 = 1 TOY to a
            counts 10000
            """
        ),
        (
            "index:a?address.9=b&address.3=c",
            """
            pay any to a
            pay any to c, 3
            pay any to b, 9
            total ?, open
            """
        ),
        (
            "index:a?message=hi&message.1=ho&address.1=b",
            """
            pay any to a, message “hi”
            pay any to b, 1, message “ho”
            total ?, open
            """
        ),
        (
            "index:?address.5=told-a",
            """
            pay any to told-a (["main base58", "main name", "test bech32"], chain -, of address), 5
            """
        ),
        (
            "index:told-a",
            """
            pay any to told-a (["main base58", "main name", "test bech32"], chain -, of -)
            """
        ),
        (
            "index:a?amount.1=1",
            """
            missingParameter of address at “1”: “amount.1” belongs to a payment without a recipient. Ask the sender \
            for a link with an address.
            """
        ),
        (
            "index:?amount=1",
            """
            missingParameter of address at “1”: The link does not say who is paid. Ask the sender for a link with \
            an address.
            """
        ),
        (
            "index:",
            """
            missingParameter of address at “”: The link does not say who is paid. Ask the sender for a link with an \
            address.
            """
        ),
        (
            "index:?address=",
            """
            missingParameter of address at “”: The link does not say who is paid. Ask the sender for a link with an \
            address.
            """
        ),
        (
            "index:a?address.1=",
            """
            missingParameter of address at “”: The link does not say who is paid. Ask the sender for a link with an \
            address.
            """
        ),
        (
            "index:a?label.1=x",
            """
            missingParameter of address at “x”: “label.1” belongs to a payment without a recipient. Ask the sender \
            for a link with an address.
            """
        ),
        (
            "index:a?address=b",
            """
            duplicateParameter of address at “b”: The link names the recipient twice. A link may contain each \
            parameter only once.
            """
        ),
        ("index:?address=bad-b&amount=1", "invalidAddress of address at “bad-b”: Bad."),
        (
            "index:?amount.1=1&address.2=a",
            """
            missingParameter of address at “1”: “amount.1” belongs to a payment without a recipient. Ask the sender \
            for a link with an address.
            """
        ),
        // Each recipient is followed by its amount.
        (
            "group:a?amount=1&to=b&amount=2&label=L&message=hi&memo=m",
            """
            pay 10000 = 1 TOY to a, label “L”, message “hi”, memo “m”
            pay 20000 = 2 TOY to b, 1
            total 30000 = 3 TOY
            counts 30000
            """
        ),
        ("group:a", "pay any to a"),
        (
            "group:a?to=b&amount=2",
            """
            missingParameter of amount: The link lacks “amount” for some recipient. Ask the sender for a link with \
            “amount=…”.
            """
        ),
        (
            "group:a?amount=1&to=b",
            """
            missingParameter of amount: The link lacks “amount” for some recipient. Ask the sender for a link with \
            “amount=…”.
            """
        ),
        (
            "group:?to=a&amount=1",
            """
            pay 10000 = 1 TOY to a, 1
            counts 10000
            """
        ),
        (
            "group:?to=a&amount=1&to=b&amount=2",
            """
            pay 10000 = 1 TOY to a, 1
            pay 20000 = 2 TOY to b, 2
            total 30000 = 3 TOY
            counts 30000
            """
        ),
        (
            "group:?to=a&amount=1&label=L",
            """
            pay 10000 = 1 TOY to a, 1, label “L”
            counts 10000
            """
        ),
        (
            "group:?amount=1&to=b&amount=2",
            """
            missingParameter of to at “1”: The link does not say who is paid. Ask the sender for a link with an \
            address.
            """
        ),
        (
            "group:a?amount=1&amount=2",
            """
            duplicateParameter of amount at “amount=2”: “amount” appears twice in the link. A link may contain each \
            parameter only once.
            """
        ),
        (
            "other:a?to=b&sum=2",
            "missingParameter of sum: The link lacks “sum” for some recipient. Ask the sender for a link with “sum=…”."
        ),
        (
            "lone:a?to=b",
            """
            missingParameter of amount: The link lacks “amount” for some recipient. Ask the sender for a link with \
            “amount=…”.
            """
        ),
    ]

    @Test("payments are read, or refused where the mistake is", arguments: links)
    private func told(_ link: String, _ expected: String) {
        let told = Self.told(link)
        #expect(told == expected, "\(told)")
    }
}
