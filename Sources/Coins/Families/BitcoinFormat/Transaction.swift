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
