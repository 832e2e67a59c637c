import RouterBitcoinFormat

/// A transaction of Monero, as far as a payer must read it: what it spends, its fee, and what it creates
/// (`cryptonote_basic.h`, `rctTypes.h`).
struct MoneroTransaction {
    /// The marks of the inputs, by which everybody sees that they are spent, but not which outputs they were.
    private(set) var keyImages: [[UInt8]] = []
    /// The one-time keys of the outputs.
    private(set) var outputs: [[UInt8]] = []
    /// The encrypted amounts of the outputs, eight bytes each.
    private(set) var amounts: [[UInt8]] = []
    /// What commits the payer to these amounts.
    private(set) var commitments: [[UInt8]] = []
    /// The payer's keys for this transaction, from which recipients find their outputs: one for all, or one for each.
    private(set) var keys: [[UInt8]] = []
    /// In the smallest unit.
    private(set) var fee: UInt64 = 0
    /// The hash by which the network knows it.
    let id: [UInt8]

    /// Reads a whole transaction; nil for anything else, and for kinds that no network takes any more.
    init?(_ bytes: [UInt8], _ keccak: Keccak256) {
        var reader = Reader(rest: bytes[...])
        guard reader.number() == 2, reader.number() == 0, let inputs = reader.number(), inputs <= 1_000 else {
            return nil
        }
        for _ in 0..<inputs {
            guard reader.byte() == 2, reader.number() == 0, let ring = reader.number(), ring <= 1_000 else {
                return nil
            }
            for _ in 0..<ring where reader.number() == nil { return nil }
            guard let image = reader.bytes(32) else { return nil }
            keyImages.append(image)
        }
        guard let count = reader.number(), (1...16).contains(count) else { return nil }
        for _ in 0..<count {
            guard reader.number() == 0, let kind = reader.byte(), kind == 2 || kind == 3, let key = reader.bytes(32),
                kind == 2 || reader.byte() != nil
            else { return nil }
            outputs.append(key)
        }
        guard let length = reader.number(), length <= 100_000, let extra = reader.bytes(Int(length)),
            let keys = Self.keys(in: extra)
        else { return nil }
        self.keys = keys
        let prefixEnd = reader.rest.startIndex
        // Since 2020 all transactions have short amounts, and commitments without masks.
        guard let kind = reader.byte(), (4...6).contains(kind), let fee = reader.number() else { return nil }
        self.fee = fee
        for _ in outputs {
            guard let amount = reader.bytes(8) else { return nil }
            amounts.append(amount)
        }
        for _ in outputs {
            guard let commitment = reader.bytes(32) else { return nil }
            commitments.append(commitment)
        }
        let baseEnd = reader.rest.startIndex
        guard baseEnd < bytes.count, let prefix = keccak.digest(Array(bytes[..<prefixEnd])),
            let base = keccak.digest(Array(bytes[prefixEnd..<baseEnd])),
            let proofs = keccak.digest(Array(bytes[baseEnd...])), let id = keccak.digest(prefix + base + proofs)
        else { return nil }
        self.id = id
    }

    /// The keys among the extra data; nil if it is malformed.
    private static func keys(in extra: [UInt8]) -> [[UInt8]]? {
        var reader = Reader(rest: extra[...])
        var keys: [[UInt8]] = []
        while let tag = reader.byte() {
            switch tag {
            case 1:
                guard let key = reader.bytes(32) else { return nil }
                keys.append(key)
            case 2:
                guard let length = reader.number(), length <= 255, reader.bytes(Int(length)) != nil else { return nil }
            case 4:
                guard let count = reader.number(), count <= 16 else { return nil }
                for _ in 0..<count {
                    guard let key = reader.bytes(32) else { return nil }
                    keys.append(key)
                }
            default: return nil
            }
        }
        return keys
    }

    /// Takes numbers and bytes from the front.
    private struct Reader {
        var rest: ArraySlice<UInt8>

        mutating func byte() -> UInt8? { rest.popFirst() }

        mutating func bytes(_ count: Int) -> [UInt8]? {
            guard rest.count >= count else { return nil }
            defer { rest = rest.dropFirst(count) }
            return Array(rest.prefix(count))
        }

        /// A number in little-endian groups of seven bits, in its shortest form.
        mutating func number() -> UInt64? {
            var value: UInt64 = 0
            for shift in stride(from: UInt64(0), to: 64, by: 7) {
                guard let byte = byte() else { return nil }
                let bits = UInt64(byte & 0x7F)
                guard (bits << shift) >> shift == bits else { return nil }
                value |= bits << shift
                if byte & 0x80 == 0 { return shift > 0 && byte == 0 ? nil : value }
            }
            return nil
        }
    }
}
