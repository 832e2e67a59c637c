import Testing

@testable import SchemeRouter

/// Memos of described links: whom they reach, and how long they may be.
@Suite struct DescribedMemoTests {
    private static let told = ToldLink(
        schemes: """
            text: { links: { path: "{address}", parameters: { memo: { is: memo, max: 4 } } } }
            hex: { links: { path: "{address}", parameters: { memo: { is: memo, shape: hex, max: 2 } } } }
            number: { links: { path: "{address}", parameters: { memo: { is: memo, shape: number, max: 3 } } } }
            host: { links: { path: "{address}", parameters: { memo: { is: memo, shape: host, max: 3 } } } }
            base: { links: { path: "{address}", parameters: { memo: { is: memo, shape: base64, max: 2 } } } }
            secret: { links: { path: "{address;}", parameters: { memo: { is: memo, shape: base64url, max: 4 } } } }
            kinds: { links: { path: "{address}", parameters: {
                     memo: { is: memo, with: kind, max: 3 }, kind: { is: memo-type, with: memo, values: {
                     TEXT: { max: 5 }, ID: { shape: number }, HASH: { shape: base64, size: 2 }, ANY: {} } } } } }
            later: { links: { path: "[{address}]", keys: { indexed: 9 }, parameters: {
                     address: { is: address }, memo: { is: memo, max: 3 }, kind: { is: memo-type, values: {
                     TEXT: { max: 5 }, HASH: { shape: base64, size: 2 } } } } } }
            bare: { links: { path: "call/{function}", does: transaction, parameters: {
                    memo: { is: memo, shape: base64url }, note: { is: note } } } }
            """)

