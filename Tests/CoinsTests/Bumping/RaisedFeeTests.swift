import RouterTestSupport
import Testing

@testable import SchemeRouter

/// What a payment may cost that takes the place of another one (BIP125).
@Suite struct RaisedFeeTests {
    private static let chain = ChainID(coin: "litecoin", network: .main, isPractice: false)

    private static func raised(
        fee: Int64 = 226, change: Int64? = 100_000,
        size: (signed: Int64, largest: Int64, change: Int64) = (225, 226, 34), coin: CoinDescriptor = .dash
    ) -> RaisedFee {
        let amount = Amount(units: 50_000)!
        // What it spends does not matter here, and the sum may be too large.
        let input = OwnedUTXO.example(50_000)
        let path = DerivationPath.bip44(coinType: 2, account: 0).appending(1, 0)
        let sent = SentPayment(
            inputs: [input], previous: [:],
            change: change.map { PaymentIntent.Change(path: path, amount: Amount(units: $0)!) },
            changeOutpoint: nil, fee: Amount(units: fee)!,
            size: .init(signed: size.signed, largest: size.largest, change: size.change), isReplaceable: true)
        return RaisedFee(sent: sent, amount: amount, coin: coin)
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

    @Test("a refused rate is answered with the range of rates that are taken")
    func words() {
        for (raised, rate, range) in [
            (Self.raised(), 1_000, "2000 to 10000000"),
            (Self.raised(fee: 190, size: (225, 227, 34)), 1_000, "1838 to 10000000"),
        ] as [(RaisedFee, Int64, String)] {
            let error = #expect(throws: ServiceError.self) { try Self.fee(raised, rate, isExact: true) }
            #expect(
                error?.message
                    == "To replace the payment, the fee rate must be \(range) duff per 1,000 bytes, not \(rate).")
        }
        #expect(throws: Never.self) { try Self.fee(Self.raised(fee: 190, size: (225, 227, 34)), 1_838, isExact: true) }
    }

    @Test("if all of the change becomes fee, the payment is smaller by its output, and the fee is enough to the unit")
    func allChange() throws {
        // 192 bytes without change, and 826 in all.
        #expect(try Self.fee(Self.raised(change: 600), 4_000) == 826)
        #expect(try Self.fee(Self.raised(change: 600), 4_300) == 826)
        #expect(Self.code { try Self.fee(Self.raised(change: 600), 4_303) } == .insufficientFunds)
        var again = Self.raised(change: 600)
        again.tried = [Amount(units: 826)!]
        let error = #expect(throws: ServiceError.self) { try Self.fee(again, 4_000) }
        #expect(
            error?.message
                == "A replacement with exactly this fee was already made and given up: 0.00000826 DASH.")
    }

    @Test("the consent says whether the fee is what was chosen, or the least that replaces the payment")
    func basis() throws {
        let (low, high) = (Amount(units: 1_000)!, Amount(units: 10_000)!)
        let wanted = Amount(units: 226)!
        for (choice, rate, basis) in [
            (nil, low, .least(.fast, wanted)), (.level(.slow), low, .least(.slow, wanted)),
            (.level(.normal), high, .choice(.level(.normal))), (nil, high, .choice(nil)),
            (.rate(high), high, .choice(.rate(high))),
        ] as [(FeeChoice?, Amount, RaisedFee.Basis)] {
            #expect(try Self.raised().raised(choice, at: rate).basis == basis)
        }
        #expect(try Self.raised(change: 700).raised(nil, at: low).basis == .allChange)
    }

    private static func coin(least: Int64, dust: Int64) -> CoinDescriptor {
        let dash = CoinDescriptor.dash
        let fees = dash.addressLedger!.feePerKB
        return dash.with(
            dust: Amount(units: dust)!,
            feePerKB: .init(min: Amount(units: least)!, normal: fees.normal, max: fees.max))
    }

    @Test("one unit is enough: as a step between fees, as a size, and as change where nothing is dust")
    func units() throws {
        #expect(try Self.fee(Self.raised(coin: Self.coin(least: 1, dust: 546)), 10_000) == 2_260)
        #expect(
            Self.code { try Self.fee(Self.raised(coin: Self.coin(least: 0, dust: 546)), 10_000) } == .refusedByCheck)
        let none = Self.coin(least: 1_000, dust: 0)
        #expect(
            try Self.raised(change: 227, coin: none).raised(nil, at: Amount(units: 1_000)!).change?.amount.units == 1)
        #expect(try Self.raised(change: 226, coin: none).raised(nil, at: Amount(units: 1_000)!).change == nil)
        #expect(try Self.fee(Self.raised(fee: 5, size: (1, 1, 0)), 1_000) == 6)
        for (signed, largest) in [(0, 226), (1, 0), (0, 1)] as [(Int64, Int64)] {
            #expect(Self.code { try Self.fee(Self.raised(size: (signed, largest, 0)), 1_000) } == .refusedByCheck)
        }
        // Without its change nothing of the payment would be left.
        for change in [34, 35] as [Int64] {
            let nothing = Self.raised(change: 100, size: (225, 34, change))
            #expect(Self.code { try Self.fee(nothing, 1_000) } == .refusedByCheck)
        }
    }

    @Test("a step or a sum beyond 64 bits is refused")
    func overflow() {
        var last = Self.raised(fee: .max - 1, size: (1, 1, 0))
        last.tried = [.largest]
        #expect(Self.code { try Self.fee(last, 1_000) } == .refusedByCheck)
        #expect(
            Self.code { try Self.fee(Self.raised(fee: .max - 10, change: 100, size: (1, 1, 0)), 1_000) }
                == .refusedByCheck)
        #expect(Self.code { try Self.fee(Self.raised(fee: .max, size: (2, 1, 0)), 1_000) } == .refusedByCheck)
    }
}
