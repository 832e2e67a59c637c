import ExactJSON
import Foundation
import RouterEOSIO
import RouterSecrets
import SchemeRouter
import Synchronization
import Testing

@testable import RouterNetworks
@testable import RouterWallet

/// A practice chain in a directory of its own, and a clock that tests set.
final class PracticeChain: Sendable {
    /// The public keys of 1, 2, … as private keys.
    static func key(_ number: UInt8) throws -> (private: [UInt8], public: PublicKey) {
        let bytes = [UInt8](repeating: 0, count: 31) + [number]
        return (bytes, try signing(bytes) { $0.publicKey })
    }

    static let start: UnixTime = 1_700_000_000
    static let person = "bobbobbobbob"
    static let signer = AccountSigner(account: person, permission: "active")

    let directory: String
    let ledger: PracticeLedger
    let chain: PracticeEOSIOChain
    private let clock: Clock

    private final class Clock: Sendable {
        let time = Mutex(PracticeChain.start)
    }

    /// - Parameter fund: what the person has.
    init(fund: String? = "10.0000 EOS") throws {
        directory = NSTemporaryDirectory() + "practice-tests-" + UUID().uuidString
        ledger = try PracticeLedger(of: .eos, in: directory)
        let clock = Clock()
        self.clock = clock
        chain = PracticeEOSIOChain(ledger, now: { clock.time.withLock { $0 } })
        try ledger.setAccount(Self.person, key: Self.key(1).public.description)
        if let fund { try ledger.fund(Self.person, fund) }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: directory)
    }

    func wait(_ seconds: Int64) {
        clock.time.withLock { $0 += seconds }
    }

    /// The same chain as another process sees it.
    func reopened() throws -> PracticeEOSIOChain {
        let clock = clock
        return PracticeEOSIOChain(try PracticeLedger(of: .eos, in: directory), now: { clock.time.withLock { $0 } })
    }

    func balance(of account: String) throws -> String? {
        try ledger.balances().first { $0.account == account }?.quantity.description
    }

    /// The sum of all balances, in units.
    func supply() throws -> Int64 {
        try ledger.balances().reduce(0) { $0 + $1.quantity.units }
    }

    /// A transaction of calls, ready to be signed.
    func transaction(
        _ calls: [ActionCall], as signer: AccountSigner = signer
    ) async throws -> RouterEOSIO.Transaction {
        let frame = try await chain.frame()
        let actions = try await chain.prepare(calls, as: signer)
        return RouterEOSIO.Transaction(
            expiration: TimePointSec(seconds: frame.expiration),
            reference: BlockReference(number: frame.referenceBlock, prefix: frame.referenceCheck),
            actions: try actions.map { action in
                let level = PermissionLevel(actor: try Name(signer.account), permission: try Name(signer.permission))
                return TransactionAction(
                    account: try Name(action.contract), name: try Name(action.name), authorization: [level],
                    data: action.data)
            })
    }

    /// Signs for this chain, or for another.
    func signed(
        _ transaction: RouterEOSIO.Transaction, by keys: [UInt8] = [1], chainID: Checksum256? = nil
    ) throws -> SignedTransaction {
        let digest = transaction.preimage(chainID: chainID ?? ledger.chainID).digest
        let signatures = try keys.map { number in
            try Self.signing(Self.key(number).private) { try $0.signature(over: digest) }
        }
        let packed = PackedTransaction(transaction, signatures: signatures)
        return SignedTransaction(
            id: try #require(TransactionID(hex: packed.id.hex)), bytes: packed.json.bytes)
    }

    /// Makes, signs and sends calls. Returns why they are refused.
    func send(
        _ calls: ActionCall..., as signer: AccountSigner = signer, by keys: [UInt8] = [1]
    ) async throws -> ServiceError? {
        let transaction = try signed(try await transaction(calls, as: signer), by: keys)
        return await error { try await chain.send(transaction) }
    }

    /// Sends actions that no interface made.
    func sendRaw(_ change: (inout RouterEOSIO.Transaction) throws -> Void) async throws -> ServiceError? {
        var transaction = try await transaction([PreparationTests.transfer()])
        try change(&transaction)
        let signed = try signed(transaction)
        return await error { try await chain.send(signed) }
    }

    private static func signing<Value>(_ bytes: [UInt8], _ body: (borrowing K1PrivateKey) throws -> Value) throws
        -> Value
    {
        let secret = Secret(count: bytes.count) { $0.copyBytes(from: bytes) }
        guard let key = K1PrivateKey(bytes: secret) else { preconditionFailure("these bytes are a key") }
        return try body(key)
    }
}

extension ActionCall {
    /// A call of the system contract.
    static func system(_ name: String, _ data: KeyValuePairs<String, JSON>) -> ActionCall {
        ActionCall(contract: "eosio", name: name, data: .object(data.map { ($0.key, $0.value) }), note: nil)
    }

    /// A call of the token's contract.
    static func token(_ name: String, _ data: KeyValuePairs<String, JSON>) -> ActionCall {
        ActionCall(contract: "eosio.token", name: name, data: .object(data.map { ($0.key, $0.value) }), note: nil)
    }
}

extension JSON {
    /// An authority of keys, each with weight 1.
    static func authority(_ keys: [String], threshold: Int = 1) -> JSON {
        .object([
            ("threshold", .number(threshold)),
            ("keys", .array(keys.map { .object([("key", .string($0)), ("weight", .number(1))]) })),
            ("accounts", .array([])), ("waits", .array([])),
        ])
    }
}
