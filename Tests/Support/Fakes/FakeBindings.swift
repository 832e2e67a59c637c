import SchemeRouter
import Synchronization

/// Bindings in memory.
public final class FakeBindings: BindingMemory {
    public let known: Mutex<[DappBinding]>

    public init(_ known: [DappBinding] = []) {
        self.known = Mutex(known)
    }

    public func bindings(of appKey: String) throws(ServiceError) -> [DappBinding] {
        known.withLock { $0.filter { $0.appKey == appKey } }
    }

    public func remember(_ binding: DappBinding) throws(ServiceError) {
        known.withLock { $0.append(binding) }
    }
}
