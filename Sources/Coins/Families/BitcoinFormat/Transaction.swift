import SchemeRouter

/// A transaction of a Bitcoin-like coin. Dash and Axe payments have the same bytes as Bitcoin's legacy ones.
public struct Transaction: Sendable, Hashable {
    /// One spent output.
    public struct Input: Sendable, Hashable {
        /// The spent output.
        public var outpoint: Outpoint
        /// The script that satisfies the output's script.
        public var script: [UInt8]
        /// Relative lock and replacement signal; `finalSequence` for neither.
        public var sequence: UInt32
        /// The witness (BIP141); empty if the output needs none.
        public var witness: [[UInt8]]

        public init(
            outpoint: Outpoint, script: [UInt8] = [], sequence: UInt32 = Input.finalSequence, witness: [[UInt8]] = []
        ) {
            self.outpoint = outpoint
            self.script = script
            self.sequence = sequence
            self.witness = witness
        }

        /// The sequence of an input without a relative lock.
        public static let finalSequence: UInt32 = 0xFFFF_FFFF

        /// The sequence of an input without a relative lock that signals that a transaction with a higher fee may
        /// replace this one (BIP125).
        public static let replaceableSequence: UInt32 = 0xFFFF_FFFD
    }

    /// One created output.
    public struct Output: Sendable, Hashable {
        /// Its value.
        public var amount: Amount
        /// The script that must be satisfied to spend it.
        public var script: [UInt8]

        public init(amount: Amount, script: [UInt8]) {
            self.amount = amount
            self.script = script
        }
    }

    /// The version; for Dash and Axe the lower 16 bits, with the kind of transaction above them.
    public var version: Int32
    /// The outputs that it spends.
    public var inputs: [Input]
    /// The outputs that it creates.
    public var outputs: [Output]
    /// The block (below 500,000,000) or Unix time before which it is not valid; 0 for none.
    public var lockTime: UInt32
    /// The payload of a typed transaction (DIP-2), which is empty or opaque here; nil if it has no type.
    public let payload: [UInt8]?
    /// Whether it is the last transaction of a Litecoin block, which pays out of its extension block (LIP-3).
    public let isExtensionPayout: Bool

    public init(version: Int32 = 2, inputs: [Input], outputs: [Output], lockTime: UInt32 = 0) {
        self.version = version
        self.inputs = inputs
        self.outputs = outputs
        self.lockTime = lockTime
        self.payload = nil
        self.isExtensionPayout = false
    }

    /// The bytes without witnesses and without a part for an extension block.
    public var bytes: [UInt8] { serialized(withWitnesses: false) }

    /// The bytes as networks accept them: with the witnesses, if there are any (BIP144).
    public var wholeBytes: [UInt8] { serialized(withWitnesses: hasWitnesses) }

    /// Whether it signals that a transaction with a higher fee may replace it (BIP125).
    public var isReplaceable: Bool { inputs.contains { $0.sequence <= Input.replaceableSequence } }

    /// Whether any input has a witness.
    public var hasWitnesses: Bool { inputs.contains { !$0.witness.isEmpty } }

    /// The size that fees depend on: witness bytes count a quarter (BIP141), rounded up.
    public var virtualSize: Int { (bytes.count * 3 + wholeBytes.count + 3) / 4 }

    private func serialized(withWitnesses: Bool) -> [UInt8] {
        var writer = ByteWriter()
        writer.add(UInt32(bitPattern: version))
        // The marker, which never begins a transaction with inputs, and the flag.
        if withWitnesses { writer.add(bytes: [0x00, Self.witnessFlag]) }
        writer.add(count: inputs.count)
        for input in inputs {
            writer.add(input.outpoint)
            writer.add(script: input.script)
            writer.add(input.sequence)
        }
        writer.add(outputs)
        if withWitnesses {
            for input in inputs {
                writer.add(count: input.witness.count)
                for item in input.witness { writer.add(script: item) }
            }
        }
        writer.add(lockTime)
        if let payload { writer.add(script: payload) }
        return writer.bytes
    }
}

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

