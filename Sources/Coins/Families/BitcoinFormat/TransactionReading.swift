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
}

extension Transaction {
    /// Reads a whole transaction: of the plain form, with or without witnesses (BIP144) and a part for Litecoin's
    /// extension block (LIP-3); of the other, with or without type and payload (DIP-2). ``id`` proves every byte that is
    /// kept (S12), except those of witnesses and of the signature of a withdrawal.
    /// - Parameters:
    ///   - bytes: the transaction.
    ///   - form: that of the coin, ``AddressLedger/transactions``.
    public init(bytes: [UInt8], as form: TransactionForm = .plain) throws(TransactionError) {
        var reader = ByteReader(bytes)
        let number: UInt32 = try reader.number()
        version = Int32(bitPattern: number)
        // Only from version 3 on is the upper half a type. Without types it is part of a number.
        let isSpecial = form == .typed && number & 0xFFFF >= 3 && number >> 16 != 0
        // A typed transaction may have no inputs and one output, which looks like the marker and the flag.
        let flags = form == .typed ? 0 : [0x01, 0x08, 0x09].first { reader.skip([0x00, $0]) } ?? 0
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
        // All up to the lock time is the part for the extension block. The transaction that pays out of that block has
        // an empty one.
        let part = flags & Self.extensionFlag == 0 ? nil : try reader.take(allBut: 4)
        guard part?.isEmpty != true else { throw .truncated }
        isExtensionPayout = part == [0]
        lockTime = try reader.number()
        payload = isSpecial ? try reader.take(try reader.count(ofItemsOfAtLeast: 1)) : nil
        guard reader.isAtEnd else { throw .trailingBytes }
        guard !outputs.isEmpty || payload != nil, !inputs.isEmpty || payload != nil else { throw .empty }
    }

    static let witnessFlag: UInt8 = 0x01
    private static let extensionFlag: UInt8 = 0x08
}
