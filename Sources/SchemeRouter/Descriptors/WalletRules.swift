/// How the links of a scheme are written that this wallet answers itself: payments, and requests for addresses and keys.
///
/// `links` of a scheme describes them. Two descriptions have names, which `grammar` can give instead: those of BIP21 and of
/// the Dash and Axe wallets. A class, because every route refers to it.
final class WalletRules: Sendable {
    /// Whether the parameters begin right after the colon, instead of an address.
    let beginsWithParameters: Bool
    /// The names of all parameters of all forms.
    let names: LinkNames
    /// The values of the parameter that says what is requested, with what they request. Case does not matter.
    let requests: [Request]
    /// The word that is a whole link, and asks to scan a QR code; nil if there is none.
    let scanWord: String?
    /// Whether a link pays if it has an address and does not say what is requested.
    let paysWithoutRequest: Bool
    /// The parameters that are read, so that a link has them only once, but neither shown nor used; a link that requires one
    /// is refused (S3).
    let unused: ParameterNames

    /// A value of the parameter that says what is requested.
    struct Request: Sendable, Hashable {
        let value: String
        let action: Action
    }

    init(
        beginsWithParameters: Bool, names: [LinkNames.Name], requests: [Request] = [], scanWord: String? = nil,
        paysWithoutRequest: Bool = true, unused: ParameterNames = []
    ) {
        self.beginsWithParameters = beginsWithParameters
        self.names = LinkNames(names)
        self.requests = requests
        self.scanWord = scanWord
        self.paysWithoutRequest = paysWithoutRequest
        self.unused = unused
    }

    /// `scheme:address?amount=…` (BIP21, BIP321), with what wallets add: a sender, and a lock if the coin has one.
    static let bip21 = WalletRules(
        beginsWithParameters: false,
        names: [
            .init("amount", .amount), .init("label", .label), .init("message", .message), .init("IS", .lock),
            .init("sender", .sender), .init("r", .paymentRequest), .init("pop", .proofOfPayment),
            .init("op_return", .data),
        ])

    /// `scheme://pay=address&amount=…&sender=…` (Documentation/protocols/dash-axe.md §1.1).
    static let authority = WalletRules(
        beginsWithParameters: true,
        names: [
            .init("pay", .pay), .init("amount", .amount), .init("sender", .sender), .init("request", .request),
            .init("account", .account), .init("message", .message), .init("IS", .lock), .init("label", .label),
            .init("r", .paymentRequest), .init("op_return", .data),
        ],
        requests: [
            Request(value: "address", action: .address), Request(value: "masterPublicKey", action: .masterPublicKey),
        ], scanWord: "scanqr", unused: [.init(.label)])

    /// Whether the links have the names and words of one of these two.
    var isUsual: Bool {
        let words = requests.allSatisfy { $0.value == $0.action.rawValue }
        return words && names.all.allSatisfy { $0.text == $0.meaning.rawValue }
    }

    /// Whether `grammar` says the same, together with the parameters of each action.
    var hasName: Bool {
        guard !beginsWithParameters else { return self == Self.authority }
        // Not every coin of BIP21 has services that read data.
        return isUsual && unused.isEmpty && !names.all.contains { $0.meaning == .data }
    }

    /// The rules of a scheme whose links no descriptor describes.
    static func named(by grammar: SchemeDescriptor.Grammar) -> WalletRules {
        grammar == .authorityParameters ? authority : bip21
    }
}

extension WalletRules: Hashable {
    static func == (left: WalletRules, right: WalletRules) -> Bool {
        left === right
            || left.beginsWithParameters == right.beginsWithParameters && left.requests == right.requests
                && left.scanWord == right.scanWord && left.paysWithoutRequest == right.paysWithoutRequest
                && left.unused == right.unused
                && Set(left.names.all) == Set(right.names.all)
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(beginsWithParameters)
        hasher.combine(requests)
    }
}
