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
