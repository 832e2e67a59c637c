import Testing

@testable import SchemeRouter

@Suite struct DescriptorExcerptTests {
    private static let whole = try? RouteTable.load([.shipped])
    private static let names = whole?.schemes.flatMap { [$0.name] + $0.aliases } ?? []

    private func table(_ scheme: String) throws -> RouteTable {
        try RouteTable.shipped(forLinksOf: ArraySlice(scheme.utf8))
    }

    @Test("The table for one scheme says what the whole one says", arguments: names)
    func same(scheme: String) throws {
        let whole = try #require(Self.whole)
        let table = try table(scheme)
        for name in [scheme, scheme.uppercased()] {
            #expect(table.scheme(named: name.utf8) == whole.scheme(named: name.utf8))
        }
        let coins = try #require(whole.scheme(named: scheme.utf8)).coins
        #expect(coins.map(table.coin) == coins.map(whole.coin))
        // Only then what it has to read the rest for.
        for name in Self.names + ["nobody", ""] {
            #expect(table.isOwnScheme(name) == whole.isOwnScheme(name))
            #expect(table.isOwnScheme(name.uppercased()) == whole.isOwnScheme(name))
            #expect(table.scheme(named: name.utf8) == whole.scheme(named: name.utf8))
        }
        #expect(table.schemes == whole.schemes)
        #expect(table.coinList == whole.coinList)
        #expect(table.coin("nobody") == nil)
    }

    @Test("For every scheme only that one and its coins are read", arguments: names)
    func isExcerpt(scheme: String) throws {
        let excerpt = try #require(DescriptorExcerpt(of: .shipped, scheme: ArraySlice(scheme.utf8)))
        let read = try RouteTable.load([excerpt.file])
        let descriptor = try #require(Self.whole?.scheme(named: scheme.utf8))
        #expect(Set(read.coinList.map(\.id)) == Set(descriptor.coins))
        #expect(read.schemes == [descriptor])
        #expect(excerpt.others.sorted() == Self.names.filter { $0 != scheme }.sorted())
        let lines = DescriptorFile.shipped.bytes.count { $0 == 0x0A }
        #expect(excerpt.file.bytes.count { $0 == 0x0A } == lines)
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
            String(decoding: excerpt.file.bytes, as: UTF8.self) == """

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
}
