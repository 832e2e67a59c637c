import SchemeRouter
import Synchronization

/// A network of named accounts that says what it was given, and keeps what it is sent.
public final class FakeAccountChain: AccountChain {
    public let keys: AccountAuthority?
    public let refusal: ServiceError?
    /// What reading the account ends with, and what making the bytes does.
    public let unreadable: ServiceError?
    public let invalidRequest: ServiceError?
    /// When a transaction that is made now ends: two minutes from the network's time.
    public let expiration: UInt32
    public let sent = Mutex<[SignedTransaction]>([])

    public init(
        authority: AccountAuthority? = AccountAuthority(keys: [FakeKeyring.accountKey]),
        refusing refusal: ServiceError? = nil, unreadable: ServiceError? = nil, invalidRequest: ServiceError? = nil,
        expiration: UInt32 = 1_700_000_060
    ) {
        self.expiration = expiration
        keys = authority
        self.refusal = refusal
        self.unreadable = unreadable
        self.invalidRequest = invalidRequest
    }

    public func prepare(
        _ calls: [ActionCall], as signer: AccountSigner
    ) async throws(ServiceError) -> [PreparedAction] {
        if let invalidRequest { throw invalidRequest }
        return calls.map { call in
            PreparedAction(
                contract: call.contract, name: call.name, data: call.data.bytes, content: call.data,
                hasKnownInterface: call.contract == "eosio.token", payment: Self.payment(call))
        }
    }

    /// Only of the chain's own token, and only amounts with four decimals.
    private static func payment(_ call: ActionCall) -> TokenPayment? {
        guard call.contract == "eosio.token", call.name == "transfer", let to = call.data["to"]?.string,
            let from = call.data["from"]?.string, let quantity = call.data["quantity"]?.string?.split(separator: " "),
            quantity.count == 2, let units = Int64(quantity[0].filter { $0 != "." }),
            let memo = call.data["memo"]?.string
        else { return nil }
        return TokenPayment(from: from, to: to, units: units, decimals: 4, token: String(quantity[1]), memo: memo)
    }

    public func frame() async throws(ServiceError) -> TransactionFrame {
        TransactionFrame(
            chainID: [UInt8](repeating: 7, count: 32), expiration: expiration, referenceBlock: 1, referenceCheck: 2)
    }

    public func authority(of signer: AccountSigner) async throws(ServiceError) -> AccountAuthority? {
        if let unreadable { throw unreadable }
        return keys
    }

    public func send(_ transaction: SignedTransaction) async throws(ServiceError) {
        if let refusal { throw refusal }
        sent.withLock { $0.append(transaction) }
    }
}
