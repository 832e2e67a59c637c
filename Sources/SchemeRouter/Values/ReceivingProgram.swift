/// A program that would receive a callback.
public struct ReceivingProgram: Sendable, Hashable {
    /// Its name, from its desktop entry.
    public let name: String
    /// Path of its desktop entry.
    public let desktopEntry: String
    /// Path of the executable file.
    public let executable: String
    /// Distinguishes this file from another one: device, inode and time of change.
    public let fileIdentity: String

    /// Creates a program.
    public init(name: String, desktopEntry: String, executable: String, fileIdentity: String) {
        self.name = name
        self.desktopEntry = desktopEntry
        self.executable = executable
        self.fileIdentity = fileIdentity
    }
}
