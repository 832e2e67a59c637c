/// Finds the wallet programs that the person has, and hands links over to them (S15).
public protocol WalletPrograms: Sendable {
    /// The programs that take links of `scheme`, in lower case; the one that the person's desktop would take without us
    /// comes first. Programs that must not be given a link are not among them: this one, browsers, shells, terminals (S4).
    func candidates(forScheme scheme: String) -> [WalletProgram]

    /// Starts `program` with `link` as its one argument, byte for byte and without a shell, and watches it for a moment.
    ///
    /// Throws ``LaunchError/changed(_:)`` where another program or file would be started than the one the person saw.
    func open(_ link: String, scheme: String, with program: WalletProgram) async throws(LaunchError) -> HandOverEnd
}

/// What was seen of a program in the first moments after it was given a link.
public enum HandOverEnd: Sendable, Hashable {
    /// It runs, or ended without an error: neither says that it took the link.
    case started
    /// It ended at once with this status, or by this signal, counted from 128: it did not take the link.
    case ended(Int32)
}

/// No programs at all, for an embedding app that hands nothing over.
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
