import Foundation

extension String {
    /// What the person was shown, by the transcript of the prompt program. The pages of one dialogue are one text.
    var questions: [String] {
        var questions: [String] = []
        for line in split(separator: "\n") where line.hasPrefix("SETDESC ") {
            let text = String(line.dropFirst(8)).removingPercentEncoding ?? ""
            let isFirst = text.firstRange(of: "Page ").map { text[$0.upperBound...].hasPrefix("1 of ") } ?? true
            if isFirst { questions.append(text) } else { questions[questions.count - 1] += " " + text }
        }
        return questions
    }
}
