import Testing

@testable import SchemeRouter

/// Links of coins whose amounts, tokens and recipients have rules of their own: numbers without a unit, tags, and
/// parameters of which only one may be there.
@Suite struct DescribedCoinTests {
    private static let tron = "TXazNpVenR6LnDQVpiPEYC9aYPE9TRQ6ej"
    private static let ton = "UQAnNGCPzyiwMaoBtsZkf_hc43EV-2IW3xtLidAgSei73U4K"
    private static let liquid = "ex1qdcvdhnyrxmqwepj0dx98swc5ndf4mgd5p9pwv0"
    private static let liquidBitcoin = "6f0279e9ed041c3d710a9f57d0c02928416460c4b722ae3457a11eec381c526d"
    private static let xrp = "rXhNEjadaXFHLemcqzd4n7fajVmyeRXmR"
    /// The same account with the tag 123.
    private static let tagged = "X7VNkFTXnrZx1RKJiGweRFjxh8f4mLdLq9MWrXrLhXZmmvo"
    private static let nano = "nano_3bptuioio7gwhnsn9ouynyiwnsui9czxb88ps9rb77789g3hzrf47meb443y"
    private static let algorand = "O7ZTL62MN4MFKGTZ5HHAEYKWWSF3IYFUYYUU5HZD4U3SJOOZUGVBRGM3UU"

    private static func fact(_ field: String, of request: DescribedRequest) -> LinkFact.Value? {
        request.facts.first { $0.field == field }?.value
    }

    private static func warnings(_ request: DescribedRequest) -> [LinkWarning.Code] {
        request.header.warnings.map(\.code)
    }

    @Test(
        "A tag is found wherever it stands, and handed over",
        arguments: [
            ("xrpl:\(xrp)?dt=123", "xrpl:\(xrp)?dt=123"), ("xrpl:\(xrp):123", "xrpl:\(xrp):123"),
            ("xrpl:\(tagged)", "xrpl:\(tagged)"), ("xrpl:\(tagged)?dt=123", "xrpl:\(tagged)?dt=123"),
            ("xrpl:\(xrp):123?dt=123", "xrpl:\(xrp):123?dt=123"), ("xrpl://\(xrp):123", "xrpl:\(xrp):123"),
            ("ripple:?to=\(xrp)&dt=123", "ripple:?to=\(xrp)&dt=123"),
            ("xrp:send?to=\(tagged)&dt=123", "xrp:send?to=\(tagged)&dt=123"),
        ])
    func tags(link: String, plain: String) throws {
        let request = try Reading.described(link)
        #expect(Self.fact("tag", of: request) == .number(123))
        #expect(request.plain == plain)
    }

    @Test("Tag 0 is a tag, and the highest one has 32 bits")
    func ends() throws {
        for tag in ["0", "4294967295"] {
            let request = try Reading.described("xrpl:\(Self.xrp)?dt=\(tag)")
            #expect(Self.fact("tag", of: request) == Int64(tag).map { .number($0) })
        }
        #expect(Self.fact("tag", of: try Reading.described("xrpl:\(Self.xrp)")) == nil)
        // An X-address without a tag says that there is none.
        let without = "X7VNkFTXnrZx1RKJiGweRFjxh8f4mLWUrdK6ymYsrTH7AAN"
        #expect(Self.fact("tag", of: try Reading.described("xrpl:\(without)")) == nil)
        #expect(Reading.error("xrpl:\(without)?dt=1")?.code == .inconsistentInstructions)
    }

    @Test(
        "Tags that disagree or are no numbers of 32 bits are refused",
        arguments: [
            ("xrpl:\(tagged)?dt=124", RequestError.Code.inconsistentInstructions),
            ("xrpl:\(xrp):1?dt=2", .inconsistentInstructions), ("xrpl:\(tagged):124", .inconsistentInstructions),
            ("xrpl:\(xrp)?dt=4294967296", .invalidRequest), ("xrpl:\(xrp):4294967296", .invalidRequest),
            ("xrpl:\(xrp)?dt=", .invalidRequest), ("xrpl:\(xrp)?dt=-1", .invalidRequest),
            ("xrpl:\(xrp)?dt=1e3", .invalidRequest), ("xrpl:\(xrp)?dt=1&dt=1", .duplicateParameter),
            ("xrpl:\(xrp):12345678901", .malformedURL), ("xrpl:\(xrp):", .malformedURL),
            ("xrpl:\(xrp):1:1", .malformedURL), ("xrpl:\(xrp)?to=\(xrp)", .duplicateParameter),
            ("xrpl:send?dt=1", .missingParameter),
        ])
    func wrongTags(link: String, code: RequestError.Code) {
        #expect(Reading.error(link)?.code == code)
    }

    @Test("Where nothing says what an amount counts, it has no unit, is as written, and counts toward no limit")
    func unknownUnit() throws {
        let request = try Reading.described("tron:\(Self.tron)?amount=100.00")
        #expect(request.payments.first?.amount?.text == "100.00")
        #expect(request.payments.first?.amount?.value == .written("100.00"))
        #expect(Self.warnings(request) == [.unitIsUnknown] && request.cost == .uncountable)
        #expect(request.plain == "tron:\(Self.tron)?amount=100.00")
        let open = try Reading.described("tron:\(Self.tron)")
        #expect(Self.warnings(open).isEmpty && open.cost == .open)
        // A token is named, and only its contract knows its unit.
        let token = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"
        let other = try Reading.described("tron:\(Self.tron)?token=\(token)&amount=1.123456789")
        #expect(other.payments.first?.amount?.text == "1.123456789 of the token" && Self.warnings(other).isEmpty)
        #expect(Self.fact("token", of: other) == .name(token) && other.cost == .uncountable)
        #expect(Reading.error("tron:\(Self.tron)?token=\(Self.tron.dropLast())1&amount=1")?.code == .invalidAddress)
        for amount in ["1,5", "1e3", "-1", "0x10", "0"] {
            #expect(Reading.error("tron:\(Self.tron)?amount=\(amount)") != nil, "\(amount)")
        }
    }

