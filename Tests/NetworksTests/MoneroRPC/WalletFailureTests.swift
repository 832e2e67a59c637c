import RouterTestSupport
import Testing

@testable import RouterNetworks
@testable import SchemeRouter

/// What a wallet program refuses is told in one sentence, with what to do (Documentation/protocols/monero-rpc.md §1).
@Suite struct WalletFailureTests {
    @Test(
        "every refusal of a real wallet has its sentence and its advice",
        arguments: [
            ("072", ServiceError.Code.refusedByCheck, "does not take this address"),
            ("073", .refusedByCheck, "does not take this address"),
            ("055", .insufficientFunds, "does not have enough for the amount and the fee"),
            ("058", .insufficientFunds, "too much of it is locked"), ("082", .insufficientFunds, "cannot build"),
            ("092", .unsupported, "too many recipients"), ("106", .unsupported, "does not send these payment ids"),
            ("111", .unsupported, "does not send these payment ids"), ("089", .networkRefused, "no amount"),
            ("076", .networkRefused, "no amount"), ("044", .networkRefused, "no wallet is open"),
            ("213", .networkUnreachable, "cannot prepare"), ("083", .networkUnreachable, "cannot prepare"),
            ("278", .networkRefused, "--restricted-rpc"), ("342", .unsupported, "several people"),
            ("077", .networkRefused, "refused transfer"), ("081", .networkRefused, "refused transfer"),
        ])
    func refusals(_ recording: String, _ code: ServiceError.Code, _ words: String) async throws {
        let program = WalletStandIn()
        program.on("transfer", WalletStandIn.failure(recording))
        let wallet = try program.wallet()
        let error = await thrown { _ = try await wallet.prepare(WalletStandIn.order) }
        #expect(error?.code == code && error?.message.contains(words) == true, "\(String(describing: error))")
        #expect(error?.hint?.hasPrefix("Nothing was sent. ") == true)
        #expect(error?.message.split(separator: ". ").count == 1, "one sentence: \(error?.message ?? "")")
    }

    @Test("a wallet that just lost its node says nothing; that is told, too")
    func lost() async throws {
        let program = WalletStandIn()
        program.on("transfer", WalletStandIn.failure("198"))
        let wallet = try program.wallet()
        let error = await thrown { _ = try await wallet.prepare(WalletStandIn.order) }
        #expect(error?.code == .networkUnreachable && error?.message == "The wallet has no connection to its node.")
    }

    @Test(
        "other answers than those of a wallet program",
        arguments: [
            (401, "", "rejected the user name"), (404, "", "no monero-wallet-rpc at 127.0.0.1:18083"),
            (200, "<html>", "malformed"), (200, "{}", "malformed"), (200, #"{"error":{"code":"x"}}"#, "malformed"),
            (200, #"{"result":{}}"#, "malformed"),
        ])
    func strange(_ status: Int, _ body: String, _ words: String) async throws {
        let program = WalletStandIn()
        program.on("transfer", .answer(status, body))
        let wallet = try program.wallet()
        let error = await thrown { _ = try await wallet.prepare(WalletStandIn.order) }
        #expect(
            error?.code == .networkRefused && error?.message.contains(words) == true, "\(String(describing: error))")
    }

    @Test("S7: a program that asks for no login is not used, and how to give it one is said")
    func noLogin() async throws {
        let program = WalletStandIn()
        program.on("get_address", .nothing(.unsent(.badConfiguration, "It does not ask.")))
        let wallet = try program.wallet()
        let error = await thrown { _ = try await wallet.balance() }
        #expect(error?.code == .badConfiguration && error?.hint?.contains("--rpc-login") == true)
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
