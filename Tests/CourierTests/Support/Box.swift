import Synchronization

/// Texts that threads of a server leave for the test.
final class Box: Sendable {
    private let content = Mutex<[String]>([])

    var texts: [String] { content.withLock { $0 } }

    func add(_ text: String) {
        content.withLock { $0.append(text) }
    }
}
