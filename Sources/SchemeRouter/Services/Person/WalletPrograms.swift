/// Finds the person's wallet programs and hands links over to them (S15).
public protocol WalletPrograms: Sendable {
    /// The programs that open links of `scheme`, in lower case; the one that the person's desktop would use without us
    /// comes first. Programs that must not receive links are left out: this one, browsers, shells, terminals (S4).
    func candidates(forScheme scheme: String) -> [WalletProgram]

    /// Starts `program` with `link` as its only argument, byte for byte and without a shell, and watches it briefly.
    ///
    /// Throws ``LaunchError/changed(_:)`` if a different program or file from the one that the person saw would be
    /// started.
    func open(_ link: String, scheme: String, with program: WalletProgram) async throws(LaunchError) -> HandOverEnd
}

/// What a program did in the first moments after it received a link.
public enum HandOverEnd: Sendable, Hashable {
    /// It is running, or exited without an error: neither proves that it accepted the link.
    case started
    /// It exited at once with this status, or with 128 plus the number of a signal: it failed.
    case ended(Int32)
}

/// No programs, for an embedding app that hands nothing over.
public struct NoWalletPrograms: WalletPrograms {
    /// Finds none.
    public init() {}

    /// None.
    public func candidates(forScheme scheme: String) -> [WalletProgram] { [] }

    /// Starts nothing.
    public func open(
        _ link: String, scheme: String, with program: WalletProgram
    ) async throws(LaunchError) -> HandOverEnd {
        throw .failed("links are not handed over here")
    }
}
