import RouterBytes
import SchemeRouter

/// Parses a file's bytes from front to back. Numbers are big-endian.
struct BinaryReader {
    private(set) var rest: ArraySlice<UInt8>

    init(_ bytes: some Collection<UInt8>) {
        rest = Array(bytes)[...]
    }

    /// Reads part of an array, which is not copied.
    init(_ bytes: ArraySlice<UInt8>) {
        rest = bytes
    }

    /// The next `count` bytes; nil if there are fewer.
    mutating func take(_ count: Int) -> [UInt8]? { takeSlice(count).map(Array.init) }

    /// The next `count` bytes, not copied; nil if there are fewer.
    mutating func takeSlice(_ count: Int) -> ArraySlice<UInt8>? {
        guard rest.count >= count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    /// The next number; nil if there are too few bytes.
    mutating func number<Number: FixedWidthInteger>(_: Number.Type = Number.self) -> Number? {
        takeSlice(MemoryLayout<Number>.size)?.reduce(0) { number, byte in number << 8 | Number(truncatingIfNeeded: byte)
        }
    }

    mutating func path(steps count: UInt8) -> DerivationPath? {
        var steps: [UInt32] = []
        for _ in 0..<count {
            guard let step = number(UInt32.self) else { return nil }
            steps.append(step)
        }
        return DerivationPath(steps)
    }

    /// The coin and network of a chain. A path on it shows whether it is for practice.
    mutating func names() -> ChainNames? {
        guard let coin = text(), let network = text().flatMap(NetworkKind.init(rawValue:)) else { return nil }
        return ChainNames(coin: CoinID(coin), network: network)
    }

    /// A text preceded by its length in one byte; nil if it is not UTF-8.
    private mutating func text() -> String? {
        number(UInt8.self).flatMap { take(Int($0)) }.flatMap { String(validating: $0, as: UTF8.self) }
    }
}

/// What ``BinaryReader/names()`` reads.
struct ChainNames {
    let coin: CoinID
    let network: NetworkKind

    /// The chain of the keys at `path`.
    func chain(at path: DerivationPath) -> ChainID {
        ChainID(coin: coin, network: network, isPractice: path.isPractice)
    }
}

extension ChainID {
    /// Coin and network, each preceded by its length in one byte.
    var names: [UInt8] {
        [coin.name, network.rawValue].reduce(into: []) { bytes, name in
            bytes.append(UInt8(clamping: name.utf8.count))
            bytes += name.utf8.prefix(Int(UInt8.max))
        }
    }
}

extension DerivationPath {
    /// The number of steps in one byte, then the steps.
    var bytes: [UInt8] { steps.reduce([UInt8(clamping: steps.count)]) { $0 + [UInt8](bigEndian: $1) } }
}

/// A record on disk whose checksum detects damage: a name of the format, its version, the content, and BLAKE2b-256 over
/// all of these.
///
/// The checksum does not authenticate anything. What an attacker could change is checked against the keystore while it
/// is open.
struct ChecksummedRecord {
    private static let checksumLength = 32

    let name: String
    let version: UInt8

    private var head: [UInt8] { Array(name.utf8) + [version] }

    /// `content` with everything that ``content(of:)`` needs to check it.
    func wrapping(_ content: [UInt8]) -> [UInt8] {
        let record = head + content
        return record + PublicDigest.blake2b(record, count: Self.checksumLength)
    }

    /// The content of a record; nil unless it has this name and version and is whole.
    func content(of record: [UInt8]) -> [UInt8]? { place(in: record).map { Array(record[$0]) } }

    /// Where the content of a record is; nil unless it has this name and version and is whole.
    func place(in record: [UInt8]) -> Range<Int>? {
        let end = record.count - Self.checksumLength
        guard end >= head.count, record.starts(with: head),
            PublicDigest.blake2b(record[..<end], count: Self.checksumLength) == Array(record[end...])
        else { return nil }
        return head.count..<end
    }
}

// Each C function receives a pointer for one call, with a checked length, and does not keep it. The pointer is never
// null, even for zero bytes: some of those functions forbid it.

extension Span<UInt8> {
    /// Passes a pointer to the first byte.
    func withOctets<Result>(_ body: (UnsafePointer<UInt8>) -> Result) -> Result {
        unsafe withUnsafeBufferPointer { bytes in
            guard let base = bytes.baseAddress else { return unsafe withUnsafePointer(to: 0 as UInt8, body) }
            return unsafe body(base)
        }
    }
}

extension MutableSpan<UInt8> {
    /// Passes a pointer to the first byte for writing.
    mutating func withOctets<Result>(_ body: (UnsafeMutablePointer<UInt8>) -> Result) -> Result {
        unsafe withUnsafeMutableBufferPointer { bytes in
            guard let base = bytes.baseAddress else { preconditionFailure("no memory") }
            return unsafe body(base)
        }
    }
}
