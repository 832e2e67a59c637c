/// Does what a dapp asks of a named account: makes the bytes, shows what they say, signs, sends, and answers the dapp.
extension LinkExecution {
    func performForDapp(_ link: ReadLink, _ attempt: inout Attempt) async throws -> Outcome {
        let (plugin, network) = try dappParts(of: link)
        try refuseFlood(link, on: network.id)
        if let outcome = try await finishEarlier(link, on: network.id, &attempt) { return outcome }
        let entry = try services.journal.begin(link.journalRequest(on: network.id), at: services.now())
        attempt.entry = entry
        try policy.checkReceivers(of: link, on: network.id)
        let receiver = try receiver(for: link, on: network.id)
        try services.keyring.checkReady()
        let conversation = Conversation(
            services: services, chain: network.id, receiver: receiver,
            tellsFailure: hearsOfFailure(receiver, of: link), link: link)
        attempt.conversation = conversation
        try await askAboutReplay(conversation, &attempt)
        let prepared = try await prepare(link, plugin, network)

        attempt.wasAsked = true
        guard let unlocked = try await conversation.agree(to: prepared.intent) else {
            throw ServiceError(.internalError, "Signatures need the passcode.")
        }
        noteAgreement(&attempt)
        try services.journal.note(.approved(prepared.intent), of: entry, at: services.now())
        let digest = IntentDigest(prepared.intent)
        let content: DappResult.Content
        switch prepared.intent {
        case .actions(let actions):
            let frame = try await network.chain.frame()
            guard frame.chainID == actions.chainID else {
                throw ServiceError(.refusedByCheck, "The network is another chain now than when you were asked.")
            }
            let signed = try unlocked.sign(actions, approved: digest, in: frame, coin: link.coin)
            try services.journal.note(.signed(signed, inputs: []), of: entry, at: services.now())
            do throws(ServiceError) {
                try await network.chain.send(signed)
            } catch {
                guard !error.meansNotSent else { throw error }
                return .unknown(signed, error)
            }
            // It was executed, whatever the disk says now; the answer waits for the disk.
            try? services.journal.note(.sent, of: entry, at: services.now())
            content = .executed(signed.id)
        case .texts(let texts):
            let signatures = try unlocked.sign(texts, approved: digest, coin: link.coin)
            content = .signed(Array(zip(texts.texts, signatures)))
        case .payment, .address, .keys:
            throw ServiceError(.internalError, "This is nothing that dapps ask for.")
        }
        let result = DappResult(
            action: link.request.action, signer: network.signer, publicKey: prepared.publicKey, content: content)
        return try await answer(link, plugin, result, receiver, entry, on: network.id)
    }

    /// The pages of the consent, without asking or recording anything.
    func previewForDapp(_ link: ReadLink) async throws -> [String] {
        let (plugin, network) = try dappParts(of: link)
        try policy.checkReceivers(of: link, on: network.id)
        let prepared = try await prepare(link, plugin, network)
        let receiver = try receiver(for: link, on: network.id)
        return try ConsentText(
            link: link, chain: network.id, receiver: receiver, tellsFailure: hearsOfFailure(receiver, of: link)
        ).pages(prepared.intent)
    }

    private func dappParts(of link: ReadLink) throws -> (any DappPlugin, AccountNetwork) {
        guard let plugin = link.plugin as? any DappPlugin else {
            throw ServiceError(.internalError, "The coin's plugin does not answer dapps.")
        }
        return (plugin, try services.networks.accountNetwork(of: link.coin))
    }

