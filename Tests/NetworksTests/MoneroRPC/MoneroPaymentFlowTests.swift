import ExactJSON
import Foundation
import RouterCoins
import RouterStorage
import RouterTestSupport
import SchemeRouterTesting
import Synchronization
import Testing

@testable import RouterNetworks
@testable import SchemeRouter

/// Links that the person's wallet program pays, with a real journal.
@Suite final class MoneroPaymentFlowTests {
    let program = WalletStandIn()
    private let journal: SQLiteJournal
    private let directory: URL
    private let now = Mutex<UnixTime>(1_000)
    private var policy = Policy()
    private var wallets = MemoryWalletPrograms()
    private let launcher = MemoryLauncher.demo()
    private let receivers = MemoryReceivers()

    private static let link = "monero:\(WalletStandIn.recipient)?tx_amount=1.5&tx_description=Rent%20%26%20more"
    private static let passcode = FakePrompt.Answer.type("right passcode")

    /// Links of a shop that waits for an answer.
    private static let teashop = DescriptorFile(
        name: "teashop.yaml",
        bytes: Array(
            """
            version: 1
            schemes:
              teashop:
                coin: monero
                grammar: uri
                callbacks: payment-proof
                links:
                  parameters: { app: { is: sender, required: true } }
                  forms:
                    - { path: receive, does: address }
                    - { path: "{address;}", parameters: { sum: { is: amount, list: ";" } } }
            """.utf8))
    private static let asking = "teashop:\(WalletStandIn.recipient)?sum=1.5&app=myapp"
    private static let answer =
        "myapp://callback=payack&address=\(WalletStandIn.recipient)&txid=\(WalletStandIn.id.hex)&proof="

    private struct Network: NetworkDirectory {
        let chain: MoneroChain?

        func network(of coin: CoinDescriptor) throws(ServiceError) -> ConfiguredNetwork {
            guard let chain else { throw ServiceError(.noNetwork, "none") }
            return ConfiguredNetwork(
                id: ChainID(coin: coin.id, network: .regtest, isPractice: false), chain: chain, wallet: chain.wallet)
        }
    }

