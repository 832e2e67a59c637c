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
