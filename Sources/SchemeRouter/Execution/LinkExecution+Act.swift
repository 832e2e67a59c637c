/// Does what the person agreed to, with an entry in the journal before each effect (S6).
extension LinkExecution {
    func act(
        on proposal: Proposal, with unlocked: (any UnlockedKeyring)?, by backend: PaymentBackend, of link: ReadLink,
        to receiver: Receiver, _ attempt: inout Attempt
    ) async throws -> Outcome {
        guard let entry = attempt.entry else { throw ServiceError(.internalError, "The link has no journal entry.") }
        let digest = IntentDigest(proposal.intent)
        switch (proposal.intent, backend, unlocked) {
        case (.payment(let payment), .keys(_, _, let network), let keyring?):
            let signed = try keyring.sign(payment, approved: digest, coin: link.coin, previous: proposal.previous)
            let inputs = payment.inputs.map(\.outpoint)
            let problem = try await send(signed, spending: inputs, &attempt) { () throws(ServiceError) in
                try await network.chain.broadcast(signed)
            }
            if let problem { return .unknown(signed, problem) }
            return .paid(
                signed, payment, callback: await reply(to: link, about: signed, of: payment, receiver, &attempt))
        case (.payment(let payment), .node(let payer), _?):
            let (wallet, chain) = (payer.wallet, payer.chain)
            guard let prepared = payment.prepared else {
                throw ServiceError(.internalError, "The node's wallet has not built the payment.")
            }
            // A node could send it as soon as it is asked to sign it, whatever it answers.
            if let id = prepared.id {
                let unsigned = SignedTransaction(id: id, bytes: prepared.bytes)
                // Nobody was asked for a signature yet, so the id may be another one.
                if let problem = try noteSending(.prepared(unsigned, inputs: prepared.inputs), &attempt) {
                    throw problem
                }
            }
            let signed = try await wallet.sign(prepared)
            let problem: ServiceError?
            do {
                problem = try await send(signed, spending: prepared.inputs, &attempt) { () throws(ServiceError) in
                    await wallet.reserve(prepared.inputs)
                    // The node could have sent it as soon as it signed it.
                    do throws(ServiceError) {
                        return try await chain.broadcast(signed)
                    } catch {
                        throw error.ofReceiver
                    }
                }
            } catch {
                await wallet.release(prepared.inputs)
                throw error
            }
            if let problem { return .unknown(signed, problem) }
            return .paid(
                signed, payment, callback: await reply(to: link, about: signed, of: payment, receiver, &attempt))
        case (.handOver(let intent), .program, nil):
            return try await handOver(intent, of: link, &attempt)
        case (.keys(let keys), .keys, let keyring?):
            let told = try keyring.publicKeys(for: keys, approved: digest, coin: link.coin)
            let values: [ReplyBlank: String] = [.masterPublicKeyBIP32: told.bip32, .masterPublicKeyBIP44: told.bip44]
            return .toldKeys(
                told, callback: await services.deliver(link.callback?.completed(with: values), to: receiver, entry))
        case (.address(let address), .keys, _):
            return await tell(address.address.text, to: receiver, of: link, entry)
        case (.newAddress, .node(let payer), _):
            guard let address = try await payer.wallet.newAddress(for: link.request.header.sender?.scheme) else {
                throw ServiceError(
                    .unsupported, "The wallet \(Quoted(payer.wallet.name, limit: 80)) tells no addresses.",
                    hint: "Nothing was shared.")
            }
            return await tell(address, to: receiver, of: link, entry)
        case (.actions(let actions), .account(_, let network), let keyring?):
            // Everything that can fail comes before sending.
            let key = try services.keyring.accountKey(of: link.coin, on: network.id)
            let frame = try await network.chain.frame()
            guard frame.chainID == actions.chainID else {
                throw ServiceError(.refusedByCheck, "The network is on a different chain than when you were asked.")
            }
            let signed = try keyring.sign(actions, approved: digest, in: frame, coin: link.coin)
            let problem = try await send(signed, spending: [], &attempt) { () throws(ServiceError) in
                try await network.chain.send(signed)
                return nil
            }
            if let problem { return .unknown(signed, problem) }
            let result = DappResult(
                action: link.request.action, signer: network.signer, publicKey: key, content: .executed(signed.id),
                header: network.chain.header(of: signed))
            return .replied(result, await reply(to: link, result.values(), to: receiver, &attempt))
        case (.texts(let texts), .account(let plugin, let network), let keyring?):
            let signatures = try keyring.sign(texts, approved: digest, coin: link.coin)
            let result = DappResult(
                action: link.request.action, signer: network.signer,
                publicKey: try services.keyring.accountKey(of: link.coin, on: network.id),
                content: .signed(texts: texts.texts, signatures: signatures))
            return try await tell(result, result.values(at: proposal.time), link, by: plugin, to: receiver, attempt)
        case (.identity(let identity), .account(let plugin, let network), let keyring?):
            let key = try services.keyring.accountKey(of: link.coin, on: network.id)
            let frame = try await network.chain.frame()
            guard frame.chainID == identity.chainID else {
                throw ServiceError(.refusedByCheck, "The network is on a different chain than when you were asked.")
            }
            let header = try keyring.sign(identity, approved: digest, in: frame, coin: link.coin)
            let result = DappResult(
                action: link.request.action, signer: network.signer, publicKey: key, content: .proved, header: header)
            return try await tell(result, result.values(), link, by: plugin, to: receiver, attempt)
        default:
            throw ServiceError(.internalError, "Money, keys and signatures need the passcode and their own handling.")
        }
    }

