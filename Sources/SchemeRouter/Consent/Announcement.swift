/// A message to the person that needs no answer.
public struct Announcement: Sendable, Equatable {
    let title: String
    /// Shown on every page; nil for none.
    let heading: String?
    /// The essentials, one paragraph each.
    let summary: [Paragraph]
    /// What is shown only in a dialogue.
    let details: [Paragraph]
}

extension Announcement {
    private static let tooLong: Paragraph = "The answer is too long to show here."

    /// An announcement about a link that failed before its coin was known.
    /// - Parameter paragraphs: a few lines; text beyond the size of a dialogue is not shown.
    public init(_ paragraphs: [Paragraph]) {
        self.init(title: "Wallet link", heading: nil, summary: paragraphs, details: [])
    }

    func adding(_ detail: Paragraph) -> Announcement {
        Announcement(title: title, heading: heading, summary: summary, details: details + [detail])
    }

    /// Shows the summary as a notification. Returns whether the desktop accepted it.
    @discardableResult public func notify(by notifier: any Notifier) -> Bool {
        notifier.notify(
            title: title, text: ([heading].compactMap(\.self) + summary.map(\.text)).joined(separator: "\n"))
    }

    /// Shows all of it as a dialogue. If the prompt cannot show it, it is still in the log and on standard error.
    ///
    /// Details that are too long for a dialogue are left out: the person must still learn what happened (S10).
    ///
    /// Returns whether the person saw it, that is, closed the dialogue in any way.
    @discardableResult public func show(by prompt: any Prompt) async -> Bool {
        // An amount, and who received it.
        let leading = summary.first?.hasAmount == true ? min(2, summary.count) : 0
        guard
            let text = PageLayout.text(
                about: .announcement, notice: heading, columns: prompt.columns, leading: leading,
                groups: [summary, details])
                ?? PageLayout.text(
                    about: .announcement, notice: heading, columns: prompt.columns, groups: [summary + [Self.tooLong]])
        else { return false }
        do throws(PromptError) {
            try await prompt.tell(Dialogue(title: title, text: text, agree: "Close", refuse: "Close"))
            return true
        } catch {
            switch error {
            case .refused: return true
            case .timedOut, .unavailable, .interrupted: return false
            }
        }
    }
}
