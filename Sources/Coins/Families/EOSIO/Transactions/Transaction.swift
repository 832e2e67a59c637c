import ExactJSON

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

/// One call of a contract in a transaction (EOSIO `action.hpp`).
public struct TransactionAction: Sendable, Hashable {
    /// The account of the contract.
    public let account: Name
    /// The action of the contract.
    public let name: Name
    /// The permissions that authorise it.
    public let authorization: [PermissionLevel]
    /// The action's data, packed according to the contract's interface.
    public let data: [UInt8]

    public init(account: Name, name: Name, authorization: [PermissionLevel], data: [UInt8]) {
        self.account = account
        self.name = name
        self.authorization = authorization
        self.data = data
    }

    /// The data, read back from the packed bytes. What a person sees comes from here, not from the request (S5).
    public func decoded(by abi: ABI) throws(DecodingError) -> ABIValue {
        do {
            let type = try abi.type(ofAction: name)
            return try type.unpack(data)
        } catch let error as ABIError {
            throw .interface(error)
        } catch let error as UnpackError {
            throw .data(error)
        } catch {
            preconditionFailure("nothing else is thrown")
        }
    }

    /// Why the data of an action cannot be read.
    public enum DecodingError: Error, Sendable, Equatable {
        /// The contract's interface does not define it.
        case interface(ABIError)
        /// It does not match the interface.
        case data(UnpackError)
    }

    init(from reader: inout PackedReader) throws(UnpackError) {
        account = try Name(from: &reader)
        name = try Name(from: &reader)
        authorization = try reader.list { (reader) throws(UnpackError) in try PermissionLevel(from: &reader) }
        data = try reader.countedBytes()
    }

    var packed: [UInt8] {
        account.packed + name.packed + [UInt8](count: authorization.count) + authorization.flatMap(\.packed)
            + [UInt8](counted: data)
    }
}

/// Who authorises an action: one permission of an account (EOSIO `libraries/chain/include/eosio/chain/action.hpp`).
public struct PermissionLevel: Sendable, Hashable, CustomStringConvertible {
    /// The account.
    public let actor: Name
    public let permission: Name

    public init(actor: Name, permission: Name) {
        self.actor = actor
        self.permission = permission
    }

    /// In the usual notation: `bobbobbobbob@active`.
    public var description: String { "\(actor)@\(permission)" }

    init(from reader: inout PackedReader) throws(UnpackError) {
        actor = try Name(from: &reader)
        permission = try Name(from: &reader)
    }

    var packed: [UInt8] { actor.packed + permission.packed }
}

/// The recent block that a transaction refers to, which makes it valid only on chains with that block (TAPOS; EOSIO
/// `libraries/chain/transaction.cpp`, `set_reference_block`).
public struct BlockReference: Sendable, Hashable {
    /// The lower 16 bits of the block's number.
    public let number: UInt16
    /// The third 32-bit word of its id.
    public let prefix: UInt32

    public init(number: UInt16, prefix: UInt32) {
        self.number = number
        self.prefix = prefix
    }

    /// The reference to a block by its id, which begins with its number. Use the last irreversible block, which no fork
    /// can remove.
    public init(blockID: Checksum256) {
        number = UInt16(blockID.bytes[2]) << 8 | UInt16(blockID.bytes[3])
        prefix = blockID.bytes[8..<12].reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
}
