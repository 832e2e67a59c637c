import SchemeRouter

/// Addresses are recognised, and nothing else is.
enum AddressChecks {
    static let all: [ConformanceCheck] = [
        ConformanceCheck(
            "address-known", "the recipient of a payment is an address of the coin's network",
            needs: ["link-read", "link-recipient"]
        ) { bench in
            var notes = Notes()
            for (known, address, parameters) in payments(of: bench) {
                notes.expect(
                    bench.plugin.isAddress(address, on: parameters),
                    "isAddress(\(Quoted(address, limit: 120))) is false, and \(Bench.shown(known.link)) is paid")
            }
            return notes.verdict(else: "no good link pays to an address")
        },
        ConformanceCheck(
            "address-one-character", "one wrong character in an address is found",
            needs: ["link-read", "link-recipient"]
        ) { bench in
            guard bench.fixtures.addressesHaveChecksum else {
                return .notApplicable("these addresses have no checksum")
            }
            var notes = Notes()
            for (known, address, parameters) in payments(of: bench) {
                for wrong in oneCharacter(of: address) {
                    notes.expect(
                        !bench.plugin.isAddress(wrong, on: parameters), "\(Quoted(wrong, limit: 120)) is an address")
                    guard let link = known.good.replacing(known.good.recipientText, with: wrong) else { continue }
                    notes.expect(bench.read(link).request == nil, "\(Bench.shown(link)) is read")
                }
            }
            return notes.verdict(else: "no good link pays to an address")
        },
        ConformanceCheck(
            "address-other-network", "an address of another network or coin is refused",
            needs: ["link-read", "link-recipient"]
        ) { bench in
            var notes = Notes()
            for (known, _, parameters) in payments(of: bench) {
                for foreign in bench.fixtures.foreignAddresses {
                    notes.expect(
                        !bench.plugin.isAddress(foreign, on: parameters),
                        "isAddress(\(Quoted(foreign, limit: 120))) is true")
                    guard let link = known.good.replacing(known.good.recipientText, with: foreign) else { continue }
                    // A scheme that coins share may lead to the other coin.
                    let request = bench.read(link).request
                    notes.expect(
                        request == nil || request?.header.coin != known.coin.id,
                        "\(Bench.shown(link)) is \(Bench.shown(bench.read(link)))")
                }
            }
            return notes.verdict(else: "the fixtures name no addresses of other networks, or nothing is paid")
        },
        ConformanceCheck(
            "address-nothing", "an empty text, a space, and text around an address are no addresses",
            needs: ["link-read", "link-recipient"]
        ) { bench in
            var notes = Notes()
            for (known, address, parameters) in payments(of: bench) {
                for text in ["", " ", " " + address, address + " ", address + "\n", address + "\0", address + address] {
                    notes.expect(
                        !bench.plugin.isAddress(text, on: parameters), "\(Quoted(text, limit: 120)) is an address")
                }
                guard let link = known.good.replacing(known.good.recipientText, with: "") else { continue }
                let read = bench.read(link)
                notes.expect(read.request?.core != known.request.core, "\(Bench.shown(link)) is \(Bench.shown(read))")
                if case .payment(let payment)? = read.request {
                    notes.expect(!payment.address.isEmpty, "\(Bench.shown(link)) pays nobody")
                }
            }
            return notes.verdict(else: "no good link pays to an address")
        },
        ConformanceCheck(
            "address-long", "a very long text is no address", needs: ["link-read", "link-recipient"]
        ) { bench in
            var notes = Notes()
            for (_, address, parameters) in payments(of: bench) {
                for text in [String(repeating: "1", count: 100_000), String(repeating: address, count: 500)] {
                    notes.expect(
                        !bench.plugin.isAddress(text, on: parameters), "\(text.utf8.count) bytes are an address")
                }
            }
            return notes.verdict(else: "no good link pays to an address")
        },
        ConformanceCheck(
            "address-agrees", "what is an address is paid, and what is none is not",
            needs: ["link-read", "link-recipient", "address-known"]
        ) { bench in
            var notes = Notes()
            for (known, address, parameters) in payments(of: bench) {
                let texts =
                    oneCharacter(of: address) + bench.fixtures.foreignAddresses + [
                        address.uppercased(), address.lowercased(),
                    ]
                for text in texts {
                    guard let link = known.good.replacing(known.good.recipientText, with: text),
                        case .payment(let payment)? = bench.read(link).request, payment.header.coin == known.coin.id
                    else { continue }
                    notes.expect(
                        bench.plugin.isAddress(payment.address, on: parameters),
                        "\(Bench.shown(link)) is paid, and isAddress(…) is false")
                }
                notes.expect(true, "")
            }
            return notes.verdict(else: "no good link pays to an address")
        },
    ]

    /// The payments to addresses in the good links.
    static func payments(of bench: Bench) -> [(Bench.Known, address: String, NetworkParameters)] {
        bench.known.compactMap { known in
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
