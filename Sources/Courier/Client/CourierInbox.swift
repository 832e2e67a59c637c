import Glibc
import RouterCLinux
import RouterLinux
import RouterProcesses
import SchemeRouter
import Synchronization

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
