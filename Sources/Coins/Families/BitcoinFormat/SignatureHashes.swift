import SchemeRouter

/// The digests that the inputs of one transaction sign, with signature type ALL: legacy for outputs without a witness
/// program, and BIP143 for those with one.
///
/// Most of what an input signs is common to all of them, and is written or hashed once.
public struct SignatureHashes: Sendable {
    private let transaction: Transaction
    /// Nil if it is not expected to be needed.
    private let plain: Plain?
    private let witness: Witness?

    /// The common part of the inputs without a witness.
    private struct Plain: Sendable {
        /// The transaction with empty input scripts, and the signature type.
        let template: [UInt8]
        /// The position of the first input's empty script.
        let firstScript: Int

        init(_ transaction: Transaction) {
            var copy = transaction
            for position in copy.inputs.indices { copy.inputs[position].script = [] }
            template = copy.bytes + SignatureHashes.signAll
            var count = ByteWriter()
            count.add(count: transaction.inputs.count)
            // Version, number of inputs, and the outpoint of the first.
            firstScript = 4 + count.bytes.count + 36
        }
    }

    /// The common part of the inputs with a witness: BIP143's `hashPrevouts`, `hashSequence` and `hashOutputs`.
    private struct Witness: Sendable {
        let outpoints: [UInt8]
        let sequences: [UInt8]
        let outputs: [UInt8]

        init(_ transaction: Transaction) {
            var (outpoints, sequences, outputs) = (ByteWriter(), ByteWriter(), ByteWriter())
            for input in transaction.inputs {
                outpoints.add(input.outpoint)
                sequences.add(input.sequence)
            }
            for output in transaction.outputs { outputs.add(output) }
            self.outpoints = Digest.doubleSHA256(outpoints.bytes)
            self.sequences = Digest.doubleSHA256(sequences.bytes)
            self.outputs = Digest.doubleSHA256(outputs.bytes)
        }
    }

    /// Bytes of an input without a script.
    private static let emptyInput = 41
    private static let signAll: [UInt8] = [Script.signAll, 0, 0, 0]

    /// The digests of a transaction. Existing input scripts and witnesses are ignored.
    /// - Parameter outputs: the outputs that its inputs spend, if known: only the parts that they need are prepared.
    public init(of transaction: Transaction, spending outputs: [Transaction.Output]? = nil) {
        self.transaction = transaction
        // All forms but P2PKH sign a witness digest.
        let hasWitness = outputs.map { outputs in outputs.contains { $0.script.count != Script.keyHashLength } } ?? true
        let hasPlain = outputs.map { outputs in outputs.contains { $0.script.count == Script.keyHashLength } } ?? true
        plain = hasPlain ? Plain(transaction) : nil
        witness = hasWitness ? Witness(transaction) : nil
    }

    /// The bytes whose double SHA-256 is signed by an input that spends an output without a witness program.
    /// - Parameters:
    ///   - index: the index of the input, from 0.
    ///   - scriptCode: the script of the spent output.
    public func preimage(input index: Int, scriptCode: [UInt8]) -> [UInt8] {
        precondition(transaction.inputs.indices.contains(index), "no such input")
        let plain = plain ?? Plain(transaction)
        let (template, place) = (plain.template, plain.firstScript + index * Self.emptyInput)
        var script = ByteWriter()
        script.add(script: scriptCode)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(template.count + script.bytes.count)
        bytes += template[..<place]
        bytes += script.bytes
        // The empty script is one byte, its length.
        bytes += template[(place + 1)...]
        return bytes
    }

    /// The bytes whose double SHA-256 is signed by an input that spends an output with a witness program (BIP143).
    /// - Parameters:
    ///   - index: the index of the input, from 0.
    ///   - scriptCode: as defined in BIP143; for P2WPKH the P2PKH script of the key.
    ///   - amount: the value of the spent output.
    public func witnessPreimage(input index: Int, scriptCode: [UInt8], amount: Amount) -> [UInt8] {
        let input = transaction.inputs[index]
        let witness = witness ?? Witness(transaction)
        var writer = ByteWriter()
        writer.add(UInt32(bitPattern: transaction.version))
        writer.add(bytes: witness.outpoints)
        writer.add(bytes: witness.sequences)
        writer.add(input.outpoint)
        writer.add(script: scriptCode)
        writer.add(UInt64(amount.units))
        writer.add(input.sequence)
        writer.add(bytes: witness.outputs)
        writer.add(transaction.lockTime)
        writer.add(bytes: Self.signAll)
        return writer.bytes
    }

    /// The digest that an input signs: double SHA-256 of the preimage, 32 bytes.
    /// - Parameters:
    ///   - index: the index of the input, from 0.
    ///   - form: the form of the spent output.
    ///   - publicKey: the key that it pays.
    ///   - amount: the value of the spent output. Only a witness digest depends on it.
    public func digest(input index: Int, _ form: KeyScript, to publicKey: [UInt8], amount: Amount) -> [UInt8] {
        let scriptCode = Script.payToPublicKeyHash(Digest.hash160(publicKey))
        let preimage =
            form == .keyHash
            ? preimage(input: index, scriptCode: scriptCode)
            : witnessPreimage(input: index, scriptCode: scriptCode, amount: amount)
        return Digest.doubleSHA256(preimage)
    }
}
