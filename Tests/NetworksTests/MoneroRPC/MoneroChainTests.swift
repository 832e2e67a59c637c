import ExactJSON
import RouterTestSupport
import Testing

@testable import RouterNetworks
@testable import SchemeRouter

/// A prepared payment is sent once (Documentation/protocols/monero-rpc.md §3).
@Suite struct MoneroChainTests {
    let program = WalletStandIn()

    /// What was asked since the payment was prepared.
    private func sending(_ change: (WalletStandIn) -> Void = { _ in }) async throws -> (
        error: ServiceError?, methods: [String]
    ) {
        let signed = try await program.signed()
        let count = program.calls.count
        change(program)
        let chain = try program.chain()
        let error = await thrown {
            let acceptance = try await chain.broadcast(signed)
            #expect(acceptance == .oneServer)
        }
        return (error, Array(program.methods.dropFirst(count)))
    }

    private static let whole = ["get_address", "refresh", "get_transfer_by_txid", "relay_tx", "store"]

    @Test("S6: the wallet is identified and brought up to date, the payment looked up, relayed and kept, in this order")
    func relays() async throws {
        let (error, methods) = try await sending()
        #expect(error == nil && methods == Self.whole)
        let call = try #require(program.calls.first { $0.method == "relay_tx" })
        #expect(!call.isRepeatable && call.parameters["hex"]?.string?.utf8.count == 11_470)
        #expect(program.calls.first { $0.method == "get_transfer_by_txid" }?.parameters["account_index"] == .number(0))
    }

    @Test("S6: a payment that waits or is in a block is not relayed again, which would corrupt the wallet")
    func known() async throws {
        for recording in ["009", "024"] {
            let body = WalletStandIn.body(recording).replacing(
                "03833f41fb20a360afcc9d2922059534a0948569f5a6817f819b1b5f9e193fd5", with: WalletStandIn.id.hex)
            let (error, methods) = try await sending { $0.on("get_transfer_by_txid", .answer(200, body)) }
            #expect(error == nil && !methods.contains("relay_tx"), "\(recording)")
        }
        for types in [["out"], ["out", "pending"], ["failed", "out"], ["in"], ["pending"]] {
            let (error, methods) = try await sending { $0.on("get_transfer_by_txid", .result(Self.entries(types))) }
            #expect(error == nil && !methods.contains("relay_tx"), "\(types)")
        }
    }

    @Test("what the wallet calls failed is no end: the same payment is sent")
    func failed() async throws {
        let (error, methods) = try await sending { $0.on("get_transfer_by_txid", .result(Self.entries(["failed"]))) }
        #expect(error == nil && methods == Self.whole)
    }

    /// Entries of the payment.
    private static func entries(_ types: [String], confirmations: Int = 3) -> String {
        let all = types.map { type in
            #"{"txid":"\#(WalletStandIn.id.hex)","type":"\#(type)","amount":1,"fee":1,"confirmations":\#(confirmations)}"#
        }
        return #"{"transfer":\#(all[0]),"transfers":[\#(all.joined(separator: ","))]}"#
    }

    @Test("S6: a refusal to relay proves nothing: “Failed to commit tx.” came with payments that were made")
    func refused() async throws {
        for recording in ["021", "023", "033"] {
            let (error, _) = try await sending { $0.on("relay_tx", WalletStandIn.failure(recording)) }
            #expect(error?.code == .answerUnknown)
            #expect(error?.message.hasPrefix("The wallet does not say that it relayed the payment") == true)
            #expect(error?.hint?.contains("Do not pay again") == true && error?.hint?.contains("Nothing was") == false)
        }
    }

