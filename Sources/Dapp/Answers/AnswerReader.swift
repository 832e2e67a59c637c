import RouterLinks

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
