import RouterBitcoinFormat
import RouterTestSupport
import Testing

/// Invoices, offers and codes, right and hostile ones.
@Suite struct LightningTests {
    private static let genesis = [UInt8](
        hex: "000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f")
    /// The key of the example offers of BOLT12.
    private static let key = [UInt8](hex: "02eec7245d6b7d2ccb30380bfbe2a3648cd7a942653f5aa340edcea1f283686619")
    private static let issuer = [22, 33] + key

    private static func invoice(_ text: String) throws(InstructionError) -> LightningInvoice {
        try LightningInvoice(text.utf8, network: "bc")
    }

    private static func offer(_ bytes: [UInt8]) throws(InstructionError) -> LightningOffer {
        try LightningOffer(PaymentTokens.offer(bytes).utf8, genesis: genesis)
    }

    @Test(
        "amounts of invoices are whole thousandths of a satoshi, of any multiplier and length",
        arguments: [
            ("", nil), ("1", 100_000_000_000), ("20u", 2_000_000), ("20000n", 2_000_000), ("2500u", 250_000_000),
            ("25m", 2_500_000_000), ("10p", 1), ("9678785340p", 967_878_534), ("0000001n", 100), ("1n", 100),
        ] as [(String, Int64?)])
    func amounts(_ text: String, _ amount: Int64?) throws {
        let invoice = try Self.invoice(PaymentTokens.invoice("lnbc\(text)"))
        #expect(invoice.amountMsat == amount)
        #expect(invoice.expires == 2_790_000_000)
        #expect(invoice.description.map { String(decoding: $0, as: UTF8.self) } == "2 coffees")
    }

