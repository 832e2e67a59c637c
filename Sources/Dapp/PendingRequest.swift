import RouterLinks

/// A request that was made and has no final answer yet.
///
/// Treat no answer within ``patience`` as a no: refusals are reported only if the person enabled that. But money may
/// still arrive: a wallet whose computer stopped in between reports a payment when it runs again. So stop waiting for
/// an answer, but keep watching the address.
public struct PendingRequest: Sendable {
    /// Seconds after which no answer means no: a wallet waits two minutes for its owner, and the network needs some
    /// time.
    public static let patience: UnixTime = 150

    public let link: RequestLink
    /// When it was made.
    public let asked: UnixTime
    /// The answer so far.
    public private(set) var answer: Answer?

    private let reader: AnswerReader

    /// A request that was just made; nil if the link names no sender, so that it cannot be answered.
    public init?(_ link: RequestLink, askedAt now: UnixTime) {
        guard let sender = link.sender else { return nil }
        self.link = link
        asked = now
        reader = AnswerReader(sender: sender)
    }

    /// Whether to treat the silence as a no.
    public func isGivenUp(at now: UnixTime) -> Bool { answer == nil && now - asked > Self.patience }

    /// Accepts a callback as the answer, if it is one. Success can follow a failure: the person may have opened the
    /// link again. Nothing follows a success.
    ///
    /// A late answer is accepted, too: a payment that was made counts.
    public mutating func accept(_ callback: [UInt8]) throws(AnswerError) -> Answer {
        let received = try matched(try reader.read(callback))
        guard answer?.isSuccess != true else {
            throw AnswerError(
                .alreadyAnswered, "The request was already answered. Check the address: it may have been paid twice.")
        }
        answer = received
        return received
    }

    private func matched(_ answer: Answer) throws(AnswerError) -> Answer {
        switch (answer, link.content) {
        case (.paid(let address, let txid), .payment(let details)):
            // The address may have lost its case: the request has the original, and the txid contains no capitals.
            guard address == details.address || address == details.address.lowercased() else { throw otherRequest }
            return .paid(address: details.address, txid: txid)
        case (.address(let address, let source), .address):
            try check(source)
            guard address != address.lowercased() || link.coin.hasBech32Form(address) else {
                throw AnswerError(
                    .caseFolded, "The address was converted to lower case in transit, so it is lost. Ask again.")
            }
        case (.masterPublicKey(_, _, let account, let source), .masterPublicKey(let asked)):
            try check(source)
            guard account == asked else { throw otherRequest }
        case (.failed(let request, _, let source), _):
            try check(source)
            guard request == link.action else { throw otherRequest }
        case (.paid, _), (.address, _), (.masterPublicKey, _):
            throw otherRequest
        }
        return answer
    }

    /// The scheme that was asked, or the title of a wallet, which Dash's for Android gives instead
    /// (Documentation/protocols/dash-2026.md §7): it has a capital or a space, and is not a wallet's of another coin.
    private func check(_ source: String) throws(AnswerError) {
        let name = source.lowercased()
        guard name != link.scheme else { return }
        let isTitle = source != name || source.utf8.contains(UInt8(ascii: " "))
        guard isTitle, !WalletScheme.all.contains(where: { $0.name == name && $0.coin.id != link.coin.id }) else {
            throw otherRequest
        }
    }

    private var otherRequest: AnswerError {
        AnswerError(.otherRequest, "This answers a different request.")
    }
}
