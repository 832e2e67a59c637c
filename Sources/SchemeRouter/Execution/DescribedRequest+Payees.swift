extension DescribedRequest {
    /// Who is paid, with the amounts that the link says: exactly what a wallet program is asked to pay.
    ///
    /// Throws ``ServiceError/Code/unsupported`` if the link asks for more than plain payments of the coin, made together:
    /// whatever else it says would be lost (S3).
    func payees(of coin: CoinDescriptor) throws(ServiceError) -> [(address: String, amount: Amount?)] {
        guard !isOfOtherCoin, !isOfToken, surpluses.isEmpty, fees.isEmpty, instructions.isEmpty else {
            throw Self.unpayable("something other than a plain payment of \(coin.title)")
        }
        if let fact = facts.first { throw Self.unpayable("“\(fact.title)”, which the wallet here cannot send") }
        guard payments.allSatisfy({ $0.memo == nil }) else {
            throw Self.unpayable("a memo, which the wallet here cannot send")
        }
        var payees: [(address: String, amount: Amount?)] = []
        for payment in payments {
            guard let address = payment.address else { throw Self.unpayable("a payment without an address") }
            guard let asked = payment.amount else {
                payees.append((address.text, nil))
                continue
            }
            guard let amount = asked.exactUnits(of: coin), amount > .zero else {
                throw Self.unpayable("an amount that cannot be counted in \(coin.ticker)")
            }
            payees.append((address.text, amount))
        }
        guard payees.count == 1 || payees.allSatisfy({ $0.amount != nil }) else {
            throw Self.unpayable("several payments, and not the amount of each")
        }
        guard !payees.isEmpty else { throw Self.unpayable("no recipient") }
        return payees
    }

    private static func unpayable(_ what: String) -> ServiceError {
        ServiceError(
            .unsupported, "The wallet here cannot pay this link: it has \(what).",
            hint: "Nothing was sent. Ask the sender for a plain link, or open this one in another wallet.")
    }
}
