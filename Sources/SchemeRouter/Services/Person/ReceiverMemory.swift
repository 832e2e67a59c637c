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
}

/// A program that received an answer.
public struct KnownReceiver: Sendable, Hashable {
    /// Its name, from its desktop entry.
    public let name: String
    /// Path of the executable file. Another path is another program; new contents of the same file are an update.
    public let executable: String

    /// Creates a program.
    public init(name: String, executable: String) {
        self.name = name
        self.executable = executable
    }

    /// Creates the record of a receiving program.
    public init(_ program: ReceivingProgram) {
        self.init(name: program.name, executable: program.executable)
    }
}
