import SchemeRouter

/// Prints why a command failed, and gives its exit code.
enum Failure {
    /// Nil, with nothing printed, for an error that no part of this program throws.
    static func report(_ error: any Error) -> ExitCode? {
        switch error {
        case let error as DescriptorErrors:
            StandardStreams.complain(error.text)
            return .badConfiguration
        case let error as ServiceError:
            StandardStreams.complain(error.text)
            return ExitCode(error.code)
        case let error as RequestError:
            StandardStreams.complain(error.text)
            return .badLink
        case let error as UsageError:
            StandardStreams.complain("error: \(error.message)")
            return .usage
        case PromptError.refused:
            StandardStreams.complain("You refused; nothing was done.")
            return .refused
        case PromptError.timedOut:
            StandardStreams.complain("Nobody answered in time; nothing was done.")
            return .refused
        case PromptError.unavailable(let reason):
            StandardStreams.complain("error: There is no way to ask you: \(reason)")
            return .noPrompt
        case PromptError.interrupted(let reason):
            StandardStreams.complain(ServiceError.noAnswer(reason).text)
            return .noPrompt
        default:
            return nil
        }
    }
}
