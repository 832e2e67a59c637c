/// The time limit for reading from networks before the person is asked (S13).
struct ReadBudget {
    private var remaining: Duration
    private let clock = ContinuousClock()

    /// - Parameter time: the limit for everything that is run, in total.
    init(_ time: Duration) {
        remaining = time
    }

    /// Runs `body` within the remaining time. `body` must end soon after it is cancelled.
    mutating func run<Value: Sendable>(
        _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let start = clock.now
        let limit = remaining
        defer { remaining = max(.zero, limit - (clock.now - start)) }
        return try await withThrowingTaskGroup(of: Value.self) { group in
            group.addTask { try await body() }
            group.addTask {
                try await Task.sleep(for: limit)
                throw ServiceError(
                    .networkUnreachable, "The network did not answer in time.", hint: "Nothing was sent.")
            }
            defer { group.cancelAll() }
            guard let value = try await group.next() else { throw CancellationError() }
            return value
        }
    }
}
