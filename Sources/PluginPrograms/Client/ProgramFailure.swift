import SchemeRouter

/// Why a plugin program can no longer be used. It ends the link, and is reported again for every later one: a program
/// is started only once.
public struct ProgramFailure: Error, Sendable, Hashable {
    /// The kinds. The raw values are the `reason` of `explain --json`.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The file cannot be executed, or others could change it.
        case notUsable = "programNotUsable"
        /// The system cannot start or confine it.
        case notStarted = "programNotStarted"
        /// It did not answer in time.
        case timedOut = "programTimedOut"
        /// It ended by itself.
        case ended = "programEnded"
        /// A line exceeds the limit, or has no end.
        case tooLong = "programTooLong"
        /// Its output is not a message of the protocol.
        case nonsense = "programNonsense"
        /// It uses another protocol version.
        case wrongVersion = "programWrongVersion"
        /// It sent a different response from the requested one, or an unrequested one.
        case wrongAnswer = "programWrongAnswer"
        /// Its response contradicts the link, or contains a reply that is not allowed.
        case lied = "programLied"
        /// It does not support such links or such replies.
        case unfit = "programUnfit"
    }

    public let kind: Kind
    /// What is wrong, as a sentence that names the program.
    public let message: String
    /// What to do about it.
    public let hint: String
}

extension RequestError {
    /// A link that a plugin program failed to read.
    init(_ failure: ProgramFailure) {
        self.init(.pluginFailed, failure.message, hint: failure.hint, reason: failure.kind.rawValue)
    }
}

extension ServiceError {
    /// A task that a plugin program failed to do.
    init(_ failure: ProgramFailure) {
        self.init(.pluginFailed, failure.message, hint: failure.hint, reason: failure.kind.rawValue)
    }
}
