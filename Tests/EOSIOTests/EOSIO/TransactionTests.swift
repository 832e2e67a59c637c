import ExactJSON
import RouterTestSupport
import Testing

@testable import RouterEOSIO

@Suite struct TransactionTests {
    private static func actions(_ row: JSON) throws -> [TransactionAction] {
        try row.rows("actions").map { action in
            TransactionAction(
                account: try Name(action.text("account")), name: try Name(action.text("name")),
                authorization: try (action["authorization"]?.elements ?? []).map {
                    PermissionLevel(actor: try Name($0.text("actor")), permission: try Name($0.text("permission")))
                },
                data: action.bytes("hex_data"))
        }
    }

    private static func transaction(_ row: JSON) throws -> Transaction {
        Transaction(
            expiration: try #require(TimePointSec(row.text("expiration"))),
            reference: BlockReference(number: row.integer("ref_block_num"), prefix: row.integer("ref_block_prefix")),
            actions: try actions(row))
    }

    @Test("packed bytes, id and digest", arguments: Vectors.transactions.rows("transactions"))
    func vectors(row: JSON) throws {
        let transaction = try Self.transaction(row)
        let chain = try #require(Checksum256(hex: row.text("chain_id")))
        #expect(transaction.packed == row.bytes("packed_trx"))
        #expect(transaction.id.hex == row.text("id"))
        #expect(transaction.preimage(chainID: chain).digest.hex == row.text("digest"))
        #expect(try Transaction(packed: row.bytes("packed_trx")) == transaction)
    }

    @Test("signatures of other programs verify", arguments: Vectors.transactions.rows("transactions"))
    func signatures(row: JSON) throws {
        let wif = row.text("wif")
        let key = try #require(Vectors.keys.rows("valid").first { $0.text("wif") == wif })
        let digest = try #require(Checksum256(hex: row.text("digest")))
        let others = try #require(row["also_valid_signatures"]?.members).compactMap(\.value.string)
        #expect(others.count == 3)
        for text in [row.text("signature_rfc6979")] + others {
            let signature = try Signature(text)
            #expect(signature.signer(of: digest)?.description == key.text("pub_legacy"))
            #expect(signature.isCanonical)
            let other = try #require(Checksum256(Array(digest.bytes.reversed())))
            #expect(signature.signer(of: other)?.description != key.text("pub_legacy"))
        }
    }

