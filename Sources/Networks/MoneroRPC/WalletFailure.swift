import SchemeRouter

/// Why a call of a wallet has no result.
enum WalletFailure: Error, Sendable {
    /// Nobody answered.
    case unreachable(NetworkError)
    /// It answered with another status than 200.
    case status(Int)
    /// Its answer to this method is not what such wallets give.
    case strange(String)
    /// It refused: code, its words, which are foreign text, and the method.
    case refused(Int, String, String)

    /// The codes that matter here (`wallet_rpc_server_error_codes.h`).
    enum Code: Int, Sendable, CaseIterable {
        case lostNode = 0
        case unknown = -1
        case wrongAddress = -2
        case busy = -3
        case generic = -4
        case paymentID = -5
        case denied = -7
        case unknownTransaction = -8
        case noWallet = -13
        case noAccount = -14
        case impossible = -16
        case tooLittle = -17
        case tooLarge = -18
        case noPayee = -20
        case notHex = -26
        case notThisPayment = -27
        case watchOnly = -29
        case locked = -37
        case noNode = -38
        case zeroAmount = -46
        case multisig = -48
        case noMethod = -32_601
        case wrongParameters = -32_602
    }

    var code: Code? {
        if case .refused(let number, _, _) = self { Code(rawValue: number) } else { nil }
    }

    /// Whether the wallet certainly did nothing, because the call did not reach it or it says so. Its word of failure after it
    /// began is none (Documentation/protocols/monero-rpc.md §3.2).
    var meansNotRelayed: Bool {
        switch self {
        case .unreachable(let error): !error.mayHaveArrived
        case .status(let status): status == 401 || status == 404
        case .strange: false
        case .refused: [.noWallet, .notHex, .notThisPayment, .noMethod].contains(code)
        }
    }

    /// The error for the person: one sentence, and what to do.
    func error(of wallet: MoneroWallet) -> ServiceError {
        switch self {
        case .unreachable(let error) where error.code == .badConfiguration:
            Self.refusal(
                .badConfiguration, "The wallet program is not used: \(Self.safe(error.message))",
                "Start monero-wallet-rpc with --rpc-login.")
        case .unreachable(let error):
            Self.refusal(
                .networkUnreachable,
                "The wallet program at \(wallet.place) did not answer: \(Self.safe(error.message))",
                error.hint.map(Self.safe) ?? "Is monero-wallet-rpc running? It answers nothing else while it works.")
        case .status(401):
            Self.refusal(
                .networkRefused, "The wallet program rejected the user name and password.",
                "Compare “user” and “password-file” in config.yaml with its --rpc-login.")
        case .status(let status):
            Self.refusal(
                .networkRefused, "There is no monero-wallet-rpc at \(wallet.place): the status is \(status).",
                "Correct “url” in config.yaml.")
        case .strange(let method):
            Self.refusal(
                .networkRefused, "The answer of the wallet program to \(method) is malformed.",
                "Does “url” in config.yaml belong to a monero-wallet-rpc?")
        case .refused(let number, let message, let method): refusal(number, message, method, wallet)
        }
    }

    private func refusal(
        _ number: Int, _ message: String, _ method: String, _ wallet: MoneroWallet
    ) -> ServiceError {
        // The name of a code is no help, and its words could be a wallet's.
        let isNamed = message.hasPrefix("WALLET_RPC_ERROR_CODE_")
        let said = isNamed ? message.drop { $0 != ":" }.dropFirst(2) : message[...]
        let text = said.isEmpty ? "error \(number)" : "\(Quoted(said, limit: 200))"
        return switch code {
        case .wrongAddress:
            Self.refusal(
                .refusedByCheck, "The wallet does not take this address: \(text).",
                "Is “network” in config.yaml the network of the wallet? If so, ask for another address.")
        case .tooLittle:
            Self.refusal(
                .insufficientFunds, "The wallet does not have enough for the amount and the fee.",
                Remedy.balance(of: nil).text(
                    { "\($0) says what it has; pay less, as the fee comes on top." },
                    or: "Pay less, as the fee comes on top."))
        case .locked:
            Self.refusal(
                .insufficientFunds, "The wallet has enough, but too much of it is locked: \(text).",
                "Change and new money can be spent after ten blocks, about 20 minutes: try again then.")
        case .impossible:
            Self.refusal(
                .insufficientFunds, "The wallet cannot build this payment: \(text).",
                "Pay less, or wait for locked money.")
        case .tooLarge:
            Self.refusal(
                .unsupported,
                "One transaction is too small for this payment: it has too many recipients or needs too many coins.",
                "Pay less at once, or fewer recipients.")
        case .paymentID:
            Self.refusal(
                .unsupported, "The wallet does not send these payment ids.",
                "Ask for an integrated address, which contains the id, and for one at a time.")
        case .noPayee, .zeroAmount:
            Self.refusal(.networkRefused, "The wallet got no amount to pay: \(text).", "Ask for a link with an amount.")
        case .noWallet:
            Self.refusal(
                .networkRefused, "The wallet program runs, but no wallet is open in it.",
                "Open one, or start it with --wallet-file.")
        case .noAccount:
            Self.refusal(
                .badConfiguration, "The wallet has no account \(wallet.account).", "Correct “account” in config.yaml.")
        case .denied:
            Self.refusal(
                .networkRefused, "The wallet program was started with --restricted-rpc and does not allow \(method).",
                "Start it without that option, with --rpc-login.")
        case .multisig:
            Self.refusal(
                .unsupported, "The wallet needs the signatures of several people.", "Open another one to pay from here."
            )
        case .watchOnly:
            Self.refusal(.unsupported, "The wallet has no spend key and cannot pay.", "Open one that has.")
        case .busy: Self.refusal(.networkUnreachable, "The wallet is busy: \(text).", "Try again in a while.")
        case .lostNode, .noNode:
            Self.refusal(
                .networkUnreachable, "The wallet has no connection to its node.",
                "Is monerod running, and synchronised?")
        case .unknown where method == "refresh":
            Self.refusal(
                .networkUnreachable, "The wallet cannot follow its node: \(text).",
                "Are both on the same network? Start the wallet with the option of its node's network.")
        case .generic where method == "transfer":
            Self.refusal(
                .networkUnreachable, "The wallet cannot prepare the payment: \(text).",
                "Is monerod, to which the wallet connects, running and synchronised?")
        case .notHex, .notThisPayment:
            Self.refusal(
                .refusedByCheck, "The wallet program cannot read the recorded payment: \(text).",
                "Use the version of monero-wallet-rpc that prepared it.")
        case .noMethod:
            Self.refusal(
                .unsupportedNetwork, "The wallet program has no call “\(method)”.",
                "Use monero-wallet-rpc 0.18 or later.")
        case .unknown, .generic, .unknownTransaction, .wrongParameters, nil:
            Self.refusal(.networkRefused, "The wallet refused \(method): \(text).", "Its log says more.")
        }
    }

    private static func refusal(_ code: ServiceError.Code, _ message: String, _ advice: String) -> ServiceError {
        ServiceError(code, message, hint: "Nothing was sent. \(advice)")
    }

    private static func safe(_ text: String) -> String { ForeignText(text.utf8, limit: 200).text }
}
