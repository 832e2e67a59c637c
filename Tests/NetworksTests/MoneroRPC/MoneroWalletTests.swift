import ExactJSON
import RouterTestSupport
import Testing

@testable import RouterNetworks
@testable import SchemeRouter

/// The person's own wallet program prepares payments (Documentation/protocols/monero-rpc.md).
@Suite struct MoneroWalletTests {
    let program = WalletStandIn()

    @Test("S13: a payment is prepared with everything that sending it takes, and nothing is sent or reserved")
    func prepares() async throws {
        let payment = try await program.wallet().prepare(WalletStandIn.order)
        #expect(program.methods == ["get_address", "transfer"])
        #expect(program.calls.last?.isRepeatable == false)
        let asked = try #require(program.calls.last?.parameters)
        #expect(asked["do_not_relay"] == .bool(true) && asked["get_tx_key"] == .bool(true))
        #expect(asked["get_tx_metadata"] == .bool(true) && asked["get_tx_hex"] == .bool(true))
        #expect(asked["priority"] == .number(0) && asked["account_index"] == .number(0))
        #expect(asked["unlock_time"] == nil && asked["payment_id"] == nil)
        #expect(
            asked["destinations"]?.text
                == #"[{"amount":1500000000000,"address":"\#(WalletStandIn.recipient)"}]"#)
        #expect(payment.fee.units == 2_605_200_000 && payment.size == 2_166 && payment.id == nil)
        #expect(
            payment.inputs.map(\.description) == [
                "b295488ab654a81114e3db52caa4fdd7b143411d97aed7a86db6840601644977:0",
                "054272b9eab829664187699dfc78a7b9e280999f50d79754b2fa3d81b061d3de:0",
            ])
        #expect(
            payment.payer
                == "The wallet 41kz…T3zb, account 0 at 127.0.0.1:18083 (regtest network), by whose word it has the money,"
        )
        let record = try #require(WalletRecord(payment.bytes))
        #expect(record.address == WalletStandIn.owner && record.account == 0 && record.id == WalletStandIn.id)
        #expect(record.key == "7dcbb1c642899d5ece04e953ba75b1b85875e3b1d391c3b94b62a26dd701de0c")
        #expect(WalletRecord(record.bytes) == record && record.metadata.utf8.count == 11_470)
    }

    @Test("S6: what is signed is what was prepared: the wallet is not asked again")
    func signs() async throws {
        let wallet = try program.wallet()
        let payment = try await wallet.prepare(WalletStandIn.order)
        let before = program.methods
        let signed = try await wallet.sign(payment)
        #expect(signed.id == WalletStandIn.id && signed.bytes == payment.bytes && program.methods == before)
    }

    @Test("fee levels are the wallet's priorities up to 2: others cost two hundred times as much")
    func levels() async throws {
        for (level, priority) in [(FeeLevel.slow, 1), (.normal, 0), (.fast, 2)] {
            let order = NodeOrder(
                recipient: WalletStandIn.recipient, amount: WalletStandIn.order.amount, level: level)
            _ = try await program.wallet().prepare(order)
            #expect(program.calls.last?.parameters["priority"] == .number(priority))
        }
    }

    /// Changes one place of the recorded answer.
    private func lying(_ old: String, _ new: String) {
        let body = WalletStandIn.body("005")
        precondition(body.contains(old))
        program.on("transfer", .answer(200, body.replacing(old, with: new, maxReplacements: 1)))
    }

    @Test(
        "S16: a wallet program that lies about the hash, the fee, the amount or what is spent is caught by the bytes",
        arguments: [
            (#""fee": 2605200000"#, #""fee": 2605200001"#), (#""fee": 2605200000"#, #""fee": 1"#),
            (#""amount": 1500000000000"#, #""amount": 1500000000001"#),
            (#""tx_hash": "5bf0"#, #""tx_hash": "5bf1"#), (#"["b295488a"#, #"["b295488b"#),
            (#""tx_key": "7dcb"#, #""tx_key": "7dcc"#), (#""tx_metadata": "01020002"#, #""tx_metadata": "01020003"#),
        ])
    func lies(_ old: String, _ new: String) async throws {
        lying(old, new)
        let wallet = try program.wallet()
        let error = await thrown { _ = try await wallet.prepare(WalletStandIn.order) }
        #expect([.refusedByCheck, .networkRefused].contains(error?.code), "\(String(describing: error))")
        #expect(error?.hint?.hasPrefix("Nothing was sent.") == true)
    }

    @Test("S11: a transaction to somebody else, or of another amount, is not the one that was ordered")
    func others() async throws {
        let wallet = try program.wallet()
        let other = NodeOrder(recipient: WalletStandIn.owner, amount: WalletStandIn.order.amount)
        let first = await thrown { _ = try await wallet.prepare(other) }
        #expect(first?.code == .refusedByCheck && first?.message.contains("does not pay 41kzApZ") == true)
        program.on(
            "transfer",
            .answer(
                200,
                WalletStandIn.body("005").replacing(
                    #""amount": 1500000000000"#, with: #""amount": 1500000000001"#, maxReplacements: 1)))
        let more = NodeOrder(recipient: WalletStandIn.recipient, amount: Amount(units: 1_500_000_000_001)!)
        let second = await thrown { _ = try await wallet.prepare(more) }
        #expect(second?.code == .refusedByCheck && second?.message.contains("does not pay 8BCMQoT") == true)
    }

    @Test("a view-only wallet “pays” without sending: it is told apart before anything is recorded")
    func viewOnly() async throws {
        for recording in ["268", "271"] {
            program.on("transfer", .recorded(recording))
            let wallet = try program.wallet()
            let error = await thrown { _ = try await wallet.prepare(WalletStandIn.order) }
            #expect(error?.code == .unsupported && error?.message == "The wallet has no spend key and cannot pay.")
        }
    }

    @Test("S16: a fee beyond anything that wallets choose is refused")
    func fee() async throws {
        var wallet = try program.wallet()
        #expect(MoneroWallet.highestFeePerByte * 2_166 > 2_605_200_000)
        // The highest priority of this network cost 240,000,000 for a unit of weight.
        #expect(MoneroWallet.highestFeePerByte < 240_000_000)
        wallet.timeout = .seconds(1)
        _ = try await wallet.prepare(WalletStandIn.order)
    }

    @Test("what it has, what of that is locked, and for how long")
    func balance() async throws {
        let balance = try await program.wallet().balance()
        #expect(balance.spendable.units == 4_256_817_789_633_663)
        #expect(balance.unspendable.units == 5_980_373_635_895_931 - 4_256_817_789_633_663)
        #expect(balance.reason == "It is locked; all of it can be spent after 49 more blocks, about 98 minutes.")
        program.on(
            "get_balance", .result(#"{"balance":18446709889371017216,"unlocked_balance":0,"blocks_to_unlock":0}"#))
        let wallet = try program.wallet()
        #expect(await thrown { _ = try await wallet.balance() }?.code == .networkRefused)
    }

    @Test("a wallet of another network, or of a private one in the place of the main one, is not used")
    func networks() async throws {
        for network in [MoneroNetwork.test, .stage] {
            let wallet = try program.wallet(network)
            let error = await thrown { _ = try await wallet.balance() }
            #expect(error?.code == .refusedByCheck && error?.message.contains(network.rawValue) == true)
        }
        let main = try program.wallet(.main)
        let error = await thrown { _ = try await main.prepare(WalletStandIn.order) }
        #expect(error?.message == "The wallet has read only 180 blocks: it is far behind, or on a private network.")
        program.on("get_height", .result(#"{"height":3500000}"#))
        let payment = try await main.prepare(WalletStandIn.order)
        #expect(
            payment.payer
                == "The wallet 41kz…T3zb, account 0 at 127.0.0.1:18083, by whose word it has the money,"
        )
    }

    @Test("an account that does not exist has no balance of nothing")
    func account() async throws {
        program.once("get_address", .recorded("002"))
        program.once("get_address", .recorded("257"))
        let wallet = try program.wallet(account: 7)
        let error = await thrown { _ = try await wallet.balance() }
        #expect(error?.code == .badConfiguration && error?.message == "The wallet has no account 7.")
    }

    @Test("an address that nobody paid yet is used again for the same app, or for the person, and for nobody else")
    func addresses() async throws {
        let free =
            #"{"address":"\#(WalletStandIn.owner)","addresses":["#
            + #"{"address":"\#(WalletStandIn.owner)","address_index":0,"label":"","used":false},"#
            + #"{"address":"\#(WalletStandIn.recipient)","address_index":1,"label":"LABEL","used":IS}]}"#
        for (app, label) in [(String?.none, ""), ("shop", "shop")] {
            let program = WalletStandIn()
            let known = free.replacing("LABEL", with: label)
            program.on("get_address", .result(known.replacing("IS", with: "false")))
            #expect(try await program.wallet().newAddress(for: app) == WalletStandIn.recipient)
            #expect(!program.methods.contains("create_address"))
            program.on("create_address", .result(#"{"address":"\#(WalletStandIn.recipient)","address_index":2}"#))
            #expect(try await program.wallet().newAddress(for: "other") == WalletStandIn.recipient)
            #expect(program.methods.suffix(2) == ["create_address", "store"])
            program.on("get_address", .result(known.replacing("IS", with: "true")))
            #expect(try await program.wallet().newAddress(for: app) == WalletStandIn.recipient)
            #expect(program.methods.suffix(2) == ["create_address", "store"])
            let calls = program.calls.filter { $0.method == "create_address" }
            #expect(calls.map { $0.parameters["label"] } == [.string("other"), .string(label)])
            #expect(calls.allSatisfy { !$0.isRepeatable })
        }
    }

    @Test("S16: what is not a subaddress of this network is shown to nobody")
    func strangeAddresses() async throws {
        let wallet = try program.wallet()
        for address in [
            "8\u{1B}[2J", "", "9\(WalletStandIn.recipient.dropFirst())", "\(WalletStandIn.recipient)8888888888888",
            // A primary address, and one with a wrong letter.
            WalletStandIn.owner, "\(WalletStandIn.recipient.dropLast())Y",
        ] {
            program.on("create_address", .result(JSON(["address": address]).text))
            let error = await thrown { _ = try await wallet.newAddress(for: nil) }
            #expect(error?.code == .networkRefused, "\(address)")
            let known = JSON([
                "address": WalletStandIn.owner,
                "addresses": JSON.array([
                    JSON(["address": address, "address_index": 1, "label": "", "used": false])
                ]),
            ])
            program.on("get_address", .result(known.text))
            program.on("create_address", .result(JSON(["address": WalletStandIn.recipient]).text))
            #expect(try await wallet.newAddress(for: nil) == WalletStandIn.recipient, "\(address)")
        }
    }

    @Test("a payment that the wallet lists twice is one, and the one in a block counts")
    func transfers() async throws {
        program.on("get_transfers", .recorded("016"))
        let list = try #require(try await program.wallet().transfers(10))
        #expect(list.count == 1 && list[0].id == WalletStandIn.id && list[0].isOutgoing)
        #expect(list[0].state == .confirmed(1, isLocked: false) && list[0].fee?.units == 2_605_200_000)
    }
}
