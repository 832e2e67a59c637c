/// What will be done if the person agrees, with the data it is based on.
struct Proposal: Sendable {
    var intent: Intent
    /// The full transactions whose outputs a payment spends (S12).
    var previous: [TransactionID: [UInt8]] = [:]
    /// The time that the plugin received for its texts; nil if it makes none.
    var time: UnixTime?
    /// If the fee is worth a warning and a lower one exists: this payment, then slower ones, fastest first. Otherwise
    /// empty.
    var choices: [LevelledPayment] = []
    /// What a payment of everything leaves in its account; nil if it leaves nothing or pays a given amount.
    var leaves: Amount?
    /// A warning about the node or server that gave the facts, and about money that could not be used; nil if there is
    /// none.
    var warning: String?
    /// Payments that look old but are not final on the network: limits for a day count them.
    var unsettled: [JournalEntry] = []
}

extension LinkExecution {
    /// Asks the person one question, and returns the previous answers with the new one. The amount is the most that can
    /// be paid; nil if unknown.
    typealias Asking = (Question, Answers, Amount?) async throws -> Answers

    private static let maxQuestions = 4

    /// Reads what is needed (S13), lets the plugin ask its questions and make a proposal, and compares the proposal
    /// with the request (S11).
    func propose(_ link: ReadLink, by backend: PaymentBackend, ask: Asking) async throws -> Proposal {
        var budget = ReadBudget(services.readTime)
        var proposal: Proposal
        switch backend {
        case .keys(let plugin, let facts, let network):
            proposal = try await propose(link, plugin, facts, network, &budget, ask: ask)
            if case .payment = proposal.intent {
                let warnings = [await network.chain.warning(), proposal.warning].compactMap(\.self)
                proposal.warning = warnings.isEmpty ? nil : warnings.joined(separator: " ")
            }
        case .node(let payer) where payer.plugin == nil && link.request.action == .address:
            // It would make the address: that must wait for the person's word (S13).
            return Proposal(intent: .newAddress(NewAddressIntent(chain: payer.id, wallet: payer.wallet.name)))
        case .node(let payer):
            proposal = try await propose(link, payer, &budget, ask: ask)
            proposal.warning = try? await budget.run { await payer.chain.warning() }
        case .account(let plugin, let network):
            return try await propose(link, plugin, network, &budget)
        case .program(let intent, _):
            proposal = Proposal(intent: .handOver(try await counted(intent, of: link, ask: ask)))
        }
        proposal.unsettled = await services.unsettledPayments(of: link.coin, on: backend.chain, &budget)
        return proposal
    }

    func answers(
        about request: PaymentRequest, _ plugin: any PaymentPlugin, _ facts: ChainFacts, most: Amount? = nil,
        ask: Asking
    ) async throws -> Answers {
        var answers = Answers()
        for _ in 0..<Self.maxQuestions {
            guard let question = plugin.question(about: request, answers: answers, on: facts) else {
                return answers
            }
            answers = try await ask(question, answers, most)
        }
        throw ServiceError(.internalError, "The coin's plugin keeps asking questions.")
    }
}

