import Testing

@testable import SchemeRouter

/// The values that a descriptor allows, and the most bytes of each, whatever they mean.
@Suite struct DescribedValueTests {
    private static let told = ToldLink(
        schemes: """
            pays: { links: { path: "", parameters: { to: { is: address, values: [anne, bob], max: 3 },
                    memo: { is: memo, shape: hex, values: ["00", "ffff"] } } } }
            lists: { links: { path: "", parameters: {
                     to: { is: address, list: ";", values: [a, bob, anne], max: 3 },
                     label: { is: label, list: ";", values: ["", A, é, Bobby], max: 2 } } } }
            calls: { links: { path: "call/{function}", does: transaction, parameters: {
                     memo: { is: memo, values: [go, stop] } } } }
            """)

    private static func error(_ name: String, _ value: String, _ what: String) -> String {
        "invalidRequest of \(name) at “\(value)”: “\(name)” \(what). Ask the sender for the link again."
    }

    private static let links: [(String, String)] = [
        ("pays:?to=bob", "pay any to bob"), ("pays:?to=Bob", error("to", "Bob", "has an unknown value")),
        ("pays:?to=anne", error("to", "anne", "has more than 3 characters")),
        ("pays:?to=bob&memo=ffff", "pay any to bob, data ffff"),
        ("pays:?to=bob&memo=FF", error("memo", "FF", "has an unknown value")),
        (
            "lists:?to=a;bob;a&label=A;;%C3%A9",
            """
            pay any to a, label “A”
            pay any to bob, label “”
            pay any to a, label “é”
            total ?, open
            """
        ),
        ("lists:?to=a;eve", error("to", "a;eve", "has an unknown value")),
        ("lists:?to=a;anne", error("to", "a;anne", "has more than 3 characters")),
        ("lists:?to=a;a&label=A;B", error("label", "A;B", "has an unknown value")),
        ("lists:?to=a;a&label=A;Bobby", error("label", "A;Bobby", "has more than 2 characters")),
        (
            "calls:call/f?memo=go",
            """
            transaction
            function (function) f
            memo (memo, public) “go”
            """
        ),
        ("calls:call/f?memo=g", error("memo", "g", "has an unknown value")),
    ]

    @Test("what is allowed is read, and anything else is refused", arguments: links)
    private func told(_ link: String, _ expected: String) {
        let told = Self.told(link)
        #expect(told == expected, "\(told)")
    }
}
