import SchemeRouter
import Synchronization

/// Keeps what it was asked to show.
public final class FakeNotifier: Notifier {
    public let isPatient: Bool
    public let shown = Mutex<[String]>([])

    public init(isPatient: Bool = true) {
        self.isPatient = isPatient
    }

    public func notify(title: String, text: String) {
        shown.withLock { $0.append("\(title)\n\(text)") }
    }

    public func mayInterrupt() -> Bool { isPatient }
}
