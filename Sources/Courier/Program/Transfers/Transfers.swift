import RouterCCurl
import RouterCourierMessages

/// All requests under way.
struct Transfers: ~Copyable {
    private let multi: MultiHandle
    private let configuration: CheckedConfiguration
    private var running: [Transfer] = []

    init(_ configuration: CheckedConfiguration) throws(CourierFailure) {
        guard let multi = MultiHandle() else {
            throw CourierFailure(.internalError, "There is no memory for requests.", sent: .no)
        }
        self.multi = multi
        self.configuration = configuration
        multi.set(CURLMOPT_MAXCONNECTS, CourierLimits.requests)
    }

    /// Ends a request. Returns its last answer; nil where there is no such request.
    mutating func cancel(_ id: Int64) -> CourierAnswer? {
        guard let index = running.firstIndex(where: { $0.id == id }) else { return nil }
        let transfer = end(index)
        return .failure(id, CourierFailure(.cancelled, "The request was cancelled.", sent: transfer.sent))
    }

    /// Begins a request.
    mutating func begin(_ id: Int64, _ request: CourierRequest) throws(CourierFailure) {
        guard !running.contains(where: { $0.id == id }) else {
            throw CourierFailure(.badRequest, "The number \(id) is that of another request.", sent: .no)
        }
        guard running.count < CourierLimits.requests else {
            throw CourierFailure(.busy, "\(CourierLimits.requests) requests are under way.", sent: .no)
        }
        let transfer = try Transfer(id, request, configuration)
        guard multi.add(transfer.handle) else {
            throw CourierFailure(.internalError, "libcurl does not take the request.", sent: .no)
        }
        running.append(transfer)
    }

    /// Waits until something can be done for a request or a stream, or until time is up.
    func wait(for streams: inout [curl_waitfd], milliseconds: Int) {
        multi.wait(for: &streams, milliseconds: milliseconds)
    }

    /// Does what can be done without waiting. Returns the answers to requests that ended.
    mutating func advance() -> [CourierAnswer] {
        var answers: [CourierAnswer] = []
        multi.perform()
        while let (index, result) = multi.nextDone(among: running.map(\.handle)) {
            let transfer = end(index)
            switch transfer.outcome(result) {
            case .success(let answer): answers.append(.answer(transfer.id, answer))
            case .failure(let failure): answers.append(.failure(transfer.id, failure))
            case nil:
                _ = multi.add(transfer.handle)
                running.append(transfer)
            }
        }
        return answers
    }

    private mutating func end(_ index: Int) -> Transfer {
        let transfer = running.remove(at: index)
        multi.remove(transfer.handle)
        return transfer
    }
}
