import RouterDapp
import SchemeRouter

extension RequestLink {
    /// The request of a link that was read, without what the reader ignored. Nil for dapps' requests to named accounts,
    /// and for payments without an address.
    /// - Parameter coin: the coin of the request.
    public init?(_ request: WalletRequest, of coin: CoinDescriptor) {
        var grammar = LinkGrammar.authorityParameters
        let content: Content
        switch request {
        case .payment(let payment):
            // Requests that are made here have no data.
            guard let address = payment.address, payment.data == nil else { return nil }
            if payment.form == .bip21 { grammar = .bip21 }
            content = .payment(PaymentDetails(payment, to: address))
        case .address:
            content = .address
        case .key(let key):
            content = .masterPublicKey(account: key.account)
        case .scanQR:
            content = .scanQR
        case .foreign, .login, .actions, .sign, .open:
            return nil
        }
        self.init(
            scheme: request.header.scheme, grammar: grammar, coin: WalletCoin(coin),
            sender: request.header.sender?.scheme, content: content)
    }
}

extension PaymentDetails {
    fileprivate init(_ request: PaymentRequest, to address: String) {
        self.init(
            address: address, amount: request.amount, instantSend: request.lock,
            label: request.label?.text, message: request.message?.text,
            proof: request.proof.map { ProofWish(prefix: $0.prefix, isRequired: $0.isRequired) })
    }
}

extension WalletCoin {
    /// The coin that a descriptor describes.
    public init(_ coin: CoinDescriptor) {
        self.init(
            id: coin.id, title: coin.title, ticker: coin.ticker, decimals: coin.decimals, maxMoney: coin.maxMoney,
            dust: coin.dust, hasLock: coin.hasLock, bech32Prefixes: coin.networks.bech32)
    }
}