extension Transaction {
    /// The id, which names it in outpoints, histories and the trees of blocks: double SHA-256 of ``bytes``, shown
    /// byte-reversed. In a withdrawal that keeps its id, the fields that every new signature changes count as zeros.
    public var id: TransactionID {
        var bytes = bytes
        if withdrawal == .resigned {
            let end = bytes.count - Self.signatureFields..<bytes.count
            bytes.replaceSubrange(end, with: repeatElement(0, count: Self.signatureFields))
        }
        return TransactionID(digest: Digest.doubleSHA256(bytes))
    }

    /// A withdrawal out of a coin's credit pool (DIP-27, “Asset Unlock”), which spends no output.
    public enum Withdrawal: Sendable, Hashable {
        /// Another signature gives it another id.
        case signedOnce
        /// It may be signed again while it is unconfirmed, and keeps its id and outputs (payload version 2).
        case resigned
    }

    /// Whether it is a withdrawal; nil if not.
    public var withdrawal: Withdrawal? {
        guard let payload, UInt32(bitPattern: version) >> 16 == Self.withdrawalType else { return nil }
        return payload.count == Self.withdrawalLength && payload.first == 2 ? .resigned : .signedOnce
    }

    /// The confirmations that its outputs need before they can be spent: a coinbase by the coin, a payout of an
    /// extension block by LIP-3; nil for all other transactions.
    /// - Parameter maturity: ``AddressLedger/coinbaseMaturity``.
    public func maturity(ofCoinbase maturity: Int) -> Int? {
        // Wallets wait one block longer for a coinbase than nodes require.
        isCoinbase ? maturity + 1 : isExtensionPayout ? Self.extensionMaturity : nil
    }

    /// Whether it is a coinbase transaction, whose input spends no transaction's output.
    private var isCoinbase: Bool {
        inputs.count == 1 && inputs[0].outpoint.index == .max
            && inputs[0].outpoint.transaction.digest.allSatisfy { $0 == 0 }
    }

    /// `PEGOUT_MATURITY` of Litecoin Core.
    public static let extensionMaturity = 6

    private static let withdrawalType: UInt32 = 9
    /// Version (1), index (8), fee (4), height (4), quorum (32) and signature (96).
    private static let withdrawalLength = 145
    /// The last three.
    private static let signatureFields = 132
}

extension TransactionID {
    /// The id with this 32-byte digest, which is written byte-reversed.
    public init(digest: [UInt8]) {
        precondition(digest.count == 32, "a digest has 32 bytes")
        // Optimised: a payment converts hundreds of them.
        var digits = [UInt8](repeating: 0, count: 64)
        for (place, byte) in digest.enumerated() {
            digits[62 - 2 * place] = Self.digit(byte >> 4)
            digits[63 - 2 * place] = Self.digit(byte & 0xF)
        }
        guard let id = TransactionID(hex: String(decoding: digits, as: UTF8.self)) else {
            preconditionFailure("these are hex digits")
        }
        self = id
    }

    /// The digest, in the byte order of transactions.
    public var digest: [UInt8] {
        let digits = hex.utf8.span
        var digest = [UInt8](repeating: 0, count: 32)
        for place in 0..<32 {
            digest[31 - place] = Self.value(digits[2 * place]) << 4 | Self.value(digits[2 * place + 1])
        }
        return digest
    }

    private static func value(_ digit: UInt8) -> UInt8 { digit <= 57 ? digit - 48 : digit - 87 }
    private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? value + 48 : value + 87 }
}

extension Transaction {
    /// Whether it spends `outpoint` with a valid signature, by the key that `output` pays, over all of its inputs and
    /// outputs (type ALL): nobody else can make that.
    /// - Parameter output: the spent output. The result is false unless it is a single-key output, as all of this
    ///   wallet's are.
    public func isSigned(spending outpoint: Outpoint, of output: Output) -> Bool {
        guard let index = inputs.firstIndex(where: { $0.outpoint == outpoint }) else { return false }
        return isSigned(input: index, spending: output, SignatureHashes(of: self))
    }

    /// The same for one input. `hashes` are the transaction's.
    public func isSigned(input index: Int, spending output: Output, _ hashes: SignatureHashes) -> Bool {
        guard let spend = KeySpend(inputs[index]), spend.script == output.script else { return false }
        let digest = hashes.digest(input: index, spend.form, to: spend.publicKey, amount: output.amount)
        return ECDSA.verify(signature: spend.signature, digest: digest, publicKey: spend.publicKey)
    }
}