    private func tell(_ address: String, to receiver: Receiver, of link: ReadLink, _ entry: Int64) async -> Outcome {
        let reply = link.callback?.completed(with: [.address: address])
        return .toldAddress(address, callback: await services.deliver(reply, to: receiver, entry))
    }

    /// Sends the signatures to the dapp's server, then to the dapp, and remembers the dapp's binding, if any.
    private func tell(
        _ result: DappResult, _ values: [ReplyBlank: String], _ link: ReadLink, by plugin: any AccountPlugin,
        to receiver: Receiver, _ attempt: Attempt
    ) async throws -> Outcome {
        guard let entry = attempt.entry else { throw ServiceError(.internalError, "The link has no journal entry.") }
        if let problem = await tellServer(of: link, values, attempt.chain) {
            // Nothing has happened that could not be requested again, but the dapp would believe it had.
            throw ServiceError(
                .networkRefused, "The dapp's server did not accept the signature: \(problem)",
                hint: "Nothing was sent to the network. Try again in the dapp.")
        }
        if let binding = plugin.binding(after: link.request, by: result.signer) {
            try services.bindings.remember(binding)
        }
        let callback = await services.deliver(link.callback?.completed(with: values), to: receiver, entry)
        return .replied(result, DappDelivery(serverProblem: nil, callback: callback))
    }

    /// Sends a signed transaction after the journal has recorded it. Returns the error if it is unknown whether the
    /// network accepted it; nil if it did.
    private func send(
        _ signed: SignedTransaction, spending inputs: [Outpoint], _ attempt: inout Attempt,
        by send: () async throws(ServiceError) -> Acceptance?
    ) async throws(ServiceError) -> ServiceError? {
        if let problem = try noteSending(.signed(signed, inputs: inputs), &attempt) { return problem }
        do throws(ServiceError) {
            attempt.acceptance = try await send()
            return nil
        } catch {
            guard !error.meansNotSent else { throw error }
            return error
        }
    }

