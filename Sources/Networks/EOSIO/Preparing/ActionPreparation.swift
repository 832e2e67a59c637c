import ExactJSON
import RouterEOSIO
import RouterEOSIOFamily
import SchemeRouter

/// Packs calls according to the interfaces of their contracts, and reads them back: the person sees what the bytes say
/// (S5), and warnings come from the bytes too.
struct ActionPreparation {
    let facts: any ContractFacts
    /// The symbol code of the chain's own token.
    let systemToken: SymbolCode

    func prepare(_ calls: [ActionCall], as signer: AccountSigner) async throws(ServiceError) -> [PreparedAction] {
        guard let payer = try? Name(signer.account), let permission = try? Name(signer.permission) else {
            throw ServiceError(.badConfiguration, "“\(signer.account)” is not an account name.")
        }
        let level = PermissionLevel(actor: payer, permission: permission)
        var named: [NamedCall] = []
        for (position, call) in calls.enumerated() {
            named.append(try NamedCall(call, at: ActionPlace(call: call, number: position + 1, count: calls.count)))
        }
        let interfaces = try await interfaces(of: named)
        var packed: [PackedCall] = []
        for call in named {
            let interface = interfaces.first { $0.contract == call.contract }?.interface
            packed.append(try PackedCall(call, by: interface, signer: level))
        }
        try await TokenCheck(facts: facts, payer: payer).check(packed.compactMap(TokenTransfer.init))
        return packed.map(prepared)
    }

    private func interfaces(of calls: [NamedCall]) async throws(ServiceError) -> [(contract: Name, interface: ABI?)] {
        var contracts: [Name] = []
        for call in calls where !contracts.contains(call.contract) { contracts.append(call.contract) }
        let facts = facts
        return try await contracts.concurrently { (contract) throws(ServiceError) in
            (contract, try await facts.interface(of: contract))
        }
    }

    private func prepared(_ call: PackedCall) -> PreparedAction {
        let (contract, name, content) = (call.contract.description, call.name.description, call.value.json)
        let risk = ActionRisk(contract: contract, name: name, data: content)
        return PreparedAction(
            contract: contract, name: name, data: call.data, content: content,
            hasKnownInterface: call.hasKnownInterface, payment: TokenTransfer(call)?.payment,
            warnings: [risk.flatMap(LinkWarning.init)].compactMap(\.self) + lookalikes(in: call),
            isHighRisk: risk != nil)
    }

    /// Warnings about tokens and contracts that imitate the chain's own.
    private func lookalikes(in call: PackedCall) -> [LinkWarning] {
        let contract = call.contract.description
        guard !KnownTokens.contains(contract), contract != KnownInterfaces.system else { return [] }
        var warnings: [LinkWarning] = []
        if call.value.names(systemToken) { warnings.append(.unusualToken(systemToken.description, of: contract)) }
        if KnownTokens.looksKnown(contract) { warnings.append(.lookalike(contract)) }
        return warnings
    }
}

extension ABIValue {
    /// Whether it contains an amount of this token.
    fileprivate func names(_ token: SymbolCode) -> Bool {
        switch self {
        case .asset(let asset): asset.symbol.code == token
        case .extendedAsset(let asset): asset.quantity.symbol.code == token
        case .structure(let fields): fields.contains { $0.value.names(token) }
        case .array(let values): values.contains { $0.names(token) }
        case .optional(let value): value?.names(token) ?? false
        case .variant(_, _, let value): value.names(token)
        default: false
        }
    }
}