    @Test("S6: whatever fails, the payment stays undecided, and is said not to be sent only if that is certain")
    func failures() async throws {
        let lost = NetworkError(.brokenAnswer, "The answer ends.", mayHaveArrived: true)
        let unsent = NetworkError.unsent(.connectFailed, "Cannot connect.")
        let cases: [(String, WalletStandIn.Reply, isUnsent: Bool, isRelayed: Bool)] = [
            ("relay_tx", .nothing(lost), false, true), ("relay_tx", .nothing(unsent), true, true),
            ("relay_tx", WalletStandIn.failure("193"), true, true),
            ("relay_tx", WalletStandIn.failure("130"), true, true),
            ("relay_tx", WalletStandIn.failure("131"), true, true),
            ("relay_tx", .result(#"{"tx_hash":"00"}"#), false, true), ("relay_tx", .answer(200, "<html>"), false, true),
            ("relay_tx", .answer(401, ""), true, true), ("refresh", WalletStandIn.failure("212"), true, false),
            ("refresh", WalletStandIn.failure("291"), true, false),
            ("get_transfer_by_txid", WalletStandIn.failure("211"), true, false),
            ("get_transfer_by_txid", .result(#"{"transfers":[]}"#), true, false),
            ("get_address", WalletStandIn.failure("036"), true, false), ("get_address", .nothing(lost), true, false),
        ]
        for (method, reply, isUnsent, isRelayed) in cases {
            let program = WalletStandIn()
            let signed = try await program.signed()
            let count = program.calls.count
            program.on(method, reply)
            let chain = try program.chain()
            let error = await thrown { _ = try await chain.broadcast(signed) }
            let place = "\(method), \(reply)"
            #expect(error?.code == .answerUnknown, "\(place)")
            #expect(error?.message.hasSuffix("The payment was not sent now.") == isUnsent, "\(place)")
            #expect(program.methods.dropFirst(count).contains("relay_tx") == isRelayed, "\(place)")
        }
    }

    @Test("S16: another wallet behind the same URL is noticed by its address, and decides nothing")
    func otherWallet() async throws {
        let other = WalletStandIn.body("002").replacing(WalletStandIn.owner, with: WalletStandIn.recipient)
        let (error, methods) = try await sending { $0.on("get_address", .answer(200, other)) }
        #expect(error?.code == .answerUnknown && methods == ["get_address"])
        #expect(error?.message.contains("8BCM…WD3Z") == true && error?.hint?.contains("41kz…T3zb") == true)
    }

    @Test("S6: a wallet that cannot be asked to keep the payment has made it all the same")
    func store() async throws {
        let (error, methods) = try await sending { $0.on("store", WalletStandIn.failure("284")) }
        #expect(error == nil && methods == Self.whole)
    }

    @Test("what the wallet says of a payment: in a block before waiting, and failed is unknown")
    func states() async throws {
        let cases: [([String], TransactionState)] = [
            (["out"], .confirmed(3, isLocked: false)), (["pending", "out"], .confirmed(3, isLocked: false)),
            (["pending"], .waiting(isLocked: false)), (["pool"], .waiting(isLocked: false)),
            (["failed"], .unknown), (["failed", "pending"], .waiting(isLocked: false)),
            (["in"], .confirmed(3, isLocked: false)),
        ]
        let chain = try program.chain()
        for (types, state) in cases {
            program.on("get_transfer_by_txid", .result(Self.entries(types)))
            #expect(try await chain.state(of: WalletStandIn.id) == state, "\(types)")
        }
        program.on("get_transfer_by_txid", .recorded("006"))
        #expect(try await chain.state(of: WalletStandIn.id) == .unknown)
        program.on("get_transfer_by_txid", .failure(-14, "Account index is out of bound"))
        #expect(await thrown { _ = try await chain.state(of: WalletStandIn.id) } != nil)
        #expect(chain.finalConfirmations == 10)
    }

    @Test("a damaged record is not sent, and the payment stays undecided")
    func damaged() async throws {
        let chain = try program.chain()
        let signed = try await program.signed()
        for bytes in [[], Array("{}".utf8), Array(signed.bytes.dropLast())] {
            let error = await thrown {
                _ = try await chain.broadcast(SignedTransaction(id: signed.id, bytes: bytes))
            }
            #expect(error?.code == .answerUnknown)
        }
        #expect(!program.methods.contains("relay_tx"))
    }
}
