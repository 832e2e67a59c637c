extension Amount {
    /// Reads an amount that the person typed, in whole coins.
    public static func typed(_ text: String, of coin: some CoinFacts) throws(RequestError) -> Amount {
        try payable(text.utf8, of: coin, minimum: nil, at: nil)
    }

    @inlinable package static func payable(
        _ text: some Sequence<UInt8>, of coin: some CoinFacts, minimum: Amount?, isOnChain: Bool = true,
        at range: Range<Int>?
    ) throws(RequestError) -> Amount {
        let amount: Amount
        do {
            amount = try Amount(text: text, decimals: coin.decimals, max: coin.maxMoney)
        } catch {
            throw RequestError(error, of: coin, at: range)
        }
        guard amount > .zero else {
            throw RequestError(
                .amountOutOfRange, "The amount is zero.", at: range, hint: "There is nothing to pay.",
                parameter: "amount")
        }
        guard amount >= coin.dust || !isOnChain else {
            throw RequestError(
                .dust,
                "\(coin.text(amount)) is below the dust limit: the network relays no less than \(coin.text(coin.dust)).",
                at: range, hint: "Ask the sender for a larger amount.", parameter: "amount")
        }
        if let minimum, amount < minimum {
            throw RequestError(
                .amountOutOfRange, "Such links pay at least \(coin.text(minimum)).", at: range, parameter: "amount")
        }
        return amount
    }
}

extension RequestError {
    /// The error for an invalid amount text.
    @usableFromInline init(_ error: Amount.TextError, of coin: some CoinFacts, at range: Range<Int>?) {
        let form = "Write amounts in coins, such as “0.5”: digits and at most one decimal point."
        let (code, message, hint): (Code, String, String) =
            switch error {
            case .notDecimal: (.invalidAmount, "The amount is not a decimal number.", form)
            case .tooPrecise:
                (.amountTooPrecise, "The amount has more than the \(coin.decimals) decimals of \(coin.ticker).", form)
            case .tooLarge:
                (
                    .amountOutOfRange, "The amount is more than the \(coin.text(coin.maxMoney)) that can exist.",
                    "Check the amount with the sender."
                )
            }
        self.init(code, message, at: range, hint: hint, parameter: "amount")
    }
}
