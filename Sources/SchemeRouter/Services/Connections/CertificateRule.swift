/// Which certificate of a server is taken.
public enum CertificateRule: Sendable, Hashable {
    /// One for its name, by an authority that the system trusts.
    case authority
    /// Only the one whose DER bytes have this SHA-256, whoever signed it and whatever name it carries.
    case pinned([UInt8])
    /// Any: on first use nobody knows which one is right. ``LineConnection/certificate`` is to be remembered before an
    /// answer is relied on.
    case any
}