    /// Everything that is read before the person is asked (S13), and the intent that comes of it.
    private func prepare(
        _ link: ReadLink, _ plugin: any DappPlugin, _ network: AccountNetwork
    ) async throws -> (intent: Intent, publicKey: String) {
        try plugin.check(link.request, by: network.signer, bindings: services.bindings)
        let publicKey = try services.keyring.accountKey(of: link.coin, on: network.id)
        let signer = network.signer
        var budget = ReadBudget(services.readTime)
        let authority = try await budget.run { try await network.chain.authority(of: signer) }
        try Self.check(authority, of: signer, with: publicKey)
        switch link.request {
        case .actions(let request):
            let calls = request.calls(by: signer)
            let frame = try await budget.run { try await network.chain.frame() }
            let actions = try await budget.run { try await network.chain.prepare(calls, as: signer) }
            let intent = ActionsIntent(chain: network.id, chainID: frame.chainID, signer: signer, actions: actions)
            return (.actions(intent), publicKey)
        case .login, .sign:
            let texts = try plugin.texts(for: link.request, by: signer, at: services.now())
            let purpose: TextIntent.Purpose = link.request.action == .login ? .login : .message
            return (.texts(TextIntent(chain: network.id, signer: signer, purpose: purpose, texts: texts)), publicKey)
        case .payment, .address, .key, .scanQR, .open:
            throw ServiceError(.internalError, "This is nothing that dapps ask for.")
        }
    }

    private static func check(
        _ authority: AccountAuthority?, of signer: AccountSigner, with key: String
    ) throws(ServiceError) {
        guard let authority else {
            throw ServiceError(
                .accountUnknown,
                "The network has no account “\(signer.account)” with a permission “\(signer.permission)”.",
                hint: "config.yaml names your account.")
        }
        guard !authority.isFrozen else { throw ServiceError(.accountFrozen, "Your account is frozen.") }
        guard !authority.isManaged else {
            throw ServiceError(
                .accountUnknown,
                "A contract manages the account “\(signer.account)”, so no key of this wallet signs for it.",
                hint: "Use an account whose key is in this wallet.")
        }
        guard authority.keys.contains(key) else {
            throw ServiceError(
                .accountUnknown, "The key of this wallet, \(key), does not sign for “\(signer.account)”.",
                hint: "Give the account this key, or name another account in config.yaml.")
        }
    }

    /// Answers a dapp whose transaction an earlier start sent. Where its server may have it, the person said that the dapp
    /// was not told; a server must stand a second answer, because it does when one of its own is lost.
    func answerDapp(
        _ link: ReadLink, _ id: TransactionID, _ receiver: Receiver, _ attempt: inout Attempt
    ) async throws -> Outcome {
        let (plugin, network) = try dappParts(of: link)
        guard let entry = attempt.earlier else { throw ServiceError(.internalError, "There is no earlier entry.") }
        let result = DappResult(
            action: link.request.action, signer: network.signer,
            publicKey: try services.keyring.accountKey(of: link.coin, on: network.id), content: .executed(id))
        let outcome = try await answer(link, plugin, result, receiver, entry, on: network.id)
        if !outcome.isOwed { attempt.closing = entry }
        return outcome
    }

    /// Answers first the dapp's server, then the dapp.
    private func answer(
        _ link: ReadLink, _ plugin: any DappPlugin, _ result: DappResult, _ receiver: Receiver, _ entry: Int64,
        on chain: ChainID
    ) async throws -> Outcome {
        let reply = plugin.reply(to: link.request, with: result)
        if let problem = link.request.dapp?.problem(with: reply) {
            guard case .executed = result.content else { throw problem }
            return .answered(result, DappDelivery(serverProblem: nil, callback: .none(problem.message)))
        }
        if case .executed = result.content {
            guard (try? services.journal.note(.calling, of: entry, at: services.now())) != nil else {
                return .answered(result, DappDelivery(serverProblem: nil, callback: Self.unrecorded))
            }
        }
        var problem: String?
        if let post = reply.post {
            do throws(ServiceError) {
                try services.checkMayAnswer(post.server, isPractice: chain.isPractice)
                problem = await ServerAnswer(services: services).deliver(post)
            } catch {
                problem = error.message
            }
        }
        if let problem, case .signed = result.content {
            // Nothing has happened yet that could not be asked for again, and the dapp would only believe it had.
            throw ServiceError(
                .networkRefused, "The dapp's server did not take the signature: \(problem)",
                hint: "Nothing was sent to the network. Try again in the dapp.")
        }
        if let binding = plugin.binding(after: link.request, by: result.signer) {
            try services.bindings.remember(binding)
        }
        let wake = problem == nil ? reply.wake : reply.wakeWithoutServer ?? reply.wake
        let callback = await wakeDapp(wake, receiver, entry)
        return .answered(result, DappDelivery(serverProblem: problem, callback: callback))
    }
}
