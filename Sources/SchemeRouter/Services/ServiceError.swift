/// Why a service could not do what the engine asked.
public struct ServiceError: Error, Sendable, Equatable {
    /// The kind of failure; each has its own exit code on the command line.
    public enum Code: String, Sendable, CaseIterable {
        /// There is no wallet yet.
        case noWallet
        /// Another link is being answered; there is no queue.
        case busy
        /// The keystore cannot be read or is incomplete. It is never overwritten.
        case damagedKeystore
        /// The passcode does not open the keystore.
        case wrongPasscode
        /// Too many wrong passcodes; `message` says how long to wait.
        case tooManyPasscodes
        /// Too little memory is free to try the passcode, or to seal a wallet with the usual work.
        case notEnoughMemory
        /// The account's public key is not known without the passcode.
        case accountNotKnown
        /// No network is configured for the coin.
        case noNetwork
        /// The configured network is not supported by this version.
        case unsupportedNetwork
        /// The network could not be reached; nothing was sent.
        case networkUnreachable
        /// The network or node refused, and does not say that it relayed anything.
        case networkRefused
        /// A payment was sent and the answer is unknown. It must not be repeated.
        case answerUnknown
        /// No prompt is available.
        case noPrompt
        /// The request is not supported by this version.
        case unsupported
        /// The request does not fit the called contract, or the contract does not exist.
        case unfitRequest
        /// The network has no such account, or none of the wallet's keys can sign for it.
        case accountUnknown
        case accountFrozen
        /// Not enough money, or not enough that may be spent.
        case insufficientFunds
        /// What a plugin or a network proposed is not what was requested (S11, S12).
        case refusedByCheck
        /// The person's own settings forbid it, or the same payment is still undecided (S6).
        case refusedByPolicy
        /// The sender was refused too often within a minute; `message` says until when its links are refused.
        case tooManyRefusals
        /// The link was opened by a program that an answer started, which had itself been opened by such a program.
        case tooManyHops
        /// The program to hand a link over to does not exist.
        case noHandOverTarget
        /// Another wallet program did not receive a link, or exited at once with a failure.
        case handOverFailed
        /// The coin's plugin program failed; nothing was done.
        case pluginFailed
        /// A file or database cannot be written.
        case cannotWrite
        /// The installed configuration is broken.
        case badConfiguration
        /// The payment cannot be replaced: it is confirmed, not from this wallet, or already replaced.
        case notReplaceable
        /// There is no way to get the picture that was named, or to read it: something is not installed.
        case noPicture
        /// A picture is broken, too large, of a kind that is not read, or none.
        case unreadablePicture
        /// There is no QR code with a link in the picture.
        case noCodeInPicture
        /// There are several links in the picture, and nobody was asked which one is meant.
        case severalCodes
        /// A mistake in this program.
        case internalError
    }

    /// The kind.
    public let code: Code
    /// What is wrong, for the person.
    public let message: String
    /// What to do about it.
    public let hint: String?
    /// A finer reason for programs, such as `programTimedOut`.
    public var reason: String?
    /// The error number of the dapp's protocol. It helps people find the mistake; the dapp does not receive it.
    public var dappCode: Int?

    public init(
        _ code: Code, _ message: String, hint: String? = nil, reason: String? = nil, dappCode: Int? = nil
    ) {
        self.code = code
        self.message = message
        self.hint = hint
        self.reason = reason
        self.dappCode = dappCode
    }

    /// Errors are equal if their codes are: the wording may change.
    public static func == (left: ServiceError, right: ServiceError) -> Bool { left.code == right.code }
}

extension ServiceError: CustomStringConvertible {
    /// What is wrong, and what to do about it.
    public var description: String { [message, hint].compactMap(\.self).joined(separator: " ") }
}

extension ServiceError {
    /// The same error of a node that got the bytes of a payment. It may lie about what it did with them, so that nothing was
    /// sent is never said for it (S6, S16).
    package var ofReceiver: ServiceError {
        let claim = "Nothing was sent."
        guard let hint, hint.hasPrefix(claim) else { return self }
        // An unreachable network received nothing, and the requesting app is told so.
        return ServiceError(
            code == .networkUnreachable ? .networkRefused : code, message,
            hint: "The node does not say that it relayed the payment." + String(hint.dropFirst(claim.count)))
    }
}

extension CoinDescriptor {
    /// The ledger of its addresses. Throws ``ServiceError/Code/unsupported`` for a coin in accounts, or of other programs.
    package func requiredAddressLedger() throws(ServiceError) -> AddressLedger {
        if let addressLedger { return addressLedger }
        throw ServiceError(.unsupported, "This wallet has no addresses of \(title).", hint: "Nothing was sent.")
    }
}
