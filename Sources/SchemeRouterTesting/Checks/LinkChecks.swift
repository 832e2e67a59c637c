import SchemeRouter

/// The good links are read, with the expected result.
enum LinkChecks {
    static let all: [ConformanceCheck] = [
        ConformanceCheck("link-read", "every good link is read, as the action that it asks for") { harness in
            var notes = Notes()
            for good in harness.links {
                let read = harness.read(good.link)
                notes.expect(
                    read.request?.action == good.meaning.action,
                    "\(ConformanceHarness.shown(good.link)) is \(ConformanceHarness.shown(read))")
            }
            return notes.verdict(else: "there are no good links")
        },
        ConformanceCheck("link-recipient", "a request names the recipient that its link names") { harness in
            var notes = Notes()
            for known in harness.known where known.good.meaning.recipient != nil {
                let recipient = known.recipient ?? "nobody"
                notes.expect(
                    recipient.utf8.elementsEqual((known.good.meaning.recipient ?? "").utf8),
                    "\(ConformanceHarness.shown(known.link)) pays \(Quoted(recipient, limit: 120))")
            }
            return notes.verdict(else: "no good link pays anybody")
        },
        ConformanceCheck("link-amount", "a request has exactly the amount of its link") { harness in
            var notes = Notes()
            for known in harness.known where known.payment != nil {
                let (read, meant) = (known.payment?.amount, known.good.meaning.amount)
                notes.expect(
                    read == meant,
                    "\(ConformanceHarness.shown(known.link)) asks for \(read.map { "\($0.units)" } ?? "no amount"), "
                        + "and means \(meant.map { "\($0.units)" } ?? "none")")
            }
            return notes.verdict(else: "no good link asks for a payment to an address")
        },
        ConformanceCheck("link-sender", "a request names the requesting app that its link names, and no other (S4)") {
            harness in
            var notes = Notes()
            for known in harness.known {
                let (read, meant) = (known.request.header.sender?.scheme, known.good.meaning.sender)
                notes.expect(read == meant, "\(ConformanceHarness.shown(known.link)) is asked by “\(read ?? "nobody")”")
            }
            return notes.verdict(else: "there are no good links")
        },
        ConformanceCheck("link-ability", "the plugin can do what its links ask for") { harness in
            var notes = Notes()
            for known in harness.known {
                let fits =
                    switch (known.request, harness.plugin.ability) {
                    case (.payment, _) where known.payment == nil: true
                    case (.payment, .payments), (.address, .payments), (.key, .payments): true
                    case (.login, .accounts), (.actions, .accounts), (.sign, .accounts): true
                    case (.payment, _), (.address, _), (.key, _), (.login, _), (.actions, _), (.sign, _): false
                    case (.foreign, _), (.scanQR, _), (.open, _): true
                    }
                notes.expect(fits, "nobody carries out “\(known.request.action.rawValue)”")
            }
            if case .none = harness.plugin.ability { return .notApplicable("the plugin only reads links") }
            return notes.verdict(else: "there are no good links")
        },
        ConformanceCheck("link-header", "a request names its own scheme, coin and network") { harness in
            var notes = Notes()
            for known in harness.known {
                let header = known.request.header
                notes.expect(
                    header.scheme == known.scheme.name && header.coin == known.coin.id
                        && header.network == harness.fixtures.network,
                    "\(ConformanceHarness.shown(known.link)) is said to be \(header.scheme):, \(header.coin), \(header.network.rawValue)"
                )
            }
            return notes.verdict(else: "there are no good links")
        },
    ]
}

extension ConformanceHarness.Known {
    var recipient: String? {
        switch request {
        case .payment(let payment): payment.address ?? payment.details?.payments.first?.address?.text
        case .actions(let actions): actions.transfer?.to
        case .foreign(let request): request.payments.first?.address?.text
        case .address, .key, .scanQR, .login, .sign, .open: nil
        }
    }
}

