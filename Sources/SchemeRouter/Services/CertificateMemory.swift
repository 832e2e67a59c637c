/// Remembers how servers authenticated when they were first contacted, so that a different server in their place is
/// detected.
public protocol CertificateMemory: Sendable {
    /// How the server authenticated; nil if it was never contacted.
    /// - Parameter server: only its host and port matter.
    func proof(of server: LineServer) throws(ServiceError) -> ServerProof?

    /// Remembers how the server authenticated, if nothing is stored about it yet. Returns only when that is durable.
    /// - Returns: the stored proof. Another process may have contacted the server at the same moment.
    func remember(_ proof: ServerProof, of server: LineServer) throws(ServiceError) -> ServerProof

    /// What the person must do to make the next contact count as the first one: the end of a sentence, with its full
    /// stop.
    func forgettingInstructions(_ server: LineServer) -> String
}

/// How a server authenticated.
public enum ServerProof: Sendable, Hashable {
    /// With a certificate for its name from an authority that the system trusts. The certificate may change at any
    /// time.
    case authority
    /// With exactly this certificate, by the SHA-256 of its DER bytes, which no trusted authority has signed.
    case certificate([UInt8])
}
