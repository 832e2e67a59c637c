/// Remembers how servers proved who they are when they were first met, so that another one in a server's place is noticed.
public protocol CertificateMemory: Sendable {
    /// How the server proved who it is; nil where it was never met.
    /// - Parameter server: its host and port count, and nothing else.
    func proof(of server: LineServer) throws(ServiceError) -> ServerProof?

    /// Remembers how the server proved who it is, where nothing is remembered of it yet. Returns only when that is durable.
    /// - Returns: what is remembered now. Another process may have met the server at the same moment.
    func remember(_ proof: ServerProof, of server: LineServer) throws(ServiceError) -> ServerProof

    /// What the person does so that the server is met as if for the first time: the end of a sentence, with its full stop.
    func wayToForget(_ server: LineServer) -> String
}

/// How a server proved who it is.
public enum ServerProof: Sendable, Hashable {
    /// By a certificate for its name, from an authority that the system trusts. It may have another one every month.
    case authority
    /// By the one certificate whose DER bytes have this SHA-256, not signed by any trusted authority.
    case certificate([UInt8])
}
