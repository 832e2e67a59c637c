import RouterBytes

/// The shipped descriptors as a click reads them: without YAML, and only those of its own link.
///
/// `make descriptors` writes them from `schemes.yaml`, and a test compares the two. The file is a sequence of entries:
///
///     entry  = size kind names value
///     size   = the number of bytes that follow in the entry
///     kind   = 0: a coin, 1: a scheme, 2: the scheme of the addresses of the coin with its name
///     names  = a list of texts: the name, then the aliases of a scheme
///     value  = a ``CoinDescriptor`` or ``SchemeDescriptor`` without examples, as ``Compiled`` says
struct CompiledDescriptors: Sendable {
    static let shipped = CompiledDescriptors(bytes: PackageResources.schemes_compiled)

    let bytes: [UInt8]

    private enum Kind {
        static let coin = 0
        static let scheme = 1
        static let addressScheme = 2
    }

    /// Whether this is the name of a scheme or one of its aliases. Case does not matter.
    func isScheme(_ name: some Collection<UInt8>) -> Bool { entry(name, Kind.scheme...Kind.addressScheme) != nil }

    /// Whether links of the scheme with the name of this coin begin with an address of only this coin.
    func hasAddressScheme(_ coin: CoinID) -> Bool {
        entry(coin.name.utf8, Kind.addressScheme...Kind.addressScheme) != nil
    }

    /// A scheme by its name or one of its aliases; nil if there is none. Case does not matter.
    func scheme(_ name: some Collection<UInt8>) -> SchemeDescriptor? {
        guard var reader = entry(name, Kind.scheme...Kind.addressScheme) else { return nil }
        return reader.next() as SchemeDescriptor
    }

    func coin(_ id: CoinID) -> CoinDescriptor? {
        guard var reader = entry(id.name.utf8, Kind.coin...Kind.coin) else { return nil }
        return reader.next() as CoinDescriptor
    }

    /// The reader at the value of the entry with this name; nil if there is none.
    private func entry(_ name: some Collection<UInt8>, _ kinds: ClosedRange<Int>) -> CompiledReader? {
        let name = name.map(\.lowercasedASCII)
        var reader = CompiledReader(bytes)
        while !reader.isAtEnd {
            let size: Int = reader.next()
            let end = reader.position + size
            if kinds.contains(reader.next()), reader.hasText(name) { return reader }
            reader.position = end
        }
        return nil
    }
}
