@testable import RouterBytes
@testable import RouterLinks
@testable import SchemeRouter

/// A link whose scheme has that grammar.
private func routed(_ bytes: [UInt8], by grammar: SchemeDescriptor.Grammar) -> RoutedLink? {
    guard let link = try? Shipped.router.routedLink(bytes), link.scheme.grammar == grammar else { return nil }
    return link
}

/// The same link with something behind its parameters, in front of a fragment.
private func adding(_ text: String, to link: RoutedLink, query: Bool) -> RoutedLink? {
    let whole = link.bytes.prefix { $0 != UInt8(ascii: "#") }
    let separator = query && !whole.contains(UInt8(ascii: "?")) ? "?" : "&"
    return try? Shipped.router.routedLink(
        whole + Array((separator + text).utf8) + link.bytes.dropFirst(whole.count))
}

/// Checks each known parameter: its value is what stands at its place, decoded once.
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
    /// Links like BIP21's. What must hold for one that is read:
    /// - each value is what stands at its place, decoded once;
    /// - with an unknown parameter that is required, it is refused (S3); with one that is not, it is read;
    /// - with a known parameter that stands twice, it is refused (S1).
    static let bip21 = Target("bip21") { bytes in
        guard let link = routed(bytes, by: .bip21), let read = try? BIP21Link(link) else { return }
        check(read.parameters, of: link)
        expectEqual(
            Array(read.address), Reference.decoded(link.bytes[read.addressRange]), "the address is what stands there")
        refusesAnother(link, query: true, read.parameters) { link in (try? BIP21Link(link)) != nil }
    }

    /// Links like Dash Wallet's. What must hold is the same as for ``bip21``.
    static let authority = Target("authority") { bytes in
        guard let link = routed(bytes, by: .authorityParameters), let read = try? AuthorityLink(link) else { return }
        check(read.parameters, of: link)
        guard read.action != .scanQR else { return }
        refusesAnother(link, query: false, read.parameters) { link in (try? AuthorityLink(link)) != nil }
    }

    private static func refusesAnother(
        _ link: RoutedLink, query: Bool, _ parameters: borrowing LinkParameters, isRead: (RoutedLink) -> Bool
    ) {
        // A link that ends in what is no parameter takes what follows for its own.
        guard let plain = adding("zz=1", to: link, query: query), isRead(plain) else { return }
        if let required = adding("req-zz=1", to: link, query: query) {
            expect(!isRead(required), "an unknown parameter that is required refuses the link")
        }
        for name in ParameterName.allCases where parameters.has(name) {
            guard let twice = adding("\(name.rawValue.uppercased())=1", to: link, query: query) else { continue }
            expect(!isRead(twice), "“\(name.rawValue)” stands only once")
        }
    }

    /// Links with parameters of JSON, such as MYKEY's. What must hold for one that is split: each value is what stands at its
    /// place, decoded once; and asking for a name gives the one item that has it, or refuses the link.
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

    /// Links that only descriptors describe. What must hold for one that is split: pieces and parameters stand in the link in
    /// their order, and do not overlap; with an unknown parameter that is required, it is refused (S3).
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
