import ExactJSON
import RouterEOSIO
import SchemeRouter
import Testing

@testable import RouterNetworks

/// Sending: once, and honestly told what became of it (Documentation/protocols/mykey.md §5.4).
@Suite struct NodeosSendTests {
    let node = ScriptedNodeos()
    let chain: NodeosChain
    let transaction = SignedTransaction(
        id: TransactionID(hex: String(repeating: "7a", count: 32))!, bytes: Array(#"{"packed_trx":"00"}"#.utf8))

    init() throws {
        chain = try NodeosChain(
            url: "https://node.example", chainID: [UInt8](repeating: 1, count: 32), coin: .eos, client: node,
            now: { RecordedNodeos.now })
    }

    private func refusal() async -> ServiceError? { await error { try await chain.send(transaction) } }

    @Test("executed: once, as it is, not to be repeated, within fifteen seconds")
    func executed() async throws {
        node.say(RecordedNodeos.executed(transaction.id.hex), status: 202, to: "send_transaction")
        try await chain.send(transaction)
        #expect(node.calls == ["send_transaction"])
        #expect(node.requests[0].body == transaction.bytes)
        #expect(!node.requests[0].isRepeatable)
        #expect(node.deadlines[0] <= .now + .seconds(15))
    }

    @Test("an older node has another call; it is used only where the first is not there")
    func fallback() async throws {
        node.say(RecordedNodeos.executed(transaction.id.hex), status: 202, to: "push_transaction")
        try await chain.send(transaction)
        #expect(node.calls == ["send_transaction", "push_transaction"])
        #expect(node.requests.map(\.body) == [transaction.bytes, transaction.bytes])
        let without = ScriptedNodeos()
        let other = try NodeosChain(
            url: "https://node.example", chainID: [UInt8](repeating: 1, count: 32), coin: .eos, client: without,
            now: { RecordedNodeos.now })
        #expect(await error { try await other.send(transaction) }?.code == .networkRefused)
    }

    struct Row: Sendable {
        let code: Int
        let name: String
        let text: String
        let expected: ServiceError.Code?

        init(_ code: Int, _ name: String, _ text: String, _ expected: ServiceError.Code?) {
            (self.code, self.name, self.text, self.expected) = (code, name, text, expected)
        }

        init(_ code: Int, _ name: String, _ expected: ServiceError.Code?) {
            self.init(code, name, "why", expected)
        }
    }

    static let overdrawn = "assertion failure with message: overdrawn balance"
    static let rows: [Row] = [
        Row(3_050_003, "eosio_assert_message_exception", overdrawn, .insufficientFunds),
        Row(3_050_003, "eosio_assert_message_exception", overdrawn + " when sub balance", .insufficientFunds),
        Row(
            3_050_003, "eosio_assert_message_exception", "assertion failure with message: no balance object found",
            .insufficientFunds),
        Row(3_050_003, "eosio_assert_message_exception", "assertion failure with message: paused", .networkRefused),
        Row(3_050_004, "eosio_assert_code_exception", overdrawn, .insufficientFunds),
        Row(3_050_004, "eosio_assert_code_exception", "assertion failure with error code: 7", .networkRefused),
        Row(3_080_001, "ram_usage_exceeded", .networkRefused), Row(3_080_002, "tx_net_usage_exceeded", .networkRefused),
        Row(3_080_004, "tx_cpu_usage_exceeded", .networkRefused), Row(3_080_006, "deadline_exception", .answerUnknown),
        Row(3_081_001, "leeway_deadline_exception", .answerUnknown),
        Row(3_040_005, "expired_tx_exception", .networkRefused),
        Row(3_040_006, "tx_exp_too_far_exception", .networkRefused),
        Row(3_040_007, "invalid_ref_block_exception", .networkRefused), Row(3_040_008, "tx_duplicate", nil),
        Row(3_090_003, "unsatisfied_authorization", .networkRefused),
        Row(3_090_004, "missing_auth_exception", .networkRefused),
        Row(3_010_001, "name_type_exception", .unfitRequest), Row(3_060_002, "account_query_exception", .unfitRequest),
        Row(3_015_014, "pack_exception", .networkRefused),
    ]

    @Test("the table of errors, in answers that refuse and in answers that pretend", arguments: rows.indices)
    func table(_ index: Int) async throws {
        let row = Self.rows[index]
        for status in [400, 401, 409, 500] {
            node.say(RecordedNodeos.failure(row.code, row.name, "?", row.text), status: status, to: "send_transaction")
            #expect(await refusal()?.code == row.expected, "\(row.name)")
        }
        // The name goes before the number, which forks changed.
        node.say(RecordedNodeos.failure(3_080_006, row.name, "?", row.text), status: 500, to: "send_transaction")
        if row.name != "pack_exception" { #expect(await refusal()?.code == row.expected) }
        let text = row.text.split(separator: ":").last.map { $0.drop { $0 == " " } } ?? ""
        let except =
            #"{"code":\#(row.code),"name":"\#(row.name)","message":"?","stack":[{"context":{"level":"error"},"format":"assertion failure with message: ${s}","data":{"s":"\#(text)"}}]}"#
        node.say(RecordedNodeos.executed(transaction.id.hex, except: except), status: 202, to: "send_transaction")
        #expect(await refusal()?.code == row.expected)
        #expect(node.calls.allSatisfy { $0 == "send_transaction" })
    }

    @Test("a number without its name is enough to refuse, and not enough for a success")
    func numbersAlone() async throws {
        node.say(RecordedNodeos.failure(3_080_006, "renamed_exception", "?", "?"), status: 500, to: "send_transaction")
        #expect(await refusal()?.code == .answerUnknown)
        node.say(RecordedNodeos.failure(3_040_008, "renamed_exception", "?", "?"), status: 500, to: "send_transaction")
        #expect(await refusal()?.code == .networkRefused)
        node.say(RecordedNodeos.failure(3_040_008, "", "?", "?"), status: 500, to: "send_transaction")
        #expect(await refusal() == nil)
    }

    @Test("S16: that a transaction came too late is a node's word until our clock says so, too")
    func tooLate() async throws {
        node.say(
            RecordedNodeos.failure(3_040_005, "expired_tx_exception", "", "why"), status: 500, to: "send_transaction")
        for (end, expected) in [
            (RecordedNodeos.now + 60, ServiceError.Code.answerUnknown), (RecordedNodeos.now, .answerUnknown),
            (RecordedNodeos.now - 1, .networkRefused),
        ] {
            let signed = SignedTransaction(id: transaction.id, bytes: transaction.bytes, expires: end)
            #expect(await error { try await chain.send(signed) }?.code == expected)
        }
    }

    @Test(
        "S16: a refusal is a node's word while what it refused could be executed, by our clock", arguments: rows.indices
    )
    func refusedForNow(_ index: Int) async throws {
        let row = Self.rows[index]
        for (end, isOver) in [
            (RecordedNodeos.now + 60, false), (RecordedNodeos.now, false), (RecordedNodeos.now - 1, true),
        ] {
            let signed = SignedTransaction(id: transaction.id, bytes: transaction.bytes, expires: end)
            let expected = isOver ? row.expected : row.expected.map { _ in .answerUnknown }
            node.say(RecordedNodeos.failure(row.code, row.name, "?", row.text), status: 500, to: "send_transaction")
            #expect(await error { try await chain.send(signed) }?.code == expected, "\(row.name)")
        }
    }

    @Test("S16: so is a status that refuses, and the older call of a node that is gone after the first")
    func gone() async throws {
        let signed = SignedTransaction(id: transaction.id, bytes: transaction.bytes, expires: RecordedNodeos.now + 60)
        for status in [400, 403, 404] {
            node.say("", status: status, to: "send_transaction")
            node.reply(
                .failure(NetworkError(.connectFailed, "Nobody listens.", mayHaveArrived: false)),
                to: "push_transaction")
            #expect(await error { try await chain.send(signed) }?.code == .answerUnknown)
            #expect(await refusal()?.code == .networkRefused)
        }
        // What never went out is not sent.
        node.reply(
            .failure(NetworkError(.connectFailed, "Nobody listens.", mayHaveArrived: false)), to: "send_transaction")
        #expect(await error { try await chain.send(signed) }?.code == .networkUnreachable)
    }

    @Test("taken and not executed", arguments: ["soft_fail", "hard_fail", "delayed", "expired", ""])
    func notExecuted(_ status: String) async throws {
        node.say(RecordedNodeos.executed(transaction.id.hex, status: status), status: 202, to: "send_transaction")
        #expect(await refusal()?.code == .networkRefused)
    }

    @Test(
        "success that is not said is not known",
        arguments: [
            "", "ok", "{}", "[]", #"{"transaction_id":"00"}"#, #"{"processed":null}"#, #"{"processed":{}}"#,
            #"{"processed":{"receipt":null,"except":null}}"#, #"{"processed":{"receipt":{"status":1}}}"#,
            RecordedNodeos.executed(String(repeating: "00", count: 32)),
            String(RecordedNodeos.executed("00").dropLast(5)),
        ])
    func vague(_ text: String) async throws {
        for status in [200, 202] {
            node.say(text, status: status, to: "send_transaction")
            #expect(await refusal()?.code == .answerUnknown)
        }
    }

    @Test("refusals that no node wrote: those before it are, those of gateways may not be")
    func gateways() async throws {
        for (status, code) in [
            (400, ServiceError.Code.networkRefused), (403, .networkRefused), (413, .networkRefused),
            (429, .networkRefused), (408, .answerUnknown), (500, .answerUnknown), (502, .answerUnknown),
            (503, .answerUnknown), (504, .answerUnknown), (302, .answerUnknown),
        ] {
            node.say("<html>no</html>", status: status, to: "send_transaction")
            #expect(await refusal()?.code == code, "\(status)")
        }
        #expect(!node.calls.contains("push_transaction"))
    }

    @Test("no answer: unknown where it may have arrived, and nothing is sent again")
    func noAnswer() async throws {
        for code in NetworkError.Code.allCases {
            node.reply(.failure(NetworkError(code, "no", mayHaveArrived: true)), to: "send_transaction")
            #expect(await refusal()?.code == .answerUnknown)
            node.reply(.failure(NetworkError(code, "no", mayHaveArrived: false)), to: "send_transaction")
            #expect(await refusal()?.code == .networkUnreachable)
        }
        #expect(node.calls == Array(repeating: "send_transaction", count: 2 * NetworkError.Code.allCases.count))
    }

    @Test("the words of the node are safe and short")
    func words() async throws {
        let evil = "assertion failure with message: \u{202E}" + String(repeating: "y", count: 9_000)
        node.say(
            RecordedNodeos.failure(3_050_003, "eosio_assert_message_exception", "?", evil), status: 500,
            to: "send_transaction")
        let message = try #require(await refusal()?.message)
        #expect(message.contains("assertion failure with message: y"))
        #expect(message.unicodeScalars.count < 300)
    }
}
