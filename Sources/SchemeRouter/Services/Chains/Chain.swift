/// One coin's network: what is read from it, and the one way to change it.
public protocol Chain: ChainReader {
    /// Sends a signed transaction. Returns only when the network took it, or already had it, and by whose word.
    ///
    /// Throws ``ServiceError/Code/networkRefused`` where everybody who was asked refuses it, and
    /// ``ServiceError/Code/answerUnknown`` where nobody knows. Whoever refuses may keep the bytes; ``GivenUpPayments``
    /// guards against that.
    @discardableResult
    func broadcast(_ transaction: SignedTransaction) async throws(ServiceError) -> Acceptance
}