    @Test(
        "amounts that nobody can pay are refused",
        arguments: [
            "0", "0u", "5p", "1p", "15p", "20x", "2u0", "u", "1.5u", "-1u", "99999999999999999999",
            "9223372036854775807",
            "9223372036854775807m", "99999999999999999999999999p",
        ])
    func badAmounts(_ text: String) {
        let error = #expect(throws: InstructionError.self) {
            try Self.invoice(PaymentTokens.invoice("lnbc\(text)"))
        }
        // Letters before the first digit belong to the name of the network.
        #expect(error == (["u", "-1u"].contains(text) ? .otherNetwork : .badAmount), "\(text)")
    }

    @Test("an invoice with missing parts is refused, and anything else is malformed")
    func partsOfInvoices() throws {
        let values = Array(PaymentTokens.values(of: PaymentTokens.invoice).dropLast(6))
        // Time, a secret of 52 values, a hash of 52, a description, an expiry and features; the signature ends it.
        let read = (0..<values.count).filter { cut in
            (try? Self.invoice(PaymentTokens.encode("lnbc20u", Array(values[..<cut])))) != nil
        }
        // Wherever it is cut, something else stands where the signature should, or where its last number should.
        #expect(read.isEmpty)
        let signature = values.suffix(104)
        let (time, secret, hash) = (values[..<7], values[7..<62], values[62..<117])
        func made(_ fields: [ArraySlice<UInt8>]) throws(InstructionError) -> LightningInvoice {
            try Self.invoice(PaymentTokens.encode("lnbc", Array(time + fields.flatMap(\.self) + signature)))
        }
        let description: ArraySlice<UInt8> = [13, 0, 2, 12, 4]
        #expect(try made([secret, hash, description]).description == [0x61])
        func field(_ type: UInt8, _ data: [UInt8]) -> ArraySlice<UInt8> {
            ([type, UInt8(data.count >> 5), UInt8(data.count & 31)] + data)[...]
        }
        let zeros = [UInt8](repeating: 0, count: 52)
        let wrong: [[ArraySlice<UInt8>]] = [
            [secret, hash], [secret, description], [hash, description], [secret, hash, description, [5, 31, 31]],
            [secret, hash, description, [6, 0]],
            [secret, hash, description, [1]],
            // The feature with the number 100 is required, and nobody knows it.
            [secret, hash, description, field(5, [1] + zeros.prefix(20))],
        ]
        for fields in wrong { #expect(throws: InstructionError.senseless) { try made(fields) } }
        for second in [
            [description, description], [description, field(23, zeros)], [field(23, zeros), field(23, zeros)],
        ] {
            #expect(throws: InstructionError.twoDescriptions) { try made([secret, hash] + second) }
        }
        // The one with the number 99 is not; a field of an unknown type or a wrong length is passed over.
        let harmless = [
            field(5, [16] + zeros.prefix(19)), field(31, [1]), field(1, [1]), field(9, [19, 0]), field(9, []),
            field(6, [UInt8](repeating: 31, count: 12)),
        ]
        for field in harmless {
            let read = try made([secret, hash, description, field])
            #expect(read.fallbacks.isEmpty && read.description == [0x61], "\(field)")
        }
        for text in ["", "1", "ln", "lnbc1", "lnbc20u", PaymentTokens.lnurl, PaymentTokens.invoice.uppercased() + "x"] {
            #expect(throws: InstructionError.self) { try Self.invoice(text) }
        }
        #expect(try Self.invoice(PaymentTokens.invoice.uppercased()).amountMsat == 2_000_000)
    }

    @Test("an offer says what a person must see")
    func offers() throws {
        let all: [UInt8] =
            [8, 2, 3, 0xE8, 10, 3, 0x61, 0xC3, 0xA4, 12, 1, 2, 14, 1, 60, 18, 1, 0x62, 20, 0] + Self.issuer + [33, 0]
        let offer = try Self.offer(all)
        #expect(offer.amountMsat == 1_000 && offer.description == [0x61, 0xC3, 0xA4] && offer.expires == 60)
        let priced = try Self.offer([6, 3, 0x55, 0x53, 0x44, 8, 1, 9, 10, 0] + Self.issuer)
        #expect(priced.currency == "USD" && priced.amountMsat == nil)
        let single = try Self.offer([20, 1, 1] + Self.issuer)
        #expect(offer.isPerItem && !priced.isPerItem && !single.isPerItem)
        let bitcoin = [2, 32] + Self.genesis.reversed()
        #expect(try Self.offer(bitcoin + Self.issuer).amountMsat == nil)
        #expect(throws: InstructionError.otherNetwork) {
            try Self.offer([2, 32] + [UInt8](repeating: 1, count: 32) + Self.issuer)
        }
        for genesis in [nil, [UInt8](repeating: 1, count: 32)] {
            #expect(throws: InstructionError.otherNetwork) {
                try LightningOffer(PaymentTokens.offer.utf8, genesis: genesis)
            }
        }
        let later = try Self.offer([14, 8] + [UInt8](repeating: 0xFF, count: 8) + Self.issuer)
        #expect(later.expires == nil)
        // A path: a key, another one, and a hop with its key and two bytes.
        let path = Self.key + Self.key + [1] + Self.key + [0, 2, 7, 7]
        let short = [0] + [UInt8](repeating: 9, count: 8) + Self.key + [1] + Self.key + [0, 0]
        #expect(try Self.offer([16, UInt8(path.count)] + path).description == nil)
        #expect(try Self.offer([16, UInt8(path.count + short.count)] + path + short).description == nil)
        #expect(throws: InstructionError.senseless) {
            try Self.offer([16, 67] + Self.key + Self.key + [0] + Self.issuer)
        }
        for cut in 1..<path.count {
            #expect(throws: InstructionError.self) { try Self.offer([16, UInt8(cut)] + path[..<cut]) }
        }
    }

    @Test(
        "an offer that is out of order, too short, or demands the unknown makes no sense",
        arguments: [
            [], [10], [10, 5, 1], issuer + [10, 0], issuer + issuer, [8, 1, 1] + issuer, [8, 0, 10, 0] + issuer,
            [6, 3, 0x55, 0x53, 0x44] + issuer, [6, 3, 0x75, 0x73, 0x64, 8, 1, 1, 10, 0] + issuer,
            [6, 2, 0x55, 0x53, 8, 1, 1, 10, 0] + issuer, [10, 1, 0xFF] + issuer, [12, 1, 1] + issuer,
            [8, 2, 0, 1, 10, 0] + issuer, [14, 9, 1, 1, 1, 1, 1, 1, 1, 1, 1] + issuer, [0, 0] + issuer,
            [2, 0] + issuer,
            [2, 31] + [UInt8](repeating: 0, count: 31) + issuer, [16, 0] + issuer, issuer + [78, 0], issuer + [81, 0],
            [22, 33, 4] + key.dropFirst(), [22, 33, 2] + [UInt8](repeating: 0xFF, count: 32),
            [22, 32] + key.dropLast(),
            // Lengths of 64 bits, and numbers in a longer form than they need.
            [10, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], [10, 0xFF, 0x80, 0, 0, 0, 0, 0, 0, 0, 1],
            [10, 0xFD, 0, 1, 0x61] + issuer, [10, 0xFE, 0, 0, 0, 1, 0x61] + issuer, [0xFD, 0, 10, 0] + issuer,
            issuer + [0xFE, 0x77, 0x35, 0x94, 1, 0], issuer + [0xFF, 0, 0, 0, 1, 0, 0, 0, 1, 0],
        ] as [[UInt8]])
    func senseless(_ bytes: [UInt8]) {
        let error = #expect(throws: InstructionError.self) { try Self.offer(bytes) }
        #expect(error == .senseless || error == .badAmount)
    }

    @Test("plus signs join the parts of an offer, and appear nowhere else")
    func joined() throws {
        let text = PaymentTokens.offer
        let head = text.prefix(20)
        let tail = text.dropFirst(20)
        for joined in [
            "\(head)+\(tail)", "\(head)+  \(tail)", "l+\(text.dropFirst())", "\(head)+\r\n\(tail)", text.uppercased(),
        ] {
            #expect(try LightningOffer(joined.utf8, genesis: Self.genesis).description?.isEmpty == false, "\(joined)")
        }
        for broken in [
            "\(head)++\(tail)", "+\(text)", "\(text)+", "\(text)+ ", "\(head) +\(tail)", "\(head) \(tail)",
            "Lno\(text.dropFirst(3))", text + "q",
        ] {
            #expect(throws: InstructionError.self, "\(broken)") {
                try LightningOffer(broken.utf8, genesis: Self.genesis)
            }
        }
    }

    @Test("no bytes, however made, do more than refuse an offer or an invoice")
    func hostile() {
        var numbers = SeededNumbers(state: 12)
        var read = 0
        for _ in 0..<2_000 {
            var bytes = numbers.bytes(Int.random(in: 0...80, using: &numbers))
            // Half of them begin as fields do.
            if Bool.random(using: &numbers) { bytes = [10, UInt8(bytes.count)] + bytes + Self.issuer }
            if (try? Self.offer(bytes)) != nil { read += 1 }
            let values = bytes.map { $0 & 31 }
            _ = try? Self.invoice(PaymentTokens.encode("lnbc", values + [UInt8](repeating: 0, count: 104)))
            _ = try? PaymentCode.checkSilentPayment(
                PaymentTokens.encode("sp", values, constant: 0x2BC8_30A3).utf8, prefix: "sp")
            _ = try? PaymentCode.checkPrivatePayment(
                PaymentTokens.encode("pay", values, constant: 0x2BC8_30A3).utf8, prefix: "pay")
            _ = try? LNURL(PaymentTokens.encode("lnurl", values).utf8)
        }
        #expect(read > 0)
    }

    @Test("codes hold keys of the curve, as many as their version says")
    func codes() throws {
        func silent(_ version: UInt8, _ bytes: [UInt8], _ constant: UInt32 = 0x2BC8_30A3) throws(InstructionError) {
            let text = PaymentTokens.encode("sp", [version] + PaymentTokens.values(bytes), constant: constant)
            try PaymentCode.checkSilentPayment(text.utf8, prefix: "sp")
        }
        let keys = Self.key + Self.key
        try silent(0, keys)
        try silent(1, keys)
        try silent(30, keys + [1, 2, 3])
        let other = [2] + [UInt8](repeating: 0, count: 31) + [5]
        for (version, bytes) in [
            (0, keys + [1]), (0, Self.key), (1, Self.key), (31, keys), (0, Self.key + other), (0, other + Self.key),
        ] as [(UInt8, [UInt8])] {
            #expect(throws: InstructionError.senseless) { try silent(version, bytes) }
        }
        #expect(throws: InstructionError.malformed) { try silent(0, keys, 1) }
        func code(_ bytes: [UInt8]) throws(InstructionError) {
            let text = PaymentTokens.encode("pay", PaymentTokens.values(bytes), constant: 0x2BC8_30A3)
            try PaymentCode.checkPrivatePayment(text.utf8, prefix: "pay")
        }
        try code([0, 3] + Self.key)
        for bytes in [[0] + Self.key, [0, 3, 4] + Self.key, [0, 3] + other] {
            #expect(throws: InstructionError.senseless) { try code(bytes) }
        }
    }
}
