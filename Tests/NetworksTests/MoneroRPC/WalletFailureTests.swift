import RouterTestSupport
import Testing

@testable import RouterNetworks
@testable import SchemeRouter

/// What a wallet program refuses is told in one sentence, with what to do (Documentation/protocols/monero-rpc.md §1).
@Suite struct WalletFailureTests {
    /// A refusal of a real wallet, and all that the person reads of it.
    struct Case: Sendable {
        let recording: String
        let code: ServiceError.Code
        let message: String
        let advice: String

        init(_ recording: String, _ code: ServiceError.Code, _ message: String, _ advice: String) {
            (self.recording, self.code, self.message, self.advice) = (recording, code, message, advice)
        }
    }

    private static let otherAddress =
        "Is “network” in config.yaml the network of the wallet? If so, ask for another address."
    private static let later = "Change and new money can be spent after ten blocks, about 20 minutes: try again then."
    private static let noIDs = "Ask for an integrated address, which contains the id, and for one at a time."
    private static let less = "Pay less, as the fee comes on top."
    private static let tooLarge =
        "One transaction is too small for this payment: it has too many recipients or needs too many coins."
    private static let log = "Its log says more."
    private static let node = "Is monerod, to which the wallet connects, running and synchronised?"

    static let refusalsToPay: [Case] = [
        // What is no address could be a key.
        Case("072", .refusedByCheck, "The wallet does not take this address: “[hidden]”.", otherAddress),
        Case("073", .refusedByCheck, "The wallet does not take this address: “[hidden]”.", otherAddress),
        Case("074", .refusedByCheck, "The wallet does not take this address: error -2.", otherAddress),
        Case(
            "075", .refusedByCheck, "The wallet does not take this address: “donate@getmonero.org”.",
            otherAddress),
        Case(
            "076", .networkRefused, "The wallet got no amount to pay: “destination amount is zero”.",
            "Ask for a link with an amount."),
        Case("077", .networkRefused, "The wallet refused transfer: “Invalid params”.", log),
        Case("081", .networkRefused, "The wallet refused transfer: “Parse error”.", log),
        Case(
            "082", .insufficientFunds, "The wallet cannot build this payment: “tx not possible”.",
            "Pay less, or wait for locked money."),
        Case(
            "083", .networkUnreachable,
            "The wallet cannot prepare the payment: “transaction sum + fee exceeds 18446744.073709551615”.", node),
        Case("086", .insufficientFunds, "The wallet does not have enough for the amount and the fee.", less),
        Case("119", .insufficientFunds, "The wallet does not have enough for the amount and the fee.", less),
        Case(
            "087", .insufficientFunds,
            "The wallet has enough, but too much of it is locked: “not enough unlocked money”.", later),
        Case(
            "089", .networkRefused, "The wallet got no amount to pay: “Transaction has no destination”.",
            "Ask for a link with an amount."),
        Case("092", .unsupported, tooLarge, "Pay less at once, or fewer recipients."),
        Case("330", .unsupported, tooLarge, "Pay less at once, or fewer recipients."),
        Case("106", .unsupported, "The wallet does not send these payment ids.", noIDs),
        Case("111", .unsupported, "The wallet does not send these payment ids.", noIDs),
        Case(
            "044", .networkRefused, "The wallet program runs, but no wallet is open in it.",
            "Open one, or start it with --wallet-file."),
        Case(
            "213", .networkUnreachable,
            "The wallet cannot prepare the payment: “failed to get output distribution”.", node),
        Case(
            "198", .networkUnreachable, "The wallet has no connection to its node.",
            "Is monerod running, and synchronised?"),
        Case(
            "278", .networkRefused,
            "The wallet program was started with --restricted-rpc and does not allow transfer.",
            "Start it without that option, with --rpc-login."),
        Case(
            "342", .unsupported, "The wallet needs the signatures of several people.",
            "Open another one to pay from here."
        ),
        Case(
            "140", .unsupportedNetwork, "The wallet program has no call “transfer”.",
            "Use monero-wallet-rpc 0.18 or later."),
        Case("270", .unsupported, "The wallet has no spend key and cannot pay.", "Open one that has."),
    ]

    @Test("every refusal of a real wallet to pay is one sentence, with what to do", arguments: refusalsToPay)
    func transfers(_ expected: Case) async throws {
        let program = WalletStandIn()
        program.on("transfer", WalletStandIn.failure(expected.recording))
        let wallet = try program.wallet()
        let error = await thrown { _ = try await wallet.prepare(WalletStandIn.order) }
        #expect(error?.code == expected.code && error?.message == expected.message)
        #expect(error?.hint == "Nothing was sent. " + expected.advice)
    }

