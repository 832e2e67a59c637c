import Foundation
import Testing

@testable import SchemeRouter

/// The compiled descriptors, which a click reads instead of `schemes.yaml`.
@Suite struct CompiledDescriptorsTests {
    private static let whole = try? RouteTable.load([.shipped])
    private static let names = whole?.schemes.flatMap { [$0.name] + $0.aliases } ?? []

    private func table(_ scheme: String) throws -> RouteTable {
        try RouteTable.shipped(forLinksOf: ArraySlice(scheme.utf8))
    }

    /// `make descriptors` writes the file.
    @Test("The compiled descriptors are those of schemes.yaml")
    func current() throws {
        let compiled = try DescriptorCompiler(.shipped).compiled
        if ProcessInfo.processInfo.environment["COMPILE_DESCRIPTORS"] != nil {
            let path = repository.appending(path: "Sources/SchemeRouter/Descriptors/schemes.compiled")
            return try Data(compiled).write(to: path)
        }
        let isCurrent = compiled == PackageResources.schemes_compiled
        #expect(isCurrent, "run “make descriptors”")
    }

    @Test("The table for one scheme says what the whole one says", arguments: names)
    func same(scheme: String) throws {
        let whole = try #require(Self.whole)
        let table = try table(scheme)
        /// All that the whole table says of a scheme, but no examples of those that were read for their links.
        func expected(_ name: String) -> SchemeDescriptor? {
            var scheme = whole.scheme(named: name.utf8)
            if table.position(of: name.utf8) != nil { scheme?.examples = [] }
            return scheme
        }
        for name in [scheme, scheme.uppercased()] { #expect(table.scheme(named: name.utf8) == expected(name)) }
        let coins = try #require(whole.scheme(named: scheme.utf8)).coins
        #expect(coins.map(table.coin) == coins.map(whole.coin))
        // Only then what it has to read the rest for.
        for name in Self.names + ["nobody", ""] {
            #expect(table.isOwnScheme(name) == whole.isOwnScheme(name))
            #expect(table.isOwnScheme(name.uppercased()) == whole.isOwnScheme(name))
            #expect(table.scheme(named: name.utf8) == expected(name))
        }
        for coin in whole.coinList { #expect(table.addressScheme(of: coin.id) == whole.addressScheme(of: coin.id)) }
        #expect(table.addressScheme(of: "nobody") == nil && table.coin("nobody") == nil)
        #expect(table.schemes == whole.schemes)
        #expect(table.coinList == whole.coinList)
    }

    @Test("For every scheme only that one, its coins and what they extend are read", arguments: names)
    func isPart(scheme: String) throws {
        let whole = try #require(Self.whole)
        var schemes = [try #require(whole.scheme(named: scheme.utf8))]
        while let base = schemes.last?.lineage.base {
            schemes.append(try #require(whole.scheme(named: base.name.utf8)))
        }
        #expect(try table(scheme).readSchemes.map(\.name) == schemes.map(\.name).sorted())
    }

    @Test("The table of an unknown scheme is the whole one", arguments: ["nobody", "", "dash wallet", "version"])
    func unknown(scheme: String) throws {
        #expect(try table(scheme).readSchemes == Self.whole?.schemes)
    }

    @Test("Aliases, what is extended and links with a short form are compiled, in the order of the file")
    func compiler() throws {
        let text = """
            version: 1
            coins:
              one: { extends: two, ticker: ONE, networks: { main: { p2pkh: 4, p2sh: 5, bip44: 6 } } }
              two: { ticker: TWO, networks: { main: { p2pkh: 1, p2sh: 2, bip44: 3 } } }
            schemes:
              first: { extends: second, title: First, aliases: [another], examples: [{ url: "first:a", error: invalidAddress }] }
              second:
                coin: one
                links:
                  path: "[{address}]"
                  parameters: { amount: { is: amount } }

            """
        let compiled = CompiledDescriptors(try DescriptorCompiler(file(text)).compiled)
        let tree = try #require(compiled.tree(forLinksOf: Array("ANOTHER".utf8)))
        #expect(tree.root.entry("coins")?.value.entries.map(\.key) == ["one", "two"])
        let schemes = try #require(tree.root.entry("schemes")?.value)
        #expect(schemes.entries.map(\.key) == ["first", "second"])
        #expect(schemes.entry("first")?.value.entries.map(\.key) == ["extends", "title", "aliases"])
        #expect(schemes.entry("second")?.value.entry("grammar")?.value.isText("bip21") == true)
        #expect(schemes.entry("second")?.value.entry("coin")?.mark == YAMLMark(line: 8, column: 5, length: 4))
        #expect(compiled.isScheme("First".utf8) && !compiled.isScheme("one".utf8))
        #expect(compiled.tree(forLinksOf: "third".utf8) == nil)
    }
}

/// Writes the format of ``CompiledDescriptors``.
private struct DescriptorCompiler {
    private(set) var compiled: [UInt8] = []
    private let table: RouteTable

    init(_ file: DescriptorFile) throws {
        table = try RouteTable.load([file])
        let root = try DocumentReader(file).root
        let sections = ["coins", "schemes"].map { root.entry($0).map { Array($0.value.entries) } ?? [] }
        let entries = sections[0] + sections[1]
        let coins = table.coinList.map(\.id.name)
        for (number, entry) in entries.enumerated() {
            let isCoin = number < sections[0].count
            let scheme = isCoin ? nil : table.scheme(named: entry.key.utf8)
            let hasAddresses = scheme.map { table.addressScheme(of: CoinID($0.name)) == $0.name } ?? false
            compiled.append(isCoin ? 0 : hasAddresses ? 2 : 1)
            append(text: entry.key.utf8)
            append(scheme?.aliases.count ?? 0)
            for alias in scheme?.aliases ?? [] { append(text: alias.utf8) }
            var needs = scheme.map { needed(by: $0) } ?? []
            if isCoin { needs = bases(of: entry.key) }
            let places = entries.indices.filter { place in
                needs.contains((place < sections[0].count ? "coin " : "scheme ") + entries[place].key)
            }
            append(places.count)
            places.forEach { append($0) }
            var nodes = self
            nodes.compiled = []
            nodes.append(entry, of: scheme)
            append(text: nodes.compiled)
        }
        #expect(Set(coins) == Set(sections[0].map(\.key)))
    }

    /// The coins that a coin extends.
    private func bases(of coin: String) -> Set<String> {
        guard let base = table.coin(CoinID(coin))?.lineage.base?.name else { return [] }
        return bases(of: base).union(["coin \(base)"])
    }

    private func needed(by scheme: SchemeDescriptor) -> Set<String> {
        var needs = Set(scheme.coins.flatMap { bases(of: $0.name).union(["coin \($0)"]) })
        if let base = scheme.lineage.base?.name, let other = table.scheme(named: base.utf8) {
            needs.formUnion(needed(by: other).union(["scheme \(base)"]))
        }
        return needs
    }

    private mutating func append(_ number: Int) {
        var rest = number
        while rest >= 0x80 {
            compiled.append(UInt8(rest & 0x7F) | 0x80)
            rest >>= 7
        }
        compiled.append(UInt8(rest))
    }

    private mutating func append(text: some Collection<UInt8>) {
        append(text.count)
        compiled += text
    }

    private mutating func append(_ entry: YAMLNode.Entry, of scheme: SchemeDescriptor?) {
        append(entry.key, entry.mark, .plainScalar)
        guard let scheme else { return append(entry.value) }
        let kept = entry.value.entries.filter { $0.key != "examples" }
        let hasShortForm = scheme.links == nil && entry.value.entry("grammar") == nil
        var inside = DescriptorCompiler(empty: table)
        for part in kept {
            if part.key == "links", hasShortForm {
                inside.append("grammar", part.mark, .plainScalar)
                inside.append(scheme.grammar.rawValue, part.mark, .plainScalar)
            } else {
                inside.append(part.key, part.mark, .plainScalar)
                inside.append(part.value)
            }
        }
        append(entry.value.kind, entry.value.mark)
        append(inside.count)
        compiled += inside.compiled
    }

    /// The number of nodes that were appended.
    private var count = 0

    private init(empty table: RouteTable) {
        self.table = table
    }

    private mutating func append(_ node: YAMLNode) {
        guard !node.kind.isScalar else { return append(node.text, node.mark, node.kind) }
        append(node.kind, node.mark)
        append(node.tree.records[node.index].next(after: node.index) - node.index - 1)
        for item in node.items { append(item) }
        for entry in node.entries {
            append(entry.key, entry.mark, .plainScalar)
            append(entry.value)
        }
    }

    private mutating func append(_ text: String, _ mark: YAMLMark, _ kind: YAMLTree.Kind) {
        append(kind, mark)
        append(text: text.utf8)
    }

    private mutating func append(_ kind: YAMLTree.Kind, _ mark: YAMLMark) {
        count += 1
        append(YAMLTree.Kind.allCases.firstIndex(of: kind) ?? 0)
        append(Int(mark.line))
        append(Int(mark.column))
        append(Int(mark.length))
    }
}
