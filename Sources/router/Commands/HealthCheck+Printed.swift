import ExactJSON
import RouterNetworkBackend

extension HealthCheck {
    /// The check as `doctor --json` prints it.
    var json: JSON {
        .object([
            ("name", .string(name)), ("result", .string(result.rawValue)), ("text", .string(text)),
            ("advice", JSON(advice)),
        ])
    }

    var line: String {
        let mark =
            switch result {
            case .good: "ok  "
            case .warning: "note"
            case .failure: "FAIL"
            }
        return "\(mark)  \(text)" + (advice.map { "\n      \($0)" } ?? "")
    }
}