    private static let links: [(String, String)] = [
        ("text:a?memo=1234", "pay any to a, memo “1234”"),
        (
            "text:a?memo=12345",
            "invalidRequest of memo at “12345”: “memo” has more than 4 bytes. Ask the sender for the link again."
        ),
        ("text:a?memo=%C3%A9%C3%A9", "pay any to a, memo “éé”"),
        (
            "text:a?memo=%C3%A9%C3%A9x",
            """
            invalidRequest of memo at “%C3%A9%C3%A9x”: “memo” has more than 4 bytes. Ask the sender for the link \
            again.
            """
        ),
        ("text:a?memo=", "pay any to a, memo “”"),
        ("text:a?memo=a%26b", "pay any to a, memo “a&b”"),
        // Two digits are a byte.
        ("hex:a?memo=00ff", "pay any to a, data 00ff"),
        (
            "hex:a?memo=00ff00",
            "invalidRequest of memo at “00ff00”: “memo” has more than 2 bytes. Ask the sender for the link again."
        ),
        (
            "hex:a?memo=0",
            "invalidRequest of memo at “0”: “memo” is not hexadecimal. Ask the sender for the link again."
        ),
        ("number:a?memo=007", "pay any to a, memo “007”"),
        (
            "number:a?memo=1000",
            "invalidRequest of memo at “1000”: “memo” has more than 3 bytes. Ask the sender for the link again."
        ),
        (
            "number:a?memo=x",
            "invalidRequest of memo at “x”: “memo” is not a whole number of 64 bits. Ask the sender for the link again."
        ),
        ("host:a?memo=a.b", "pay any to a, data a.b"),
        (
            "host:a?memo=a.bc",
            "invalidRequest of memo at “a.bc”: “memo” has more than 3 bytes. Ask the sender for the link again."
        ),
        (
            "base:a?memo=//8=",
            """
            pay any to a, data ffff
            goes over base:a?memo=%2F%2F8%3D
            """
        ),
        ("base:a?memo=YWE=", "pay any to a, data 6161\ngoes over base:a?memo=YWE%3D"),
        (
            "base:a?memo=AAAA",
            "invalidRequest of memo at “AAAA”: “memo” has more than 2 bytes. Ask the sender for the link again."
        ),
        (
            "base:a?memo=-_8=",
            "invalidRequest of memo at “-_8=”: “memo” is not Base64. Ask the sender for the link again."
        ),
        // Only an address that takes one gets a private memo.
        (
            "secret:a?memo=YWE",
            """
            invalidRequest of memo at “YWE”: “memo” goes to an address that takes no memo. Ask the sender for the \
            link again.
            """
        ),
        ("secret:memo-a?memo=YWE", "pay any to memo-a, memo “aa”"),
        (
            "secret:memo-a;memo-b?memo=YWE",
            """
            pay any to memo-a, memo “aa”
            pay any to memo-b, memo “aa”
            total ?, open
            """
        ),
        (
            "secret:memo-a;b?memo=YWE",
            """
            invalidRequest of memo at “YWE”: “memo” goes to an address that takes no memo. Ask the sender for the \
            link again.
            """
        ),
        // It is text up to F4, without the zeros behind it.
        ("secret:memo-a?memo=YQBhAA", "pay any to memo-a, memo “aU+0a”"),
        ("secret:memo-a?memo=9I-_vw", "pay any to memo-a, memo “U+10ffff”"),
        ("secret:memo-a?memo=9YCAgA", "pay any to memo-a, data f5808080"),
        ("secret:memo-a?memo=9gAA", "pay any to memo-a"),
        (
            "secret:memo-a?memo=gIA",
            """
            invalidRequest of memo at “gIA”: “memo” is neither text nor marked as data. Ask the sender for the link \
            again.
            """
        ),
        ("secret:memo-a?memo=", "pay any to memo-a"),
        ("secret:memo-a?memo=AAAA", "pay any to memo-a, memo “”"),
        ("secret:memo-a?memo=YWFhYQ", "pay any to memo-a, memo “aaaa”"),
        (
            "secret:memo-a?memo=YWFhYWE",
            "invalidRequest of memo at “YWFhYWE”: “memo” has more than 4 bytes. Ask the sender for the link again."
        ),
        (
            "secret:memo-a?memo=YWE=",
            "invalidRequest of memo at “YWE=”: “memo” is not Base64. Ask the sender for the link again."
        ),
        // The kind of the memo counts, then the rule.
        (
            "kinds:a?memo=12345&kind=TEXT",
            """
            pay any to a, memo “12345”
            memoType (kind of memo) TEXT
            """
        ),
        (
            "kinds:a?memo=123456&kind=TEXT",
            "invalidRequest of memo at “123456”: “memo” has more than 5 bytes. Ask the sender for the link again."
        ),
        (
            "kinds:a?kind=ID&memo=123",
            """
            pay any to a, memo “123”
            memoType (kind of memo) ID
            """
        ),
        (
            "kinds:a?kind=ID&memo=1234",
            "invalidRequest of memo at “1234”: “memo” has more than 3 bytes. Ask the sender for the link again."
        ),
        (
            "kinds:a?kind=ID&memo=x",
            "invalidRequest of memo at “x”: “memo” is not a whole number of 64 bits. Ask the sender for the link again."
        ),
        (
            "kinds:a?kind=HASH&memo=//8=",
            """
            pay any to a, data ffff
            memoType (kind of memo) HASH
            goes over kinds:a?kind=HASH&memo=%2F%2F8%3D
            """
        ),
        (
            "kinds:a?kind=HASH&memo=//8A",
            "invalidRequest of memo at “//8A”: “memo” does not encode 2 bytes. Ask the sender for the link again."
        ),
        (
            "kinds:a?kind=ANY&memo=xyz",
            """
            pay any to a, memo “xyz”
            memoType (kind of memo) ANY
            """
        ),
        (
            "kinds:a?kind=ANY&memo=wxyz",
            "invalidRequest of memo at “wxyz”: “memo” has more than 3 bytes. Ask the sender for the link again."
        ),
        (
            "kinds:a?kind=OTHER&memo=x",
            "invalidRequest of kind at “OTHER”: “kind” has an unknown value. Ask the sender for the link again."
        ),
        ("kinds:a?memo=x", "missingParameter of kind: The link lacks “kind”. Ask the sender for a link with “kind=…”."),
        (
            "kinds:a?kind=TEXT",
            "missingParameter of memo: The link lacks “memo”. Ask the sender for a link with “memo=…”."
        ),
        // Each payment has its own kind of memo.
        (
            "later:a?kind=TEXT&memo=12345&address.1=b&memo.1=//8=&kind.1=HASH",
            """
            pay any to a, memo “12345”
            pay any to b, 1, data ffff
            total ?, open
            memoTypes (kinds of memo) [payment: 1, kind: TEXT, payment: 2, kind: HASH]
            goes over later:a?kind=TEXT&memo=12345&address.1=b&memo.1=%2F%2F8%3D&kind.1=HASH
            """
        ),
        (
            "later:a?kind=HASH&memo=//8=&address.1=b&memo.1=123",
            """
            pay any to a, data ffff
            pay any to b, 1, memo “123”
            total ?, open
            memoTypes (kind of memo) [payment: 1, kind: HASH]
            warning parameterIsOdd: The link does not say of which kind its memo is; as it is, it can only be a text.
            goes over later:a?kind=HASH&memo=%2F%2F8%3D&address.1=b&memo.1=123
            """
        ),
        (
            "later:a?kind.1=TEXT&memo=1234&address.1=b",
            """
            pay any to a, memo “1234”
            pay any to b, 1
            total ?, open
            memoTypes (kind of memo) [payment: 2, kind: TEXT]
            warning parameterIsOdd: The link does not say of which kind its memo is; as it is, it can only be a text.
            """
        ),
        (
            "later:a?kind.1=TEXT&memo=123456&address.1=b",
            "invalidRequest of memo at “123456”: “memo” has more than 5 bytes. Ask the sender for the link again."
        ),
        // Without a recipient, nobody takes it.
        (
            "bare:call/f?memo=YWE",
            """
            invalidRequest of memo at “YWE”: “memo” goes to an address that takes no memo. Ask the sender for the \
            link again.
            """
        ),
    ]

    @Test("a memo is read as its kind says, or refused where it stands", arguments: links)
    private func told(_ link: String, _ expected: String) {
        let told = Self.told(link)
        #expect(told == expected, "\(told)")
    }
}
