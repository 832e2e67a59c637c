/// Remembers which program received the answers of each sender, so that the person can be warned of a different one.
///
/// A sender is a claim: whoever registers its scheme receives its answers. The person, who saw the first program, can
/// judge a different one only if they are told that it is different.
public protocol ReceiverMemory: Sendable {
    /// The program that last received an answer of `sender`; nil if none did.
    /// - Parameter sender: a scheme, in lower case.
    func remembered(_ sender: String) throws(ServiceError) -> KnownReceiver?

    /// Remembers the program that received an answer of `sender`, instead of any previous one.
    func remember(_ program: KnownReceiver, for sender: String) throws(ServiceError)

    /// The program that the person agreed would receive the answer to an entry of the journal; nil if none was recorded.
    /// Without this the person is asked before an answer is given that a crash delayed.
    func agreed(_ entry: Int64) throws(ServiceError) -> AgreedReceiver?

    /// Records the program that the person agreed would receive the answer to an entry, before anything is signed. The
    /// record ends with the entry.
    func agree(to program: AgreedReceiver, of entry: Int64) throws(ServiceError)
}

extension ReceiverMemory {
    /// None: the person is asked.
    public func agreed(_ entry: Int64) throws(ServiceError) -> AgreedReceiver? { nil }

    /// Records nothing.
    public func agree(to program: AgreedReceiver, of entry: Int64) throws(ServiceError) {}
}

/// A program that received an answer.
public struct KnownReceiver: Sendable, Hashable {
    /// Its name, from its desktop entry.
    public let name: String
    /// Path of the executable file.
    public let executable: String
    /// Path of its desktop entry; nil in records from before it was recorded.
    public let desktopEntry: String?
    /// Its other arguments (``ReceivingProgram/arguments``); nil in records from before it was recorded.
    public let arguments: String?

    /// Creates a program. Without `desktopEntry` or `arguments` it is not known which app it was.
    public init(name: String, executable: String, desktopEntry: String? = nil, arguments: String? = nil) {
        self.name = name
        self.executable = executable
        self.desktopEntry = desktopEntry
        self.arguments = arguments
    }

    /// Creates the record of a receiving program.
    public init(_ program: ReceivingProgram) {
        self.init(
            name: program.name, executable: program.executable, desktopEntry: program.desktopEntry,
            arguments: program.arguments)
    }

    /// Whether it is the same app: the same entry, executable file and arguments, by their bytes. New contents of these
    /// files are an update.
    public func isSame(as program: ReceivingProgram) -> Bool {
        desktopEntry?.isSame(program.desktopEntry) == true && arguments?.isSame(program.arguments) == true
            && executable.isSame(program.executable)
    }

    /// Whether its record is older than the distinction of apps that share a file.
    var isOfEarlierVersion: Bool { desktopEntry == nil || arguments == nil }
}

/// The program that the person agreed would receive an answer, as it was then.
public struct AgreedReceiver: Sendable, Hashable {
    public let program: KnownReceiver
    /// Its files (``ReceivingProgram/fileIdentity``).
    public let fileIdentity: String

    public init(_ program: KnownReceiver, fileIdentity: String) {
        self.program = program
        self.fileIdentity = fileIdentity
    }

    /// Creates the record of a receiving program.
    public init(_ program: ReceivingProgram) {
        self.init(KnownReceiver(program), fileIdentity: program.fileIdentity)
    }

    /// Whether it is the same app with the same files.
    public func isSame(as program: ReceivingProgram) -> Bool {
        self.program.isSame(as: program) && fileIdentity.isSame(program.fileIdentity)
    }
}