/// Addresses are recognised, and nothing else is.
enum AddressChecks {
    static let all: [ConformanceCheck] = [
        ConformanceCheck(
            "address-known", "the recipient of a payment is an address of the coin's network",
            needs: ["link-read", "link-recipient"]
        ) { harness in
            var notes = Notes()
            for (known, address, parameters) in payments(of: harness) {
                notes.expect(
                    harness.reader.isAddress(address, on: parameters),
                    "isAddress(\(Quoted(address, limit: 120))) is false, and \(ConformanceHarness.shown(known.link)) is paid"
                )
            }
            return notes.verdict(else: "no good link pays to an address")
        },
        ConformanceCheck(
            "address-one-character", "one wrong character in an address is found",
            needs: ["link-read", "link-recipient"]
        ) { harness in
            guard harness.fixtures.addressesHaveChecksum else {
                return .notApplicable("these addresses have no checksum")
            }
            var notes = Notes()
            for (known, address, parameters) in payments(of: harness) {
                for wrong in oneCharacter(of: address) {
                    notes.expect(
                        !harness.reader.isAddress(wrong, on: parameters), "\(Quoted(wrong, limit: 120)) is an address")
                    guard let link = known.good.replacing(known.good.recipientText, with: wrong) else { continue }
                    notes.expect(harness.read(link).request == nil, "\(ConformanceHarness.shown(link)) is read")
                }
            }
            return notes.verdict(else: "no good link pays to an address")
        },
        ConformanceCheck(
            "address-other-network", "an address of another network or coin is refused",
            needs: ["link-read", "link-recipient"]
        ) { harness in
            var notes = Notes()
            for (known, _, parameters) in payments(of: harness) {
                for foreign in harness.fixtures.foreignAddresses {
                    notes.expect(
                        !harness.reader.isAddress(foreign, on: parameters),
                        "isAddress(\(Quoted(foreign, limit: 120))) is true")
                    guard let link = known.good.replacing(known.good.recipientText, with: foreign) else { continue }
                    // A scheme that coins share may lead to the other coin.
                    let request = harness.read(link).request
                    notes.expect(
                        request == nil || request?.header.coin != known.coin.id,
                        "\(ConformanceHarness.shown(link)) is \(ConformanceHarness.shown(harness.read(link)))")
                }
            }
            return notes.verdict(else: "the fixtures name no addresses of other networks, or nothing is paid")
        },
        ConformanceCheck(
            "address-nothing", "an empty text, a space, and text around an address are no addresses",
            needs: ["link-read", "link-recipient"]
        ) { harness in
            var notes = Notes()
            for (known, address, parameters) in payments(of: harness) {
                for text in ["", " ", " " + address, address + " ", address + "\n", address + "\0", address + address] {
                    notes.expect(
                        !harness.reader.isAddress(text, on: parameters), "\(Quoted(text, limit: 120)) is an address")
                }
                guard let link = known.good.replacing(known.good.recipientText, with: "") else { continue }
                let read = harness.read(link)
                notes.expect(
                    read.request?.core != known.request.core,
                    "\(ConformanceHarness.shown(link)) is \(ConformanceHarness.shown(read))")
                if let address = read.request?.payable?.address {
                    notes.expect(!address.isEmpty, "\(ConformanceHarness.shown(link)) pays nobody")
                }
            }
            return notes.verdict(else: "no good link pays to an address")
        },
        ConformanceCheck(
            "address-long", "a very long text is no address", needs: ["link-read", "link-recipient"]
        ) { harness in
            var notes = Notes()
            for (_, address, parameters) in payments(of: harness) {
                for text in [String(repeating: "1", count: 100_000), String(repeating: address, count: 500)] {
                    notes.expect(
                        !harness.reader.isAddress(text, on: parameters), "\(text.utf8.count) bytes are an address")
                }
            }
            return notes.verdict(else: "no good link pays to an address")
        },
        ConformanceCheck(
            "address-agrees", "what is an address is paid, and what is none is not",
            needs: ["link-read", "link-recipient", "address-known"]
        ) { harness in
            var notes = Notes()
            for (known, address, parameters) in payments(of: harness) {
                let texts =
                    oneCharacter(of: address) + harness.fixtures.foreignAddresses + [
                        address.uppercased(), address.lowercased(),
                    ]
                for text in texts {
                    guard let link = known.good.replacing(known.good.recipientText, with: text),
                        let payment = harness.read(link).request?.payable, payment.header.coin == known.coin.id
                    else { continue }
                    notes.expect(
                        harness.reader.isAddress(payment.address ?? "", on: parameters),
                        "\(ConformanceHarness.shown(link)) is paid, and isAddress(…) is false")
                }
                notes.expect(true, "")
            }
            return notes.verdict(else: "no good link pays to an address")
        },
    ]

    /// The payments to addresses in the good links.
    static func payments(of harness: ConformanceHarness) -> [(
        ConformanceHarness.Known, address: String, NetworkParameters
    )] {
        harness.known.compactMap { known in
            guard let address = known.payment?.address, let parameters = known.routed.parameters else { return nil }
            return (known, address, parameters)
        }
    }

