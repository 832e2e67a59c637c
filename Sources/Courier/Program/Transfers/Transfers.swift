import RouterCCurl
import RouterConnections
import RouterCourierMessages

/// All requests in progress.
struct Transfers: ~Copyable {
    private let multi: MultiHandle
    private let configuration: CheckedConfiguration
    private var running: [Transfer] = []

    init(_ configuration: CheckedConfiguration) throws(NetworkError) {
        guard let multi = MultiHandle() else {
            throw .unsent(.internalError, "Out of memory for requests.")
        }
        self.multi = multi
        self.configuration = configuration
        multi.set(CURLMOPT_MAXCONNECTS, CourierLimits.requests)
    }

    /// Ends a request. Returns its last answer; nil if there is no such request.
    mutating func cancel(_ id: Int64) -> CourierAnswer? {
        guard let index = running.firstIndex(where: { $0.id == id }) else { return nil }
        let transfer = end(index)
        return .failure(id, transfer.failure(.cancelled, "The request was cancelled."))
    }

    mutating func begin(_ id: Int64, _ request: NetworkRequest, timeout: Int64) throws(NetworkError) {
        guard !running.contains(where: { $0.id == id }) else {
            throw .unsent(.badRequest, "The number \(id) is already used by another request.")
        }
        guard running.count < CourierLimits.requests else {
            throw .unsent(.busy, "All \(CourierLimits.requests) request slots are in use.")
        }
        let transfer = try Transfer(id, request, timeout: timeout, configuration)
        guard multi.add(transfer.handle) else {
            throw .unsent(.internalError, "libcurl rejected the request.")
        }
        running.append(transfer)
    }

    func wait(for streams: inout [curl_waitfd], milliseconds: Int) {
        multi.wait(for: &streams, milliseconds: milliseconds)
    }

    /// Makes progress without waiting. Returns the answers to requests that ended.
    mutating func advance() -> [CourierAnswer] {
        var answers: [CourierAnswer] = []
        multi.perform()
        while let (index, result) = multi.nextDone(among: running.map(\.handle)) {
            let transfer = end(index)
            do throws(NetworkError) {
                if let answer = try transfer.outcome(result) {
                    answers.append(.answer(transfer.id, answer))
                } else {
                    _ = multi.add(transfer.handle)
                    running.append(transfer)
                }
            } catch {
                answers.append(.failure(transfer.id, error))
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
