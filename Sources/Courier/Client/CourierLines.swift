import RouterCourierMessages
import SchemeRouter
import Synchronization

/// The lines of one connection, passed from the courier's thread to the tasks that read them.
final class CourierLines: Sendable {
    private typealias Continuation = CheckedContinuation<Result<[UInt8], NetworkError>, Never>

    private struct Waiter {
        let number: Int64
        let deadline: ContinuousClock.Instant
        let continuation: Continuation
    }

    private struct State {
        var lines = LineQueue()
        /// The weight of unread lines.
        var unread = 0
        /// The weight of taken lines that has not been reported to the courier.
        var taken = 0
        var waiters: [Waiter] = []
        var lastNumber: Int64 = 0
        /// The numbers of waiters that were cancelled before they waited.
        var cancelledEarly: Set<Int64> = []
        var hasSent = false
        /// Why no more lines come.
        var end: NetworkError?

        /// Counts a line that was taken. Returns the weight to report to the courier; 0 if it is not worth a message.
        mutating func count(_ weight: Int) -> Int {
            taken += weight
            guard taken >= CourierLimits.unreadLines / 4 else { return 0 }
            defer { taken = 0 }
            return taken
        }
    }

    private let state = Mutex(State())
    private let limit: Int
    /// Tells the courier that it may read more.
    private let take: @Sendable (_ weight: Int) -> Void

    /// - Parameter limit: the longest line, in bytes.
    init(limit: Int, take: @escaping @Sendable (_ weight: Int) -> Void) {
        self.limit = limit
        self.take = take
    }

    /// The earliest deadline of all waiters.
    var deadline: ContinuousClock.Instant? {
        state.withLock { state in state.waiters.lazy.map(\.deadline).min() }
    }

    /// Records that the server may have received something.
    func noteSending() {
        state.withLock { $0.hasSent = true }
    }

    /// Why nothing can be sent any more; nil if sending is possible.
    var end: NetworkError? { state.withLock { $0.end } }

    /// Accepts a line from the courier. Returns false if the courier should not have sent it.
    func deliver(_ line: [UInt8]) -> Bool {
        let weight = CourierLimits.weight(ofLine: line.count)
        let (isFitting, waiter, told): (Bool, Waiter?, Int) = state.withLock { state in
            guard line.count <= limit, state.unread < CourierLimits.unreadLines else { return (false, nil, 0) }
            // After the connection was closed, further lines are ignored.
            guard state.end == nil else { return (true, nil, 0) }
            guard !state.waiters.isEmpty else {
                state.unread += weight
                state.lines.append(line)
                return (true, nil, 0)
            }
            return (true, state.waiters.removeFirst(), state.count(weight))
        }
        waiter?.continuation.resume(returning: .success(line))
        if told > 0 { take(told) }
        return isFitting
    }

    /// The next line.
    /// - Parameter wait: called if there is no line yet, so that the thread watches the deadline.
    func receive(
        until deadline: ContinuousClock.Instant, onWait wait: () -> Void
    ) async -> Result<[UInt8], NetworkError> {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let waiter = Waiter(number: number, deadline: deadline, continuation: continuation)
                guard let (result, told) = begin(waiter) else { return wait() }
                continuation.resume(returning: result)
                if told > 0 { take(told) }
            }
        } onCancel: {
            cancel(number)
        }
    }

    /// The result for `waiter` if there is one already; nil if it has to wait.
    private func begin(_ waiter: Waiter) -> (Result<[UInt8], NetworkError>, told: Int)? {
        state.withLock { state in
            if state.cancelledEarly.remove(waiter.number) != nil {
                return (.failure(Self.cancelled(state)), 0)
            }
            if let line = state.lines.next() {
                let weight = CourierLimits.weight(ofLine: line.count)
                state.unread -= weight
                return (.success(line), state.count(weight))
            }
            if let end = state.end { return (.failure(end), 0) }
            guard waiter.deadline > .now else { return (.failure(Self.timedOut(state)), 0) }
            state.waiters.append(waiter)
            return nil
        }
    }

    private func cancel(_ number: Int64) {
        let (waiter, error): (Waiter?, NetworkError) = state.withLock { state in
            let error = Self.cancelled(state)
            guard let index = state.waiters.firstIndex(where: { $0.number == number }) else {
                state.cancelledEarly.insert(number)
                return (nil, error)
            }
            return (state.waiters.remove(at: index), error)
        }
        waiter?.continuation.resume(returning: .failure(error))
    }

    /// Ends the wait of all whose deadline has passed.
    func expire(at now: ContinuousClock.Instant) {
        let (late, error) = state.withLock { state in
            let late = state.waiters.filter { $0.deadline <= now }
            state.waiters.removeAll { $0.deadline <= now }
            return (late, Self.timedOut(state))
        }
        for waiter in late { waiter.continuation.resume(returning: .failure(error)) }
    }

    /// Ends the connection. Waiting lines can still be taken, unless the client itself closed it.
    func end(_ reason: NetworkError) {
        let (waiters, error) = state.withLock { state in
            let error =
                state.end ?? NetworkError(reason.code, reason.message, mayHaveArrived: state.hasSent)
            state.end = error
            if error.code == .cancelled { (state.lines, state.unread) = (LineQueue(), 0) }
            defer { state.waiters = [] }
            return (state.waiters, error)
        }
        for waiter in waiters { waiter.continuation.resume(returning: .failure(error)) }
    }

    private static func cancelled(_ state: State) -> NetworkError {
        NetworkError(.cancelled, "Nobody is waiting for the line any more.", mayHaveArrived: state.hasSent)
    }

    private static func timedOut(_ state: State) -> NetworkError {
        NetworkError(.timedOut, "No line arrived in time.", mayHaveArrived: state.hasSent)
    }
}

/// Lines in order of arrival; taking one does not move the others.
struct LineQueue {
    private var lines: [[UInt8]] = []
    private var start = 0

    mutating func append(_ line: [UInt8]) { lines.append(line) }

    /// Takes the first line; nil if there is none.
    mutating func next() -> [UInt8]? {
        guard start < lines.count else { return nil }
        let line = lines[start]
        lines[start] = []
        start += 1
        if start * 2 > lines.count {
            lines.removeFirst(start)
            start = 0
        }
        return line
    }
}
