import RouterLinux
import SchemeRouter

extension DedicatedThread {
    /// Runs `body` on a new thread with SIGPIPE blocked, see ``ChildProcess``, and returns its result.
    static func run<Value: ~Copyable>(
        _ body: @escaping @Sendable () throws(PromptError) -> Value
    ) async throws(PromptError) -> Value {
        let handover = Handover<Value>()
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            let started = start {
                handover.put(Result(catching: body))
                continuation.resume()
            }
            if !started {
                handover.put(.failure(.unavailable("the system cannot start a thread for the dialogue")))
                continuation.resume()
            }
        }
        return try handover.take().get()
    }

    /// Passes one value from the thread to the task. The continuation orders the two accesses, so no lock is needed.
    private final class Handover<Value: ~Copyable>: @unchecked Sendable {
        private var result: Result<Value, PromptError>?

        func put(_ result: consuming Result<Value, PromptError>) {
            self.result = consume result
        }

        func take() -> Result<Value, PromptError> {
            result.take() ?? .failure(.unavailable("the dialogue ended without an answer"))
        }
    }
}