    @Test("the block that is referred to", arguments: Vectors.transactions.rows("tapos"))
    func reference(row: JSON) throws {
        let reference = BlockReference(blockID: try #require(Checksum256(hex: row.text("block_id"))))
        #expect(reference.number == row.integer("ref_block_num") as UInt16)
        #expect(reference.prefix == row.integer("ref_block_prefix") as UInt32)
    }

    /// The interface of what these two transactions do.
    private static let abi: JSON = .object([
        ("version", .string("eosio::abi/1.1")),
        (
            "structs",
            .array([
                structure("setabi", [("account", "name"), ("abi", "bytes")]),
                structure("transfer", [("from", "name"), ("to", "name"), ("quantity", "asset"), ("memo", "string")]),
            ])
        ),
        (
            "actions",
            .array(
                ["setabi", "transfer"].map { .object([("name", .string($0)), ("type", .string($0))]) })
        ),
    ])

    private static func structure(_ name: String, _ fields: [(String, String)]) -> JSON {
        let fields = fields.map { JSON.object([("name", .string($0.0)), ("type", .string($0.1))]) }
        return .object([("name", .string(name)), ("base", .string("")), ("fields", .array(fields))])
    }

    @Test(
        "two transactions that a real chain took, from what was meant to the same id",
        arguments: Vectors.realTransactions.rows())
    func real(row: JSON) throws {
        let abi = try ABI(json: Self.abi)
        let head = try #require(TimePointSec(row.text("head_block_time")))
        var actions: [TransactionAction] = []
        for (given, data) in zip(try Self.actions(row), row.rows("data")) {
            let packed = try abi.type(ofAction: given.name).pack(data)
            #expect(packed == given.data)
            actions.append(
                TransactionAction(
                    account: given.account, name: given.name, authorization: given.authorization, data: packed))
            #expect(try given.decoded(by: abi).json == data)
        }
        let transaction = Transaction(
            expiration: try #require(head.adding(seconds: 120)),
            reference: BlockReference(blockID: try #require(Checksum256(hex: row.text("lib_id")))), actions: actions)
        #expect(transaction == (try Self.transaction(row)))
        #expect(transaction.id.hex == row.text("id"))
        #expect(transaction.packed == row.bytes("packed_trx"))
        let chain = try #require(Checksum256(hex: row.text("chain_id")))
        #expect(transaction.preimage(chainID: chain).digest.hex == row.text("digest"))
        #expect(
            PackedTransaction(transaction, signatures: []).json.text
                == #"{"signatures":[],"compression":"none","packed_context_free_data":"","packed_trx":"\#(row.text("packed_trx"))"}"#
        )
    }

    @Test("every truncation and every changed byte", arguments: Vectors.transactions.rows("transactions"))
    func damage(row: JSON) throws {
        let bytes = row.bytes("packed_trx")
        for length in bytes.indices {
            #expect(throws: unpackError(.truncated, length)) { try Transaction(packed: Array(bytes[..<length])) }
        }
        #expect(throws: unpackError(.trailingBytes, bytes.count)) { try Transaction(packed: bytes + [0]) }
        for index in bytes.indices {
            for flip in [1, 0x80, 0xFF] as [UInt8] {
                var changed = bytes
                changed[index] ^= flip
                guard let transaction = try? Transaction(packed: changed) else { continue }
                #expect(transaction.packed == changed)
                #expect(transaction.id.hex != row.text("id"))
            }
        }
    }

    @Test("unpack(pack(x)) == x for random transactions")
    func roundTrip() throws {
        var numbers = SeededGenerator(seed: 1)
        for _ in 0..<300 {
            var transaction = Transaction(
                expiration: TimePointSec(seconds: RandomValues.number(&numbers)),
                reference: BlockReference(number: RandomValues.number(&numbers), prefix: RandomValues.number(&numbers)),
                actions: Self.randomActions(&numbers))
            transaction.maxNetUsageWords = RandomValues.number(&numbers)
            transaction.maxCPUUsageMilliseconds = RandomValues.number(&numbers)
            transaction.delaySeconds = RandomValues.number(&numbers)
            transaction.contextFreeActions = Self.randomActions(&numbers)
            transaction.extensions = [
                Transaction.Extension(kind: RandomValues.number(&numbers), data: RandomValues.bytes(9, &numbers))
            ]
            #expect(try Transaction(packed: transaction.packed) == transaction)
        }
    }

    private static func randomActions(_ numbers: inout SeededGenerator) -> [TransactionAction] {
        (0..<Int.random(in: 0...3, using: &numbers)).map { _ in
            TransactionAction(
                account: Name(value: RandomValues.number(&numbers)), name: Name(value: RandomValues.number(&numbers)),
                authorization: [
                    PermissionLevel(actor: .active, permission: Name(value: RandomValues.number(&numbers)))
                ],
                data: RandomValues.bytes(Int.random(in: 0...300, using: &numbers), &numbers))
        }
    }

    @Test("bytes that a transaction’s signature would be over are recognised, and no others")
    func preimages() throws {
        for row in Vectors.transactions.rows("transactions") {
            let chain = try #require(Checksum256(hex: row.text("chain_id")))
            let bytes = chain.bytes + row.bytes("packed_trx") + [UInt8](repeating: 0, count: 32)
            let preimage = try #require(TransactionPreimage(bytes: bytes))
            #expect(preimage.bytes == bytes)
            #expect(preimage.transaction.id.hex == row.text("id"))
            #expect(TransactionPreimage(bytes: bytes + [0]) == nil)
            #expect(TransactionPreimage(bytes: Array(bytes.dropLast())) == nil)
            #expect(TransactionPreimage(bytes: Array(bytes.dropFirst())) == nil)
        }
        #expect(TransactionPreimage(bytes: []) == nil)
        #expect(TransactionPreimage(bytes: Array("Messages that need to be signed".utf8)) == nil)
        #expect(TransactionPreimage(bytes: [UInt8](repeating: 0, count: 64)) == nil)
    }

    @Test("data that the interface does not fit is an error with its place")
    func undecodable() throws {
        let abi = try ABI(json: Self.abi)
        func action(_ name: String, _ data: [UInt8]) throws -> TransactionAction {
            TransactionAction(account: try Name("eosio"), name: try Name(name), authorization: [], data: data)
        }
        #expect(throws: TransactionAction.DecodingError.interface(abiError(.unknownAction, "issue"))) {
            try action("issue", []).decoded(by: abi)
        }
        #expect(throws: TransactionAction.DecodingError.data(unpackError(.truncated, 3))) {
            try action("transfer", [1, 2, 3]).decoded(by: abi)
        }
    }
}
