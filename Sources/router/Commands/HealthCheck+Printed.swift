import ExactJSON
import RouterNetworkBackend

extension HealthCheck {
    var json: JSON { JSON(["name": name, "result": result.rawValue, "text": text, "advice": advice]) }

    var line: String {
        let mark =
            switch result {
            case .good: Emphasis.good.mark("ok  ")
            case .warning: Emphasis.warning.mark("note")
            case .failure: Emphasis.error.mark("FAIL")
            }
        return "\(mark)  \(text)" + (advice.map { "\n      \($0)" } ?? "")
    }
}