    @Test("every refusal of a real wallet to say what it has, too")
    func balances() async throws {
        let cases: [(method: String, Case)] = [
            (
                "refresh",
                Case(
                    "212", .networkUnreachable, "The wallet has no connection to its node.",
                    "Is monerod running, and synchronised?")
            ),
            (
                "refresh",
                Case(
                    "291", .networkUnreachable, "The wallet cannot follow its node: “failed to get hashes”.",
                    "Are both on the same network? Start the wallet with the option of its node's network.")
            ),
            (
                "refresh",
                Case(
                    "282", .networkRefused,
                    "The wallet program was started with --restricted-rpc and does not allow refresh.",
                    "Start it without that option, with --rpc-login.")
            ),
            (
                "get_address",
                Case(
                    "257", .badConfiguration, "The wallet has no account 0.",
                    "Correct “account” in config.yaml.")
            ),
            (
                "get_address",
                Case(
                    "036", .networkRefused, "The wallet program runs, but no wallet is open in it.",
                    "Open one, or start it with --wallet-file.")
            ),
            (
                "get_balance",
                Case(
                    "198", .networkUnreachable, "The wallet has no connection to its node.",
                    "Is monerod running, and synchronised?")
            ),
        ]
        for (method, expected) in cases {
            let program = WalletStandIn()
            program.on(method, WalletStandIn.failure(expected.recording))
            let wallet = try program.wallet()
            let error = await thrown { _ = try await wallet.balance() }
            #expect(error?.code == expected.code && error?.message == expected.message)
            #expect(error?.hint == "Nothing was sent. " + expected.advice)
        }
    }

    @Test(
        "why a payment was not relayed is one sentence after what is certain, with what to do, and never to pay again")
    func relays() async throws {
        let again = "Do not pay again."
        let unsaid = "The wallet does not say that it relayed the payment: "
        let version = "Use the version of monero-wallet-rpc that prepared it. "
        let cases: [(recording: String, message: String, hint: String)] = [
            ("197", unsaid + "The wallet refused relay_tx: “Failed to commit tx.”.", "Its log says more. " + again),
            (
                "193", "The wallet program runs, but no wallet is open in it. The payment was not sent now.",
                "Open one, or start it with --wallet-file. " + again
            ),
            (
                "131",
                "The wallet program cannot read the recorded payment: “Failed to parse hex.”. The payment was not sent now.",
                version + again
            ),
            (
                "130",
                "The wallet program cannot read the recorded payment: “Failed to parse tx metadata.”. The payment was not sent now.",
                version + again
            ),
        ]
        for (recording, message, hint) in cases {
            let program = WalletStandIn()
            let signed = try await program.signed()
            program.on("relay_tx", WalletStandIn.failure(recording))
            let chain = try program.chain()
            let error = await thrown { _ = try await chain.broadcast(signed) }
            #expect(error?.code == .answerUnknown && error?.message == message && error?.hint == hint)
        }
    }

    @Test(
        "a busy program, one that does not answer, another one, and a wrong login",
        arguments: [
            (
                WalletStandIn.Reply.failure(-3, "Wallet is busy"), ServiceError.Code.networkUnreachable,
                "The wallet is busy: “Wallet is busy”.", "Try again in a while."
            ),
            (
                .nothing(NetworkError(.timedOut, "No answer within 5 seconds.", mayHaveArrived: true)),
                .networkUnreachable,
                "The wallet program at 127.0.0.1:18083 did not answer: No answer within 5 seconds.",
                "Is monero-wallet-rpc running? It answers nothing else while it works."
            ),
            (
                .answer(401, ""), .networkRefused, "The wallet program rejected the user name and password.",
                "Compare “user” and “password-file” in config.yaml with its --rpc-login."
            ),
            (
                .answer(404, ""), .networkRefused,
                "There is no monero-wallet-rpc at 127.0.0.1:18083: the status is 404.", "Correct “url” in config.yaml."
            ),
            (.answer(200, "<html>"), .networkRefused, strange, advice),
            (.answer(200, "{}"), .networkRefused, strange, advice),
            (.answer(200, #"{"error":{"code":"x"}}"#), .networkRefused, strange, advice),
            (.result("{}"), .networkRefused, strange, advice),
        ])
    func others(_ reply: WalletStandIn.Reply, _ code: ServiceError.Code, _ message: String, _ advice: String)
        async throws
    {
        let program = WalletStandIn()
        program.on("transfer", reply)
        let wallet = try program.wallet()
        let error = await thrown { _ = try await wallet.prepare(WalletStandIn.order) }
        #expect(error?.code == code && error?.message == message)
        #expect(error?.hint == "Nothing was sent. " + advice)
    }

    private static let strange = "The answer of the wallet program to transfer is malformed."
    private static let advice = "Does “url” in config.yaml belong to a monero-wallet-rpc?"

    @Test("S7: a program that asks for no login is not used, and how to give it one is said")
    func noLogin() async throws {
        let program = WalletStandIn()
        program.on("get_address", .nothing(.unsent(.badConfiguration, "It does not ask.")))
        let wallet = try program.wallet()
        let error = await thrown { _ = try await wallet.balance() }
        #expect(
            error?.code == .badConfiguration && error?.message == "The wallet program is not used: It does not ask.")
        #expect(error?.hint == "Nothing was sent. Start monero-wallet-rpc with --rpc-login.")
    }

    @Test("texts of the program are quoted, cut and freed of invisible characters")
    func foreign() async throws {
        let program = WalletStandIn()
        program.on("transfer", .failure(-99, "\u{202E}evil\n" + String(repeating: "x", count: 1_000)))
        let wallet = try program.wallet()
        let error = await thrown { _ = try await wallet.prepare(WalletStandIn.order) }
        #expect(error?.message.contains("\u{202E}") == false && (error?.message.count ?? 0) < 300)
        program.on("transfer", .failure(-99, ""))
        #expect(
            await thrown { _ = try await wallet.prepare(WalletStandIn.order) }?.message
                == "The wallet refused transfer: error -99.")
    }

}
