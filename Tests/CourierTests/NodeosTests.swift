import Foundation
import RouterTestSupport
import SchemeRouter
import Testing

@testable import RouterNetworks

/// A chain of EOSIO by the real courier, over HTTP.
@Suite struct NodeosTests {
    private static let chainID = String(repeating: "5a", count: 32)
    private static let coin = CoinDescriptor.eos()
    private static let signer = AccountSigner(account: "bobbobbobbob", permission: "active")
    private static let key = "EOS6MRyAjQq8ud7hVNYcfnVPJqcVpscN5So8BhtHuGYqET5GDW5CV"
    private static let transaction = SignedTransaction(
        id: TransactionID(hex: String(repeating: "7a", count: 32))!, bytes: Array(#"{"packed_trx":"00"}"#.utf8))

    private static let answers: [String: String] = [
        "get_info":
            #"{"chain_id":"\#(chainID)","head_block_time":"2023-10-06T18:23:11.500","last_irreversible_block_id":"06101fed58789d9bae97a6c2ecc421eb40a3d56f9fff49a5a3f580da5ca2088a"}"#,
        "get_account":
            #"{"account_name":"bobbobbobbob","permissions":[{"perm_name":"active","parent":"owner","required_auth":{"threshold":1,"keys":[{"key":"\#(key)","weight":1}],"accounts":[],"waits":[]}}]}"#,
        "get_abi":
            #"{"abi":{"version":"eosio::abi/1.1","structs":[{"name":"transfer","base":"","fields":[{"name":"from","type":"name"},{"name":"to","type":"name"},{"name":"quantity","type":"asset"},{"name":"memo","type":"string"}]}],"actions":[{"name":"transfer","type":"transfer"}]}}"#,
        "get_currency_stats": #"{"EOS":{"supply":"9.0000 EOS","max_supply":"9.0000 EOS","issuer":"eosio"}}"#,
        "get_currency_balance": #"["5.0000 EOS"]"#,
        "send_transaction":
            #"{"transaction_id":"\#(transaction.id.hex)","processed":{"receipt":{"status":"executed"},"except":null}}"#,
    ]

    private func node() -> LoopbackServer {
        LoopbackServer.answering { request in
            let path = request.line.split(separator: " ")[1]
            guard path.hasPrefix("/node/v1/chain/"), let call = path.split(separator: "/").last,
                let answer = Self.answers[String(call)]
            else { return "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n" }
            return ok(answer)
        }
    }

    /// With more time than any test should take: the machine may be busy.
    private func chain(_ url: String, _ courier: TestCourier) throws -> NodeosChain {
        var chain = try NodeosChain(
            url: url, chainID: [UInt8](repeating: 0x5A, count: 32), coin: Self.coin, client: courier.client,
            now: { 1_696_616_591 })
        chain.readTimeout = .seconds(3_600)
        chain.sendTimeout = .seconds(3_600)
        return chain
    }

    @Test("an authority, prepared bytes, a header, and a transaction that was executed")
    func exchange() async throws {
        let server = node()
        let courier = try TestCourier()
        let chain = try chain(server.url("/node"), courier)
        #expect(try await chain.authority(of: Self.signer)?.keys == [Self.key])
        let call = ActionCall(
            contract: "eosio.token", name: "transfer",
            data: .object([
                ("from", .string("bobbobbobbob")), ("to", .string("alicealice11")), ("quantity", .string("0.0001 EOS")),
                ("memo", .string("memo")),
            ]), note: nil)
        let prepared = try await chain.prepare([call], as: Self.signer)
        #expect(prepared.first?.data.count == 37)
        #expect(prepared.first?.content == call.data)
        #expect(try await chain.frame().referenceBlock == 8_173)
        try await chain.send(Self.transaction)
        let sent = server.requests.filter { $0.line.contains("send_transaction") }
        #expect(sent.map(\.body) == [Self.transaction.bytes])
        #expect(sent.first?.headers["content-type"] == "application/json")
    }

    @Test("a node that hangs up after it got the transaction: unknown, and sent once")
    func hangsUp() async throws {
        let server = LoopbackServer { connection in _ = connection.request() }
        let courier = try TestCourier()
        let chain = try chain(server.url("/node"), courier)
        do {
            try await chain.send(Self.transaction)
            Issue.record("there was no answer")
        } catch {
            #expect(error.code == .answerUnknown)
        }
        #expect(server.requests.count == 1)
    }

    @Test("no node: nothing was sent")
    func nobody() async throws {
        let courier = try TestCourier()
        // Nothing listens on the first port.
        let chain = try chain("http://127.0.0.1:1", courier)
        do {
            try await chain.send(Self.transaction)
            Issue.record("there was no answer")
        } catch {
            #expect(error.code == .networkUnreachable)
        }
    }
}
