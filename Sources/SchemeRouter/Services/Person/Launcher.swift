/// Finds and starts the program that receives a callback (S4).
public protocol Launcher: Sendable {
    /// The program that opens links of `scheme`, or nil where there is none.
    ///
    /// Throws where there is one that must not receive callbacks: a browser, a shell, a terminal, this program.
    func receiver(ofScheme scheme: String) throws(LaunchError) -> ReceivingProgram?

    /// Starts `program` with `callback` as its argument, without a shell.
    ///
    /// Throws ``LaunchError/changed`` where another program or file would be started than the one the person saw.
    func open(_ callback: String, scheme: String, with program: ReceivingProgram) throws(LaunchError)
}

/// A program that would receive a callback.
public struct ReceivingProgram: Sendable, Hashable {
    /// Its name, from its desktop entry.
    public let name: String
    /// Path of the desktop entry that says so.
    public let desktopEntry: String
    /// Path of the executable file.
    public let executable: String
    /// What tells this file from another one: device, inode and time of change.
    public let fileIdentity: String

    /// Creates a program.
    public init(name: String, desktopEntry: String, executable: String, fileIdentity: String) {
        self.name = name
        self.desktopEntry = desktopEntry
        self.executable = executable
        self.fileIdentity = fileIdentity
    }
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
