import Foundation

/// Waits for something asynchronous, and does all of it on this thread: libFuzzer calls its targets from one, and a change of
/// threads takes longer than most inputs.
func waiting<Value: Sendable>(for body: @escaping @Sendable () async -> Value) -> Value {
    let loop = Loop<Value>()
    Task.detached(executorPreference: loop) { loop.end(with: await body()) }
    return loop.run()
}

/// Runs the parts of tasks one after the other, on the thread that waits.
private final class Loop<Value: Sendable>: TaskExecutor, @unchecked Sendable {
    private let condition = NSCondition()
    // Used only while the condition is locked.
    private var jobs: [UnownedJob] = []
    private var value: Value?

    func enqueue(_ job: consuming ExecutorJob) {
        condition.lock()
        jobs.append(UnownedJob(job))
        condition.signal()
        condition.unlock()
    }

    func end(with value: Value) {
        condition.lock()
        self.value = value
        condition.signal()
        condition.unlock()
    }

    func run() -> Value {
        condition.lock()
        defer { condition.unlock() }
        while true {
            if !jobs.isEmpty {
                let job = jobs.removeFirst()
                condition.unlock()
                job.runSynchronously(on: asUnownedTaskExecutor())
                condition.lock()
            } else if let value {
                return value
            } else {
                condition.wait()
            }
        }
    }
}
