import Foundation

/// Waits for asynchronous code, and runs all of it on this thread: libFuzzer calls its targets on one thread, and
/// switching threads takes longer than most inputs.
func waiting<Value: Sendable>(for body: @escaping @Sendable () async -> Value) -> Value {
    let loop = Loop<Value>()
    Task.detached(executorPreference: loop) { loop.end(with: await body()) }
    return loop.run()
}

/// Runs the jobs of tasks one after the other, on the waiting thread.
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