    init() throws {
        directory = FileManager.default.temporaryDirectory.appending(path: "monero-flow-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        journal = try SQLiteJournal(path: directory.path + "/journal.sqlite")
    }

    deinit { try? FileManager.default.removeItem(at: directory) }

    private func services(_ prompt: FakePrompt, hasNetwork: Bool = true) throws -> Services {
        let time = now.withLock { $0 }
        var services = Services(
            networks: Network(chain: hasNetwork ? try program.chain() : nil), keyring: FakeKeyring(), journal: journal,
            prompt: prompt, gate: MemoryGate(), launcher: launcher, receivers: receivers,
            bindings: MemoryBindings(), servers: nil, notifier: MemoryNotifier(), settings: Settings(policy: policy),
            now: { time })
        services.wallets = wallets
        return services
    }

    private func router() throws -> Router {
        let plugin = DescribedLinksPlugin()
        return Router(
            routes: try RouteTable.load([.shipped, Self.teashop]), plugins: [DescribedLinksPlugin.name: plugin],
            network: { _ in .regtest })
    }

    private func open(
        _ url: String = link, _ answers: FakePrompt.Answer..., hasNetwork: Bool = true
    ) async throws -> (outcome: Outcome, shown: [String]) {
        let prompt = FakePrompt(answers)
        let services = try services(prompt, hasNetwork: hasNetwork)
        let outcome = await LinkExecution(services: services).run(try router().read(Array(url.utf8))).outcome
        return (outcome, prompt.shown.map { $0.pages.joined(separator: "\n") })
    }

    private func resume() async throws -> [Resumed.State] {
        try await Resumption(services: try services(FakePrompt([])), router: try router()).run().map(\.state)
    }

    private var relays: Int { program.methods.filter { $0 == "relay_tx" }.count }

    @Test(
        "the consent shows the amount, the fee and the total of the very transaction, whose wallet pays, and the texts")
    func consent() async throws {
        let (outcome, shown) = try await open(Self.link, Self.passcode)
        guard case .paid(let signed, let payment, _) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(signed.id == WalletStandIn.id && payment.fee?.units == 2_605_200_000 && relays == 1)
        let text = shown.joined(separator: "\n")
        for words in [
            "Pay 1.5 XMR", "Fee: 0.0026052 XMR, chosen by that wallet", "Total: 1.5026052 XMR",
            "The wallet 41kz…T3zb, account 0 at 127.0.0.1:18083", "Rent & more",
        ] {
            #expect(text.replacing("\n", with: " ").contains(words), "\(words): \(text)")
        }
        let entry = try #require(try journal.newest(1).first)
        #expect(entry.transaction?.bytes == signed.bytes && entry.inputs.count == 2 && entry.end == .done)
        #expect(entry.request.recipient == WalletStandIn.recipient && entry.amount?.units == 1_500_000_000_000)
        #expect(WalletRecord(signed.bytes)?.address == WalletStandIn.owner)
    }

    @Test("S13: refused, nothing was sent, reserved or recorded as signed")
    func refused() async throws {
        let (outcome, _) = try await open(Self.link, .fail(.refused))
        #expect(outcome.journalEnd == .refused && relays == 0)
        #expect(try journal.newest(1).first?.transaction == nil)
    }

    @Test("S6: an undecided payment is sent again as the same one, and its key images are reserved until then")
    func undecided() async throws {
        program.on("relay_tx", WalletStandIn.failure("197"))
        let (outcome, _) = try await open(Self.link, Self.passcode)
        guard case .unknown(let signed, _) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(try journal.undecidedPayments().map(\.transaction?.id) == [signed.id])
        // Another link, for which the wallet would take the same coins.
        let other = Self.link.replacing("tx_description=Rent", with: "tx_description=Food")
        let (second, _) = try await open(other, Self.passcode)
        guard case .failed(let error) = second else {
            Issue.record("\(second)")
            return
        }
        #expect(error.code == .refusedByPolicy && error.message.contains("payment #1"), "\(error)")
        program.on("relay_tx", .recorded("007"))
        #expect(try await resume().count == 1)
        #expect(try journal.undecidedPayments().isEmpty)
        let sent = Set(program.calls.filter { $0.method == "relay_tx" }.compactMap { $0.parameters["hex"]?.string })
        #expect(sent.count == 1, "only ever the same transaction")
    }

    @Test("S6: after minutes the person is asked before it is sent, and it is looked up first")
    func old() async throws {
        program.on("relay_tx", WalletStandIn.failure("197"))
        _ = try await open(Self.link, Self.passcode)
        now.withLock { $0 += 3_600 }
        let before = relays
        #expect(try await resume().count == 1)
        #expect(relays == before, "nobody agreed")
        program.on("relay_tx", .recorded("007"))
        let prompt = FakePrompt([.agree])
        _ = try await Resumption(services: try services(prompt), router: try router()).run()
        #expect(relays == before + 1 && prompt.shown.count == 1)
    }

    @Test("limits count the amount and the fee")
    func limits() async throws {
        policy = Policy(limits: ["monero": SpendingLimits(payment: Amount(units: 1_502_605_199_999))])
        let (outcome, _) = try await open(Self.link, Self.passcode)
        guard case .failed(let error) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(error.code == .refusedByPolicy && relays == 0)
        policy = Policy(limits: ["monero": SpendingLimits(payment: Amount(units: 1_502_605_200_000))])
        let other = Self.link.replacing("Rent", with: "Food")
        guard case .paid = try await open(other, Self.passcode).outcome else {
            Issue.record("within the limit")
            return
        }
    }

    @Test("a link that has more than plain payments is not paid from here: nothing of it may be lost (S3)")
    func more() async throws {
        let id = String(repeating: "0a", count: 32)
        let (outcome, _) = try await open(Self.link + "&tx_payment_id=\(id)", Self.passcode)
        guard case .failed(let error) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(error.code == .unsupported && !program.methods.contains("transfer"))
    }

    @Test("where another program opens such links, too, both are offered, and either one gets it once")
    func both() async throws {
        wallets = MemoryWalletPrograms([.example("feather", takes: ["monero"])])
        let (outcome, shown) = try await open(Self.link, .pick(1), Self.passcode)
        guard case .paid = outcome else {
            Issue.record("\(outcome): \(shown)")
            return
        }
        #expect(relays == 1 && wallets.given.isEmpty)
        let other = Self.link.replacing("tx_amount=1.5", with: "tx_amount=2.5")
        guard case .handedOver = try await open(other, .pick(0), .agree).outcome else {
            Issue.record("not handed over")
            return
        }
        #expect(relays == 1 && wallets.given.map(\.program) == ["feather.desktop"])
    }

    @Test("without a wallet program a link goes where it went before")
    func noNetwork() async throws {
        let (outcome, _) = try await open(Self.link, Self.passcode, hasNetwork: false)
        guard case .failed(let error) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(error.message.hasPrefix("No wallet here supports “monero:” links"))
    }

    @Test("S4: an app that may hear of it gets the txid, and a proof that was made for it and shows no key")
    func answers() async throws {
        let journal = journal
        program.look(at: "get_tx_proof") { (try? journal.newest(1).first).map { "\($0.progress)" } ?? "none" }
        let (outcome, shown) = try await open(Self.asking, Self.passcode)
        guard case .paid(let signed, _, .started) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        let text = shown.joined(separator: "\n").replacing("\n", with: " ")
        #expect(text.contains("This program will receive the answer"), "\(text)")
        #expect(text.contains("It proves to this program that the recipient got the amount."))
        #expect(launcher.opened == [Self.answer + WalletStandIn.proof])
        let asked = try #require(program.calls.last { $0.method == "get_tx_proof" }?.parameters)
        #expect(
            asked.text
                == #"{"txid":"\#(WalletStandIn.id.hex)","address":"\#(WalletStandIn.recipient)","message":"myapp"}"#)
        let key = try #require(WalletRecord(signed.bytes)?.key)
        #expect(!launcher.opened[0].contains(key))
        #expect(program.methods.last { $0 == "relay_tx" || $0 == "get_tx_proof" } == "get_tx_proof", "once it is paid")
        #expect(program.seen(at: "get_tx_proof") == "sent", "S6: and recorded, however long the proof takes")
    }

    @Test(
        "a wallet that has no proof, or shows something else in its place, does not keep the app from hearing of the payment",
        arguments: [
            WalletStandIn.failure("030"), WalletStandIn.failure("215"), .result("{}"), .result(#"{"signature":7}"#),
            .answer(200, "<html>"), .recorded("319"),
            // For another message, and to another address.
            .recorded("012"), .recorded("303"),
            .result(#"{"signature":"7dcbb1c642899d5ece04e953ba75b1b85875e3b1d391c3b94b62a26dd701de0c"}"#),
            .result(#"{"signature":"OutProofV27dcbb1c642899d5ece04e953ba75b1b85875e3b1d391c3b94b62a26dd701de0c"}"#),
            .result(#"{"signature":"\#(WalletStandIn.proof)\n"}"#),
            .result(#"{"signature":"\#(WalletStandIn.proof)&address=other"}"#),
            .result(#"{"signature":"OutProofV2\#(String(repeating: "a", count: 5_000))"}"#),
        ])
    func noProof(_ reply: WalletStandIn.Reply) async throws {
        program.on("get_tx_proof", reply)
        guard case .paid = try await open(Self.asking, Self.passcode).outcome else {
            Issue.record("not paid")
            return
        }
        #expect(launcher.opened == [Self.answer])
    }

    @Test("S6: what the app is owed after a crash is the same answer, with a proof for the same app")
    func owed() async throws {
        program.on("relay_tx", WalletStandIn.failure("197"))
        guard case .unknown = try await open(Self.asking, Self.passcode).outcome else {
            Issue.record("not undecided")
            return
        }
        #expect(launcher.opened.isEmpty && !program.methods.contains("get_tx_proof"))
        program.on("relay_tx", .recorded("007"))
        _ = try await resume()
        #expect(launcher.opened == [Self.answer + WalletStandIn.proof])
        #expect(program.calls.last { $0.method == "get_tx_proof" }?.parameters["message"] == .string("myapp"))
        _ = try await resume()
        #expect(launcher.opened.count == 1, "told once")
    }

    @Test("S4: several recipients, a refusal, and another wallet in the program: nothing is proved to anybody")
    func unproved() async throws {
        let shops = "\(WalletStandIn.recipient);\(WalletStandIn.owner)"
        let preview = try router().read(Array("teashop:\(shops)?sum=1;2&app=myapp".utf8))
        #expect(preview.reply == nil)
        guard case .refused = try await open(Self.asking, .fail(.refused)).outcome else {
            Issue.record("not refused")
            return
        }
        #expect(launcher.opened.isEmpty)
        let signed = try await program.signed()
        let other = WalletStandIn.body("002").replacing(WalletStandIn.owner, with: WalletStandIn.recipient)
        program.on("get_address", .answer(200, other))
        let proof = try await program.wallet().proof(of: signed, to: WalletStandIn.recipient, message: "myapp")
        #expect(proof == nil && !program.methods.contains("get_tx_proof"))
    }

    @Test(
        "S13: a link that asks for an address gets a new one of the wallet, made for this app after the person agreed")
    func address() async throws {
        let link = "teashop:receive?app=myapp"
        let known = #"{"address":"\#(WalletStandIn.owner)","addresses":[]}"#
        program.once("get_address", .recorded("002"))
        program.once("get_address", .result(known))
        guard case .refused = try await open(link, .fail(.refused)).outcome else {
            Issue.record("not refused")
            return
        }
        #expect(program.methods.isEmpty && launcher.opened.isEmpty)
        now.withLock { $0 += 3_600 }
        let (outcome, shown) = try await open(link, .agree)
        guard case .toldAddress(WalletStandIn.recipient, .started) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        let text = shown.joined(separator: "\n").replacing("\n", with: " ")
        #expect(
            text.contains("Share an address of your Monero wallet that only this app gets, so that you can be paid."),
            "\(text)")
        #expect(text.contains("account 0 at 127.0.0.1:18083") && text.contains("This program will receive the answer"))
        #expect(program.methods == ["get_address", "get_address", "create_address", "store"])
        #expect(program.calls[2].parameters.text == #"{"account_index":0,"label":"myapp"}"#)
        #expect(
            launcher.opened == ["myapp://callback=address&address=\(WalletStandIn.recipient)&source=teashop"])
        let entry = try #require(try journal.newest(1).first)
        #expect(entry.request.action == .address && entry.end == .done)
    }

    @Test(
        "an address that cannot be made is told to nobody, and without a wallet program the person hears how to name one"
    )
    func noAddress() async throws {
        let link = "teashop:receive?app=myapp"
        program.on("create_address", .result(#"{"address":"\#(WalletStandIn.owner)","address_index":1}"#))
        guard case .failed(let error) = try await open(link, .agree).outcome else {
            Issue.record("told")
            return
        }
        #expect(error.code == .networkRefused && launcher.opened.isEmpty)
        guard case .failed(let other) = try await open(link, .agree, hasNetwork: false).outcome else {
            Issue.record("told")
            return
        }
        #expect(other.code == .noNetwork)
    }

    @Test("S8: the recorded bytes of a wallet program, which have the transaction's key, are no part of any answer")
    func secret() async throws {
        let signed = try await program.signed()
        let services = try services(FakePrompt([]))
        let proof = LinkTemplate(to: "myapp", [ReplyField("tx", .blank(.transaction))])
        let routes = try RouteTable.load([.shipped])
        for coin in [routes.coin("monero"), nil] {
            let values = await services.values(for: proof, about: signed, of: coin, to: nil, for: nil)
            #expect(values == [.txid: signed.id.hex] && proof.completed(with: values) == nil)
        }
        let values = await services.values(for: proof, about: signed, of: routes.coin("dash"), to: nil, for: nil)
        #expect(values[.transaction] == signed.bytes.hex)
    }
}