    /// Records a step from which on a transaction may be sent. Returns the error if the journal may have recorded it: then the
    /// next start sends it. A payment that may be sent is never reported as unsent.
    private func noteSending(
        _ step: JournalStep, _ attempt: inout Attempt
    ) throws(ServiceError) -> ServiceError? {
        guard let entry = attempt.entry else { throw ServiceError(.internalError, "The link has no journal entry.") }
        do throws(ServiceError) {
            try services.journal.note(step, of: entry, at: services.now())
        } catch {
            guard error.code == .answerUnknown else { throw error }
            attempt.isSigned = true
            return error
        }
        attempt.isSigned = true
        return nil
    }

    /// The same for a payment.
    private func reply(
        to link: ReadLink, about signed: SignedTransaction, of payment: PaymentIntent, _ receiver: Receiver,
        _ attempt: inout Attempt
    ) async -> CallbackDelivery {
        // Recorded before the values are asked for, which takes a while: what was sent is known as sent whatever ends.
        guard let entry = attempt.entry, (try? services.journal.note(.sent, of: entry, at: services.now())) != nil
        else { return .unrecorded }
        let values = await services.values(
            for: link.callback, about: signed, of: link.coin, to: payment.list.isEmpty ? payment.recipient : nil,
            for: link.request.header.sender?.scheme)
        return await answerAgain(link, values, to: receiver, entry, &attempt).callback
    }

    /// Records that a transaction was sent, and gives the reply. If it cannot be recorded, there is no reply now: the
    /// next start will give it, and must not repeat it.
    func reply(to link: ReadLink, _ values: [ReplyBlank: String], to receiver: Receiver, _ attempt: inout Attempt) async
        -> DappDelivery
    {
        guard let entry = attempt.entry, (try? services.journal.note(.sent, of: entry, at: services.now())) != nil
        else { return DappDelivery(serverProblem: nil, callback: .unrecorded) }
        return await answerAgain(link, values, to: receiver, entry, &attempt)
    }

    /// Gives the reply about a transaction that the journal records as sent.
    func answerAgain(
        _ link: ReadLink, _ values: [ReplyBlank: String], to receiver: Receiver, _ entry: Int64,
        _ attempt: inout Attempt
    ) async -> DappDelivery {
        guard announces(link, to: receiver, entry) else {
            return DappDelivery(serverProblem: nil, callback: .unrecorded)
        }
        let problem = await tellServer(of: link, values, attempt.chain)
        if let problem, case .server = receiver {
            // The result cannot be produced again, so it is owed until the server has it.
            return DappDelivery(serverProblem: problem, callback: .refusedByServer)
        }
        attempt.closing = entry
        let template = problem == nil ? link.callback : link.reply?.linkWithoutServer ?? link.callback
        let callback = await services.deliver(template?.completed(with: values), to: receiver, entry)
        return DappDelivery(serverProblem: problem, callback: callback)
    }

    /// Records that the requesting app, or its server, is about to receive the answer. If that cannot be recorded, it
    /// must not receive it: nobody could tell afterwards whether it did.
    private func announces(_ link: ReadLink, to receiver: Receiver, _ entry: Int64) -> Bool {
        switch receiver {
        case .unreachable, .nobody:
            guard link.reply?.post != nil else { return true }
        case .program, .page, .server: break
        }
        return (try? services.journal.note(.calling, of: entry, at: services.now())) != nil
    }

    /// Notifies the server that the link names, if allowed. Returns nil if it accepted the message or none is sent;
    /// otherwise the reason.
    private func tellServer(of link: ReadLink, _ values: [ReplyBlank: String], _ chain: ChainID?) async -> String? {
        guard let post = link.reply?.post else { return nil }
        guard let body = post.completed(with: values) else { return "this wallet does not have the data it asks for" }
        do throws(ServiceError) {
            try services.checkMayReply(post.server, isPractice: chain?.isPractice ?? true)
        } catch { return error.message }
        return await services.post(
            body, to: post.server, receipt: post.receipt, isRetried: link.request.action.isTransaction)
    }
}
