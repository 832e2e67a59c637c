import SchemeRouter
import Synchronization

/// Receivers in memory.
public final class FakeReceiverMemory: ReceiverMemory {
    public let known: Mutex<[String: KnownReceiver]>

    public let agreements = Mutex<[Int64: AgreedReceiver]>([:])
    private let earlier: AgreedReceiver?

    /// - Parameter earlier: the program that the person agreed to for entries that another memory recorded.
    public init(_ known: [String: KnownReceiver] = [:], agreed earlier: AgreedReceiver? = AgreedReceiver(.demo)) {
        self.known = Mutex(known)
        self.earlier = earlier
    }

    public func agreed(_ entry: Int64) throws(ServiceError) -> AgreedReceiver? {
        agreements.withLock { $0[entry] } ?? earlier
    }

    public func agree(to program: AgreedReceiver, of entry: Int64) throws(ServiceError) {
        agreements.withLock { $0[entry] = program }
    }

    public func remembered(_ sender: String) throws(ServiceError) -> KnownReceiver? {
        known.withLock { $0[sender] }
    }

    public func remember(_ program: KnownReceiver, for sender: String) throws(ServiceError) {
        known.withLock { $0[sender] = program }
    }
}
