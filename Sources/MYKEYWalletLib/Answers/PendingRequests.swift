import Synchronization

/// The requests without an answer, by the id in their callback. Each is answered once.
final class PendingRequests: Sendable {
    typealias Answer = Result<String, MYKEYError>

    private struct Entry {
        let continuation: CheckedContinuation<Answer, Never>
        var timer: Task<Void, Never>?
    }

    private let entries = Mutex<[String: Entry]>([:])

    /// Adds a request that ends with ``MYKEYError/Reason/noAnswer`` after `patience`.
    func add(_ id: String, patience: Duration, _ continuation: CheckedContinuation<Answer, Never>) {
        entries.withLock { $0[id] = Entry(continuation: continuation) }
        let timer = Task { [self] in
            guard (try? await Task.sleep(for: patience)) != nil else { return }
            let message = "No answer arrived. The wallet may still have done it: check the chain."
            finish(id, .failure(MYKEYError(.noAnswer, .Failure, message)))
        }
        let isWaiting = entries.withLock { entries in
            entries[id]?.timer = timer
            return entries[id] != nil
        }
        if !isWaiting { timer.cancel() }
    }

    /// Ends a request. Returns false if no such request is pending: it never was, or it has ended.
    @discardableResult
    func finish(_ id: String, _ answer: Answer) -> Bool {
        guard let entry = entries.withLock({ $0.removeValue(forKey: id) }) else { return false }
        entry.timer?.cancel()
        entry.continuation.resume(returning: answer)
        return true
    }
}
