/// The network of such a coin: what is read from it, and the one way to change it.
public protocol AccountChain: AccountChainReader {
    /// Sends a signed transaction. Returns only when the network executed it, or already had it.
    ///
    /// Throws ``ServiceError/Code/networkRefused`` or ``ServiceError/Code/insufficientFunds`` where it certainly was not
    /// executed and ``ServiceError/Code/answerUnknown`` where that is not known.
    func send(_ transaction: SignedTransaction) async throws(ServiceError)
}
