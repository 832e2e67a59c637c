import JournalConformance
import RouterBitcoinFormat
import RouterTestSupport
import SchemeRouterTesting
import Testing

@testable import SchemeRouter

/// What prevents a payment that was given up from being confirmed, and what does not (S16).
@Suite struct GivenUpGuardTests {
    private static let others = Array(Abandoned.utxos.dropFirst())

    private static func refusal(_ paid: Abandoned.Paid) -> ServiceError? {
        guard case .failed(let error) = paid.outcome, paid.inputs.isEmpty else { return nil }
        return error
    }

    /// How many confirmations are final.
    private static let six = TransactionState.confirmed(6, isLocked: false)

    // MARK: - Old payments

    @Test("S16: a payment that is no longer followed replaces nothing until two servers call it final")
    func unwatchedGuard() async throws {
        for (state, isWitnessed, isPaid) in [
            (Self.six, true, true), (Self.six, false, false), (.waiting(isLocked: false), true, false),
            (.unknown, true, false),
        ] as [(TransactionState, Bool, Bool)] {
            let journal = try Abandoned.guarded(by: Abandoned.elsewhere)
            try journal.note(.settled(.unwatched), of: 2, at: 1)
            #expect(try journal.givenUpPayments().map(\.id) == [1])
            let chain = ScriptedChain(knowing: [Abandoned.ids[2]: state], isWitnessed: isWitnessed)
            let paid = try await Abandoned.pay(journal, utxos: Self.others, on: chain)
            #expect(paid.inputs.isEmpty != isPaid, "\(state) \(isWitnessed)")
            guard !isPaid else { continue }
            let error = try #require(Self.refusal(paid))
            #expect(error.code == .refusedByPolicy && error.message.contains("#1"))
            #expect(
                error.hint?.contains("remove it from the journal") == true && error.hint?.contains("payment #2") == true
            )
        }
        // Whoever is paid instead need not wait.
        let journal = MemoryJournal()
        try Abandoned.note(.failed, of: 1, spending: [Abandoned.utxos[0]], paying: Abandoned.elsewhere, in: journal)
        try Abandoned.send(2, spending: Abandoned.utxos[0], to: ExecutionFixture.address, in: journal)
        try journal.note(.settled(.unwatched), of: 2, at: 1)
        #expect(try await !Abandoned.pay(journal, utxos: Self.others).inputs.isEmpty)
    }

    @Test("S16: an old payment that the network forgot does not hide a newer one that spends the same and was refused")
    func newerThanUnwatched() async throws {
        let journal = MemoryJournal()
        try Abandoned.send(1, spending: Abandoned.utxos[2], in: journal)
        try journal.note(.settled(.unwatched), of: 1, at: 1)
        try Abandoned.note(.failed, of: 2, spending: [Abandoned.utxos[2]], in: journal)
        #expect(try journal.givenUpPayments().map(\.id) == [2])
        #expect(try await Abandoned.pay(journal).inputs == [Abandoned.utxos[2]])
    }

    @Test("S16: if the network has a payment that was given up instead of its guard, the journal says that it was sent")
    func madeInsteadOfGuard() async throws {
        for (days, reply) in [(1, nil), (31, nil), (1, .toSender)] as [(UnixTime, JournalReply?)] {
            let journal = try Abandoned.guarded(by: Abandoned.elsewhere, owing: reply)
            var fixture = ExecutionFixture()
            fixture.now = days * 86_400
            var services = fixture.services
            services.journal = journal
            let chain = ScriptedChain(
                outputs: [Abandoned.utxos[0].outpoint: .spent(Abandoned.ids[1])], knowing: [Abandoned.ids[1]: Self.six])
            services.networks = FakeNetworks(chain: chain)
            let resumption = Resumption(services: services, router: try fixture.router())
            let news = try await resumption.follow(sends: true)
            #expect(news.map(\.state) == [.sentAfterAll] && news.first?.entry.id == 1)
            // An app that waits for the answer is still owed it.
            #expect(try journal.entry(1)?.progress == .sent)
            #expect(try journal.entry(1)?.end == (reply == nil ? .done : nil))
            #expect(try journal.givenUpPayments().isEmpty && chain.sent.withLock { $0.isEmpty })
        }
    }

    // MARK: - Payments that can never be made

    /// A payment that was sent, and one that spends its change and was given up. The network shows neither.
    private static func changeOfLost() throws -> MemoryJournal {
        let journal = MemoryJournal()
        try Abandoned.send(1, spending: Abandoned.utxos[0], in: journal)
        try Abandoned.note(.failed, of: 2, spending: [Abandoned.change(of: 1)], in: journal)
        return journal
    }

    @Test("a payment that needs the change of a replaced one can never be made, so nothing waits for it")
    func changeOfReplaced() async throws {
        let waiting = try Self.changeOfLost()
        #expect(try await Self.refusal(Abandoned.pay(waiting, utxos: Self.others))?.code == .refusedByPolicy)

        let replaced = try Self.changeOfLost()
        try replaced.note(.settled(.replaced), of: 1, at: 1)
        #expect(try await !Abandoned.pay(replaced, utxos: Self.others).inputs.isEmpty)

        // The same by a payment of ours that is final, whether or not the first one was settled already.
        let rival = try Self.changeOfLost()
        try Abandoned.send(3, spending: Abandoned.utxos[0], in: rival)
        try rival.note(.settled(.final), of: 3, at: 1)
        #expect(try await !Abandoned.pay(rival, utxos: Self.others).inputs.isEmpty)
    }

    @Test("S16: while what replaces the needed payment is only followed, the same recipient waits, and no other")
    func changeOfBumped() async throws {
        for (recipient, isPaid) in [(ExecutionFixture.address, false), (Abandoned.elsewhere, true)] {
            let journal = MemoryJournal()
            try Abandoned.send(1, spending: Abandoned.utxos[0], in: journal)
            try Abandoned.note(.failed, of: 2, spending: [Abandoned.change(of: 1)], paying: recipient, in: journal)
            try Abandoned.send(3, spending: Abandoned.utxos[0], in: journal)
            let paid = try await Abandoned.pay(journal, utxos: Self.others)
            #expect(paid.inputs.isEmpty != isPaid)
            guard !isPaid else { continue }
            #expect(Self.refusal(paid)?.message.contains("until payment #3") == true)
        }
    }

    @Test("S16: the same transaction under two numbers is no reason to forget what spends its change")
    func copyOfAncestor() async throws {
        let journal = MemoryJournal()
        try Abandoned.note(.failed, of: 1, spending: [Abandoned.utxos[0]], in: journal)
        try Abandoned.send(1, spending: Abandoned.utxos[0], in: journal)
        try Abandoned.note(.failed, of: 3, spending: [Abandoned.change(of: 1)], in: journal)
        try journal.note(.settled(.final), of: 2, at: 1)
        let paid = try await Abandoned.pay(journal, utxos: Self.others)
        #expect(Self.refusal(paid)?.message.contains("#3") == true)
        let utxos = Self.others + [Abandoned.change(of: 1)]
        #expect(try await Abandoned.pay(journal, utxos: utxos, at: 2_000_000).inputs == [Abandoned.change(of: 1)])
    }

    @Test("S16: spending what an undone payment needs prevents the one after it, too")
    func ancestorsInput() async throws {
        let journal = MemoryJournal()
        try Abandoned.note(.dropped, of: 1, spending: [Abandoned.utxos[2]], in: journal)
        try Abandoned.note(.dropped, of: 2, spending: [Abandoned.change(of: 1)], in: journal)
        #expect(try await Abandoned.pay(journal).inputs == [Abandoned.utxos[2]])
    }

    // MARK: - Several accounts

    /// A wallet with 0.6 in each of two accounts; the second account has the last UTXO.
    private static func pay(
        _ journal: MemoryJournal, second: Int64 = 60_000_000
    ) async throws -> Abandoned.Paid {
        let path = DerivationPath.bip44(coinType: 5, account: 1)
        let other = OwnedUTXO(
            outpoint: Abandoned.utxos[1].outpoint, amount: Amount(units: second)!, path: path.appending(0, 0),
            confirmations: 6)
        var fixture = ExecutionFixture([ExecutionFixture.passcode])
        fixture.now = 1_000_000
        fixture.keyring = FakeKeyring(
            utxos: [Abandoned.utxos[0]], others: [FakeKeyring(utxos: [other], name: .number(1))])
        var services = fixture.services
        services.journal = journal
        services.networks = FakeNetworks(chain: ScriptedChain())
        let outcome = await LinkExecution(services: services).run(try fixture.read(ExecutionFixture.pay)).outcome
        return Abandoned.Paid(outcome: outcome, inputs: fixture.signed.last?.inputs ?? [])
    }

    /// Payments from account 0 and account 1 that were given up, to these recipients.
    private static func twoAccounts(_ first: String, _ second: String) throws -> MemoryJournal {
        let journal = MemoryJournal()
        try Abandoned.note(.failed, of: 1, spending: [Abandoned.utxos[0]], paying: first, in: journal)
        try Abandoned.note(.failed, of: 2, spending: [Abandoned.utxos[1]], paying: second, in: journal)
        return journal
    }

    @Test("S16: of payments from two accounts, the one to the same recipient is replaced first, then the newest")
    func twoAccounts() async throws {
        let here = ExecutionFixture.address
        for (recipients, spent) in [
            ((Abandoned.elsewhere, Abandoned.elsewhere), 1), ((here, Abandoned.elsewhere), 0),
            ((Abandoned.elsewhere, here), 1),
        ] {
            let paid = try await Self.pay(try Self.twoAccounts(recipients.0, recipients.1))
            #expect(paid.inputs.map(\.outpoint) == [Abandoned.utxos[spent].outpoint], "\(recipients)")
        }
        // Account 0 must not pay instead where account 1 has too little.
        let poor = try await Self.pay(try Self.twoAccounts(Abandoned.elsewhere, here), second: 1_000_000)
        #expect(Self.refusal(poor)?.code == .insufficientFunds)
        #expect(Self.refusal(poor)?.message.contains("Only account 1 has that money") == true)
        #expect(Self.refusal(poor)?.hint?.contains("A smaller payment") == true)
    }

    @Test("S16: two payments to the same recipient from two accounts cannot both be replaced")
    func twoAccountsToOne() async throws {
        let paid = try await Self.pay(try Self.twoAccounts(ExecutionFixture.address, ExecutionFixture.address))
        let error = try #require(Self.refusal(paid))
        #expect(error.code == .refusedByPolicy && error.message.contains("#1 and #2"))
        #expect(error.message.contains("different accounts") && error.hint?.contains("smaller") == false)
    }

    // MARK: - Other wallets

    @Test("S16: whoever hands a link to another wallet is told of a payment to the recipient that was given up")
    func handOver() async throws {
        let address = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"
        let chain = ChainID(coin: "bitcoin", network: .main, isPractice: false)
        for (recipient, isTold) in [(address.uppercased(), true), ("bc1qother", false)] {
            let journal = MemoryJournal()
            try Abandoned.note(
                .failed, of: 1, spending: [Abandoned.utxos[0]], on: chain, paying: recipient, in: journal)
            var fixture = ExecutionFixture(.agree)
            fixture.wallets = MemoryWalletPrograms([WalletProgram.example("electrum", takes: ["bitcoin"])])
            fixture.hasNetwork = false
            var services = fixture.services
            services.journal = journal
            let link = try fixture.read("bitcoin:\(address)?amount=0.1")
            guard case .handedOver = await LinkExecution(services: services).run(link).outcome else {
                Issue.record("it was not handed over")
                return
            }
            let text = try #require(fixture.prompt.shown.last).flowing
            #expect(text.contains("payment #1 to this recipient") == isTold, "\(text)")
        }
    }

    // MARK: - One recipient, two spellings

    @Test("S16: Litecoin's addresses with M and with 3 are the same recipient")
    func spellings() async throws {
        let fixture = ExecutionFixture(.agree)
        let link = "litecoin:31h38a54tFMrR8kzBnP2241MFD2EUHtGha?amount=0.1"
        let read = try fixture.read(link)
        let (old, new) = ("31h38a54tFMrR8kzBnP2241MFD2EUHtGha", "M7uBSTV2qNDHDe2tHfNMqhFkZucgRMpJQk")
        #expect(read.spellings(of: old) == [new, old] && read.spellings(of: new) == [new, old])
        let key = "LKDyUEtTR1HXamkiEphisSiBJu6o3ZPE34"
        #expect(read.spellings(of: key).contains(key) && !read.spellings(of: key).contains(new))

        // A plugin that leaves out the address itself changes nothing about that.
        var omitting = ExecutionFixture(.agree)
        omitting.plugin = LyingPlugin(otherSpellings: ["other"])
        let dash = try omitting.read(ExecutionFixture.pay)
        #expect(dash.spellings(of: ExecutionFixture.address) == [ExecutionFixture.address, "other"])

        let journal = MemoryJournal()
        let chain = ChainID(coin: "litecoin", network: .main, isPractice: false)
        try Abandoned.note(.failed, of: 1, spending: [Abandoned.utxos[0]], on: chain, paying: new, in: journal)
        var services = fixture.services
        services.journal = journal
        let execution = LinkExecution(services: services)
        let intent = HandOverIntent(
            chain: chain, program: .clipboard, link: link, scheme: "litecoin",
            instruction: PaymentInstruction(.onchain, old, checked: .checksum),
            cost: .known(Amount(units: 50_000_000)!),
            isRewritten: false)
        #expect(try execution.paidBefore(.handOver(intent), of: read, on: chain, before: 9)?.entry.id == 1)
        try journal.note(.sent, of: 1, at: 2)
        #expect(try execution.paidBefore(.handOver(intent), of: read, on: chain, before: 9)?.entry.id == 1)
        for (recipient, isRefused) in [(new, true), (key, false)] {
            let givenUp = try GivenUpPayments(on: chain, services: try Self.services(recipient))
            var refusal: ServiceError?
            var budget = ReadBudget(.seconds(60))
            do {
                _ = try await givenUp.mustSpend(of: [], paying: [old, new], on: ScriptedChain(), &budget)
            } catch {
                refusal = error as? ServiceError
            }
            #expect(refusal?.code == (isRefused ? .refusedByPolicy : nil))
        }
    }

    /// A journal in which a Litecoin payment to this address was given up.
    private static func services(_ recipient: String) throws -> Services {
        let journal = MemoryJournal()
        let chain = ChainID(coin: "litecoin", network: .main, isPractice: false)
        try Abandoned.note(.failed, of: 1, spending: [Abandoned.utxos[0]], on: chain, paying: recipient, in: journal)
        var services = ExecutionFixture().services
        services.journal = journal
        return services
    }
}
