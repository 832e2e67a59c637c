import SchemeRouter

extension WalletRequest {
    /// The request without warnings and ignored parts, which only describe its link. Links with the same meaning have
    /// equal values.
    var meaning: WalletRequest {
        switch self {
        case .payment(let old):
            .payment(
                PaymentRequest(
                    header: old.header.plain, form: old.form, address: old.address, amount: old.amount, lock: old.lock,
                    label: old.label, message: old.message, proof: old.proof, instructions: old.instructions))
        case .otherPayment(let old):
            .otherPayment(
                OtherPayment(
                    header: old.header.plain, amount: old.amount, label: old.label, message: old.message,
                    proof: old.proof, instructions: old.instructions))
        // The plain link keeps the order of the original link.
        case .described(let old): .described(old.replacing(header: old.header.plain, keepsPlain: false))
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
            [action.rawValue, payment.address, payment.amount.map { "\($0.units)" } ?? "-"]
        case .otherPayment(let payment):
            [action.rawValue, payment.amount.map { "\($0.units)" } ?? "-"] + payment.instructions.map(\.text)
        case .described(let request):
            [action.rawValue] + request.payments.flatMap { [$0.address?.text ?? "-", $0.amount?.text ?? "-"] }
                + request.instructions.map(\.text)
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

    private static func words(_ signer: WantedSigner?) -> [String] {
        [signer?.account ?? "-", signer?.permission ?? "-"]
    }

    /// Texts of the requesting app that people see.
    var callerTexts: [ForeignText] {
        switch self {
        case .payment(let payment): [payment.label, payment.message].compactMap(\.self)
        case .otherPayment(let payment): [payment.label, payment.message].compactMap(\.self)
        case .described(let request): request.payments.flatMap { [$0.label, $0.message].compactMap(\.self) }
        case .address, .key, .scanQR, .login, .actions, .sign, .open: []
        }
    }
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