    @Test("A token that is the coin itself has the coin's unit, and an amount needs one")
    func ownToken() throws {
        let own = try Reading.described("liquidnetwork:\(Self.liquid)?amount=0.01&assetid=\(Self.liquidBitcoin)")
        #expect(own.payments.first?.amount?.text == "0.01 L-BTC" && own.cost.known?.units == 1_000_000)
        #expect(Self.fact("token", of: own) == nil && Self.fact("asset", of: own) == .name(Self.liquidBitcoin))
        let asset = String(repeating: "ab", count: 32)
        let other = try Reading.described("liquidnetwork:\(Self.liquid)?amount=0.0100&assetid=\(asset)")
        #expect(other.payments.first?.amount?.text == "0.0100 of the token" && other.cost == .uncountable)
        #expect(Self.fact("token", of: other) == .name(asset))
        #expect(Reading.error("liquidnetwork:\(Self.liquid)?amount=0.01")?.code == .missingParameter)
        #expect(Reading.error("liquidnetwork:\(Self.liquid)?assetid=\(asset.dropLast())")?.code == .invalidRequest)
        let open = try Reading.described("liquidnetwork:\(Self.liquid)?assetid=\(Self.liquidBitcoin)")
        #expect(open.payments.first?.amount == nil && Self.warnings(open) == [.addressNote])
    }

    @Test("What somebody issued is named by issuer and code, and is not the coin")
    func issued() throws {
        let issuer = "rH9yvGcfKUEvAjzRKq2G3NGNdQuv581fUf"
        let request = try Reading.described("xrpl:\(Self.xrp)?amount=5.1234567&currency=\(issuer):USD")
        #expect(request.payments.first?.amount?.text == "5.1234567 of the token" && request.cost == .uncountable)
        #expect(Self.fact("token", of: request) == .name("\(issuer):USD"))
        let own = try Reading.described("xrpl:\(Self.xrp)?amount=5&currency=XRP")
        #expect(own.payments.first?.amount?.text == "5 XRP" && own.cost.known?.units == 5_000_000)
        for currency in ["USD", "\(issuer):", "\(issuer):US", "\(issuer):USD:1", ":USD", "\(issuer.dropLast())1:USD"] {
            #expect(Reading.error("xrpl:\(Self.xrp)?amount=5&currency=\(currency)") != nil, "\(currency)")
        }
    }

    @Test("Amounts in digits alone are of the smallest unit, and any size")
    func whole() throws {
        let one = "1" + String(repeating: "0", count: 30)
        let request = try Reading.described("nano:\(Self.nano)?amount=\(one)")
        #expect(request.payments.first?.amount?.text == "1 XNO" && request.cost == .uncountable)
        #expect(request.plain == "nano:\(Self.nano)?amount=\(one)")
        let least = try Reading.described("nano:\(Self.nano)?amount=1")
        #expect(least.payments.first?.amount?.text == "0.000000000000000000000000000001 XNO")
        #expect(least.cost.known?.units == 1)
        for amount in ["1.5", "1e3", "1.0", "", "0x1", "+1", "%EF%BC%91"] {
            #expect(Reading.error("nano:\(Self.nano)?amount=\(amount)")?.code == .invalidAmount, "\(amount)")
        }
        #expect(Reading.error("nano:\(Self.nano)?amount=1.5")?.hint?.contains("(raw)") == true)
        #expect(Reading.error("nano:\(Self.nano)?amount=0")?.code == .amountOutOfRange)
        let jetton = try Reading.described("ton://transfer/\(Self.ton)?jetton=\(Self.ton)&amount=5000")
        #expect(jetton.payments.first?.amount?.text == "5000 of the token's smallest unit")
    }

    @Test("Of two parameters with one meaning, a link has one")
    func instead() throws {
        for name in ["note", "xnote"] {
            let request = try Reading.described("algorand://\(Self.algorand)?amount=1&\(name)=a%20b")
            #expect(request.payments.first?.memo == .text("a b"))
            #expect(request.plain == "algorand://\(Self.algorand)?amount=1&\(name)=a%20b")
        }
        for query in ["note=a&xnote=a", "xnote=a&note=b"] {
            let error = Reading.error("algorand://\(Self.algorand)?\(query)")
            #expect(error?.code == .duplicateParameter && error?.parameter == "xnote")
        }
    }

    @Test("An address of zeros is shown as one that nobody has")
    func zeros() throws {
        let zeros = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAY5HFKQ"
        let request = try Reading.described("algorand://\(zeros)?amount=1000000")
        #expect(Self.warnings(request) == [.addressIsPlaceholder])
    }

    @Test("Small letters of an address without two cases are no mistake")
    func folded() throws {
        let request = try Reading.described("algorand://\(Self.algorand.lowercased())?amount=1")
        #expect(request.payments.first?.address?.text == Self.algorand)
        #expect(request.plain == "algorand://\(Self.algorand)?amount=1")
    }

    @Test("A coin with a wallet here has no more decimals than its amounts can count")
    func decimals() throws {
        let coin =
            "version: 1\ncoins: { deep: { ticker: DEEP, decimals: 19, max-money: \"1\", networks: { main: { p2pkh: 1, p2sh: 2, bip44: 9 } } } }\n"
        #expect(throws: DescriptorErrors.self) { try Reading.router(with: coin) }
    }
}
