import SchemeRouter

/// Prints why a command failed, and gives its exit code.
enum Failure {
    /// Nil, with nothing printed, for an error that no part of this program throws.
    static func report(_ error: any Error) -> ExitCode? {
        let (text, code): (String, ExitCode)
        switch error {
        case let error as DescriptorErrors: (text, code) = (error.text, .badConfiguration)
        case let error as ServiceError: (text, code) = (error.text, ExitCode(error.code))
        case let error as RequestError: (text, code) = (error.text, ExitCode(error))
        case let error as UsageError: (text, code) = ("error: \(error.message)", .usage)
        case PromptError.refused: (text, code) = ("You refused; nothing was done.", .refused)
        case PromptError.timedOut: (text, code) = ("Nobody answered in time; nothing was done.", .refused)
        case PromptError.unavailable(let reason):
            (text, code) = ("error: There is no way to ask you: \(reason)", .noPrompt)
        case PromptError.interrupted(let reason): (text, code) = (ServiceError.noAnswer(reason).text, .noPrompt)
        default: return nil
        }
        StandardStreams.complain(text)
        return code
    }
}
