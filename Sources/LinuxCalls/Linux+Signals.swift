import Glibc

extension Linux {
    /// Parks this thread, which receives the process's signals, until the process ends.
    package static func waitForever() -> Never {
        var none = sigset_t()
        unsafe sigemptyset(&none)
        while true { unsafe sigsuspend(&none) }
    }

    package typealias Action = (signal: Int32, action: sigaction)

    /// Sets a signal handler. It may only use atomic globals and calls that are safe in a signal handler.
    /// - Parameter exceptIgnored: whether ignored signals stay ignored.
    /// - Returns: the previous actions, for ``restore(_:)``.
    @discardableResult package static func handle(
        _ signals: [Int32], exceptIgnored: Bool = false, _ handler: @escaping @convention(c) (Int32) -> Void
    ) -> [Action] {
        // The handler is in a union, and only this member is used.
        var action = sigaction()
        unsafe action.__sigaction_handler.sa_handler = handler
        action.sa_flags = SA_RESTART
        var previous: [Action] = []
        for signal in signals {
            var before = sigaction()
            unsafe sigaction(signal, nil, &before)
            // SIG_IGN is a cast of 1 in C, which Swift does not import as a value to compare with.
            let isIgnored = unsafe unsafeBitCast(before.__sigaction_handler.sa_handler, to: Int.self) == 1
            if exceptIgnored && isIgnored { continue }
            unsafe sigaction(signal, &action, nil)
            previous.append((signal, before))
        }
        return previous
    }

    package static func restore(_ actions: [Action]) {
        for (signal, action) in actions {
            var action = action
            unsafe sigaction(signal, &action, nil)
        }
    }

    /// Changes which signals this thread blocks.
    /// - Parameter how: `SIG_BLOCK`, `SIG_UNBLOCK` or `SIG_SETMASK`.
    /// - Returns: the previous set.
    @discardableResult package static func mask(_ how: Int32, _ signals: [Int32]) -> sigset_t {
        var set = sigset_t()
        unsafe sigemptyset(&set)
        for signal in signals { unsafe sigaddset(&set, signal) }
        return mask(how, set)
    }

    @discardableResult package static func mask(_ how: Int32, _ signals: sigset_t) -> sigset_t {
        var signals = signals
        var before = sigset_t()
        unsafe pthread_sigmask(how, &signals, &before)
        return before
    }
}
