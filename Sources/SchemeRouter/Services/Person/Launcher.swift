/// Finds and starts the program that receives a callback (S4).
public protocol Launcher: Sendable {
    /// The program that opens links of `scheme`; nil if there is none.
    ///
    /// Throws if that program must not receive callbacks: a browser, a shell, a terminal, this program.
    func receiver(ofScheme scheme: String) throws(LaunchError) -> ReceivingProgram?

    /// Starts `program` with `callback` as its argument, without a shell.
    ///
    /// Throws ``LaunchError/changed(_:)`` if a different program or file from the one that the person saw would be
    /// started.
    func open(_ callback: String, scheme: String, with program: ReceivingProgram) throws(LaunchError)
}

/// Why a callback was not delivered.
public enum LaunchError: Error, Sendable, Equatable {
    /// The program must not receive callbacks; the text says which and why.
    case forbidden(String)
    /// It is no longer the program the person saw.
    case changed(String)
    /// It did not start.
    case failed(String)
}

extension LaunchError: CustomStringConvertible {
    /// The reason, as a sentence.
    public var description: String {
        switch self {
        case .forbidden(let reason), .changed(let reason), .failed(let reason):
            "The program was not started: \(reason)."
        }
    }
}

/// The clipboard of the person's desktop, for wallets that cannot open links.
public protocol Clipboard: Sendable {
    /// Copies a text that is not secret. Throws the reason for a failure, for people.
    func copy(_ text: String) async throws(LaunchError)
}
