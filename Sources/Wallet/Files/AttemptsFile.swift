import SchemeRouter

/// The count of wrong passcodes on disk, so that restarting the program does not shorten a delay.
struct AttemptsFile: Sendable {
    let file: PrivateFile

    /// An attempt that is already counted as wrong and whose passcode is now being tried.
    struct Attempt: Sendable {
        fileprivate let before: FailedAttempts
        fileprivate let counted: FailedAttempts
    }

    /// Counts an attempt as wrong before trying its passcode: ending the program in between does not undo the count.
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

    /// Undoes the count if the passcode was not tried, and says when the next attempt is allowed.
    func failed(_ attempt: Attempt, with error: ServiceError) throws(ServiceError) -> ServiceError {
        guard error.code == .wrongPasscode else {
            try file.replace(with: attempt.before.bytes)
            return error
        }
        let delay = attempt.counted.delay
        return ServiceError(
            error.code, error.message, hint: delay > 0 ? "You can try again in \(delay) s." : nil)
    }

    /// The current count. A damaged record or a clock that was set back is rewritten at once, so that the delay starts
    /// now and ends.
    private func current(at now: UnixTime) throws(ServiceError) -> FailedAttempts {
        guard file.exists else { return FailedAttempts() }
        let bytes = try? file.read(limit: FailedAttempts().bytes.count)
        let recorded = bytes.flatMap(FailedAttempts.init(reading:))
        let current = recorded?.adjusted(to: now) ?? .damaged(at: now)
        if current != recorded { try file.replace(with: current.bytes) }
        return current
    }
}
