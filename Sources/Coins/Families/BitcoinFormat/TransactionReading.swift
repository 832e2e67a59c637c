import SchemeRouter

/// Why bytes are not a transaction.
public enum TransactionError: Error, Sendable, Equatable {
    /// They end too early.
    case truncated
    /// Bytes follow the transaction.
    case trailingBytes
    /// A count is larger than the remaining bytes could hold, or not in its shortest form.
    case badCount
    /// An output has a negative amount.
    case badAmount
    /// It has no inputs or no outputs.
    case empty
    /// It has the witness marker but no witnesses (BIP144).
    case noWitness
    /// It has a part for Litecoin's extension block (LIP-3), which is not supported.
    case extensionBlock
}

extension Transaction {
    /// Reads a whole transaction: legacy, with witnesses (BIP144), special (DIP-2), or the one in a Litecoin block that
    /// pays out of its extension block (LIP-3). ``id`` proves every byte that was read (S12), except those of
    /// witnesses.
    public init(bytes: [UInt8]) throws(TransactionError) {
        var version = ByteReader(bytes)
        let number: UInt32 = try version.number()
        // On coins other than Dash and Axe, such a version is only a number.
        guard number & 0xFFFF >= 3, number >> 16 != 0 else {
            try self.init(reading: bytes, mayBeSpecial: false)
            return
        }
        do throws(TransactionError) {
            try self.init(reading: bytes, mayBeSpecial: true)
        } catch {
            guard let ordinary = try? Transaction(reading: bytes, mayBeSpecial: false) else { throw error }
            self = ordinary
        }
    }

    /// - Parameter mayBeSpecial: whether it may have no inputs, which would look like the witness marker.
    private init(reading bytes: [UInt8], mayBeSpecial: Bool) throws(TransactionError) {
        var reader = ByteReader(bytes)
        version = Int32(bitPattern: try reader.number())
        // Between the version and the inputs: flags after a zero byte, or nothing.
        let flags = mayBeSpecial ? 0 : [0x01, 0x08, 0x09].first { reader.skip([0x00, $0]) } ?? 0
        inputs = []
        // An input is at least 41 bytes and an output at least 9.
        for _ in 0..<(try reader.count(ofItemsOfAtLeast: 41)) {
            let digest = try reader.take(32)
            let index: UInt32 = try reader.number()
            let script = try reader.take(try reader.count(ofItemsOfAtLeast: 1))
            inputs.append(
                Input(
                    outpoint: Outpoint(transaction: TransactionID(digest: digest), index: index), script: script,
                    sequence: try reader.number()))
        }
        outputs = []
        for _ in 0..<(try reader.count(ofItemsOfAtLeast: 9)) {
            let units: Int64 = try reader.number()
            guard let amount = Amount(units: units) else { throw .badAmount }
            outputs.append(Output(amount: amount, script: try reader.take(try reader.count(ofItemsOfAtLeast: 1))))
        }
        if flags & Self.witnessFlag != 0 {
            for index in inputs.indices {
                for _ in 0..<(try reader.count(ofItemsOfAtLeast: 1)) {
                    inputs[index].witness.append(try reader.take(try reader.count(ofItemsOfAtLeast: 1)))
                }
            }
            guard inputs.contains(where: { !$0.witness.isEmpty }) else { throw .noWitness }
        }
        // In a block that part is always empty; an unconfirmed transaction can have more.
        if flags & Self.extensionFlag != 0, try reader.take(1) != [0] { throw .extensionBlock }
        lockTime = try reader.number()
        payload = mayBeSpecial && !reader.isAtEnd ? try reader.take(try reader.count(ofItemsOfAtLeast: 1)) : nil
        guard reader.isAtEnd else { throw .trailingBytes }
        guard !outputs.isEmpty || payload != nil, !inputs.isEmpty || payload != nil else { throw .empty }
    }

    static let witnessFlag: UInt8 = 0x01
    private static let extensionFlag: UInt8 = 0x08
}
