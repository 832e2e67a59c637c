@testable import RouterBytes
@testable import RouterLinks
@testable import SchemeRouter

/// A link whose scheme uses that grammar.
private func routed(_ bytes: [UInt8], by grammar: SchemeDescriptor.Grammar) -> RoutedLink? {
    guard let link = try? Shipped.router.routedLink(bytes), link.scheme.grammar == grammar else { return nil }
    return link
}

/// The same link with text added after its parameters, before any fragment.
private func adding(_ text: String, to link: RoutedLink, query: Bool) -> RoutedLink? {
    let whole = link.bytes.prefix { $0 != UInt8(ascii: "#") }
    let separator = query && !whole.contains(UInt8(ascii: "?")) ? "?" : "&"
    return try? Shipped.router.routedLink(
        whole + Array((separator + text).utf8) + link.bytes.dropFirst(whole.count))
}

/// Checks that the value of each known parameter is the text in its range, decoded once.
private func check(_ parameters: borrowing LinkParameters, of link: RoutedLink) {
    for name in ParameterName.allCases {
        guard let parameter = parameters[name] else { continue }
        expect(
            link.body.lowerBound <= parameter.range.lowerBound && parameter.range.upperBound <= link.body.upperBound,
            "a parameter stands in the link")
        expectEqual(
            Array(parameter.value),
            Reference.decoded(link.bytes[parameter.range], plusIsSpace: name.type == .text),
            "a value is what stands at its place, decoded once")
        expect(
            !link.bytes[parameter.range].contains(UInt8(ascii: "&")), "a value ends where the next parameter begins")
    }
}

extension Target {
    /// Links like BIP21's. Invariants for a link that can be read:
    /// - each value is the text in its range, decoded once;
    /// - an unknown required parameter makes it refused (S3), any other unknown one does not;
    /// - a repeated known parameter makes it refused (S1).
    static let bip21 = Target("bip21") { bytes in
        guard let link = routed(bytes, by: .bip21), let read = try? WalletLink(link) else { return }
        check(read.parameters, of: link)
        expectEqual(
            Array(read.address), Reference.decoded(link.bytes[read.addressRange]), "the address is what stands there")
        refusesAnother(link, query: true, read.parameters) { link in (try? WalletLink(link)) != nil }
    }

    /// Links like Dash Wallet's. The invariants are those of ``bip21``.
    static let authority = Target("authority") { bytes in
        guard let link = routed(bytes, by: .authorityParameters), let read = try? WalletLink(link) else { return }
        check(read.parameters, of: link)
        guard read.action != .scanQR else { return }
        refusesAnother(link, query: false, read.parameters) { link in (try? WalletLink(link)) != nil }
    }

    private static func refusesAnother(
        _ link: RoutedLink, query: Bool, _ parameters: borrowing LinkParameters, isRead: (RoutedLink) -> Bool
    ) {
        // If a link does not end in a parameter, added text becomes part of its end.
        guard let plain = adding("zz=1", to: link, query: query), isRead(plain) else { return }
        if let required = adding("req-zz=1", to: link, query: query) {
            expect(!isRead(required), "an unknown parameter that is required refuses the link")
        }
        for name in ParameterName.allCases where parameters.has(name) {
            guard let twice = adding("\(name.rawValue.uppercased())=1", to: link, query: query) else { continue }
            expect(!isRead(twice), "“\(name.rawValue)” stands only once")
        }
    }

    /// Links with JSON parameters, such as MYKEY's. Invariants for a link that can be split: each value is the text in
    /// its range, decoded once; and looking up a name gives the only item with that name, or refuses the link.
    static let jsonParameter = Target("json-param", longest: 16_384) { bytes in
        guard let link = routed(bytes, by: .jsonParameter) else { return }
        for plusIsSpace in [false, true] {
            guard let read = try? JSONParameterLink(link, plusIsSpace: { _ in plusIsSpace }) else { continue }
            for item in read.items {
                expectEqual(
                    Array(item.value.utf8), Reference.decoded(link.bytes[item.range], plusIsSpace: plusIsSpace),
                    "a value is what stands at its place, decoded once")
                let named = read.items.filter { $0.name.isSame(item.name) }
                let found = try? read.item(item.name)
                expect((found != nil) == (named.count == 1), "a name that stands twice refuses the link")
            }
        }
    }

    /// Links that only descriptors describe. Invariants for a link that can be split: pieces and parameters are ordered
    /// ranges of the link without overlaps; and an unknown required parameter makes it refused (S3).
    static let described = Target("described") { bytes in
        guard let link = routed(bytes, by: .uri), let read = try? DescribedLink(link) else { return }
        var end = link.body.lowerBound
        for piece in read.pieces {
            expect(piece.range.lowerBound >= end, "the pieces of a path do not overlap")
            expect(piece.range.upperBound <= read.path.upperBound, "the pieces of a path stand in it")
            end = piece.range.upperBound
        }
        for parameter in read.parameters {
            expect(link.body.contains(parameter.range), "a parameter stands in the link")
            expect(parameter.range.lowerBound >= read.path.upperBound, "parameters stand behind the path")
        }
        if link.scheme.links?.isExact == false, let plain = adding("zz=1", to: link, query: true),
            (try? DescribedLink(plain)) != nil, let required = adding("req-zz=1", to: link, query: true)
        {
            expect((try? DescribedLink(required)) == nil, "an unknown parameter that is required refuses the link")
        }
    }
}