    /// The text with one character replaced, for each position.
    private static func oneCharacter(of text: String) -> [String] {
        let bytes = Array(text.utf8)
        return bytes.indices.flatMap { place in
            let others: [UInt8] =
                switch bytes[place] {
                case UInt8(ascii: "0")...UInt8(ascii: "9"):
                    [UInt8(ascii: "0") + (bytes[place] - UInt8(ascii: "0") + 1) % 10]
                case UInt8(ascii: "a"): [UInt8(ascii: "c")]
                case UInt8(ascii: "A"): [UInt8(ascii: "C")]
                default: [bytes[place] < 0x60 ? UInt8(ascii: "A") : UInt8(ascii: "a"), UInt8(ascii: "7")]
                }
            return others.filter { $0 != bytes[place] }.map { other in
                var changed = bytes
                changed[place] = other
                return String(decoding: changed, as: UTF8.self)
            }
        }
    }
}

/// Amounts are whole numbers of the smallest unit, read exactly or not at all (S9).
enum AmountChecks {
    private static let needs = ["link-read", "link-amount", "pure-repeated"]

    static let all: [ConformanceCheck] = [
        ConformanceCheck("amount-exact", "an amount is read exactly, or the link refused (S9)", needs: needs) {
            harness in
            var notes = Notes()
            for known in payments(of: harness) {
                let max = known.coin.maxMoney.units
                for units in [1, 9, 10, 99, 546, 1_000, max / 3, max - 1, max] where (1...max).contains(units) {
                    guard let amount = Amount(units: units) else { continue }
                    expect(amount.text(decimals: known.coin.decimals), is: amount, known, harness, &notes)
                }
                let one = pow10(known.coin.decimals)
                for whole: Int64 in [1, 2, 10, 21, 100] {
                    let (units, overflow) = whole.multipliedReportingOverflow(by: one)
                    guard !overflow, units <= max else { continue }
                    for text in ["\(whole)", "00\(whole)"] {
                        expect(text, is: Amount(units: units), known, harness, &notes)
                    }
                }
            }
            return notes.verdict(else: none)
        },
        ConformanceCheck("amount-zero", "zero is refused, or leaves the amount to the person (S9)", needs: needs) {
            harness in
            var notes = Notes()
            for known in payments(of: harness) {
                for text in ["0", "0.0", "00", "0.00000000"] { expect(text, is: nil, known, harness, &notes) }
            }
            return notes.verdict(else: none)
        },
        ConformanceCheck("amount-too-large", "more than can exist is refused", needs: needs) { harness in
            var notes = Notes()
            for known in payments(of: harness) {
                let max = known.coin.maxMoney
                let above = max.units < .max ? Amount(units: max.units + 1) : nil
                let texts =
                    [above?.text(decimals: known.coin.decimals)].compactMap(\.self) + [
                        "9223372036854775807", "9223372036854775808", "18446744073709551616", "18446744073709551617",
                        "340282366920938463463374607431768211457", String(repeating: "9", count: 200),
                    ]
                for text in texts { refuse(text, known, harness, &notes) }
            }
            return notes.verdict(else: none)
        },
        ConformanceCheck(
            "amount-too-precise", "more decimals than the coin has are refused, and never rounded (S9)", needs: needs
        ) { harness in
            var notes = Notes()
            for known in payments(of: harness) {
                let digits = String(repeating: "0", count: known.coin.decimals)
                for text in ["1.\(digits)1", "0.\(digits)9", "1.\(digits)5", "1.\(digits)\(digits)1"] {
                    refuse(text, known, harness, &notes)
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
        ConformanceCheck(name, promise + " (S9)", needs: needs) { harness in
            var notes = Notes()
            for known in payments(of: harness) {
                for text in texts { refuse(text, known, harness, &notes) }
            }
            return notes.verdict(else: none)
        }
    }

    private static func refuse(
        _ text: String, _ known: ConformanceHarness.Known, _ harness: ConformanceHarness, _ notes: inout Notes
    ) {
        guard let link = known.good.paying(text) else { return }
        let read = harness.read(link)
        notes.expect(read.request == nil, "\(ConformanceHarness.shown(link)) is \(ConformanceHarness.shown(read))")
    }

    private static func expect(
        _ text: String, is amount: Amount?, _ known: ConformanceHarness.Known, _ harness: ConformanceHarness,
        _ notes: inout Notes
    ) {
        guard let link = known.good.paying(text) else { return }
        switch harness.read(link).request {
        case nil: notes.expect(true, "")
        case .payment(let payment)?:
            notes.expect(
                payment.amount == amount,
                "\(ConformanceHarness.shown(link)) asks for \(payment.amount.map { "\($0.units)" } ?? "no amount")")
        case let other?: notes.expect(false, "\(ConformanceHarness.shown(link)) is read as \(other.action.rawValue)")
        }
    }

    private static func payments(of harness: ConformanceHarness) -> [ConformanceHarness.Known] {
        harness.known.filter { $0.payment?.amount != nil && $0.good.amountText != nil }
    }

    private static func pow10(_ exponent: Int) -> Int64 {
        (0..<min(exponent, 18)).reduce(1) { power, _ in power * 10 }
    }
}
