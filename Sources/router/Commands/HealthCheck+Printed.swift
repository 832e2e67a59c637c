import ExactJSON
import RouterDesktop
import RouterNetworkBackend

extension HealthCheck {
    var json: JSON { JSON(["name": name, "result": result.rawValue, "text": text, "advice": advice]) }

    /// For people, with colours in a terminal.
    var line: String {
        let mark =
            switch result {
            case .good: Emphasis.good.mark("ok  ")
            case .warning: Emphasis.warning.mark("note")
            case .failure: Emphasis.error.mark("FAIL")
            }
        return "\(mark)  " + VisibleText.of(text + (advice.map { "\n      \($0)" } ?? ""))
    }
}
