import ExactJSON
import RouterEOSIO
import SchemeRouter

/// The state of a chain, as `get_info` returns it.
struct NodeosInfo: Sendable {
    /// How long a transaction is valid, in seconds.
    private static let lifetime: UInt32 = 120

    let chainID: Checksum256
    /// The last irreversible block.
    private let irreversible: Checksum256
    /// The time of the newest block, according to the node.
    let headTime: TimePointSec

    /// Nil if `json` is not such an answer.
    init?(_ json: JSON) {
        guard let chainID = json["chain_id"]?.string.flatMap({ Checksum256(hex: $0) }),
            let irreversible = json["last_irreversible_block_id"]?.string.flatMap({ Checksum256(hex: $0) }),
            let headTime = json["head_block_time"]?.string.flatMap({ TimePointSec(roundingDown: $0) })
        else { return nil }
        self.chainID = chainID
        self.irreversible = irreversible
        self.headTime = headTime
    }

    /// Whether the node's clock and this computer's agree within two minutes. A node with another time could get a
    /// transaction signed that is valid much longer than expected, or already expired.
    func isOfNow(_ now: UnixTime) -> Bool { (now - UnixTime(headTime.seconds)).magnitude <= Self.patience }

    private static let patience = 120

    /// The header of a transaction made now. Nil after the year 2106.
    var frame: TransactionFrame? {
        guard let expiration = headTime.adding(seconds: Self.lifetime) else { return nil }
        let reference = BlockReference(blockID: irreversible)
        return TransactionFrame(
            chainID: chainID.bytes, expiration: expiration.seconds, blockNumber: reference.number,
            blockPrefix: reference.prefix)
    }
}
