import Foundation
import Testing

@testable import SchemeRouter

/// The compiled descriptors, which a click reads instead of `schemes.yaml`.
@Suite struct CompiledDescriptorsTests {
    private static let whole = try? RouteTable.load([.shipped])
    /// All that the whole table says of the schemes but their examples.
    private static var schemes: [SchemeDescriptor] {
        (whole?.schemes ?? []).map { scheme in
            var scheme = scheme
            scheme.examples = []
            return scheme
        }
    }
    private static let names = whole?.schemes.flatMap { [$0.name] + $0.aliases } ?? []

    private func table(_ scheme: String) -> RouteTable {
        RouteTable.shipped(forLinksOf: ArraySlice(scheme.utf8))
    }

    /// `make descriptors` writes the file.
    @Test("The compiled descriptors are those of schemes.yaml")
    func current() throws {
        let compiled = try DescriptorCompiler(.shipped).bytes
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
        let table = table(scheme)
        /// All that the whole table says of a scheme but its examples.
        func expected(_ name: String) -> SchemeDescriptor? {
            var scheme = whole.scheme(named: name.utf8)
            scheme?.examples = []
            return scheme
        }
        #expect(table.readSchemes == [expected(scheme)])
        for name in [scheme, scheme.uppercased()] { #expect(table.scheme(named: name.utf8) == expected(name)) }
        for name in Self.names + ["nobody", ""] {
            #expect(table.isOwnScheme(name) == whole.isOwnScheme(name))
            #expect(table.isOwnScheme(name.uppercased()) == whole.isOwnScheme(name))
            #expect(table.scheme(named: name.utf8) == expected(name))
        }
        for coin in whole.coinList {
            #expect(table.coin(coin.id) == coin)
            #expect(table.addressScheme(of: coin.id) == whole.addressScheme(of: coin.id))
        }
        #expect(table.addressScheme(of: "nobody") == nil && table.coin("nobody") == nil)
        // Only then what it has to read the rest for.
        #expect(table.schemes == Self.schemes)
        #expect(table.coinList == whole.coinList)
    }

    @Test("The table of an unknown scheme is the whole one", arguments: ["nobody", "", "dash wallet", "version"])
    func unknown(scheme: String) {
        #expect(table(scheme).readSchemes == Self.schemes && !Self.schemes.isEmpty)
        #expect(table(scheme).coinList == Self.whole?.coinList)
    }

    @Test("What is extended is compiled with what extends it, and aliases find it")
    func compiler() throws {
        let text = file(
            """
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
                  parameters: { amount: { is: amount }, label: { is: label, max: 200 } }

            """)
        let compiled = CompiledDescriptors(bytes: try DescriptorCompiler(text).bytes)
        let table = try RouteTable.load([text])
        var first = try #require(table.scheme(named: "first".utf8))
        #expect(first.lineage.base?.name == "second" && !first.examples.isEmpty)
        first.examples = []
        for name in ["first", "another", "ANOTHER"] { #expect(compiled.scheme(name.utf8) == first) }
        for coin in table.coinList { #expect(compiled.coin(coin.id) == coin) }
        #expect(compiled.isScheme("First".utf8) && !compiled.isScheme("one".utf8))
        #expect(compiled.scheme("third".utf8) == nil && compiled.coin("first") == nil)
    }
}

/// Writes the format of ``CompiledDescriptors``.
private struct DescriptorCompiler {
    private(set) var bytes: [UInt8] = []

    init(_ file: DescriptorFile) throws {
        let table = try RouteTable.load([file])
        for coin in table.coinList { addEntry(0, [coin.id.name], coin) }
        for var scheme in table.schemes {
            scheme.examples = []
            let hasAddresses = table.addressScheme(of: CoinID(scheme.name)) == scheme.name
            addEntry(hasAddresses ? 2 : 1, [scheme.name] + scheme.aliases, scheme)
        }
    }

    private mutating func addEntry(_ kind: UInt64, _ names: [String], _ value: Any) {
        var entry = self
        entry.bytes = []
        entry.add(number: kind)
        entry.add(names)
        entry.add(value)
        add(number: UInt64(entry.bytes.count))
        bytes += entry.bytes
    }

    /// Adds a value with all its properties, except those that follow from others.
    private mutating func add(_ value: Any) {
        let mirror = Mirror(reflecting: value)
        switch (value, mirror.displayStyle) {
        // First: a cast would look into an optional value.
        case (_, .optional), (_, .collection):
            add(number: UInt64(mirror.children.count))
            for child in mirror.children { add(child.value) }
        case (let number as any FixedWidthInteger, _): add(number: UInt64(number))
        case (let flag as Bool, _): add(number: flag ? 1 : 0)
        case (let text as String, _):
            add(number: UInt64(text.utf8.count))
            bytes += text.utf8
        case (let word as any RawRepresentable<String>, _): add(word.rawValue)
        case (let names as LinkNames, _): add(names.all)
        case (let lineage as Lineage, _): add(lineage.base as Any)
        case (let template as LineTemplate, _): add(template.text)
        default:
            if mirror.displayStyle == .enum { add(mirror.children.first?.label ?? "\(value)") }
            let derived = ["examples", "takesAt", "hasSecret"]
            for child in mirror.children where !derived.contains(child.label ?? "") { add(child.value) }
        }
    }

    private mutating func add(number: UInt64) {
        var rest = number
        while rest >= 0x80 {
            bytes.append(UInt8(rest & 0x7F) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }
}
