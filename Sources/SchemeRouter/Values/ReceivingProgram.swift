/// A program that can receive a callback or a link, as the desktop's files describe it.
public struct ReceivingProgram: Sendable, Hashable {
    /// Its name, from its desktop entry.
    public let name: String
    /// Path of its desktop entry.
    public let desktopEntry: String
    /// Path of the executable file.
    public let executable: String
    /// The arguments after it, as a shell would need them, with `%u` for the link and `%%` for a percent sign. Apps that
    /// share an interpreter or Flatpak differ only here.
    public let arguments: String
    /// Distinguishes its files from others, and from themselves after a change: the entry, the executable file, and
    /// every file that the arguments name.
    public let fileIdentity: String

    /// Creates a program whose arguments are by default nothing but the link.
    public init(
        name: String, desktopEntry: String, executable: String, arguments: String = justLink, fileIdentity: String
    ) {
        self.name = name
        self.desktopEntry = desktopEntry
        self.executable = executable
        self.arguments = arguments
        self.fileIdentity = fileIdentity
    }

    /// Whether they have the same bytes: names that Unicode calls equal may be those of different files.
    public static func == (left: ReceivingProgram, right: ReceivingProgram) -> Bool {
        left.name.isSame(right.name) && left.desktopEntry.isSame(right.desktopEntry)
            && left.executable.isSame(right.executable) && left.arguments.isSame(right.arguments)
            && left.fileIdentity.isSame(right.fileIdentity)
    }

    /// The arguments of a program that gets nothing but the link.
    public static let justLink = "%u"
}
