import ExactJSON
import SchemeRouter
import Testing

@testable import RouterEOSIO
@testable import RouterNetworks

/// What the practice chain refuses, and that nothing of it remains (S14).
@Suite struct PracticeRefusalTests {
    let practice: PracticeChain

    init() throws {
        practice = try PracticeChain()
    }

    /// The data of a transfer without the checks that come before a real chain sees it.
    private func action(
        _ quantity: String = "1.0000 EOS", from: String = PracticeChain.person, to: String = PracticeLedger.recipient,
        memo: String = "", actor: String = PracticeChain.person, permission: String = "active"
    ) throws -> TransactionAction {
        let data = try #require(KnownInterfaces.interface(of: try Name("eosio.token"))).type(named: "transfer").pack(
            .object([
                ("from", .string(from)), ("to", .string(to)), ("quantity", .string(quantity)), ("memo", .string(memo)),
            ]))
        return TransactionAction(
            account: try Name("eosio.token"), name: try Name("transfer"),
            authorization: [PermissionLevel(actor: try Name(actor), permission: try Name(permission))], data: data)
    }

    @Test("transfers by the rules of tokens")
    func transfers() async throws {
        let cases: [(TransactionAction, ServiceError.Code, String)] = [
            (try action("10.0001 EOS"), .insufficientFunds, "does not have enough"),
            (try action("0.0000 EOS"), .networkRefused, "positive"),
            (try action("-1.0000 EOS"), .networkRefused, "positive"),
            (try action("1.000 EOS"), .networkRefused, "precision"),
            (try action("1.0000 WAX"), .networkRefused, "find key"),
            (try action(to: PracticeChain.person), .networkRefused, "self"),
            (try action(to: "nosuchperson"), .networkRefused, "does not exist"),
            (try action(memo: String(repeating: "m", count: 257)), .networkRefused, "256"),
            (
                try action(from: PracticeLedger.recipient, to: PracticeChain.person), .networkRefused,
                "missing authority"
            ),
            (try action(actor: "nosuchperson"), .networkRefused, "does not exist"),
            (try action(permission: "play"), .networkRefused, "Unknown permission"),
        ]
        let before = try practice.ledger.info()
        for (action, code, words) in cases {
            // A good payment before the bad one goes with it.
            let refusal = try await practice.sendRaw { $0.actions = [try self.action(), action] }
            #expect(refusal?.code == code, "\(words)")
            #expect(refusal?.message.contains(words) == true, "\(refusal?.message ?? "")")
        }
        #expect(try practice.ledger.info() == before)
        #expect(try practice.balance(of: PracticeChain.person) == "10.0000 EOS")
    }

    @Test("headers: expired, too far, another block, delayed, empty, with what is not taken here")
    func headers() async throws {
        let now = UInt32(PracticeChain.start)
        let cases: [(String, (inout RouterEOSIO.Transaction) -> Void)] = [
            ("too late", { $0.expiration = TimePointSec(seconds: now - 1) }),
            ("block", { $0.expiration = TimePointSec(seconds: now + 3_601) }),
            ("block", { $0.reference = BlockReference(number: $0.reference.number, prefix: 0) }),
            ("block", { $0.reference = BlockReference(number: $0.reference.number &+ 1, prefix: $0.reference.prefix) }),
            ("delays", { $0.delaySeconds = 1 }), ("delays", { $0.extensions = [.init(kind: 0, data: [])] }),
            ("delays", { $0.contextFreeActions = $0.actions }), ("at least one", { $0.actions = [] }),
        ]
        for (words, change) in cases {
            let refusal = try await practice.sendRaw(change)
            #expect(refusal?.code == .networkRefused)
            #expect(refusal?.message.contains(words) == true, "\(refusal?.message ?? "")")
        }
        for seconds in [UInt32(0), 3_600] {
            #expect(try await practice.sendRaw { $0.expiration = TimePointSec(seconds: now + seconds) } == nil)
        }
    }

    @Test("signatures: none, another key, another chain, one too many, twice, of other bytes")
    func signatures() async throws {
        let transaction = try await practice.transaction([PreparationTests.transfer()])
        let good = try practice.signed(transaction)
        let text = String(decoding: good.bytes, as: UTF8.self)
        let bad: [(SignedTransaction, String)] = [
            (try practice.signed(transaction, by: []), "signatures for it"),
            (try practice.signed(transaction, by: [2]), "signatures for it"),
            (try practice.signed(transaction, chainID: Checksum256(hex: RecordedNodeos.jungle)), "signatures for it"),
            (try practice.signed(transaction, by: [1, 2]), "irrelevant"),
            (try practice.signed(transaction, by: [1, 1]), "same key"),
            (
                SignedTransaction(id: TransactionID(hex: String(repeating: "0", count: 64))!, bytes: good.bytes),
                "Invalid"
            ),
            (SignedTransaction(id: good.id, bytes: []), "Invalid"),
            (SignedTransaction(id: good.id, bytes: Array("{}".utf8)), "Invalid"),
            (SignedTransaction(id: good.id, bytes: Array(text.replacing("none", with: "zlib").utf8)), "Invalid"),
        ]
        for (transaction, words) in bad {
            let refusal = await error { try await practice.chain.send(transaction) }
            #expect(refusal?.code == .networkRefused)
            #expect(refusal?.message.contains(words) == true, "\(refusal?.message ?? "")")
        }
        try await practice.chain.send(good)
    }

    @Test("missing contracts and actions, and damaged data")
    func interfaces() async throws {
        func changed(_ contract: String, _ name: String, _ data: [UInt8]) async throws -> ServiceError? {
            try await practice.sendRaw { transaction in
                let action = transaction.actions[0]
                transaction.actions = [
                    TransactionAction(
                        account: try Name(contract), name: try Name(name), authorization: action.authorization,
                        data: data)
                ]
            }
        }
        for (contract, name, words) in [
            ("mygame", "play", "no contract mygame"), ("eosio.token", "issue", "no action issue"),
            ("eosio", "setcode", "no action setcode"), ("eosio.token", "transfer", "transfer from"),
        ] {
            let refusal = try await changed(contract, name, [])
            #expect(refusal?.code == .networkRefused)
            #expect(refusal?.message.contains(words) == true, "\(refusal?.message ?? "")")
        }
        #expect(await error { _ = try await practice.transaction([.system("setcode", [:])]) }?.code == .unfitRequest)
        let call = ActionCall(contract: "mygame", name: "play", data: .object([]), note: nil)
        #expect(await error { _ = try await practice.transaction([call]) }?.code == .unfitRequest)
        #expect(
            await error { _ = try await practice.transaction([PreparationTests.transfer("99.0000 EOS")]) }?.code
                == .insufficientFunds)
    }

    @Test("an account without a row for the token has no money")
    func noRow() async throws {
        let poor = try PracticeChain(fund: nil)
        let funded = try action("1.0000 EOS")
        let frame = try await poor.chain.frame()
        let transaction = RouterEOSIO.Transaction(
            expiration: TimePointSec(seconds: frame.expiration),
            reference: BlockReference(number: frame.referenceBlock, prefix: frame.referenceCheck), actions: [funded])
        let signed = try poor.signed(transaction)
        #expect(await error { try await poor.chain.send(signed) }?.code == .insufficientFunds)
    }
}
