import SchemeRouter

/// Where a prompt program would show a question after a click, according to the program.
public enum PromptKind: Sendable, Equatable {
    /// In its own window.
    case window
    /// In a terminal, which a click does not have.
    case terminal
    /// The program does not say.
    case unknown

    /// Seconds that a program has to report its flavour.
    private static let patience = 30

    /// Starts `program` without a terminal, as a click would, and queries it. Nothing is shown.
    /// - Throws: `PromptError/unavailable(_:)` if it cannot be started, or cannot ask the person.
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
