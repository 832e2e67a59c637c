import RouterConnections
import RouterCourierMessages

extension LineServer {
    /// The URL for libcurl to connect to. It sends nothing there by itself.
    func url() throws(NetworkError) -> RequestURL {
        let url = try RequestURL("\(certificate == nil ? "http" : "https")://\(self)")
        guard url.isOrigin else { throw .unsent(.badRequest, "The URL has no valid host.") }
        return url
    }

    /// Refuses limits that no courier allows.
    func check(timeout: Int64) throws(NetworkError) {
        guard (1...CourierLimits.milliseconds).contains(timeout) else {
            throw .unsent(
                .badRequest, "The time limit for a connection must be 1 to \(CourierLimits.milliseconds) milliseconds.")
        }
        guard (1...CourierLimits.answerBody).contains(lineLimit) else {
            throw .unsent(
                .badRequest, "The limit of a line must be 1 to \(CourierLimits.answerBody) bytes.")
        }
    }
}
