import SchemeRouter

/// A link that must be read, and its expected result.
public struct GoodLink: Sendable {
    /// The request of the link.
    public struct Meaning: Sendable {
        /// The kind of request.
        public let action: Action
        /// The recipient: an address, or the account of a transfer; nil if nothing is paid, or only another wallet can
        /// pay.
        public let recipient: String?
        /// The amount in the coin's smallest unit; nil if the person chooses it.
        public let amount: Amount?
        /// The scheme of the requesting app; nil if the link names none.
        public let sender: String?

        /// The request of a link.
        public init(_ action: Action, to recipient: String? = nil, amount: Amount? = nil, sender: String? = nil) {
            self.action = action
            self.recipient = recipient
            self.amount = amount
            self.sender = sender
        }
    }

    public let link: String
    /// Its request.
    public let meaning: Meaning
    /// The amount's text, which appears exactly once in the link; nil if it has none.
    let amountText: String?
    /// The recipient's text, which appears exactly once in the link; nil if it has none.
    let recipientText: String?

    /// A link and its request.
    /// - Parameters:
    ///   - link: the link.
    ///   - meaning: the expected result.
    ///   - amountText: the text of the amount in the link, which checks replace; nil for the value of `amount=`.
    ///   - recipientText: the text of the recipient; nil for the recipient itself.
    public init(
        _ link: String, is meaning: Meaning, amountText: String? = nil, recipientText: String? = nil
    ) {
        self.link = link
        self.meaning = meaning
        self.amountText = amountText ?? Self.value(of: "amount", in: link)
        let recipient = recipientText ?? meaning.recipient
        self.recipientText = recipient.flatMap { Self.count($0, in: link) == 1 ? $0 : nil }
    }

    /// The link with one text replaced; nil unless it contains that text exactly once.
    func replacing(_ text: String?, with other: String) -> String? {
        guard let text, let range = Self.range(of: text, in: link), Self.count(text, in: link) == 1 else { return nil }
        return link[..<range.lowerBound] + other + link[range.upperBound...]
    }

    /// The link with another amount; nil if it contains none.
    func paying(_ amount: String) -> String? {
        guard let amountText, let range = Self.range(of: "amount=\(amountText)", in: link) else {
            return replacing(amountText, with: amount)
        }
        return link[..<range.lowerBound] + "amount=" + amount + link[range.upperBound...]
    }

    /// The value of a parameter as written in a link.
    static func value(of name: String, in link: String) -> String? {
        guard let range = range(of: name + "=", in: link) else { return nil }
        let value = link[range.upperBound...].prefix { $0 != "&" && $0 != "#" }
        return value.isEmpty ? nil : String(value)
    }

    private static func count(_ text: String, in link: String) -> Int {
        var (count, rest) = (0, link[...])
        while let range = range(of: text, in: rest) {
            count += 1
            rest = rest[range.upperBound...]
        }
        return count
    }

    static func range(of text: String, in link: some StringProtocol) -> Range<String.Index>? {
        let (text, bytes) = (Array(text.utf8), link.utf8)
        guard !text.isEmpty, bytes.count >= text.count else { return nil }
        var start = bytes.startIndex
        while let end = bytes.index(start, offsetBy: text.count, limitedBy: bytes.endIndex) {
            if bytes[start..<end].elementsEqual(text) { return start..<end }
            start = bytes.index(after: start)
        }
        return nil
    }
}

extension WalletRequest {
    /// The request without warnings and ignored parts, which only describe its link. Links with the same meaning have
    /// equal values.
    var meaning: WalletRequest {
        switch self {
        // The plain link keeps the order of the original link.
        case .payment(let old): .payment(old.replacing(header: old.header.plain))
        case .foreign(let old): .foreign(old.replacing(header: old.header.plain, keepsPlain: false))
        case .address(let header): .address(header.plain)
        case .key(let old): .key(KeyRequest(header: old.header.plain, account: old.account))
        case .scanQR(let header): .scanQR(header.plain)
        case .login(let old):
            .login(
                LoginRequest(header: old.header.plain, dapp: old.dapp.plain, userID: old.userID, identity: old.identity)
            )
        case .actions(let old):
            .actions(
                ActionsRequest(header: old.header.plain, dapp: old.dapp.plain, calls: old.calls, transfer: old.transfer)
            )
        case .sign(let old): .sign(SignRequest(header: old.header.plain, dapp: old.dapp.plain, message: old.message))
        case .open(let header, let page): .open(header.plain, page: page)
        }
    }

    /// The payment and its recipient: everything that must be equal for links with the same meaning.
    var core: [String] {
        switch self {
        case .payment(let payment):
            payment.details?.core ?? [
                action.rawValue, payment.address ?? "-", payment.amount.map { "\($0.units)" } ?? "-",
                payment.data?.hex ?? "-",
            ] + (payment.address == nil ? payment.instructions.map(\.text) : [])
        case .foreign(let request): request.core
        case .actions(let actions):
            [action.rawValue]
                + actions.calls.flatMap { call in
                    [call.contract, call.name, call.data.text, call.packed.map { "\($0)" } ?? "-"]
                        + Self.words(call.authorizer)
                }
        case .key(let key): [action.rawValue, "\(key.account)"]
        case .sign(let sign): [action.rawValue, sign.message]
        case .login(let login):
            [action.rawValue, login.userID, login.identity?.scope ?? "-"] + Self.words(login.identity?.prover)
        case .address, .scanQR: [action.rawValue]
        case .open(_, let page): [action.rawValue, page?.text ?? "-"]
        }
    }

    private static func words(_ signer: RequestedSigner?) -> [String] {
        [signer?.account ?? "-", signer?.permission ?? "-"]
    }

    /// Texts of the requesting app that people see.
    var callerTexts: [ForeignText] {
        switch self {
        case .payment(let payment): payment.details?.callerTexts ?? [payment.label, payment.message].compactMap(\.self)
        case .foreign(let request): request.callerTexts
        case .address, .key, .scanQR, .login, .actions, .sign, .open: []
        }
    }
}

extension DescribedRequest {
    fileprivate var core: [String] {
        [action.rawValue] + payments.flatMap { [$0.address?.text ?? "-", $0.amount?.text ?? "-"] }
            + instructions.map(\.text)
    }

    fileprivate var callerTexts: [ForeignText] { payments.flatMap { [$0.label, $0.message].compactMap(\.self) } }
}

extension DappClaims {
    /// Without the link itself, which is returned to the dapp as written.
    fileprivate var plain: DappClaims {
        DappClaims(
            dialect: dialect, name: name, appKey: appKey, userID: userID, userName: userName, note: note,
            orderID: orderID, server: server, wake: wake, isEncoded: isEncoded, chain: chain, facts: facts)
    }
}

extension RequestHeader {
    fileprivate var plain: RequestHeader {
        RequestHeader(
            scheme: scheme, coin: coin, network: network, sender: sender, callbacks: callbacks, warnings: [],
            ignored: [])
    }
}