/// Proposals for named accounts: contract calls, which the network's connection encodes, and texts.
extension LinkExecution {
    func propose(_ link: ReadLink, _ plugin: any AccountPlugin, _ network: AccountNetwork, _ budget: inout ReadBudget)
        async throws -> Proposal
    {
        let signer = network.signer
        try plugin.check(link.request, by: signer, bindings: services.bindings)
        if let other = link.request.requestedSigners.first(where: { !$0.isSatisfied(by: signer) }) {
            throw ServiceError(
                .refusedByPolicy,
                "The link requires \(other.text) to sign, but your account is “\(signer.account)” (\(signer.permission)).",
                hint: "Nothing was signed. To use a wallet that has that account, open the link with it.")
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
        case .payment, .foreign, .address, .key, .scanQR, .open:
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

extension ServiceError {
    /// A node's wallet sorts the outputs that it is given, and returns the change to a new address.
    fileprivate static func dataOfNodes(_ wallet: String) -> ServiceError {
        ServiceError(
            .unsupported,
            "The node's wallet \(Quoted(wallet, limit: 80)) would change the order of the outputs, and the service that is "
                + "paid might not find its data.",
            hint:
                "Nothing was sent. Remove “wallet” under “networks” in config.yaml to pay such links with your own keys."
        )
    }
}

/// Proposals for a node's wallet: the link and the person say what is paid, and the wallet builds the payment.
extension LinkExecution {
    func propose(
        _ link: ReadLink, _ payer: NodePayer, _ budget: inout ReadBudget, ask: Asking
    ) async throws -> Proposal {
        let (wallet, coin) = (payer.wallet, payer.coin)
        let asked = try payees(of: link, payer)
        let recipients = asked.flatMap { link.spellings(of: $0.address) }
        let mustSpend = try await mustSpend(of: payer, paying: recipients, &budget)
        let balance = try await budget.run { try await wallet.balance() }
        let order = try await order(for: asked, of: link, payer, mustSpend, ask: ask)
        let prepared = try await budget.run { try await wallet.prepare(order) }
        try check(prepared, for: order, payer)
        guard balance.spendable.subtracting(order.total)?.subtracting(prepared.fee) != nil else {
            let most = balance.spendable.subtracting(prepared.fee) ?? .zero
            throw ServiceError(
                .insufficientFunds,
                "The node's wallet has too little for \(coin.text(order.total)) and the fee of "
                    + "\(coin.text(prepared.fee)). It can spend \(coin.text(balance.spendable)), and with that "
                    + "fee pay \(coin.text(most))." + (balance.reason.map { " \($0)" } ?? ""),
                hint: "Nothing was sent.")
        }
        return Proposal(
            intent: .payment(
                PaymentIntent(
                    chain: payer.id, recipient: order.recipient, amount: order.total, list: order.list,
                    prepared: prepared)))
    }

    /// Who is paid by a link, with the amounts that it says.
    private func payees(of link: ReadLink, _ payer: NodePayer) throws -> [(address: String, amount: Amount?)] {
        if let request = link.request.payable, let address = request.address {
            guard request.data == nil else { throw ServiceError.dataOfNodes(payer.wallet.name) }
            return [(address, request.amount)]
        }
        if let described = link.request.asDescribed { return try described.payees(of: payer.coin) }
        throw ServiceError(
            .unsupported, "The node's wallet “\(payer.wallet.name)” only pays; it does not share addresses or keys.",
            hint: "Remove “wallet” under “networks” in config.yaml to use your own wallet for everything.")
    }

    /// The order, after the person was asked for an amount that the link leaves open.
    private func order(
        for asked: [(address: String, amount: Amount?)], of link: ReadLink, _ payer: NodePayer, _ mustSpend: [Outpoint],
        ask: Asking
    ) async throws -> NodeOrder {
        let level = services.settings.fees.choice(for: payer.coin.id).flatMap(\.asLevel)
        guard asked.count == 1 else {
            let list = asked.compactMap { payee in payee.amount.map { Payee(address: payee.address, amount: $0) } }
            guard list.count == asked.count, let order = NodeOrder(list, mustSpend: mustSpend, level: level) else {
                throw ServiceError(.internalError, "The amounts of the payments are unknown.")
            }
            return order
        }
        var answers = Answers()
        if let (plugin, facts) = payer.plugin, let request = link.request.payable {
            answers = try await self.answers(about: request, plugin, facts, ask: ask)
        } else if asked[0].amount == nil {
            answers = try await ask(.amount, answers, nil)
        }
        guard let amount = asked[0].amount ?? answers.amount else {
            throw ServiceError(.internalError, "The coin's plugin does not ask how much to pay.")
        }
        return NodeOrder(recipient: asked[0].address, amount: amount, mustSpend: mustSpend, level: level)
    }

    /// The wallet's coins that its next payment must spend, because it replaces payments that were given up (S16).
    private func mustSpend(
        of payer: NodePayer, paying recipients: [String], _ budget: inout ReadBudget
    ) async throws -> [Outpoint] {
        let wallet = payer.wallet
        let givenUp = try GivenUpPayments(on: payer.id, services: services)
        var coins: Set<Outpoint> = []
        if givenUp.payments.contains(where: { $0.pays(recipients) }) {
            coins = try await budget.run { try await wallet.coins() }
            // Coins stay locked if their payment was given up while config.yaml named another wallet, or none.
            let locked = givenUp.payments.map(\.entry).filter { entry in
                entry.nodeSignature == .given && recipients.contains(where: entry.pays)
                    && coins.isDisjoint(with: entry.inputs)
            }
            if !locked.isEmpty {
                for entry in locked { await wallet.release(entry.inputs) }
                coins = try await budget.run { try await wallet.coins() }
            }
        }
        return try await givenUp.mustSpend(of: coins, paying: recipients, on: payer.chain, &budget)
    }

    /// The wallet chose the outputs and the fee. A payment must not spend what another one spends that may still be
    /// confirmed (S6), and must not cost too much (S16).
    private func check(_ prepared: PreparedPayment, for order: NodeOrder, _ payer: NodePayer) throws(ServiceError) {
        let inputs = Set(prepared.inputs)
        let unsettled = try services.journal.undecidedPayments() + services.journal.followedPayments()
        if let other = unsettled.first(where: { $0.request.chain == payer.id && !inputs.isDisjoint(with: $0.inputs) }) {
            throw ServiceError(
                .refusedByPolicy,
                "The node's wallet would spend the money of payment #\(other.id), which is not final yet.",
                hint: Remedy.resume.text(
                    { "Nothing was sent. Finish that payment with \($0), then open the link again." },
                    or: "Nothing was sent. Finish that payment, then open the link again."))
        }
        guard inputs.isSuperset(of: order.mustSpend) else {
            throw ServiceError(
                .refusedByCheck,
                "The payment does not replace an earlier one that was given up, so both could be paid.",
                hint: "Nothing was sent. Your node's wallet did not use the outputs that it was asked to use.")
        }
        // The network of a coin whose wallets are all other programs knows what is too much.
        guard let rate = payer.coin.addressLedger?.feePerKB.max else { return }
        let (highest, overflow) = rate.units.multipliedReportingOverflow(by: Int64(prepared.size))
        guard !overflow, prepared.fee.units <= highest / 1_000 else {
            throw ServiceError(
                .refusedByCheck,
                "The node's wallet would pay a fee of \(payer.coin.text(prepared.fee)), above the limit.",
                hint: "Nothing was sent. The node's own settings control its fee: settxfee, paytxfee.")
        }
    }
}

extension FeeChoice {
    /// The level; nil for a rate.
    fileprivate var asLevel: FeeLevel? { if case .level(let level) = self { level } else { nil } }
}
