import SchemeRouter
import Synchronization

/// Receivers in memory.
public final class FakeReceiverMemory: ReceiverMemory {
    public let known: Mutex<[String: KnownReceiver]>

    public init(_ known: [String: KnownReceiver] = [:]) {
        self.known = Mutex(known)
    }

    public func remembered(_ sender: String) throws(ServiceError) -> KnownReceiver? {
        known.withLock { $0[sender] }
    }

    public func remember(_ program: KnownReceiver, for sender: String) throws(ServiceError) {
        known.withLock { $0[sender] = program }
    }
}
