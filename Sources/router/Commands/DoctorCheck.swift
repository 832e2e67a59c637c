import ExactJSON

/// One thing that `router doctor` looked at.
struct DoctorCheck {
    /// How it is.
    enum Result: String {
        /// As it should be.
        case good
        /// Works, but the person should know.
        case warning
        /// Links cannot be answered like this.
        case failure
    }

    /// What was looked at, a word that does not change.
    let name: String
    /// How it is.
    let result: Result
    /// What was found.
    let text: String
    /// What to do about it; nil where nothing is to be done.
    let advice: String?

    init(_ name: String, _ result: Result, _ text: String, advice: String? = nil) {
        self.name = name
        self.result = result
        self.text = text
        self.advice = advice
    }

    /// The check as `doctor --json` prints it.
    var json: JSON {
        .object([
            ("name", .string(name)), ("result", .string(result.rawValue)), ("text", .string(text)),
            ("advice", JSON(advice)),
        ])
    }

    /// The check for people.
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
