import Synchronization

/// A port of this computer behind which one server after the other stands.
final class Switch: Sendable {
    private let target: Target
    private let server: LoopbackServer

    private final class Target: Sendable {
        let port: Atomic<Int>
        init(_ port: Int) { self.port = Atomic(port) }
    }

    init(_ port: Int) {
        let target = Target(port)
        self.target = target
        server = LoopbackServer { connection in
            connection.join(port: UInt16(target.port.load(ordering: .relaxed)))
        }
    }

    var port: UInt16 { server.port }

    func aim(at port: Int) {
        target.port.store(port, ordering: .relaxed)
    }
}

/// Texts that threads of a server leave for the test.
final class Box: Sendable {
    private let content = Mutex<[String]>([])

    var texts: [String] { content.withLock { $0 } }

    func add(_ text: String) {
        content.withLock { $0.append(text) }
    }
}
