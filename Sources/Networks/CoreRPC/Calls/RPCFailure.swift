import ExactJSON
import SchemeRouter

/// A node's own refusal of a call (`src/rpc/protocol.h` of Dash Core 23; Documentation/protocols/core-rpc.md §8).
struct RPCFailure: Error, Sendable, Hashable {
    /// The error codes that matter here.
    enum Code: Int, Sendable, CaseIterable {
        case miscellaneous = -1
        case wrongType = -3
        case wallet = -4
        case unknownAddressOrKey = -5
        case insufficientFunds = -6
        case invalidParameter = -8
        case notConnected = -9
        case initialDownload = -10
        case noMoreKeys = -12
        case walletLocked = -13
        case wrongPassphrase = -14
        case walletNotEncrypted = -15
        case alreadyUnlocked = -17
        case walletNotFound = -18
        case walletNotSpecified = -19
        case undecodable = -22
        case verification = -25
        case rejected = -26
        case alreadyInChain = -27
        case warmingUp = -28
        case networkDisabled = -31
        case walletAlreadyLoaded = -35
        case methodNotFound = -32_601
    }

    let number: Int
    /// The first part of the node's message. Untrusted text.
    let message: String

    init(_ number: Int, _ message: String) {
        self.number = number
        self.message = message
    }

    /// The member `error` of an answer; nil if it is malformed.
    init?(_ json: JSON) {
        guard case .number(let number)? = json["code"], let code = Int(number.text) else { return nil }
        self.init(code, (json["message"]?.string ?? "").beginning())
    }

    /// The known meaning of the number; nil if only the message explains it.
    var code: Code? { Code(rawValue: number) }

    /// The message, safe to show.
    var text: String {
        let text = Quoted(message, limit: 200)
        return text.isEmpty ? "error \(number)" : "\(text)"
    }

    func says(_ words: String) -> Bool { message.utf8.contains(words.utf8) }

    /// The error for the person. The call was not executed.
    func error(of method: String) -> ServiceError {
        switch code {
        case .notConnected, .networkDisabled: unreachable("The node is not connected to its network: \(text).")
        case .initialDownload:
            unreachable("The node is still loading blocks: \(text).", "Try again when it has loaded all of them.")
        case .warmingUp: unreachable("The node is starting: \(text).", "Try again in a while.")
        case .insufficientFunds where says("Insufficient funds"):
            ServiceError(.insufficientFunds, "The node's wallet does not have enough money.", hint: "Nothing was sent.")
        case .insufficientFunds: refused("The node's wallet cannot make the payment: \(text).")
        case .walletLocked:
            refused(
                "The node's wallet is locked.",
                "Unlock it with “walletpassphrase”, as the node's own programs do, and try again.")
        case .noMoreKeys: refused("The node's wallet has no keys left: \(text).", "“keypoolrefill” creates more.")
        case .walletNotFound, .walletNotSpecified:
            refused(
                "The node has not loaded the wallet: \(text).",
                "“listwallets” lists the loaded wallets, and “loadwallet” loads one.")
        case .wrongType: refused("The node rejected an amount or another value of \(method): \(text).")
        case .unknownAddressOrKey: refused("An address or a transaction is unknown to the node: \(text).")
        case .methodNotFound:
            ServiceError(
                .unsupportedNetwork, "The node has no call “\(method)”.",
                hint: "Nothing was sent. Is it an older version, or built without a wallet?")
        case .miscellaneous, .wallet, .invalidParameter, .wrongPassphrase, .walletNotEncrypted, .alreadyUnlocked,
            .undecodable, .verification, .rejected, .alreadyInChain, .walletAlreadyLoaded, nil:
            refused("The node refused \(method): \(text).")
        }
    }

    private func refused(_ message: String, _ advice: String? = nil) -> ServiceError {
        ServiceError(.networkRefused, message, hint: "Nothing was sent." + (advice.map { " \($0)" } ?? ""))
    }

    private func unreachable(_ message: String, _ advice: String? = nil) -> ServiceError {
        ServiceError(.networkUnreachable, message, hint: "Nothing was sent." + (advice.map { " \($0)" } ?? ""))
    }
}
