/// Shows short messages that nobody has to answer, such as the notifications of a desktop.
///
/// They come beside what the prompt tells, never in its place: many desktops show none. Implementations return within
/// seconds and ignore every failure.
public protocol Notifier: Sendable {
    /// Shows a message. Both texts are shown literally. Returns whether there is anything that took it.
    func notify(title: String, text: String) -> Bool

    /// Whether the person may be interrupted now by something about which nobody asked them anything.
    ///
    /// Any page can cause any number of bad links, and none of them may flood the person with messages. True at most
    /// once every few seconds, for all processes together; asking counts as interrupting.
    func mayInterrupt() -> Bool

    /// Takes it back: what was to be told could not be shown, so nobody was interrupted and the next one may.
    func didNotInterrupt()
}
