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

        /// Creates an input.
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

        /// Creates an output.
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
    /// The block (below 500,000,000) or Unix time before which it is not valid; 0 for none.
    public var lockTime: UInt32
    /// What a special transaction of Dash or Axe says beyond a payment (DIP-2); nil for a payment.
    public let payload: [UInt8]?

    /// Creates a payment.
    public init(version: Int32 = 2, inputs: [Input], outputs: [Output], lockTime: UInt32 = 0) {
        self.version = version
        self.inputs = inputs
        self.outputs = outputs
        self.lockTime = lockTime
        self.payload = nil
    }

    /// The bytes without witnesses, which is what its id is made from.
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
        if let payload { writer.add(script: payload) }
        return writer.bytes
    }

    /// The id: double SHA-256 of ``bytes``, shown byte-reversed.
    public var id: TransactionID { TransactionID(digest: Digest.doubleSHA256(bytes)) }

    /// The digest that input `index` signs, with signature type ALL: double SHA-256 of the preimage, 32 bytes.
    /// ``SignatureHashes`` gives those of all inputs quicker.
    public func signatureHash(input index: Int, scriptCode: [UInt8]) -> [UInt8] {
        SignatureHashes(of: self).digest(input: index, scriptCode: scriptCode)
    }
}
