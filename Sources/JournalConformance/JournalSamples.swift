import SchemeRouter

/// Requests and steps for testing journals.
enum JournalSamples {
    static let chain = ChainID(coin: "dash", network: .main, isPractice: false)
    static let practice = ChainID(coin: "dash", network: .main, isPractice: true)
    private static let path = DerivationPath.bip44(coinType: 5, account: 0)

    /// A request with all fields.
    static func request(_ action: Action, on chain: ChainID = chain, fingerprint: String, bumps: Int64? = nil)
        -> JournalRequest
    {
        JournalRequest(
            action: action, scheme: "dashwallet", fingerprint: fingerprint, chain: chain, sender: "myApp",
            recipient: action == .payment ? "XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHaa" : nil,
            amount: Amount(units: 1_000), account: action == .masterPublicKey ? 7 : nil,
            reply: action == .payment ? .toSender : action.isTransaction ? .dapp : nil, bumps: bumps,
            opener: Opener(.flatpak, "org.mozilla.firefox"))
    }

    /// The steps of a successful request of `action`, except its end.
    static func validSteps(of action: Action) throws -> [JournalStep] {
        let sending: [JournalStep] = [try signature(spending: [4, 2]), .sent, .calling]
        return [try approval(action)] + (action.isTransaction ? sending : []) + [.calledBack]
    }

    /// The steps of a payment that another program receives, except its end.
    static var handOver: [JournalStep] {
        let program = WalletProgram(
            id: "wallet.desktop",
            program: ReceivingProgram(name: "Wallet", desktopEntry: "/a", executable: "/b", fileIdentity: "c"),
            container: nil, schemes: ["dash"], origin: .before, source: "/a")
        return [
            .approved(
                .handOver(
                    HandOverIntent(
                        chain: chain, program: program, link: "dash:X", scheme: "dash",
                        instruction: PaymentInstruction(.onchain, "X", checked: .checksum), cost: .nothing,
                        isRewritten: false)))
        ]
    }

    static var steps: [JournalStep] {
        get throws {
            [
                try approval(.payment), try approval(.address), try approval(.login), try signature(spending: [9]),
                .sent, .calling, .calledBack,
            ] + handOver + Settlement.allCases.map { .settled($0) } + JournalEnd.allCases.map { .ended($0) }
                + FailureCode.allCases.map { .toldFailure($0) }
        }
    }

    /// The consent to a request of `action`.
    static func approval(_ action: Action) throws -> JournalStep {
        let signer = AccountSigner(account: "bobbobbobbob", permission: "active")
        switch action {
        case .payment: return .approved(.payment(try payment()))
        case .transfer, .transaction:
            return .approved(.actions(ActionsIntent(chain: chain, chainID: [1], signer: signer, actions: [])))
        case .login:
            return .approved(.texts(TextIntent(chain: chain, signer: signer, purpose: .login, texts: ["text"])))
        case .sign:
            return .approved(.texts(TextIntent(chain: chain, signer: signer, purpose: .message, texts: ["text"])))
        case .masterPublicKey: return .approved(.keys(KeyIntent(chain: chain, account: 7, bip32: path, bip44: path)))
        case .address, .scanQR, .openHome, .openDapp:
            return .approved(.address(AddressIntent(chain: chain, address: OwnAddress(text: "X", path: path))))
        // Only other wallets do these.
        case .withdraw, .channel, .askServer, .delegate, .claim, .contact: return handOver[0]
        }
    }

    /// A signed payment that spends the outputs with these numbers.
    static func signature(spending outputs: [UInt32]) throws -> JournalStep {
        .signed(
            SignedTransaction(id: try id(), bytes: [0, 255, 1], expires: outputs.count > 1 ? 1_900_000_000 : nil),
            inputs: try outputs.map(outpoint))
    }

    /// The output with this number that signatures spend.
    static func outpoint(_ number: UInt32) throws -> Outpoint {
        Outpoint(transaction: try id("0e"), index: number)
    }

    /// An output that each signed payment creates.
    static var created: Outpoint { get throws { Outpoint(transaction: try id(), index: 0) } }

    private static func payment() throws -> PaymentIntent {
        guard let amount = Amount(units: 1_000), let worth = Amount(units: 2_000) else {
            throw JournalFlaw("no amount")
        }
        let utxo = OwnedUTXO(
            outpoint: try outpoint(4), amount: worth, path: path, confirmations: 1)
        return PaymentIntent(chain: chain, inputs: [utxo], recipient: "X", amount: amount, change: nil)
    }

    private static func id(_ byte: String = "0f") throws -> TransactionID {
        guard let id = TransactionID(hex: String(repeating: byte, count: 32)) else { throw JournalFlaw("no id") }
        return id
    }
}
