import Glibc
import RouterCLinux
import RouterCourierMessages
import RouterLinux
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

final class CourierLineConnection: LineConnection {
    /// How long the system may take to accept what is sent.
    private static let sendTime = Duration.seconds(30)

    let certificate: [UInt8]?
    private let id: Int64
    private let session: CourierSession
    private let lines: CourierLines

    init(_ id: Int64, certificate: [UInt8]?, _ session: CourierSession, _ lines: CourierLines) {
        self.id = id
        self.certificate = certificate
        self.session = session
        self.lines = lines
    }

    deinit {
        close()
    }

    func send(_ lines: [[UInt8]]) async throws(NetworkError) {
        let length = lines.reduce(0) { $0 + $1.count + 1 }
        guard length > 0 else { return }
        guard length <= CourierLimits.requestBody, !lines.contains(where: { $0.contains(0x0A) }) else {
            throw .unsent(
                .badRequest,
                "A line contains no line feed, and at most \(CourierLimits.requestBody) bytes are sent at once.")
        }
        if let end = self.lines.end { throw .unsent(end.code, end.message) }
        self.lines.noteSending()
        var bytes: [UInt8] = []
        bytes.reserveCapacity(length)
        for line in lines { bytes += line + [0x0A] }
        _ = try await session.call(until: .now + Self.sendTime, isSending: true) { [id] number, timeout in
            .send(number, bytes, over: id, timeout: timeout)
        }.get()
    }

    func receive(until deadline: ContinuousClock.Instant) async throws(NetworkError) -> [UInt8] {
        try await lines.receive(until: deadline) { session.inbox.wake() }.get()
    }

    func close() {
        lines.end(.unsent(.cancelled, "The connection was closed."))
        session.inbox.close(id)
    }
}

/// The inbox through which tasks with commands reach the courier's thread.
final class CourierInbox: Sendable {
    /// What arrived since the last time.
    struct Contents {
        var calls: [CourierCall] = []
        /// The numbers of requests and connections that are no longer needed.
        var cancelled: [Int64] = []
        /// Connections that may be read further, and how far.
        var taken: [(connection: Int64, weight: Int)] = []
        var isRetired = false
    }

    private struct State {
        var contents = Contents()
        var lastNumber: Int64 = 0
        /// Requests that were added and not removed, to recognise a cancellation that arrives before its request.
        var added: Set<Int64> = []
        var cancelledEarly: Set<Int64> = []
        /// Why the courier has ended.
        var end: NetworkError?
    }

    private let state = Mutex(State())
    /// If the system has no descriptors left, there is no pipe to a courier either.
    private let event = OwnedDescriptor(linux_event())

    /// Readable while the inbox is not empty.
    var descriptor: Int32 { event.number }

    var hasEnded: Bool { state.withLock { $0.end != nil || $0.contents.isRetired } }

    func newNumber() -> Int64 {
        state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
    }

    /// Passes on a request, or ends it if the courier has ended.
    func add(_ call: CourierCall) {
        let error: NetworkError? = state.withLock { state in
            if let end = state.end { return end }
            guard state.cancelledEarly.remove(call.id) == nil else {
                return .unsent(.cancelled, "The request was cancelled.")
            }
            state.added.insert(call.id)
            state.contents.calls.append(call)
            return nil
        }
        if let error { return call.finish(.failure(error)) }
        wake()
    }

    func cancel(_ id: Int64) {
        state.withLock { state in
            if state.added.contains(id) {
                state.contents.cancelled.append(id)
            } else {
                state.cancelledEarly.insert(id)
            }
        }
        wake()
    }

    /// Ends a connection, whose call has ended.
    func close(_ connection: Int64) {
        state.withLock { $0.contents.cancelled.append(connection) }
        wake()
    }

    /// Reports that lines of this weight were taken from a connection.
    func take(_ connection: Int64, weight: Int) {
        state.withLock { $0.contents.taken.append((connection, weight)) }
        wake()
    }

    func retire() {
        state.withLock { $0.contents.isRetired = true }
        wake()
    }

    func take() -> Contents {
        Linux.clearEvent(event.number)
        return state.withLock { state in
            defer { state.contents = Contents(isRetired: state.contents.isRetired) }
            return state.contents
        }
    }

    /// Marks the request `id` as ended, so that it can no longer be cancelled.
    func forget(_ id: Int64) {
        state.withLock { state in
            state.added.remove(id)
            state.cancelledEarly.remove(id)
        }
    }

    /// Ends every waiting request, and all later ones, because the courier has ended.
    func end(_ error: NetworkError) {
        let calls = state.withLock { state in
            state.end = error
            defer { state.contents.calls = [] }
            return state.contents.calls
        }
        for call in calls { call.finish(.failure(error)) }
    }

    /// Wakes the thread.
    func wake() { eventfd_write(event.number, 1) }
}
