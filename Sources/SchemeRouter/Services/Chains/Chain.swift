/// One coin's network: what is read from it, and the one way to change it.
public protocol Chain: ChainReader {
    /// Sends a signed transaction. Returns only when the network took it, or already had it, and by whose word.
    ///
    /// Throws ``ServiceError/Code/networkRefused`` where everybody who was asked says that it was not taken – what they
    /// were sent they may keep, so that ``GivenUpPayments`` guards it – and ``ServiceError/Code/answerUnknown`` where that
    /// is not known.
    @discardableResult
    func broadcast(_ transaction: SignedTransaction) async throws(ServiceError) -> Acceptance
}
