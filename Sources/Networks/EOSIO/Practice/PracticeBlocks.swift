import RouterBytes
import RouterEOSIO
import RouterStorage
import SchemeRouter

/// The blocks of a practice chain. Each follows from its number and the chain's seed, so none is stored.
struct PracticeBlocks {
    /// How many blocks back a transaction can refer to: the reference has 16 bits.
    private static let window: Int64 = 65_536

    let height: Int64
    private let seed: [UInt8]

    init(_ connection: Connection) throws(ServiceError) {
        guard let row = try connection.execute("SELECT height, seed FROM head").first, let height = row[0].integer,
            let seed = row[1].blob
        else { throw ServiceError(.cannotWrite, "The practice chain has no blocks: its file is damaged.") }
        self.height = height
        self.seed = seed
    }

    /// The reference to the newest block: no fork removes blocks here.
    var reference: BlockReference { reference(toBlock: height) }

    /// Whether it refers to a block of this chain.
    func has(_ reference: BlockReference) -> Bool {
        let distance = (height - Int64(reference.number)) & (Self.window - 1)
        let number = height - distance
        return number > 0 && self.reference(toBlock: number) == reference
    }

    private func reference(toBlock number: Int64) -> BlockReference {
        let digits = [UInt8](bigEndian: number)
        // As on other chains, an id begins with the block's number.
        let bytes = Array(digits.suffix(4)) + Hash.sha256(seed + digits).bytes.dropFirst(4)
        guard let id = Checksum256(bytes) else { preconditionFailure("4 and 28 bytes are 32") }
        return BlockReference(blockID: id)
    }

    static func add(_ count: Int64, _ connection: Connection) throws(ServiceError) {
        try connection.execute("UPDATE head SET height = height + ?", .integer(count))
    }
}
