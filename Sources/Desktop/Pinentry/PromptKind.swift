import SchemeRouter

/// Where a prompt program would show a question after a click, by its own word.
public enum PromptKind: Sendable, Equatable {
    /// In a window of its own.
    case window
    /// In a terminal, which a click does not have.
    case terminal
    /// It does not say.
    case unknown

    /// How long a program may take to say what it is, in seconds.
    private static let patience = 30

    /// Starts `program` as a click would, without a terminal, and asks it. Nothing is shown.
    /// - Throws: `PromptError/unavailable(_:)` if it cannot be started, or cannot ask.
    public static func of(_ program: String, environment: [String: String]) throws(PromptError) -> PromptKind {
        if let problem = PromptSelection.problem(at: program) {
            throw .unavailable("the prompt program \(VisibleText.of(program)) \(problem)")
        }
        let session = try PinentrySession.open(
            program, title: "", environment: environment, terminal: nil,
            limits: PromptLimits(seconds: patience, grace: .zero))
        let flavour = session.flavour
        session.close()
        if flavour.isEmpty { return .unknown }
        return PinentrySession.isText(flavour: flavour) ? .terminal : .window
    }
}
