import Testing

@testable import SchemeRouter

/// Numbers behind the names of parameters: each is of one payment, and nothing else has any.
@Suite struct DescribedIndexTests {
    private static let told = ToldLink(
        schemes: """
            pays: { links: { path: "[{address}]", keys: { indexed: 9 }, parameters: {
                    address: { is: address }, amount: { is: amount }, memo: { is: memo, with: kind },
                    kind: { is: memo-type, values: [A, B] }, label: { is: label, with: note }, note: { is: note },
                    tok: { is: token, shape: text }, pid: { is: payment-id }, tip: { is: surplus },
                    ref: { is: reference, shape: text, many: true }, no: { is: unsupported } } } }
            others: { links: { path: "{address}", keys: { indexed: 9 }, parameters: { "*": { is: note } } } }
            page: { links: { path: "{url}", keys: { indexed: 9 }, parameters: {
                    via: { is: server }, address: { is: address }, label: { is: label } } } }
            calls: { links: { path: "call/{function}", does: transaction, keys: { indexed: 9 }, parameters: {
                     label: { is: label } } } }
            token: { links: { path: "{token}/send", parameters: {
                     to: { is: address, required: true }, mint: { is: token } } } }
            """)

    private static let links: [(String, String)] = [
        (
            "pays:a?tok=x&tok.1=y&address.1=b",
            """
            malformedURL of tok at “tok.1”: “tok.1” has a payment number, but does not belong to a single payment. Ask \
            the sender for the link again.
            """
        ),
        (
            "pays:a?pid.2=y&address.2=b",
            """
            malformedURL of pid at “pid.2”: “pid.2” has a payment number, but does not belong to a single payment. Ask \
            the sender for the link again.
            """
        ),
        (
            "pays:a?ref.1=x",
            """
            malformedURL of ref at “ref.1”: “ref.1” has a payment number, but does not belong to a single payment. Ask \
            the sender for the link again.
            """
        ),
        (
            "pays:a?no.1=x",
            """
            unsupportedAction of no at “x”: “no” is not supported here, and without it the link would mean something \
            else. Open the link in a wallet that supports it.
            """
        ),
        (
            "others:a?x.1=y",
            """
            malformedURL of x at “x.1”: “x.1” has a payment number, but does not belong to a single payment. Ask the \
            sender for the link again.
            """
        ),
        // What accompanies a memo is of the same payment.
        (
            "pays:a?memo=x&kind.1=A&address.1=b",
            "missingParameter of kind: The link lacks “kind”. Ask the sender for a link with “kind=…”."
        ),
        (
            "pays:a?kind=A&memo.1=x&address.1=b",
            "missingParameter of kind: The link lacks “kind”. Ask the sender for a link with “kind=…”."
        ),
        (
            "pays:a?memo=x&kind=A&address.4=b&memo.4=y&kind.4=B",
            """
            pay any to a, memo “x”
            pay any to b, 4, memo “y”
            total ?, open
            memoTypes (kinds of memo) [payment: 1, kind: A, payment: 2, kind: B]
            """
        ),
        // A note is of all payments.
        (
            "pays:a?label.1=B&address.1=b&note=x",
            """
            pay any to a
            pay any to b, 1, label “B”
            total ?, open
            notes (for the wallet) [name: “note”, value: “x”]
            """
        ),
        (
            "pays:a?label.1=B&address.1=b",
            "missingParameter of note: The link lacks “note”. Ask the sender for a link with “note=…”."
        ),
        // A number is of somebody who is paid.
        (
            "page:https://a.example?label=A&label.1=B",
            """
            missingParameter of address at “B”: “label.1” belongs to a payment without a recipient. Ask the sender \
            for a link with an address.
            """
        ),
        (
            "calls:call/f?label=A&label.1=B",
            """
            missingParameter of address at “B”: “label.1” belongs to a payment without a recipient. Ask the sender \
            for a link with an address.
            """
        ),
        // Every fact has a name of its own.
        (
            "page:https://a.example?via=https://b.example",
            """
            server (server that the wallet contacts) a.example
            request (address that the wallet contacts) https://a.example
            otherServer (server that the wallet contacts) b.example
            cannot change
            """
        ),
        (
            "token:a/send?to=b&mint=c",
            """
            duplicateParameter at “a/send?to=b&mint=c”: The link states the token twice. Ask the sender for a link \
            that states it once.
            """
        ),
    ]

    @Test("a number is of one payment, and each fact is stated once", arguments: links)
    private func told(_ link: String, _ expected: String) {
        let told = Self.told(link)
        #expect(told == expected, "\(told)")
    }
}
