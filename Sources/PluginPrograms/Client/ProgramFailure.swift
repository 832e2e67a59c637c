import SchemeRouter

/// Why a plugin program is of no use any more. It ends the link, and is reported again for every later one: a program
/// is started once.
public struct ProgramFailure: Error, Sendable, Hashable {
    /// The kinds. The raw values are the `reason` of `explain --json`.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The file cannot be started, or others could change it.
        case notUsable = "programNotUsable"
        /// The system does not start it, or cannot confine it.
        case notStarted = "programNotStarted"
        /// It did not answer in time.
        case timedOut = "programTimedOut"
        /// It ended by itself.
        case ended = "programEnded"
        /// A line is longer than may be, or has no end.
        case tooLong = "programTooLong"
        /// What it said is not a message of the protocol.
        case nonsense = "programNonsense"
        /// It uses another protocol version.
        case wrongVersion = "programWrongVersion"
        /// It answered something else than it was asked, or unasked.
        case wrongAnswer = "programWrongAnswer"
        /// What it said is not what the link says, or not what it may reply.
        case lied = "programLied"
        /// It does not read such links, or has no such replies.
        case unfit = "programUnfit"
    }

    /// The kind.
    public let kind: Kind
    /// What is wrong, as a sentence that names the program.
    public let message: String
    /// What to do about it.
    public let hint: String
}

extension RequestError {
    /// A link that a plugin program did not read.
    init(_ failure: ProgramFailure) {
        self.init(.pluginFailed, failure.message, hint: failure.hint, reason: failure.kind.rawValue)
    }
}

extension ServiceError {
    /// What a plugin program did not do.
    init(_ failure: ProgramFailure) {
        self.init(.pluginFailed, failure.message, hint: failure.hint, reason: failure.kind.rawValue)
    }
}
