import SchemeRouter
import Testing

/// The values that links consist of: what is one, and which are the same.
@Suite struct LinkValueTests {
    @Test("the id of a transaction is 64 hexadecimal digits in lower case")
    func transactions() {
        let digits = String(repeating: "0123456789abcdef", count: 4)
        #expect(TransactionID(hex: digits)?.hex == digits)
        for text in ["", String(digits.dropLast()), digits + "0", digits.uppercased()] {
            #expect(TransactionID(hex: text) == nil, "\(text)")
        }
        // The neighbours of the digits in ASCII, and a letter whose two bytes would make the length right.
        for other in ["/", ":", "`", "g", "A", " "] { #expect(TransactionID(hex: digits.dropLast() + other) == nil) }
        #expect(TransactionID(hex: digits.dropLast(2) + "é") == nil)
    }

    @Test("coins are in the order of their ids")
    func coins() {
        #expect(CoinID("axe") < "dash" && !(CoinID("dash") < "axe") && !(CoinID("axe") < "axe"))
    }

    @Test("mistakes are the same if their kind and their place are")
    func mistakes() {
        let error = RequestError(.dust, "One.", at: 0..<1)
        #expect(error == RequestError(.dust, "Two.", at: 0..<1, hint: "Three."))
        #expect(error != RequestError(.dust, "One.", at: 0..<2) && error != RequestError(.dust, "One."))
        #expect(error != RequestError(.expired, "One.", at: 0..<1))
    }

    @Test("a scheme offers the actions that have rules, each once")
    func actions() {
        for action in Action.allCases {
            var rules = ActionRules()
            rules[action] = nil
            #expect(rules.keys.isEmpty && rules[action] == nil && rules == ActionRules())
            rules[action] = []
            rules[action] = []
            #expect(rules.keys == [action] && rules.values == [[]] && rules == [action: []])
            rules[action] = nil
            #expect(rules.keys.isEmpty && rules.values.isEmpty && rules == ActionRules())
        }
    }

    @Test("names that look the same but have other bytes are not the same")
    func names() {
        #expect("é".isSame("é") && !"é".isSame("e\u{301}") && !"a".isSame("b") && !"a".isSame("aa"))
        #expect(NetworkKind(named: "main") == .main && NetworkKind(named: "mai") == nil)
    }
}
