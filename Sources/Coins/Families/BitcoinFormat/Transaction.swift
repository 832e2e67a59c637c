import SchemeRouter

/// A transaction of a Bitcoin-like coin. Dash and Axe payments have the same bytes as Bitcoin's legacy ones.
public struct Transaction: Sendable, Hashable {
    /// One spent output.
    public struct Input: Sendable, Hashable {
        /// What is spent.
        public var outpoint: Outpoint
        /// The script that satisfies the output's.
        public var script: [UInt8]
        /// Relative lock and replacement signal; `finalSequence` for neither.
        public var sequence: UInt32

        /// An input as given.
        public init(outpoint: Outpoint, script: [UInt8] = [], sequence: UInt32 = Input.finalSequence) {
            self.outpoint = outpoint
            self.script = script
            self.sequence = sequence
        }

        /// The sequence of an input that is not locked.
        public static let finalSequence: UInt32 = 0xFFFF_FFFF
    }

    /// One created output.
    public struct Output: Sendable, Hashable {
        /// What it is worth.
        public var amount: Amount
        /// What must be satisfied to spend it.
        public var script: [UInt8]

        /// An output as given.
        public init(amount: Amount, script: [UInt8]) {
            self.amount = amount
            self.script = script
        }
    }

    /// The version; of Dash and Axe the lower 16 bits, with the kind of transaction above them.
    public var version: Int32
    /// What it spends.
    public var inputs: [Input]
    /// What it creates.
    public var outputs: [Output]
    /// The block or time before which it is not valid; 0 for none.
    public var lockTime: UInt32

    /// A transaction as given.
    public init(version: Int32 = 2, inputs: [Input], outputs: [Output], lockTime: UInt32 = 0) {
        self.version = version
        self.inputs = inputs
        self.outputs = outputs
        self.lockTime = lockTime
    }

    /// The bytes as a legacy transaction, which is what its id is made from.
    public var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.add(UInt32(bitPattern: version))
        writer.add(count: inputs.count)
        for input in inputs {
            writer.add(input.outpoint)
            writer.add(script: input.script)
            writer.add(input.sequence)
        }
        writer.add(count: outputs.count)
        for output in outputs {
            writer.add(UInt64(output.amount.units))
            writer.add(script: output.script)
        }
        writer.add(lockTime)
        return writer.bytes
    }

    /// The id: double SHA-256 of the legacy bytes, shown byte-reversed.
    public var id: TransactionID {
        TransactionID(digest: Digest.doubleSHA256(bytes))
    }

    /// The bytes whose double SHA-256 input `index` signs, with signature type ALL.
    /// - Parameter scriptCode: the script of the output that is spent.
    public func signaturePreimage(input index: Int, scriptCode: [UInt8]) -> [UInt8] {
        var copy = self
        for position in copy.inputs.indices {
            copy.inputs[position].script = position == index ? scriptCode : []
        }
        return copy.bytes + [Script.signAll, 0, 0, 0]
    }

    /// The digest that input `index` signs, with signature type ALL.
    public func signatureHash(input index: Int, scriptCode: [UInt8]) -> [UInt8] {
        Digest.doubleSHA256(signaturePreimage(input: index, scriptCode: scriptCode))
    }
}

extension TransactionID {
    /// The id with this digest, which is written byte-reversed.
    public init(digest: [UInt8]) {
        let digits = Array("0123456789abcdef".utf8)
        let hex = digest.reversed().flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 0xF)]] }
        guard let id = TransactionID(hex: String(decoding: hex, as: UTF8.self)) else {
            preconditionFailure("a digest has 32 bytes")
        }
        self = id
    }

    /// The digest, in the order of a transaction's bytes.
    public var digest: [UInt8] {
        let digits = hex.utf8.map { $0 <= 57 ? $0 - 48 : $0 - 87 }
        return stride(from: 62, through: 0, by: -2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
}

/// Writes numbers and scripts as transactions have them: little-endian, with compact lengths.
struct ByteWriter {
    private(set) var bytes: [UInt8] = []

    mutating func add(_ number: some FixedWidthInteger) {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func add(count: Int) {
        switch count {
        case 0..<0xFD: add(UInt8(count))
        case 0xFD...0xFFFF:
            add(UInt8(0xFD))
            add(UInt16(count))
        default:
            add(UInt8(0xFE))
            add(UInt32(count))
        }
    }

    mutating func add(script: [UInt8]) {
        add(count: script.count)
        bytes += script
    }

    mutating func add(_ outpoint: Outpoint) {
        bytes += outpoint.transaction.digest
        add(outpoint.index)
    }
}
