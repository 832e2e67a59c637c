import Glibc
import RouterConfiguration
import RouterDesktop
import RouterStorage
import SchemeRouter

/// Reports a link that ended before the engine took over: a bad link, broken settings, or state that cannot be written.
///
/// A bad link is reported by a notification and never by a dialogue: any page can open any number of links, and each
/// would show the person a window. Problems of the installation are also shown in a dialogue. Neither happens more than
/// once in ten seconds, and neither happens if standard error is a terminal, where the person reads the report anyway.
struct EarlyEnd {
    let options: GlobalOptions
    let places: Places
    /// What was rejected, in a word.
    var subject = "link"

    static func outcome(of error: any Error) -> Outcome {
        switch error {
        case let error as RequestError: .rejected(error)
        case let error as ServiceError: .failed(error)
        case let error as DescriptorErrors: .failed(ServiceError(.badConfiguration, error.text))
        case PromptError.unavailable(let reason): .failed(.noPrompt(reason))
        case PromptError.interrupted(let reason): .failed(.noAnswer(reason))
        default: .failed(ServiceError(.internalError, "\(error)"))
        }
    }

    /// Reports it.
    /// - Parameter configuration: the person's settings; nil if they could not be read.
    func tell(_ error: any Error, configuration: PersonalConfiguration?) async {
        guard isatty(STDERR_FILENO) == 0 else { return }
        let (paragraphs, deservesDialogue) = words(for: error)
        let notifier = Installation.notifier(places)
        guard deservesDialogue || notifier.isAvailable, (try? PrivateDirectory.create(places.lock)) != nil,
            notifier.mayInterrupt()
        else { return }
        let announcement = Announcement(paragraphs.map { Paragraph(own: $0) })
        var wasSeen = announcement.notify(by: notifier)
        if deservesDialogue, let prompt = try? Installation.prompt(options, configuration),
            let pass = self.pass
        {
            let wasShown = await announcement.show(by: prompt)
            wasSeen = wasSeen || wasShown
            withExtendedLifetime(pass) {}
        }
        // A report that nobody saw must not suppress the next one.
        if !wasSeen { notifier.didNotInterrupt() }
    }

    /// Nil while a question is open. If the journal's directory cannot be written, only questions of this session count.
    private var pass: (any AnyObject & Sendable)? {
        do throws(ServiceError) {
            return try LockedPromptGate(directory: places.gate).enter()
        } catch {
            return (try? LockedPromptGate(directory: places.lock).enter()) ?? nil
        }
    }

    private func words(for error: any Error) -> (paragraphs: [String], deservesDialogue: Bool) {
        switch Self.outcome(of: error) {
        case .rejected(let error):
            return (["The \(subject) was rejected: \(error.message)"] + [error.hint].compactMap { $0 }, false)
        case .failed(let failure):
            // Each mistake takes up to three lines; the first ones show where to look.
            if error is DescriptorErrors {
                let lines = failure.message.split(separator: "\n").prefix(Self.mostLines).map(String.init)
                let first = "No link can be answered: the settings or the descriptors have mistakes."
                return ([first] + lines + ["To see all of them, run “router schemes” in a terminal."], true)
            }
            let isRefusal = [.tooManyHops, .tooManyRefusals, .noPrompt].contains(failure.code)
            return ([failure.message] + [failure.hint].compactMap { $0 }, !isRefusal)
        case .paid, .finished, .toldAddress, .toldKeys, .replied, .handedOver, .opened, .refused, .timedOut, .unknown:
            return ([], false)
        }
    }

    private static let mostLines = 12
}
