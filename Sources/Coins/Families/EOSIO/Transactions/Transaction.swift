/// A transaction of an EOSIO chain (`libraries/chain/include/eosio/chain/transaction.hpp`).
public struct Transaction: Sendable, Hashable {
    /// When it expires; at most an hour from now.
    public var expiration: TimePointSec
    /// The block it refers to.
    public var reference: BlockReference
    /// Its network limit, in words of 8 bytes; 0 for no limit of its own.
    public var maxNetUsageWords: UInt32 = 0
    /// Its processor limit, in milliseconds; 0 for no limit of its own.
    public var maxCPUUsageMilliseconds: UInt8 = 0
    /// The delay in seconds.
    public var delaySeconds: UInt32 = 0
    /// Actions that do not read the chain's state.
    public var contextFreeActions: [TransactionAction] = []
    /// Its actions, in order: all are executed, or none.
    public var actions: [TransactionAction]
    /// Additional data, by kind.
    public var extensions: [Extension] = []

    /// Additional data of a transaction.
    public struct Extension: Sendable, Hashable {
        public let kind: UInt16
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

    /// The bytes to sign for the chain with this id, if there is no context-free data.
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

    /// The packed bytes, which are signed and sent.
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
