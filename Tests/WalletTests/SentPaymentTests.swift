import RouterBitcoinFormat
import RouterTestSupport
import SchemeRouter
import Testing

@testable import RouterWallet

/// A payment that was sent is read again, so that another one can take its place (S11, S12).
@Suite struct SentPaymentTests {
    private static let own = [UInt8]([0x00, 0x14]) + [UInt8](repeating: 1, count: 20)
    private static let change = [UInt8]([0x00, 0x14]) + [UInt8](repeating: 2, count: 20)
    private static let shop = [UInt8]([0x00, 0x14]) + [UInt8](repeating: 3, count: 20)
    private static let account = DerivationPath.bip84(coinType: 2, account: 0)

    private static func amount(_ units: Int64) throws -> Amount { try #require(Amount(units: units)) }

    private static let funding = Transaction(
        inputs: [.init(outpoint: Outpoint(transaction: SignedTransaction.example.id, index: 0))],
        outputs: [.init(amount: Amount(units: 100_000)!, script: own)])

    private static func read(
        _ outputs: [(Int64, [UInt8])], sequence: UInt32 = 0xFFFF_FFFD, isShown: Bool = true, isOwn: Bool = true
    ) throws -> SentPayment? {
        let payment = Transaction(
            inputs: [.init(outpoint: Outpoint(transaction: funding.id, index: 0), sequence: sequence)],
            outputs: try outputs.map { .init(amount: try amount($0.0), script: $0.1) })
        let paths = [own: account.appending(0, 0), change: account.appending(1, 0)]
        let reading = SentPaymentReading(
            transaction: payment, previous: isShown ? [funding.id: funding] : [:],
            path: { isOwn ? paths[$0] : nil }, isChange: { $0 == account.appending(1, 0) })
        return try reading.payment(to: shop, try amount(60_000))
    }

    @Test("what it spends and gives back, its fee, and whether it may be replaced")
    func reads() throws {
        let sent = try #require(try Self.read([(39_000, Self.change), (60_000, Self.shop)]))
        #expect(sent.fee.units == 1_000 && sent.isReplaceable)
        #expect(sent.inputs.map(\.path) == [Self.account.appending(0, 0)] && sent.inputs[0].amount.units == 100_000)
        #expect(sent.change?.amount.units == 39_000 && sent.change?.path == Self.account.appending(1, 0))
        #expect(sent.changeOutpoint?.index == 0 && sent.size.change == 31)
        // One P2WPKH input and two outputs: 141 virtual bytes, as wallets count them.
        #expect(sent.size.largest == 141)
        let without = try #require(try Self.read([(60_000, Self.shop)], sequence: 0xFFFF_FFFE))
        #expect(without.change == nil && without.fee.units == 40_000 && !without.isReplaceable)
    }

    @Test("S11: one that pays anything else, or whose change is not the account's, is refused")
    func refuses() throws {
        for outputs in [
            [(39_000, Self.change), (60_001, Self.shop)], [(39_000, Self.change)],
            [(39_000, Self.shop), (60_000, Self.shop)], [(39_000, Self.own), (60_000, Self.shop)],
            [(1_000, Self.change), (1_000, Self.change), (60_000, Self.shop)],
            [(90_000, Self.change), (60_000, Self.shop)],
        ] as [[(Int64, [UInt8])]] {
            #expect(throws: ServiceError(.refusedByCheck, "")) { try Self.read(outputs) }
        }
    }

    @Test("S12: what it spends must be shown whole; another wallet's payment is not the account's")
    func foreign() throws {
        let outputs: [(Int64, [UInt8])] = [(39_000, Self.change), (60_000, Self.shop)]
        #expect(throws: ServiceError(.networkRefused, "")) { try Self.read(outputs, isShown: false) }
        #expect(try Self.read(outputs, isOwn: false) == nil)
    }
}
