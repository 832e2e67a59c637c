/// A transaction that proves an identity (EEP-7): it calls no contract and refers to no block, so no chain accepts it.
public enum IdentityProof {
    /// The transaction to sign for a chain.
    /// - Parameters:
    ///   - scope: the recipient of the proof; nil in version 2 of the format, whose proofs do not expire.
    ///   - signer: the account and permission that it proves.
    ///   - expiration: when it expires; ignored without a scope.
    public static func transaction(scope: Name?, signer: PermissionLevel, expiration: TimePointSec) -> Transaction {
        let data = (scope?.packed ?? []) + [1] + signer.packed
        let action = TransactionAction(account: Name(value: 0), name: identity, authorization: [signer], data: data)
        return Transaction(
            expiration: scope == nil ? TimePointSec(seconds: 0) : expiration,
            reference: BlockReference(number: 0, prefix: 0), actions: [action])
    }

    private static let identity = Name(value: 0x7255_3CBB_3E00_0000)
}

extension TransactionAction {
    /// The authorisation with the signer's names instead of placeholders (EEP-7).
    public func authorization(by signer: PermissionLevel) -> [PermissionLevel] {
        authorization.map { level in
            let isOpen = level.permission == .signerPermission || level.permission == .signer
            return PermissionLevel(
                actor: level.actor == .signer ? signer.actor : level.actor,
                permission: isOpen ? signer.permission : level.permission)
        }
    }
}

extension ABIValue {
    /// The same with the signer's names instead of the placeholders (EEP-7).
    public func resolved(for signer: PermissionLevel) -> ABIValue {
        switch self {
        case .name(.signer): .name(signer.actor)
        case .name(.signerPermission): .name(signer.permission)
        case .structure(let fields):
            .structure(fields.map { Field(name: $0.name, value: $0.value.resolved(for: signer)) })
        case .array(let values): .array(values.map { $0.resolved(for: signer) })
        case .optional(let value): .optional(value?.resolved(for: signer))
        case .variant(let index, let type, let value):
            .variant(index: index, type: type, value: value.resolved(for: signer))
        default: self
        }
    }
}
