import RouterTestSupport
import Testing

@testable import SchemeRouter

/// What a payment may cost that takes the place of another one (BIP125).
@Suite struct RaisedFeeTests {
    private static let chain = ChainID(coin: "litecoin", network: .main, isPractice: false)

    private static func raised(
        fee: Int64 = 226, change: Int64? = 100_000,
        size: (signed: Int64, largest: Int64, change: Int64) = (225, 226, 34)
    ) -> RaisedFee {
        let amount = Amount(units: 50_000)!
        let input = OwnedUTXO.example(50_000 + fee + (change ?? 0))
        let path = DerivationPath.bip44(coinType: 2, account: 0).appending(1, 0)
        let sent = SentPayment(
            inputs: [input], previous: [:],
            change: change.map { PaymentIntent.Change(path: path, amount: Amount(units: $0)!) },
            changeOutpoint: nil, fee: Amount(units: fee)!,
            size: .init(signed: size.signed, largest: size.largest, change: size.change), isReplaceable: true)
        return RaisedFee(sent: sent, amount: amount, coin: .dash)
    }

    /// The new fee; nil if it is refused.
    private static func fee(_ raised: RaisedFee, _ rate: Int64, isExact: Bool = false) throws -> Int64 {
        let rate = Amount(units: rate)!
        let change = try raised.raised(isExact ? .rate(rate) : nil, at: rate).change
        let before = raised.sent.fee.units + (raised.sent.change?.amount.units ?? 0)
        return before - (change?.amount.units ?? 0)
    }

    private static func code(_ body: () throws -> Int64) -> ServiceError.Code? {
        do {
            _ = try body()
            return nil
        } catch {
            return (error as? ServiceError)?.code
        }
    }

    @Test("the rate, rounded up; and at least what relaying the new payment costs more than the first")
    func fee() throws {
        #expect(try Self.fee(Self.raised(), 10_000) == 2_260)
        #expect(try Self.fee(Self.raised(), 10_001) == 2_261)
        #expect(try Self.fee(Self.raised(), 1_000) == 452)
        #expect(try Self.fee(Self.raised(), 2_000) == 452)
    }

    @Test("the rate must be higher than that of the first as it was signed, not as it could have been")
    func rate() throws {
        let raised = Self.raised(fee: 500_000, change: 10_000_000, size: (222, 226, 34))
        #expect(try Self.fee(raised, 1_000) == 500_000 * 226 / 222 + 1)
    }

    @Test("a rate of one's own below what networks take is refused with the range; a level is not")
    func range() throws {
        #expect(Self.code { try Self.fee(Self.raised(), 1_995, isExact: true) } == .refusedByPolicy)
        #expect(try Self.fee(Self.raised(), 2_000, isExact: true) == 452)
        do {
            _ = try Self.fee(Self.raised(), 1_000, isExact: true)
            Issue.record("it was not refused")
        } catch let error as ServiceError {
            #expect(error.message.contains("2000 to 100000"), "\(error.message)")
        }
    }

    @Test("change that is too small to be relayed goes to the fee; what the change cannot pay is refused")
    func change() throws {
        // 226 more are needed; less than 546 would be left of 700.
        #expect(try Self.fee(Self.raised(change: 700), 1_000) == 926)
        #expect(try Self.fee(Self.raised(change: 226 + 546), 1_000) == 452)
        #expect(try Self.fee(Self.raised(change: 600), 1_000) == 826)
        #expect(Self.code { try Self.fee(Self.raised(change: 600), 10_000) } == .insufficientFunds)
        #expect(Self.code { try Self.fee(Self.raised(change: nil), 10_000) } == .notReplaceable)
    }

    @Test("numbers at the ends of their range are refused without a trap")
    func extremes() {
        let largest = Int64.max - 1
        #expect(Self.code { try Self.fee(Self.raised(), largest) } == .refusedByCheck)
        #expect(Self.code { try Self.fee(Self.raised(fee: largest / 4, change: 1_000), 1_000) } != nil)
        #expect(Self.code { try Self.fee(Self.raised(size: (0, 0, 0)), 1_000) } == .refusedByCheck)
    }
}
