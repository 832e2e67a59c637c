import RouterLinks

/// What a wallet answered.
///
/// An answer is only a claim: any program and any web page can open a link to your app. ``PendingRequest`` refuses
/// answers to anything that was not requested. But only the network can confirm a payment: look up the txid, and check
/// that it pays the address and the amount.
public enum Answer: Sendable, Hashable {
    /// The address was paid by this transaction.
    case paid(address: String, txid: TransactionID)
    /// An address of the wallet. Check it like any address from a stranger.
    case address(String, source: String)
    /// Extended public keys of an account, at `m/account'` and `m/44'/coin'/account'`. They show every payment of the
    /// account, past and future: keep them as you would keep a bank statement.
    case masterPublicKey(bip32: String, bip44: String, account: UInt32, source: String)
    /// The request was not carried out. Only wallets whose owner enabled it report this.
    case failed(request: Action, code: FailureCode, source: String)

    /// Whether it contains what was requested.
    public var isSuccess: Bool {
        if case .failed = self { return false }
        return true
    }
}

/// Reads callbacks of wallets into answers (Documentation/protocols/dash-axe.md §2.1).
///
/// It ignores slashes that desktops add and drop, and the case of names. A field may appear only once, and unknown
/// fields are ignored.
public struct AnswerReader: Sendable {
    /// The URL scheme of this app.
    public let sender: String

    /// A reader of callbacks to `sender`, the scheme that requests named.
    public init(sender: String) {
        self.sender = sender
    }

    /// Reads a callback, as the app received it.
    public func read(_ callback: [UInt8]) throws(AnswerError) -> Answer {
        let fields: CallbackText
        do {
            fields = try CallbackText(callback)
        } catch {
            throw AnswerError(error)
        }
        guard fields.scheme.lowercased() == sender.lowercased() else {
            throw AnswerError(.otherScheme, "The callback went to “\(fields.scheme)”, not to “\(sender)”.")
        }
        switch try fields.required("callback").lowercased() {
        case "payack":
            return .paid(address: try fields.address("address"), txid: try fields.txid())
        case "address":
            return .address(try fields.address("address"), source: try fields.required("source"))
        case "masterpublickey":
            return .masterPublicKey(
                bip32: try fields.key("masterPublicKeyBIP32"), bip44: try fields.key("masterPublicKeyBIP44"),
                account: try fields.account(), source: try fields.required("source"))
        case "error":
            return .failed(
                request: try fields.request(), code: try fields.failureCode(), source: try fields.required("source"))
        case let kind:
            throw AnswerError(.unknownAnswer, "\(Quoted(kind, limit: 40)) is not a known answer.")
        }
    }
}

/// Why a callback is not an answer to the request.
public struct AnswerError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kind of mistake.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// Not a callback: no scheme, bytes that are not allowed in links, or more than 8,192 bytes.
        case malformedCallback
        /// The callback went to another app's scheme.
        case otherScheme
        /// A bad `%` escape, bytes that are not UTF-8, or a control character.
        case invalidCallbackEncoding
        /// A repeated field.
        case duplicateField
        /// A missing required field.
        case missingField
        /// An unknown kind of answer.
        case unknownAnswer
        /// A malformed value, such as a txid of 63 digits.
        case invalidValue
        /// The answer was converted to lower case in transit, so an address or key is lost.
        case caseFolded
        /// An answer to another request.
        case otherRequest
        /// The request was already answered.
        case alreadyAnswered
    }

    /// The kind of mistake.
    public let code: Code
    /// What is wrong.
    public let message: String

    /// What is wrong.
    public var description: String { message }

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    init(_ error: RequestError) {
        switch error.code {
        case .duplicateParameter: code = .duplicateField
        case .invalidEncoding: code = .invalidCallbackEncoding
        default: code = .malformedCallback
        }
        message = error.message
    }

    /// Errors with the same code are equal, so that texts can be improved.
    public static func == (left: AnswerError, right: AnswerError) -> Bool { left.code == right.code }
}
