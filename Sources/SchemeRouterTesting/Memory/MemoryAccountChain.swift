import ExactJSON
import SchemeRouter
import Synchronization

/// A network of named accounts, in memory: it accepts every transaction, and every account exists.
///
/// It has no ABIs of contracts: the bytes of a call are its JSON text.
public final class MemoryAccountChain: AccountChain {
    private let keys: [String]
    private let taken = Mutex<[SignedTransaction]>([])

    /// A network whose accounts all have these keys, by default the key of a ``MemoryWallet``.
    public init(keys: [String] = [MemoryWallet.accountKey]) {
        self.keys = keys
    }

    /// The transactions that it accepted, oldest first.
    public var transactions: [SignedTransaction] { taken.withLock { $0 } }

    /// Accepts the transaction.
    public func send(_ transaction: SignedTransaction) async throws(ServiceError) {
        taken.withLock { $0.append(transaction) }
    }

    /// The calls, with their JSON text as bytes.
    public func prepare(
        _ calls: [ActionCall], as signer: AccountSigner
    ) async throws(ServiceError) -> [PreparedAction] {
        calls.map { call in
            PreparedAction(contract: call.contract, name: call.name, data: call.data.bytes, content: call.data)
        }
    }

    /// The same header each time.
    public func frame() async throws(ServiceError) -> TransactionFrame {
        TransactionFrame(
            chainID: [UInt8](repeating: 7, count: 32), expiration: 1_700_000_060, referenceBlock: 1, referenceCheck: 2)
    }

    /// The keys of all accounts.
    public func authority(of signer: AccountSigner) async throws(ServiceError) -> AccountAuthority? {
        AccountAuthority(keys: keys)
    }
}
