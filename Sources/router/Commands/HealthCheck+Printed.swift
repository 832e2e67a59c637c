import ExactJSON
import RouterNetworkBackend

extension HealthCheck {
    var json: JSON { JSON(["name": name, "result": result.rawValue, "text": text, "advice": advice]) }

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
