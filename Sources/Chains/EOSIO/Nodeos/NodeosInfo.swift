import EOSIO
import ExactJSON
import SchemeRouter

/// The state of a chain, as `get_info` tells it.
struct NodeosInfo: Sendable {
    /// How long a transaction is valid, in seconds.
    private static let lifetime: UInt32 = 120

    let chainID: Checksum256
    /// The last block that no fork can take away.
    private let irreversible: Checksum256
    private let headTime: TimePointSec

    /// Nil where `json` is no such answer.
    init?(_ json: JSON) {
        guard let chainID = json["chain_id"]?.string.flatMap({ Checksum256(hex: $0) }),
            let irreversible = json["last_irreversible_block_id"]?.string.flatMap({ Checksum256(hex: $0) }),
            let headTime = json["head_block_time"]?.string.flatMap({ TimePointSec(roundingDown: $0) })
        else { return nil }
        self.chainID = chainID
        self.irreversible = irreversible
        self.headTime = headTime
    }

    /// The header of a transaction that is made now. Nil beyond the year 2106.
    var frame: TransactionFrame? {
        guard let expiration = headTime.adding(seconds: Self.lifetime) else { return nil }
        let reference = BlockReference(blockID: irreversible)
        return TransactionFrame(
            chainID: chainID.bytes, expiration: expiration.seconds, blockNumber: reference.number,
            blockPrefix: reference.prefix)
    }
}
