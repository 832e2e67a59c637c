import SchemeRouter
import Synchronization

/// Keeps what it was asked to show.
public final class FakeNotifier: Notifier {
    public let isPatient: Bool
    public let shown = Mutex<[String]>([])

    /// Whether there is a desktop that takes notifications.
    public let hasDesktop: Bool
    /// How often it was said that nobody was interrupted.
    public let givenBack = Mutex(0)

    public init(isPatient: Bool = true, hasDesktop: Bool = true) {
        self.isPatient = isPatient
        self.hasDesktop = hasDesktop
    }

    public func notify(title: String, text: String) -> Bool {
        guard hasDesktop else { return false }
        shown.withLock { $0.append("\(title)\n\(text)") }
        return true
    }

    public func mayInterrupt() -> Bool { isPatient }

    public func didNotInterrupt() { givenBack.withLock { $0 += 1 } }
}
