/// Why a link was not opened.
public enum LinkOpenerError: Error, Sendable, Hashable {
    /// No program is registered for its scheme.
    case noHandler
    /// Any other failure, with a message for the person.
    case failed(String)

    var asMYKEYError: MYKEYError {
        switch self {
        case .noHandler: MYKEYError(.noWallet, .NotInstall)
        case .failed(let reason): MYKEYError(.cannotOpen, .CannotWakeUp, "The wallet could not be started: \(reason).")
        }
    }
}
