extension Amount {
    /// The amount a link asks for; nil where it has none and the person is to say.
    /// - Parameters:
    ///   - parameter: the `amount` parameter.
    ///   - coin: gives decimals, largest amount and dust.
    ///   - minimum: a higher least amount, where the descriptor has one.
    ///   - isOnChain: whether it is paid by an output, which must not be dust.
    public static func requested(
        _ parameter: LinkParameter?, of coin: CoinDescriptor, minimum: Amount?, isOnChain: Bool = true
    ) throws(RequestError) -> Amount? {
        guard let parameter, !parameter.value.isEmpty else { return nil }
        return try payable(parameter.value, of: coin, minimum: minimum, isOnChain: isOnChain, at: parameter.range)
    }
}
