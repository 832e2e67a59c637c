import SchemeRouter

/// The count of wrong passcodes on disk, so that a restart of the program does not shorten a delay.
struct AttemptsFile: Sendable {
    let file: PrivateFile

    /// An attempt that was counted as wrong and whose passcode is now tried.
    struct Attempt: Sendable {
        fileprivate let before: FailedAttempts
        fileprivate let counted: FailedAttempts
    }

    /// Counts an attempt as wrong before its passcode is tried: who ends the program meanwhile has lost the attempt.
    ///
    /// Throws `ServiceError/Code/tooManyPasscodes` while a delay runs. If the count cannot be written,
    /// no attempt is made.
    func begin(at now: UnixTime) throws(ServiceError) -> Attempt {
        let before = try current(at: now)
        let wait = before.remaining(at: now)
        guard wait == 0 else {
            throw ServiceError(
                .tooManyPasscodes, "Too many wrong passcodes. Try again in \(wait) s.")
        }
        let attempt = Attempt(before: before, counted: before.adding(at: now))
        try file.replace(with: attempt.counted.bytes)
        return attempt
    }

    /// Forgets the count: the passcode was right.
    func succeeded() throws(ServiceError) {
        try file.remove()
    }

    /// Takes back the count if the passcode was not even tried, and says when the next attempt may come.
    func failed(_ attempt: Attempt, with error: ServiceError) throws(ServiceError) -> ServiceError {
        guard error.code == .wrongPasscode else {
            try file.replace(with: attempt.before.bytes)
            return error
        }
        let delay = attempt.counted.delay
        return ServiceError(
            error.code, error.message, hint: delay > 0 ? "You can try again in \(delay) s." : nil)
    }

    /// The count as it holds now. A damaged record and a clock that was set back are written down at once, so that
    /// their delay runs from now on and ends.
    private func current(at now: UnixTime) throws(ServiceError) -> FailedAttempts {
        guard file.exists else { return FailedAttempts() }
        let bytes = try? file.read(limit: FailedAttempts().bytes.count)
        let recorded = bytes.flatMap(FailedAttempts.init(reading:))
        let current = recorded?.adjusted(to: now) ?? .damaged(at: now)
        if current != recorded { try file.replace(with: current.bytes) }
        return current
    }
}
