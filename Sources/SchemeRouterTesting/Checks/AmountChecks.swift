import SchemeRouter

/// Amounts are whole numbers of the smallest unit, read exactly or not at all (S9).
enum AmountChecks {
    private static let needs = ["link-read", "link-amount", "pure-repeated"]

    static let all: [ConformanceCheck] = [
        ConformanceCheck("amount-exact", "an amount is read exactly, or the link refused (S9)", needs: needs) { bench in
            var notes = Notes()
            for known in payments(of: bench) {
                let max = known.coin.maxMoney.units
                for units in [1, 9, 10, 99, 546, 1_000, max / 3, max - 1, max] where (1...max).contains(units) {
                    guard let amount = Amount(units: units) else { continue }
                    expect(amount.text(decimals: known.coin.decimals), is: amount, known, bench, &notes)
                }
                let one = pow10(known.coin.decimals)
                for whole: Int64 in [1, 2, 10, 21, 100] {
                    let (units, overflow) = whole.multipliedReportingOverflow(by: one)
                    guard !overflow, units <= max else { continue }
                    for text in ["\(whole)", "00\(whole)"] {
                        expect(text, is: Amount(units: units), known, bench, &notes)
                    }
                }
            }
            return notes.verdict(else: none)
        },
        refusing("amount-zero", "nothing is no payment", ["0", "0.0", "00", "0.00000000"]),
        ConformanceCheck("amount-too-large", "more than can exist is refused", needs: needs) { bench in
            var notes = Notes()
            for known in payments(of: bench) {
                let max = known.coin.maxMoney
                let above = max.units < .max ? Amount(units: max.units + 1) : nil
                let texts =
                    [above?.text(decimals: known.coin.decimals)].compactMap(\.self) + [
                        "9223372036854775807", "9223372036854775808", "18446744073709551616", "18446744073709551617",
                        "340282366920938463463374607431768211457", String(repeating: "9", count: 200),
                    ]
                for text in texts { refuse(text, known, bench, &notes) }
            }
            return notes.verdict(else: none)
        },
        ConformanceCheck(
            "amount-too-precise", "more decimals than the coin has are refused, and never rounded (S9)", needs: needs
        ) { bench in
            var notes = Notes()
            for known in payments(of: bench) {
                let digits = String(repeating: "0", count: known.coin.decimals)
                for text in ["1.\(digits)1", "0.\(digits)9", "1.\(digits)5", "1.\(digits)\(digits)1"] {
                    refuse(text, known, bench, &notes)
                }
            }
            return notes.verdict(else: none)
        },
        refusing(
            "amount-exponent", "an exponent is refused",
            ["1e0", "1e1", "1E1", "1e-1", "1e+1", "1e400", "1e99999999999"]),
        refusing("amount-sign", "a sign is refused", ["-1", "+1", "%2B1", "-0", "--1", "1-"]),
        refusing("amount-hex", "other bases are refused", ["0x1", "0X1", "0b1", "0o1", "1f", "a"]),
        refusing(
            "amount-separators", "separators of thousands, and other points, are refused",
            ["1,000", "1_000", "1%20000", "1'000", "1,5", "1..5", "1.5.", ".", "1.0.0"]),
        refusing(
            "amount-words", "what is no number is refused",
            ["nan", "NaN", "inf", "Infinity", "one", "1%C2%A0", "%EF%BC%91", "%D9%A1", "1%00", "null", "1BTC"]),
    ]

    private static let none = "no good link has an amount that can be replaced by others"

    /// Checks that the link is refused if its amount is written in one of these ways.
    private static func refusing(_ name: String, _ promise: String, _ texts: [String]) -> ConformanceCheck {
        ConformanceCheck(name, promise + " (S9)", needs: needs) { bench in
            var notes = Notes()
            for known in payments(of: bench) {
                for text in texts { refuse(text, known, bench, &notes) }
            }
            return notes.verdict(else: none)
        }
    }

    private static func refuse(_ text: String, _ known: Bench.Known, _ bench: Bench, _ notes: inout Notes) {
        guard let link = known.good.paying(text) else { return }
        let read = bench.read(link)
        notes.expect(read.request == nil, "\(Bench.shown(link)) is \(Bench.shown(read))")
    }

    private static func expect(
        _ text: String, is amount: Amount?, _ known: Bench.Known, _ bench: Bench, _ notes: inout Notes
    ) {
        guard let link = known.good.paying(text) else { return }
        switch bench.read(link).request {
        case nil: notes.expect(true, "")
        case .payment(let payment)?:
            notes.expect(
                payment.amount == amount,
                "\(Bench.shown(link)) asks for \(payment.amount.map { "\($0.units)" } ?? "no amount")")
        case let other?: notes.expect(false, "\(Bench.shown(link)) is read as \(other.action.rawValue)")
        }
    }

    private static func payments(of bench: Bench) -> [Bench.Known] {
        bench.known.filter { $0.payment?.amount != nil && $0.good.amountText != nil }
    }

    private static func pow10(_ exponent: Int) -> Int64 {
        (0..<min(exponent, 18)).reduce(1) { power, _ in power * 10 }
    }
}
