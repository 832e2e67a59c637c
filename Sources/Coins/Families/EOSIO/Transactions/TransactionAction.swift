import ExactJSON

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
