import Testing

@testable import SchemeRouter

/// Many drop-in files, which two threads read.
@Suite struct HalvedReadingTests {
    private static let base = """
        version: 1
        coins:
          base: { ticker: BASE, plugin: dash, networks: { main: { p2pkh: 76, p2sh: 16, bip44: 5 } } }
        schemes:
          basewallet: { coin: base, title: Base, grammar: authority-params, callbacks: dash-family, aliases: [basic] }

        """

    /// A drop-in file with a coin of its own, its scheme, and more.
    private static func dropIn(_ number: Int, coins: String = "", schemes: String = "") -> String {
        """
        version: 1
        coins:
          coin\(number): { ticker: C\(number), networks: { main: { p2pkh: \(number), p2sh: 105, bip44: \(70 + number) } } }
        \(coins)
        schemes:
          wallet\(number): { extends: basewallet, coin: coin\(number), title: Wallet \(number) }
        \(schemes)

        """
    }

    /// - Parameter isLarge: whether comments make the drop-ins so large that two threads read them.
    private static func stack(_ dropIns: [String], isLarge: Bool) -> DescriptorStack {
        let comment = isLarge ? String(repeating: "# \(String(repeating: "x", count: 77))\n", count: 1_000) : ""
        let files = [base] + dropIns.map { $0 + comment }
        return DescriptorStack(files.enumerated().map { file($1, name: "\($0).yaml") })
    }

    private static func outcome(_ stack: DescriptorStack) -> Result<[String], DescriptorErrors> {
        Result { () throws(DescriptorErrors) in
            let table = try RouteTable.load(stack)
            return table.coinList.map { "\($0)" } + table.schemes.map { "\($0)" }
        }
    }

    @Test("Two threads read what one reads, in the same order")
    func halves() throws {
        let dropIns = (1...7).map { Self.dropIn($0) }
        let halves = try #require(HalvedReading(Self.stack(dropIns, isLarge: true), plugins: nil))
        #expect(halves.coins.map(\.id.name) == ["base"] + (1...7).map { "coin\($0)" })
        #expect(halves.schemes.map(\.name) == ["basewallet"] + (1...7).map { "wallet\($0)" })
        let outcome = Self.outcome(Self.stack(dropIns, isLarge: true))
        #expect(try outcome.get() == Self.outcome(Self.stack(dropIns, isLarge: false)).get())
    }

    @Test("Few bytes are not worth a thread")
    func few() {
        #expect(HalvedReading(Self.stack((1...7).map { Self.dropIn($0) }, isLarge: false), plugins: nil) == nil)
        #expect(HalvedReading(Self.stack([Self.dropIn(1)], isLarge: true), plugins: nil) == nil)
    }

    @Test(
        "Files that depend on one another are read in order, whichever half has them",
        arguments: [
            // One half tightens or replaces what both build on.
            ("base: { fee-per-kb: { max: 20000 } }", "", "", ""),
            ("", "basewallet: { actions: { payment: none } }", "", ""),
            ("", "basewallet: { enabled: false }", "", ""),
            // One half builds on the other, or tightens it.
            ("", "", "more: { extends: coin1, ticker: M, networks: { main: { bip44: 99 } } }", ""),
            ("", "", "", "more: { extends: wallet1, title: More }"),
            ("", "", "", "more: { extends: basewallet, coin: coin1, title: More }"),
            ("", "", "coin1: { max-money: 5 }", ""),
            // Both claim the same name, coin type or old account.
            (
                "more: { ticker: M, networks: { main: { p2pkh: 1, p2sh: 2, bip44: 98 } } }", "",
                "more: { ticker: M, networks: { main: { p2pkh: 1, p2sh: 2, bip44: 99 } } }", ""
            ),
            (
                "one: { ticker: M, networks: { main: { p2pkh: 1, p2sh: 2, bip44: 99 } } }", "",
                "two: { ticker: M, networks: { main: { p2pkh: 1, p2sh: 2, bip44: 99 } } }", ""
            ),
            (
                "one: { ticker: M, old-account: m/0', networks: { main: { p2pkh: 1, p2sh: 2, bip44: 98 } } }", "",
                "two: { ticker: M, old-account: m/0', networks: { main: { p2pkh: 1, p2sh: 2, bip44: 99 } } }", ""
            ),
            ("", "more: { extends: basewallet, title: One }", "", "more: { extends: basewallet, title: Two }"),
            (
                "", "more: { extends: basewallet, title: One }", "",
                "two: { extends: basewallet, title: Two, aliases: [more] }"
            ),
            (
                "", "one: { extends: basewallet, title: One, aliases: [more] }", "",
                "more: { extends: basewallet, title: Two }"
            ),
            (
                "", "one: { extends: basewallet, title: One, aliases: [more] }", "",
                "two: { extends: basewallet, title: Two, aliases: [more] }"
            ),
            // A mistake.
            ("", "", "", "more: { extends: basewallet, coin: nothing, title: More }"),
            ("more: {", "", "", ""),
        ] as [(String, String, String, String)])
    func dependent(_ part: (String, String, String, String)) {
        let one = Self.dropIn(1, coins: "  \(part.0)", schemes: "  \(part.1)")
        let two = Self.dropIn(2, coins: "  \(part.2)", schemes: "  \(part.3)")
        for dropIns in [[one, two], [two, one]] {
            let large = Self.stack(dropIns, isLarge: true)
            #expect(HalvedReading(large, plugins: nil) == nil)
            switch (Self.outcome(large), Self.outcome(Self.stack(dropIns, isLarge: false))) {
            case (.success(let large), .success(let small)): #expect(large == small)
            case (.failure(let large), .failure(let small)): #expect(large == small)
            case (let large, let small): Issue.record("\(large) is not \(small)")
            }
        }
    }

    @Test("Files of a stack with a refused file are read in order")
    func refused() {
        var stack = Self.stack([Self.dropIn(1), Self.dropIn(2)], isLarge: true)
        #expect(HalvedReading(stack, plugins: nil) != nil)
        stack.add(directory: "/dev/null")
        #expect(HalvedReading(stack, plugins: nil) == nil)
    }
}
