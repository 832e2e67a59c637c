/// A transaction of an EOSIO chain (`libraries/chain/include/eosio/chain/transaction.hpp`).
public struct Transaction: Sendable, Hashable {
    /// When it is no longer taken; an hour from now at most.
    public var expiration: TimePointSec
    /// The block it refers to.
    public var reference: BlockReference
    /// The most it may use of the network, in words of 8 bytes; 0 for no limit of its own.
    public var maxNetUsageWords: UInt32 = 0
    /// The most it may use of the processor, in milliseconds; 0 for no limit of its own.
    public var maxCPUUsageMilliseconds: UInt8 = 0
    /// How many seconds it is delayed.
    public var delaySeconds: UInt32 = 0
    /// Actions that read nothing of the chain.
    public var contextFreeActions: [TransactionAction] = []
    /// What it does, in order: all or nothing.
    public var actions: [TransactionAction]
    /// Further data by its kind.
    public var extensions: [Extension] = []

    /// Further data of a transaction.
    public struct Extension: Sendable, Hashable {
        /// Its kind.
        public let kind: UInt16
        /// What it says.
        public let data: [UInt8]
    }

    /// A transaction without limits of its own, delay or context-free parts.
    public init(expiration: TimePointSec, reference: BlockReference, actions: [TransactionAction]) {
        self.expiration = expiration
        self.reference = reference
        self.actions = actions
    }

    /// Its id: SHA-256 of ``packed``. Signatures are not part of it.
    public var id: Checksum256 { Hash.sha256(packed) }

    /// What is signed for the chain with this id, if there is no context-free data.
    public func preimage(chainID: Checksum256) -> TransactionPreimage {
        TransactionPreimage(chainID: chainID, transaction: self)
    }

    /// Reads a whole packed transaction.
    public init(packed bytes: [UInt8]) throws(UnpackError) {
        var reader = PackedReader(bytes)
        self = try Transaction(from: &reader)
        try reader.finish()
    }

    init(from reader: inout PackedReader) throws(UnpackError) {
        expiration = try TimePointSec(from: &reader)
        reference = BlockReference(number: try reader.number(), prefix: try reader.number())
        maxNetUsageWords = try reader.variableNumber()
        maxCPUUsageMilliseconds = try reader.number()
        delaySeconds = try reader.variableNumber()
        contextFreeActions = try reader.list { (reader) throws(UnpackError) in try TransactionAction(from: &reader) }
        actions = try reader.list { (reader) throws(UnpackError) in try TransactionAction(from: &reader) }
        extensions = try reader.list { (reader) throws(UnpackError) in
            Extension(kind: try reader.number(), data: try reader.countedBytes())
        }
    }

    /// The bytes that are signed and sent.
    public var packed: [UInt8] {
        var bytes = expiration.packed + reference.number.packed + reference.prefix.packed
        bytes += [UInt8](variable: maxNetUsageWords) + [maxCPUUsageMilliseconds] + [UInt8](variable: delaySeconds)
        for actions in [contextFreeActions, actions] {
            bytes += [UInt8](count: actions.count) + actions.flatMap(\.packed)
        }
        bytes += [UInt8](count: extensions.count)
        for entry in extensions { bytes += entry.kind.packed + [UInt8](counted: entry.data) }
        return bytes
    }
}
