import RouterDapp
import SchemeRouter

/// Makes requests of one scheme with every combination of what its descriptor allows, the same in every run.
public struct RandomRequests {
    private let builder: RequestBuilder
    private var generator: SeededGenerator

    public init(_ builder: RequestBuilder, seed: UInt64) {
        self.builder = builder
        generator = SeededGenerator(seed: seed)
    }

    /// Valid addresses of each coin's main network, of every kind it has.
    public static let addresses: [CoinID: [String]] = [
        "dash": ["XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHaa", "7qX6z7SmK2ngpewLRBe4yL6h18CvZqZGKa"],
        "axe": ["PMCVTYxzTEoeZFQRNk4ERjLWdHEkEXokcY", "7qX6z7SmK2ngpewLRBe4yL6h18CvZqZGKa"],
        "bitcoin": [
            "1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA", "3QoU9vAbW3h3ptQP9ZyZdx735aNYmHLybQ",
            "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu",
        ],
        "litecoin": ["ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh"],
        "dogecoin": ["DBus3bamQjgJULBJtYXpEzDWQRwF5iwxgC"],
    ]

    private static let senders = ["myapp", "MyApp", "com.example.my-app+1", "a", String(repeating: "s", count: 64)]
    private static let prefixes = ["myapp:", "callbackuri:body?pop=", "My-App+1://a&b=%41#"]
    private static let texts = [
        "order", "", "Two coffees & a croissant – thank you!", "100 % = 1 + 0", "a?b#c/d:e@f\\g", "日本語 и עברית",
        "😀 %41",
        String(repeating: "ä", count: 100),
    ]

    /// The next request.
    public mutating func next() throws(RequestError) -> RequestLink {
        let actions = builder.scheme.actions.keys
        let sender = Self.senders.randomElement(using: &generator)!
        switch actions.randomElement(using: &generator)! {
        case .payment:
            var details = payment()
            let isSilent = builder.scheme.grammar == .bip21 && (!has(.sender) || .random(using: &generator))
            if isSilent, Bool.random(using: &generator) {
                details.proof = .init(
                    prefix: Self.prefixes.randomElement(using: &generator)!, isRequired: .random(using: &generator))
            }
            return try builder.payment(details, sender: isSilent ? nil : sender)
        case .address:
            return try builder.address(sender: sender)
        case .masterPublicKey:
            let account = [0, 1, UInt32.random(in: 0..<DerivationPath.hardened, using: &generator)]
            return try builder.masterPublicKey(account: account.randomElement(using: &generator)!, sender: sender)
        case .scanQR:
            return try builder.scanQR()
        case .login, .transfer, .transaction, .sign, .openHome, .openDapp, .withdraw, .channel, .askServer, .delegate,
            .claim, .contact:
            preconditionFailure("dapps ask for this, and no scheme of these tests offers it")
        }
    }

    private mutating func payment() -> PaymentDetails {
        // The first address of each coin is one of no other.
        let addresses = Self.addresses[builder.coin.id]!.prefix(builder.scheme.name == "pay" ? 1 : .max)
        var details = PaymentDetails(address: addresses.randomElement(using: &generator)!)
        if Bool.random(using: &generator) {
            let (dust, most) = (builder.coin.dust.units, builder.coin.maxMoney.units)
            // All lengths of numbers, not only the longest.
            let limit = [dust * 10, dust * 100_000, most].randomElement(using: &generator)!
            details.amount = Amount(units: .random(in: dust...min(limit, most), using: &generator))
        }
        if builder.coin.hasLock, has(.lock), Bool.random(using: &generator) {
            details.instantSend = .init(
                isRequested: .random(using: &generator), isRequired: .random(using: &generator))
        }
        if has(.label), Bool.random(using: &generator) { details.label = Self.texts.randomElement(using: &generator) }
        if has(.message), Bool.random(using: &generator) {
            details.message = Self.texts.randomElement(using: &generator)
        }
        return details
    }

    private func has(_ name: ParameterName) -> Bool {
        builder.scheme.actions[.payment]?.contains { $0.name == name } ?? false
    }
}
