/// Why a callback was not delivered.
public enum LaunchError: Error, Sendable, Equatable {
    /// The program must not receive callbacks; the text says which and why.
    case forbidden(String)
    /// It is no longer the program the person saw.
    case changed(String)
    /// It did not start.
    case failed(String)
}
