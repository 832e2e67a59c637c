import Glibc
import Synchronization

extension Linux {
    /// Runs `work` on a new detached thread with a small stack. Returns false if the system cannot create one.
    package static func startThread(_ work: @escaping @Sendable () -> Void) -> Bool {
        var attributes = pthread_attr_t()
        guard unsafe pthread_attr_init(&attributes) == 0 else { return false }
        defer { unsafe pthread_attr_destroy(&attributes) }
        unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        unsafe pthread_attr_setstacksize(&attributes, 512 * 1_024)
        return unsafe thread(&attributes, work) != nil
    }

    /// Runs `first` on a new thread and meanwhile `second` on this one, and waits for both. Runs one after the other if
    /// the system cannot create a thread.
    package static func together<First: Sendable, Second>(
        _ first: @escaping @Sendable () -> First, _ second: () -> Second
    ) -> (First, Second) {
        let result = Result<First>()
        guard let thread = unsafe thread(nil, { result.value.withLock { $0 = first() } }) else {
            return (first(), second())
        }
        let other = second()
        pthread_join(thread, nil)
        guard let value = result.value.withLock({ $0 }) else { preconditionFailure("the thread has ended") }
        return (value, other)
    }

    private static func thread(
        _ attributes: UnsafePointer<pthread_attr_t>?, _ work: @escaping @Sendable () -> Void
    ) -> pthread_t? {
        // Retained until the thread takes it over, or released here if no thread starts.
        let context = unsafe Unmanaged.passRetained(Work(work))
        var thread = pthread_t()
        let result = unsafe pthread_create(
            &thread, attributes,
            { context in
                guard let context = unsafe context else { return nil }
                unsafe Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
                return nil
            }, context.toOpaque())
        if result != 0 { unsafe context.release() }
        return result == 0 ? thread : nil
    }

    private final class Work: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) {
            self.body = body
        }
    }

    private final class Result<Value: Sendable>: Sendable {
        let value = Mutex<Value?>(nil)
    }

    package static func clock_gettime(_ clock: clockid_t) -> timespec {
        var time = timespec()
        unsafe Glibc.clock_gettime(clock, &time)
        return time
    }
}
