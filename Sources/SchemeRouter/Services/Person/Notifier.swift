/// Shows short messages that need no answer, such as desktop notifications.
///
/// They supplement the prompt and never replace it: many desktops show none. Implementations return within seconds and
/// ignore all failures.
public protocol Notifier: Sendable {
    /// Shows a message. Both texts are shown literally. Returns whether the desktop accepted it.
    func notify(title: String, text: String) -> Bool

    /// Whether the person may be interrupted now by a message about something that they were not asked about.
    ///
    /// Any page can cause any number of bad links, which must not flood the person with messages. True at most once
    /// every few seconds, for all processes together; each call that returns true counts as an interruption.
    func mayInterrupt() -> Bool

    /// Cancels the interruption: the message could not be shown, so the next one may be.
    func didNotInterrupt()
}
