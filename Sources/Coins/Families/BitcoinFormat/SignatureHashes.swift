/// The digests that the inputs of one transaction sign, with signature type ALL.
///
/// Each input signs the whole transaction without scripts but its own, so the bytes are the same but in one place, and
/// are written once for all inputs.
public struct SignatureHashes: Sendable {
    /// The transaction without any input script, and the type of the signature.
    private let template: [UInt8]
    /// Where the empty script of the first input stands.
    private let firstScript: Int
    private let inputCount: Int

    /// Bytes of an input without a script.
    private static let emptyInput = 41

    /// The digests of a transaction. Scripts that its inputs have already do not count.
    public init(of transaction: Transaction) {
        var copy = transaction
        for position in copy.inputs.indices { copy.inputs[position].script = [] }
        template = copy.bytes + [Script.signAll, 0, 0, 0]
        inputCount = copy.inputs.count
        var count = ByteWriter()
        count.add(count: inputCount)
        // Version, the number of inputs, and the outpoint of the first.
        firstScript = 4 + count.bytes.count + 36
    }

    /// The bytes whose double SHA-256 an input signs.
    /// - Parameters:
    ///   - index: which input, from 0.
    ///   - scriptCode: the script of the output that is spent.
    public func preimage(input index: Int, scriptCode: [UInt8]) -> [UInt8] {
        precondition((0..<inputCount).contains(index), "no such input")
        let place = firstScript + index * Self.emptyInput
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

    /// The digest that an input signs: double SHA-256 of the preimage, 32 bytes.
    public func digest(input index: Int, scriptCode: [UInt8]) -> [UInt8] {
        Digest.doubleSHA256(preimage(input: index, scriptCode: scriptCode))
    }
}
