import Glibc

extension Linux {
    /// Has signals handled by a function. It may reach nothing but globals that are atomic, and calls that are safe in a
    /// signal handler.
    public static func handle(_ signals: [Int32], _ handler: @escaping @convention(c) (Int32) -> Void) {
        var action = sigaction()
        unsafe action.__sigaction_handler.sa_handler = handler
        action.sa_flags = SA_RESTART
        for signal in signals { unsafe sigaction(signal, &action, nil) }
    }

    /// Changes which signals this thread blocks.
    /// - Parameter how: `SIG_BLOCK`, `SIG_UNBLOCK` or `SIG_SETMASK`.
    /// - Returns: the set as it was before.
    @discardableResult public static func mask(_ how: Int32, _ signals: [Int32]) -> sigset_t {
        var set = sigset_t()
        unsafe sigemptyset(&set)
        for signal in signals { unsafe sigaddset(&set, signal) }
        return mask(how, set)
    }

    /// Changes which signals this thread blocks. Returns the set as it was before.
    @discardableResult public static func mask(_ how: Int32, _ signals: sigset_t) -> sigset_t {
        var signals = signals
        var before = sigset_t()
        unsafe pthread_sigmask(how, &signals, &before)
        return before
    }
}
