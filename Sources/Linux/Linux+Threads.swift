import Glibc

extension Linux {
    /// Runs `work` on a new detached thread with a small stack. Returns false if the system cannot create one.
    package static func startThread(_ work: @escaping @Sendable () -> Void) -> Bool {
        var attributes = pthread_attr_t()
        guard unsafe pthread_attr_init(&attributes) == 0 else { return false }
        defer { unsafe pthread_attr_destroy(&attributes) }
        unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        unsafe pthread_attr_setstacksize(&attributes, 512 * 1_024)
        // Retained until the thread takes it over, or released here if no thread starts.
        let context = unsafe Unmanaged.passRetained(Work(work))
        var thread = pthread_t()
        let result = unsafe pthread_create(
            &thread, &attributes,
            { context in
                guard let context = unsafe context else { return nil }
                unsafe Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
                return nil
            }, context.toOpaque())
        if result != 0 { unsafe context.release() }
        return result == 0
    }

    private final class Work: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) {
            self.body = body
        }
    }

    package static func clock_gettime(_ clock: clockid_t) -> timespec {
        var time = timespec()
        unsafe Glibc.clock_gettime(clock, &time)
        return time
    }
}
