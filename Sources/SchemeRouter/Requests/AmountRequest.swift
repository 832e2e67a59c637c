extension Amount {
    /// The amount of a link; nil if it has none and the person must choose.
    /// - Parameters:
    ///   - parameter: the `amount` parameter.
    ///   - coin: provides decimals, largest amount and dust limit.
    ///   - minimum: the descriptor's higher minimum, if any.
    ///   - isOnChain: whether it is paid by an output, which must not be dust.
    public static func requested(
        _ parameter: LinkParameter?, of coin: CoinDescriptor, minimum: Amount?, isOnChain: Bool = true
    ) throws(RequestError) -> Amount? {
        guard let parameter, !parameter.value.isEmpty else { return nil }
        return try payable(parameter.value, of: coin, minimum: minimum, isOnChain: isOnChain, at: parameter.range)
    }
}
