/// Proposals for named accounts: contract calls, which the network's connection encodes, and texts.
extension LinkExecution {
    func propose(_ link: ReadLink, _ plugin: any AccountPlugin, _ network: AccountNetwork, _ budget: inout ReadBudget)
        async throws -> Proposal
    {
        let signer = network.signer
        try plugin.check(link.request, by: signer, bindings: services.bindings)
        if let other = link.request.wantedSigners.first(where: { !$0.isSatisfied(by: signer) }) {
            throw ServiceError(
                .refusedByPolicy,
                "The link requires \(other.text) to sign, but your account is “\(signer.account)” (\(signer.permission)).",
                hint: "Nothing was signed. To use a wallet that has that account, run “router open --to”.")
        }
        let key = try services.keyring.accountKey(of: link.coin, on: network.id)
        let authority = try await budget.run { try await network.chain.authority(of: signer) }
        try Self.check(authority, of: signer, with: key)
        switch link.request {
        case .actions(let request):
            let calls = request.calls(by: signer)
            let frame = try await budget.run { try await network.chain.frame() }
            let actions = try await budget.run { try await network.chain.prepare(calls, as: signer) }
            return Proposal(
                intent: .actions(
                    ActionsIntent(chain: network.id, chainID: frame.chainID, signer: signer, actions: actions)))
        case .login(let login) where login.identity != nil:
            let frame = try await budget.run { try await network.chain.frame() }
            return Proposal(
                intent: .identity(
                    IdentityIntent(
                        chain: network.id, chainID: frame.chainID, signer: signer, scope: login.identity?.scope)))
        case .login, .sign:
            let time = services.now()
            let texts = try plugin.texts(for: link.request, by: signer, at: time)
            let purpose: TextIntent.Purpose = link.request.action == .login ? .login : .message
            let intent = TextIntent(chain: network.id, signer: signer, purpose: purpose, texts: texts)
            return Proposal(intent: .texts(intent), time: time)
        case .payment, .otherPayment, .described, .address, .key, .scanQR, .open:
            throw ServiceError(.internalError, "Dapps cannot ask for this.")
        }
    }

    private static func check(_ authority: AccountAuthority?, of signer: AccountSigner, with key: String)
        throws(ServiceError)
    {
        guard let authority else {
            throw ServiceError(
                .accountUnknown,
                "The network has no account “\(signer.account)” with the permission “\(signer.permission)”.",
                hint: "Check your account in config.yaml.")
        }
        guard !authority.isFrozen else { throw ServiceError(.accountFrozen, "Your account is frozen.") }
        guard !authority.isManaged else {
            throw ServiceError(
                .accountUnknown,
                "A contract manages the account “\(signer.account)”, so no key of this wallet can sign for it.",
                hint: "Use an account whose key is in this wallet.")
        }
        guard authority.keys.contains(key) else {
            throw ServiceError(
                .accountUnknown, "The key of this wallet, \(key), is not authorised to sign for “\(signer.account)”.",
                hint: "Add this key to the account, or name another account in config.yaml.")
        }
    }
}
