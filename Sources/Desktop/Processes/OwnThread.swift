import Glibc
import LinuxCalls
import SchemeRouter

/// Runs a dialogue on a thread of its own.
///
/// A dialogue waits up to two minutes. Swift's cooperative threads are as many as the machine has cores, and Dispatch's
/// workers are shared; neither is for waiting.
enum OwnThread {
    /// Runs `body` on a new thread with SIGPIPE blocked, see ``ChildProcess``, and hands back what it returns.
    static func run<Value: ~Copyable>(
        _ body: @escaping @Sendable () throws(PromptError) -> Value
    ) async throws(PromptError) -> Value {
        let handover = Handover<Value>()
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            let started = start {
                do throws(PromptError) {
                    handover.put(.success(try body()))
                } catch {
                    handover.put(.failure(error))
                }
                continuation.resume()
            }
            if !started {
                handover.put(.failure(.unavailable("the system gives no thread for a dialogue")))
                continuation.resume()
            }
        }
        return try handover.take().get()
    }

    /// Runs `work` on a new detached thread. Returns false where the system gives none.
    static func start(_ work: @escaping @Sendable () -> Void) -> Bool {
        Linux.startThread {
            Linux.mask(SIG_BLOCK, [SIGPIPE])
            work()
        }
    }

    /// Carries one value from the thread to the task. The continuation orders the two accesses, so there is no lock.
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
