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

    /// All coins and schemes, in the order of the file.
    var all: (coins: [CoinDescriptor], schemes: [SchemeDescriptor]) {
        var (coins, schemes): ([CoinDescriptor], [SchemeDescriptor]) = ([], [])
        var reader = CompiledReader(bytes)
        while !reader.isAtEnd {
            _ = reader.number(Int.self)
            let kind = reader.number(Int.self)
            _ = reader.next() as [String]
            if kind == Kind.coin { coins.append(reader.next()) } else { schemes.append(reader.next()) }
        }
        return (coins, schemes)
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

/// A value of compiled descriptors: its properties, in the order of their declaration.
///
/// A number is LEB128, and never negative. A text is its length in bytes with its UTF-8. A list is its length with its
/// elements, and an optional value is one of at most one. A case is its raw value, or its name with what belongs to it.
protocol Compiled {
    init(_ reader: inout CompiledReader)
}

/// Reads compiled descriptors. The program wrote them: what is wrong in them ends it.
struct CompiledReader {
    private let bytes: [UInt8]
    var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { position == bytes.count }

    mutating func next<Value: Compiled>() -> Value { Value(&self) }

    mutating func number<Number: FixedWidthInteger>(_: Number.Type = Number.self) -> Number {
        var (number, shift): (Number, Int) = (0, 0)
        while true {
            let byte = bytes[position]
            position += 1
            number |= Number(byte & 0x7F) << shift
            if byte < 0x80 { return number }
            shift += 7
        }
    }

    mutating func text() -> String {
        let start = position + 1
        let count = Int(bytes[position])
        guard count < 0x80 else { return longText() }
        position = start + count
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func longText() -> String {
        let count = number(Int.self)
        defer { position += count }
        return String(decoding: bytes[position..<position + count], as: UTF8.self)
    }

    /// Reads a list of texts, and says whether `text` is one of them.
    mutating func hasText(_ text: [UInt8]) -> Bool {
        var isFound = false
        for _ in 0..<number(Int.self) {
            let count = number(Int.self)
            isFound = isFound || count == text.count && text.indices.allSatisfy { bytes[position + $0] == text[$0] }
            position += count
        }
        return isFound
    }
}

extension Compiled where Self: FixedWidthInteger {
    init(_ reader: inout CompiledReader) { self = reader.number() }
}

extension Compiled where Self: RawRepresentable<String> {
    init(_ reader: inout CompiledReader) {
        guard let value = Self(rawValue: reader.text()) else { preconditionFailure("the program has no such case") }
        self = value
    }
}

extension Int: Compiled {}
extension Int64: Compiled {}
extension UInt8: Compiled {}
extension UInt16: Compiled {}
extension UInt32: Compiled {}
extension UInt64: Compiled {}

extension Bool: Compiled {
    init(_ reader: inout CompiledReader) { self = reader.number(UInt8.self) != 0 }
}

extension String: Compiled {
    init(_ reader: inout CompiledReader) { self = reader.text() }
}

extension Optional: Compiled where Wrapped: Compiled {
    init(_ reader: inout CompiledReader) { self = reader.number(UInt8.self) == 0 ? nil : .some(reader.next()) }
}

extension Array: Compiled where Element: Compiled {
    init(_ reader: inout CompiledReader) {
        self = []
        let count = reader.number(Int.self)
        guard count > 0 else { return }
        reserveCapacity(count)
        for _ in 0..<count { append(reader.next()) }
    }
}
