/// One coin's network: what is read from it, and the one way to change it.
public protocol Chain: ChainReader {
    /// Sends a signed transaction. Returns only when the network took it, or already had it.
    ///
    /// Throws ``ServiceError/Code/networkRefused`` where it certainly was not taken and
    /// ``ServiceError/Code/answerUnknown`` where that is not known.
    func broadcast(_ transaction: SignedTransaction) async throws(ServiceError)
}
