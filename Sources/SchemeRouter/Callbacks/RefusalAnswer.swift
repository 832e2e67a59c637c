/// Tells a dapp that its link was refused before anybody was asked, where the link itself is good enough to answer it.
///
/// Any page can make such links, so this happens only as often as the person may be interrupted.
public struct RefusalAnswer {
    private let launcher: any Launcher
    private let notifier: any Notifier
    /// Who may be told about practice money (S14), in lower case; nil where the money is real.
    private let practiceSenders: Set<String>?

    /// An answer with everything it needs from outside.
    public init(launcher: any Launcher, notifier: any Notifier, practiceSenders: Set<String>?) {
        self.launcher = launcher
        self.notifier = notifier
        self.practiceSenders = practiceSenders
    }

    /// Wakes the dapp by its program. Nil where it is not to be told; a page of a server is not asked for unasked.
    public func deliver(_ answer: DappAnswer) -> CallbackDelivery? {
        guard let wake = answer.wake, let scheme = wake.split(separator: ":").first?.lowercased(), scheme != "https",
            practiceSenders?.contains(scheme) ?? true, notifier.mayInterrupt()
        else { return nil }
        do throws(LaunchError) {
            guard let program = try launcher.receiver(ofScheme: scheme) else { return nil }
            try launcher.open(wake, scheme: scheme, with: program)
            return .started(program)
        } catch {
            return .failed(error.explanation, callback: wake)
        }
    }
}
