import CCurl
import CourierMessages

/// All requests under way.
struct Transfers: ~Copyable {
    private let multi: UnsafeMutableRawPointer
    private let configuration: CheckedConfiguration
    private var running: [Transfer] = []

    init(_ configuration: CheckedConfiguration) throws(CourierFailure) {
        guard let multi = curl_multi_init() else {
            throw CourierFailure(.internalError, "There is no memory for requests.", sent: .no)
        }
        self.multi = multi
        self.configuration = configuration
        _ = curl_multi_set_number(multi, CURLMOPT_MAXCONNECTS, CLong(CourierLimits.requests))
    }

    /// Ends a request. Returns its last reply; nil where there is no such request.
    mutating func cancel(_ id: Int64) -> CourierReply? {
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
        guard curl_multi_add_handle(multi, transfer.handle) == CURLM_OK else {
            throw CourierFailure(.internalError, "libcurl does not take the request.", sent: .no)
        }
        running.append(transfer)
    }

    /// Waits until something can be done for a request or a stream, or until time is up.
    func wait(for streams: inout [curl_waitfd], milliseconds: Int) {
        _ = curl_multi_poll(multi, &streams, UInt32(streams.count), Int32(clamping: milliseconds), nil)
    }

    /// Does what can be done without waiting. Returns the replies to requests that ended.
    mutating func advance() -> [CourierReply] {
        var replies: [CourierReply] = []
        var count: Int32 = 0
        _ = curl_multi_perform(multi, &count)
        while let message = curl_multi_info_read(multi, &count) {
            guard message.pointee.msg == CURLMSG_DONE,
                let index = running.firstIndex(where: { $0.handle == message.pointee.easy_handle })
            else { continue }
            let result = curl_message_result(message)
            let transfer = end(index)
            switch transfer.outcome(result) {
            case .success(let answer): replies.append(.answer(transfer.id, answer))
            case .failure(let failure): replies.append(.failure(transfer.id, failure))
            case nil:
                _ = curl_multi_add_handle(multi, transfer.handle)
                running.append(transfer)
            }
        }
        return replies
    }

    private mutating func end(_ index: Int) -> Transfer {
        let transfer = running.remove(at: index)
        _ = curl_multi_remove_handle(multi, transfer.handle)
        return transfer
    }
}
