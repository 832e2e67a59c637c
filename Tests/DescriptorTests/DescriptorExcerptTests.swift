import Testing

@testable import SchemeRouter

@Suite struct DescriptorExcerptTests {
    private static let whole = try? RouteTable.load([.shipped])
    private static let names = whole?.schemes.flatMap { [$0.name] + $0.aliases } ?? []

    /// What the table for `scheme` says of the scheme `name`: all that the whole one says, but no examples where it read
    /// that scheme for its links.
    private func expected(_ name: String, of table: RouteTable) -> SchemeDescriptor? {
        var scheme = Self.whole?.scheme(named: name.utf8)
        if table.position(of: name.utf8) != nil { scheme?.examples = [] }
        return scheme
    }

    private func table(_ scheme: String) throws -> RouteTable {
        try RouteTable.shipped(forLinksOf: ArraySlice(scheme.utf8))
    }

    @Test("The table for one scheme says what the whole one says", arguments: names)
    func same(scheme: String) throws {
        let whole = try #require(Self.whole)
        let table = try table(scheme)
        for name in [scheme, scheme.uppercased()] {
            #expect(table.scheme(named: name.utf8) == expected(name, of: table))
        }
        let coins = try #require(whole.scheme(named: scheme.utf8)).coins
        #expect(coins.map(table.coin) == coins.map(whole.coin))
        // Only then what it has to read the rest for.
        for name in Self.names + ["nobody", ""] {
            #expect(table.isOwnScheme(name) == whole.isOwnScheme(name))
            #expect(table.isOwnScheme(name.uppercased()) == whole.isOwnScheme(name))
            #expect(table.scheme(named: name.utf8) == expected(name, of: table))
        }
        #expect(table.schemes == whole.schemes)
        #expect(table.coinList == whole.coinList)
        #expect(table.coin("nobody") == nil)
    }

    @Test("Which scheme has a coin's addresses is known without reading all of them", arguments: names)
    func addressScheme(scheme: String) throws {
        let whole = try #require(Self.whole)
        let table = try table(scheme)
        #expect(whole.addressScheme(of: "dash") == "dash")
        #expect(whole.addressScheme(of: "monero") == nil)
        for coin in whole.coinList { #expect(table.addressScheme(of: coin.id) == whole.addressScheme(of: coin.id)) }
        #expect(table.addressScheme(of: "nobody") == nil)
    }

    @Test("For every scheme only that one, its coins and what they extend are read", arguments: names)
    func isExcerpt(scheme: String) throws {
        let excerpt = try #require(DescriptorExcerpt(of: .shipped, scheme: ArraySlice(scheme.utf8)))
        let read = try RouteTable.load([excerpt.file])
        let whole = try #require(Self.whole)
        var schemes = [try #require(whole.scheme(named: scheme.utf8))]
        while let base = schemes.last?.lineage.base {
            schemes.append(try #require(whole.scheme(named: base.name.utf8)))
        }
        var coins = Set(schemes.flatMap(\.coins))
        for coin in coins {
            var last = whole.coin(coin)
            while let base = last?.lineage.base {
                last = whole.coin(CoinID(base.name))
                coins.insert(CoinID(base.name))
            }
        }
        #expect(Set(read.coinList.map(\.id)) == coins)
        #expect(read.schemes.allSatisfy { $0.examples.isEmpty })
        for position in schemes.indices { schemes[position].examples = [] }
        #expect(Set(read.schemes) == Set(schemes))
        let names = schemes.map(\.name)
        #expect(excerpt.others.sorted() == Self.names.filter { !names.contains($0) }.sorted())
        let lines = (kept: excerpt.file.bytes.split(at: 0x0A), all: DescriptorFile.shipped.bytes.split(at: 0x0A))
        #expect(lines.kept.count <= lines.all.count)
        let short = ["    grammar: bip21", "    grammar: authority-params"].map { Array($0.utf8)[...] }
        #expect(zip(lines.kept, lines.all).allSatisfy { $0.isEmpty || $0 == $1 || short.contains($0) })
    }

    @Test("Without an excerpt, the table is the whole one", arguments: ["nobody", "", "dash wallet", "version"])
    func unknown(scheme: String) throws {
        #expect(DescriptorExcerpt(of: .shipped, scheme: ArraySlice(scheme.utf8)) == nil)
        #expect(try table(scheme).readSchemes == Self.whole?.schemes)
    }

    @Test("Schemes with aliases are in every excerpt, with their coins")
    func aliases() throws {
        let text = """
            # A preface.
            version: 1
            coins:
              one: { title: One }
              two:
                title: Two

              three: {}
            schemes:
              first: { coin: one }
              second: { aliases: [other], coin: two }
              third: { coin: three }

            """
        let excerpt = try #require(
            DescriptorExcerpt(of: file(text), scheme: ArraySlice("First".utf8.map(\.lowercasedASCII))))
        #expect(
            Self.text(excerpt) == """

                version: 1
                coins:
                  one: { title: One }
                  two:
                    title: Two


                schemes:
                  first: { coin: one }
                  second: { aliases: [other], coin: two }
                """)
        #expect(excerpt.others == ["third"])
    }

    @Test("Examples are in no excerpt, and what follows a scheme keeps its line")
    func examples() throws {
        let text = """
            version: 1
            coins:
              one: {}
            schemes:
              first:
                coin: one
                title: examples
                examples:
                  - url: first:a
                    error: invalidAddress
                  # The last.
                  - { url: first:b, error: invalidAddress }
              # A note.
              second: { coin: one }

            """
        for (scheme, kept) in [("first", 4...6), ("second", 13...13)] {
            let excerpt = try #require(DescriptorExcerpt(of: file(text), scheme: ArraySlice(scheme.utf8)))
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map { number, line in
                number < 4 || kept.contains(number) ? line : ""
            }
            #expect(Self.text(excerpt) == Self.trimmed(lines.joined(separator: "\n")))
        }
    }

    @Test("What is extended is in the excerpt, wherever it is")
    func extended() throws {
        let text = """
            version: 1
            coins:
              one: { extends: two }
              two: { extends: three }
              three: {}
              four: {}
            schemes:
              first: { extends: second }
              second: { extends: third, coin: one }
              third: {}
              fourth: { coin: four }

            """
        let excerpt = try #require(DescriptorExcerpt(of: file(text), scheme: ArraySlice("first".utf8)))
        #expect(
            Self.text(excerpt)
                == Self.trimmed(
                    text.replacing("  four: {}", with: "").replacing("  fourth: { coin: four }", with: "")))
        #expect(excerpt.others == ["fourth"])
    }

    private static func text(_ excerpt: DescriptorExcerpt) -> String {
        trimmed(String(decoding: excerpt.file.bytes, as: UTF8.self))
    }

    /// Without the blank lines at its end.
    private static func trimmed(_ text: String) -> String {
        String(text.reversed().drop { $0 == "\n" }.reversed())
    }
}

extension [UInt8] {
    fileprivate func split(at byte: UInt8) -> [ArraySlice<UInt8>] {
        split(separator: byte, omittingEmptySubsequences: false)
    }
}
