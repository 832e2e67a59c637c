/// Who says that a network has a payment.
public enum Acceptance: String, Sendable, Hashable, CaseIterable {
    /// The network, as far as anybody can tell: several servers that do not know of each other, the person's own node, or
    /// the practice network.
    case network
    /// One server, and nobody else does. It is that server's word (S16).
    case oneServer = "one-server"
}
