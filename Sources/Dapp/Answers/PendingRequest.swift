import RouterLinks

/// A request that was made and waits for its answer.
///
/// No answer within ``patience`` means no: a person who refuses is not reported unless they want to be. It does not mean
/// that no money will ever come: a wallet whose computer stopped in between reports a payment when it runs again. So
/// give up asking, and go on watching the address.
public struct PendingRequest: Sendable {
    /// Seconds after which no answer means no: a wallet waits two minutes for its owner, and the network takes its time.
    public static let patience: UnixTime = 150

    /// What was asked.
    public let link: RequestLink
    /// When.
    public let asked: UnixTime
    /// The answer so far.
    public private(set) var answer: Answer?

    private let reader: AnswerReader

    /// A request that was just made; nil if the link names no sender, and so has no answer.
    public init?(_ link: RequestLink, askedAt now: UnixTime) {
        guard let sender = link.sender else { return nil }
        self.link = link
        asked = now
        reader = AnswerReader(sender: sender)
    }

    /// Whether to take the silence for a no.
    public func isGivenUp(at now: UnixTime) -> Bool { answer == nil && now - asked > Self.patience }

    /// Takes a callback as the answer, if it is one. A failure can be followed by success: the person may have opened
    /// the link once more. Nothing follows a success.
    ///
    /// However late it is, it is taken: a payment that was made is one.
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
            // The case of the address may be lost: which one it is, the request says, and the txid has no capitals.
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

    private func check(_ source: String) throws(AnswerError) {
        guard source.lowercased() == link.scheme else { throw otherRequest }
    }

    private var otherRequest: AnswerError {
        AnswerError(.otherRequest, "This answers a different request.")
    }
}
