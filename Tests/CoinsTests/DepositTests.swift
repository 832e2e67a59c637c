import RouterBitcoinFormat
import RouterTestSupport
import SchemeRouter
import Testing

@testable import RouterBitcoinFamily

/// Deposits at services: payments that must record a memo on the chain (Documentation/protocols/dash-2026.md §6).
@Suite struct DepositTests {
    private static let memo = "=:BTC.BTC:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"
    private static let hex =
        "3d3a4254432e4254433a6263317177353038643671656a7874646734793572337a6172766172793063357877376b763866337434"
    private static let link = "dash:\(ExecutionFixture.address)?amount=0.5&op_return=\(hex)"

    private func fixture(_ utxos: [OwnedUTXO] = [.example(30_000_000), .example(40_000_000, index: 1)])
        -> ExecutionFixture
    {
        var fixture = ExecutionFixture(ExecutionFixture.passcode)
        fixture.keyring = FakeKeyring(utxos: utxos)
        return fixture
    }

    @Test("the person sees the whole memo, and agrees to a payment in the shape that services document")
    func pays() async throws {
        let fixture = fixture()
        guard case .paid = try await fixture.run(Self.link) else {
            Issue.record("not paid: \(fixture.prompt.shown)")
            return
        }
        let pages = fixture.prompt.shown.flatMap(\.pages).joined(separator: " ").replacing("\n", with: " ")
        #expect(
            pages.contains("“\(Self.memo)”") && pages.contains("returns to the address that the payment comes from"))
        let payment = try #require(fixture.signed.first)
        #expect(payment.data?.text == Self.memo && payment.recipient == ExecutionFixture.address)
        #expect(payment.change?.path == payment.inputs.first?.path && payment.inputs.count == 2)
    }

    @Test("the fee pays for the memo, too")
    func fee() async throws {
        let (plain, deposit) = (fixture(), fixture())
        _ = try await plain.run("dash:\(ExecutionFixture.address)?amount=0.5")
        _ = try await deposit.run(Self.link)
        let fees = [plain, deposit].map { $0.signed.first?.fee?.units ?? 0 }
        // An amount, the length of the script, OP_RETURN and the length of the memo.
        #expect(fees[1] - fees[0] == Int64(8 + 1 + 1 + 1 + Self.memo.utf8.count))
    }

    static let deceptions: [IntentCheckTests.Lie] = [
        .init(name: "the memo is lost", complaint: "it records other data on the chain") { $0.with(data: .some(nil)) },
        .init(name: "another memo", complaint: "it records other data on the chain") {
            $0.with(data: .some(PaymentData(hex: "00".utf8)))
        },
        .init(name: "change elsewhere", complaint: "its change does not return to the address of its first input") {
            $0.with(
                change: .some(
                    $0.change.map { .init(path: IntentCheckTests.account.appending(1, 0), amount: $0.amount) }))
        },
        .init(name: "everything as fee", complaint: "its fee is above the limit") { $0.with(change: .some(nil)) },
    ]

    @Test(
        "S11: a plugin that loses the memo, changes it, or keeps the change elsewhere never reaches the person",
        arguments: deceptions)
    func lies(_ lie: IntentCheckTests.Lie) async throws {
        var fixture = fixture()
        fixture.plugin = LyingPlugin(lie: lie.change)
        guard case .failed(let error) = try await fixture.run(Self.link) else {
            Issue.record("it was believed")
            return
        }
        #expect(error.message == "The prepared action does not match the link: \(lie.complaint).")
        #expect(fixture.prompt.shown.isEmpty && fixture.signed.isEmpty)
    }

    @Test("no digest of a payment with one memo is that of another")
    func digests() throws {
        let payment = PaymentIntent(
            chain: ChainID(coin: "dash", network: .main, isPractice: false), inputs: [.example(7)], recipient: "X",
            amount: Amount(units: 1)!, change: nil)
        let memos: [PaymentData?] = [nil, PaymentData(hex: "00".utf8), PaymentData(hex: "0000".utf8)]
        #expect(Set(memos.map { IntentDigest(.payment(payment.with(data: .some($0)))) }).count == 3)
    }

    @Test("S15: another wallet gets the link as it came, with the warning, or nothing")
    func handOver() throws {
        let fixture = ExecutionFixture()
        let read = try fixture.read(Self.link + "&callback=https%3A%2F%2Fswap.example")
        #expect(read.plainLinks == [Self.link + "&callback=https%3A%2F%2Fswap.example"])
        #expect(read.request.header.warnings.map(\.code) == [.carriesMemo])
        #expect(try fixture.read(Self.link + "#x").plainLinks.isEmpty)
    }

    @Test(
        "what cannot be recorded is never paid without",
        arguments: ["", "0", "00g0", "0x00", "%3D", String(repeating: "00", count: 81), "00 "])
    func malformed(_ value: String) throws {
        for key in ["op_return", "OP_RETURN", "req-op_return"] {
            let link = "dash:\(ExecutionFixture.address)?\(key)=\(value)"
            let router = try ExecutionFixture().router()
            do throws(RequestError) {
                _ = try router.request(from: Array(link.utf8))
                if !value.hasSuffix(" ") { Issue.record("\(link) was read") }
            } catch {
                #expect([.invalidRequest, .malformedURL].contains(error.code), "\(error)")
            }
        }
    }

    @Test("the script of data is what nodes relay", arguments: JSONValue.file("dash-2026/op_return.json").rows("cases"))
    func scripts(_ vector: JSONValue) throws {
        let data = PaymentData(hex: (vector["data"]?.text ?? "").utf8)
        #expect((data != nil) == (vector["expect"]?["standard"] == .bool(true)))
        guard let data else { return }
        #expect(
            Script.recording(data.bytes).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
                == vector["expect"]?["script"]?.text)
    }
}
