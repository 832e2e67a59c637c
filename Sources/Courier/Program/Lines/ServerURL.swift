import RouterCourierMessages

extension CourierServer {
    /// What libcurl connects to. It sends nothing there by itself.
    func url() throws(CourierFailure) -> RequestURL {
        let url = try RequestURL("\(server.certificate == nil ? "http" : "https")://\(server)")
        guard url.isOrigin else { throw CourierFailure(.badRequest, "The URL has no valid host.", sent: .no) }
        return url
    }

    /// Refuses what no courier gives.
    func check() throws(CourierFailure) {
        guard (1...CourierLimits.milliseconds).contains(timeout) else {
            throw CourierFailure(
                .badRequest, "A connection takes from 1 to \(CourierLimits.milliseconds) milliseconds.", sent: .no)
        }
        guard (1...CourierLimits.answerBody).contains(server.lineLimit) else {
            throw CourierFailure(
                .badRequest, "A line has from 1 to \(CourierLimits.answerBody) bytes.", sent: .no)
        }
    }
}
