import RouterTestSupport
import SchemeRouter
import Testing

/// The rules for links that offer several ways to pay (BIP321).
@Suite struct InstructionTests {
    private static let segwit = BIP21Tests.segwit
    private static let other = "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0"

    private static func kinds(_ link: String) throws -> [PaymentInstruction.Kind] {
        try LinkPropertyTests.request(link).instructions.map(\.kind)
    }

    private static func error(_ link: String) -> RequestError? { BIP21Tests.error(link) }

    @Test("a link with an address and nothing else offers that")
    func single() throws {
        let payment = try BIP21Tests.payment("bitcoin:\(Self.segwit)?amount=1&x=y")
        #expect(payment.instructions == [PaymentInstruction(.onchain, Self.segwit, checked: .checksum)])
        #expect(!payment.hasAlternatives)
        #expect(try LinkPropertyTests.request("dashwallet:scanqr").instructions.isEmpty)
    }

    @Test("the wallet here pays the address in front of the parameters, or the first behind them")
    func payable() throws {
        let body = try BIP21Tests.payment("bitcoin:\(Self.segwit)?bc=\(Self.other)")
        #expect(body.address == Self.segwit && body.instructions.map(\.text) == [Self.segwit, Self.other])
        let first = try BIP21Tests.payment(
            "bitcoin:?lno=\(PaymentTokens.offer)&bc=\(Self.other)&bc=\(Self.segwit)&pop=myapp%3A")
        #expect(first.address == Self.other && first.proof?.instruction == "bc")
        #expect(first.instructions.map(\.parameter) == ["lno", "bc", "bc"])
    }

    @Test("the same way to pay counts once, in any case")
    func repeated() throws {
        let link = "bitcoin:\(Self.segwit)?bc=\(Self.segwit.uppercased())&sp=\(PaymentTokens.silentPayment)"
        #expect(try Self.kinds(link + "&sp=\(PaymentTokens.silentPayment)") == [.onchain, .silentPayment])
    }

    @Test("an unreadable way to pay is left out with a warning if there are others, and otherwise refuses the link")
    func unreadable() throws {
        for (name, value) in [
            ("lightning", "lnbc1"), ("lightning", ""), ("lno", "lno1zcssx"), ("sp", PaymentTokens.privatePayment),
            ("pay", "x"), ("bc", "1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA"), ("lightning", Self.segwit),
            ("lightning", PaymentTokens.lnurl("http://shop.example/pay")),
            ("lightning", PaymentTokens.lnurl("https://shop.example/?tag=login&k1=00")),
            ("lightning", PaymentTokens.lnurl("https://user@shop.example/")),
            ("lightning", PaymentTokens.lnurl("https://shop.example:80x/")),
            ("lightning", PaymentTokens.invoice("lnbc20x")), ("lightning", PaymentTokens.invoice("lnbc5p")),
        ] {
            let codes: [RequestError.Code] = [.invalidAddress, .invalidRequest, .invalidAmount]
            let beside = try BIP21Tests.payment("bitcoin:\(Self.segwit)?x=1&\(name)=\(value)&z=2")
            #expect(!beside.hasAlternatives && beside.header.ignored == ["x", name, "z"], "\(name)=\(value)")
            #expect(beside.header.warnings.map(\.code) == [.instructionIgnored])
            for start in ["bitcoin:?", "bitcoin:\(Self.segwit)?req-", "bitcoin:?req-"] {
                let error = try #require(Self.error("\(start)\(name)=\(value)"))
                #expect(codes.contains(error.code) && error.parameter == name, "\(start)\(name)=\(value)")
                let end = start.utf8.count + name.utf8.count + 1
                #expect(error.range == end..<end + value.utf8.count)
                #expect(error.hint != nil && (value.count < 6 || !error.message.contains(value)))
            }
        }
    }

    @Test("a way to pay on another network refuses the link, whatever else is in it")
    func otherNetwork() {
        for parameter in [
            "tb=tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx", "bcrt=x", "tsp=x", "payt=x",
            "lightning=\(PaymentTokens.invoice("lntb20u"))", "lightning=\(PaymentTokens.invoice("lnbcrt20u"))",
            "lightning=\(PaymentTokens.invoice("lnltc20u"))", "lightning=\(PaymentTokens.invoice("lntbs20u"))",
            "bc=tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx",
            "sp="
                + PaymentTokens.encode(
                    "tsp", Array(PaymentTokens.values(of: PaymentTokens.silentPayment).dropLast(6)),
                    constant: 0x2BC8_30A3),
            // An offer for Bitcoin's test network only (BOLT12).
            "lno=lno1qgsyxjtl6luzd9t3pr62xr7eemp6awnejusgf6gw45q75vcfqqqqqqq2p32x2um5ypmx2cm5dae8x93pqthvwfzadd7jejes8q9lhc4rvjxd022z"
                + "v5l44g6qah82ru5rdpnpj",
        ] {
            for start in ["bitcoin:?", "bitcoin:\(Self.segwit)?"] {
                #expect(Self.error(start + parameter)?.code == .wrongNetwork, "\(start)\(parameter)")
            }
        }
    }

    @Test("a private key anywhere refuses the link, and is not repeated")
    func privateKey() {
        let key = "KwDiBf89QgGbjEhKnhXJuH7LrciVrZi3qYjgd9M7rFU73sVHnoWn"
        for name in ["lightning", "lno", "sp", "pay", "bc"] {
            let error = Self.error("bitcoin:\(Self.segwit)?\(name)=\(key)")
            #expect(error?.code == .privateKeyInAddress && error?.message.contains(key) == false, "\(name)")
        }
    }

    @Test("which ways a coin has follows from its descriptor")
    func coins() throws {
        let litecoin = "ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh"
        let invoice = PaymentTokens.invoice("lnltc20u")
        let request = try LinkPropertyTests.request("litecoin:\(litecoin)?lightning=\(invoice)&ltc=\(litecoin)")
        #expect(request.instructions.map(\.kind) == [.onchain, .lightning])
        #expect(Self.error("litecoin:\(litecoin)?lightning=\(PaymentTokens.invoice)")?.code == .wrongNetwork)
        #expect(Self.error("litecoin:\(litecoin)?lno=\(PaymentTokens.offer)")?.code == .wrongNetwork)
        let codes = "sp=\(PaymentTokens.silentPayment)&pay=\(PaymentTokens.privatePayment)"
        #expect(try LinkPropertyTests.request("litecoin:\(litecoin)?\(codes)").header.ignored == ["sp", "pay"])
        let dash = try LinkPropertyTests.request("dash:\(BIP21Tests.dash)?lightning=\(PaymentTokens.invoice)&\(codes)")
        #expect(dash.header.ignored == ["lightning", "sp", "pay"] && dash.instructions.count == 1)
        #expect(Self.error("dash:?lightning=\(PaymentTokens.invoice)")?.code == .paymentProtocolUnsupported)
    }

    @Test(
        "amounts of alternatives may differ by at most 100 satoshi, with a warning",
        arguments: [
            ("amount=0.00002", "lnbc20u", 0), ("amount=0.00002", "lnbc20001n", 1), ("amount=0.00002", "lnbc21u", 1),
            ("amount=0.00002", "lnbc19u", 1), ("amount=0.00002", "lnbc21001n", 2), ("amount=0.00002", "lnbc18999n", 2),
            ("amount=0.00002", "lnbc210000010p", 2), ("amount=0.00002", "lnbc", 0), ("label=a", "lnbc20u", 0),
            ("lightning=\(PaymentTokens.invoice)", "lnbc2m", 2), ("lightning=\(PaymentTokens.invoice)", "lnbc21u", 1),
        ])
    func amounts(_ first: String, _ prefix: String, _ outcome: Int) throws {
        let parameters = "\(first)&lightning=\(PaymentTokens.invoice(prefix))"
        for link in ["bitcoin:\(Self.segwit)?\(parameters)", "bitcoin:?\(parameters)"] {
            guard outcome < 2 else {
                let error = Self.error(link)
                #expect(error?.code == .inconsistentInstructions && error?.parameter == "lightning")
                #expect(error?.range != nil && error?.hint != nil)
                continue
            }
            let warnings = try LinkPropertyTests.request(link).header.warnings.map(\.code)
            #expect(warnings == (outcome == 1 ? [.amountsDiffer] : []))
        }
    }

    @Test("an invoice cannot ask for more than there is")
    func tooMuch() throws {
        let most = try LinkPropertyTests.request("bitcoin:?lightning=\(PaymentTokens.invoice("lnbc21000000"))")
        #expect(most.instructions.map(\.amountMsat) == [2_100_000_000_000_000_000])
        let more = "lightning=\(PaymentTokens.invoice("lnbc21000001"))"
        #expect(Self.error("bitcoin:?\(more)")?.code == .amountOutOfRange)
        #expect(Self.error("bitcoin:\(Self.segwit)?\(more)")?.code == .amountOutOfRange)
    }

    @Test("dust is too little for an address, and enough for an invoice")
    func dust() throws {
        let parameters = "amount=0.000001&lightning=\(PaymentTokens.invoice("lnbc1u"))"
        #expect(Self.error("bitcoin:\(Self.segwit)?\(parameters)")?.code == .dust)
        guard case .payment(let payment) = try LinkPropertyTests.request("bitcoin:?\(parameters)&pop=myapp:"),
            payment.address == nil
        else {
            Issue.record("it would be paid")
            return
        }
        #expect(payment.amount?.units == 100 && payment.proof?.instruction == "lightning")
    }

    @Test("a server is named with its port, and one on this computer is warned of")
    func servers() throws {
        for (address, server, warnings) in [
            ("https://shop.example/pay?x=1", "shop.example", 0),
            ("https://shop.example:8443?tag=payRequest", "shop.example:8443", 0),
            ("http://abc.onion/x", "abc.onion", 0), ("https://127.0.0.1/pay", "127.0.0.1", 1),
            ("https://localhost:8000/", "localhost:8000", 1),
        ] {
            let request = try LinkPropertyTests.request("bitcoin:?lightning=\(PaymentTokens.lnurl(address))")
            #expect(request.instructions.map(\.server) == [server] && request.instructions[0].kind == .lnurl)
            #expect(request.header.warnings.count == warnings, "\(address)")
        }
    }

    @Test("an invoice's own address is named, and is no way that the wallet here pays")
    func fallback() throws {
        let request = try LinkPropertyTests.request("bitcoin:?lightning=\(PaymentTokens.invoiceWithFallback)")
        #expect(request.instructions.map(\.fallbacks) == [["bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"]])
        #expect(request.instructions.map(\.kind) == [.lightning])
    }

    @Test("S3: a link that requires a way that the wallet here lacks is not paid by another")
    func required() async throws {
        let fixture = ExecutionFixture(ExecutionFixture.passcode)
        let link = "bitcoin:\(Self.segwit)?amount=0.00002&req-lightning=\(PaymentTokens.invoice)"
        #expect(try fixture.read(link).request.instructions.map(\.isRequired) == [false, true])
        for link in [link, "bitcoin:?lightning=\(PaymentTokens.invoice)"] {
            guard case .failed(let error) = try await fixture.run(link) else {
                Issue.record("it went on")
                continue
            }
            #expect(error.code == .unsupported && error.hint != nil)
        }
        #expect(fixture.prompt.shown.isEmpty && fixture.signed.isEmpty)
    }

    @Test("S3: a required address is paid or none, and explain says what becomes of a required way")
    func requiredAddress() async throws {
        for (link, isPaid) in [
            ("\(Self.segwit)?req-bc=\(Self.other)&amount=0.00002", false),
            ("\(Self.segwit)?req-bc=\(Self.segwit)&amount=0.00002", true),
            ("?req-bc=\(Self.segwit)&amount=0.00002", true),
            ("?bc=\(Self.other)&req-bc=\(Self.segwit)&amount=0.00002", false),
            ("\(Self.segwit.uppercased())?req-bc=\(Self.segwit)&amount=0.00002", true),
            ("\(Self.segwit)?req-lightning=\(PaymentTokens.invoice)", false),
        ] {
            // The fee is high for so little, so that it is chosen first.
            let fixture = ExecutionFixture(.pick(0), ExecutionFixture.passcode)
            let read = try fixture.read("bitcoin:\(link)")
            let words = InstructionText(read.request, of: read.coin).paragraphs.map(\.text).joined(separator: "\n")
            switch try await fixture.run("bitcoin:\(link)") {
            case .paid(_, let payment, _): #expect(isPaid && payment.recipient.lowercased() == Self.segwit, "\(link)")
            case .failed(let error): #expect(!isPaid && error.code == .unsupported, "\(link): \(error)")
            case let other: Issue.record("\(other)")
            }
            #expect(words.contains("so nothing can be paid here") == !isPaid, "\(link): \(words)")
            #expect(isPaid || (!words.contains("any one of") && !words.contains("This wallet pays")), "\(words)")
        }
    }

    @Test("an offer's price in another currency is shown, and never compared with bitcoin")
    func prices() throws {
        let records: [UInt8] =
            [6, 3] + Array("USD".utf8) + [8, 3, 0x98, 0x96, 0x80, 10, 1, 0x61, 18, 3] + Array("Bob".utf8)
        let offer = PaymentTokens.offer(records + PaymentTokens.issuerID)
        for (link, warnings) in [
            ("bitcoin:?lno=\(offer)", []),
            ("bitcoin:?amount=1&lno=\(offer)", [.notChecked]),
            ("bitcoin:\(Self.segwit)?lno=\(offer)", []),
            ("bitcoin:?lno=\(offer)&lightning=\(PaymentTokens.invoice)", [.notChecked]),
        ] as [(String, [LinkWarning.Code])] {
            let read = try RequestVectorTests.router.read(Array(link.utf8))
            #expect(read.request.header.warnings.map(\.code) == warnings, "\(link)")
            let instruction = try #require(read.request.instructions.first { $0.kind == .offer })
            #expect(instruction.issuer?.text == "Bob" && instruction.amountMinor == 10_000_000)
            let words = InstructionText(read.request, of: read.coin).paragraphs.map(\.text).joined(separator: "\n")
            #expect(words.contains("a Lightning offer of 10,000,000 minor units of USD"), "\(words)")
            #expect(words.contains("Issued by “Bob”"))
        }
    }

    @Test("an invoice is checked as after “lightning:”: without a signature it is no way to pay")
    func unsigned() throws {
        let values = Array(PaymentTokens.values(of: PaymentTokens.invoice).dropLast(6))
        let unsigned = values.dropLast(104) + [UInt8](repeating: 0, count: 104)
        let invoice = PaymentTokens.encode("lnbc20u", Array(unsigned))
        let error = #expect(throws: RequestError.self) {
            try RequestVectorTests.router.read(Array("bitcoin:?lightning=\(invoice)".utf8))
        }
        #expect(error?.code == .invalidRequest && error?.range == 19..<19 + invoice.utf8.count)
        let besides = try RequestVectorTests.router.read(
            Array("bitcoin:\(Self.segwit)?lightning=\(invoice)".utf8)
        ).request
        #expect(besides.header.warnings.map(\.code) == [.instructionIgnored] && besides.header.ignored == ["lightning"])
        let signed = try RequestVectorTests.router.read(
            Array("bitcoin:?lightning=\(PaymentTokens.invoice)".utf8)
        ).request.instructions
        #expect(signed.first?.payee == "034f355bdcb7cc0af728ef3cceb9615d90684bb5b2ca5f859ab0f0b704075871aa")
    }

    @Test("S5: the words name every way in the order of the link, what was checked, and which one is paid")
    func words() throws {
        let router = RequestVectorTests.router
        let link = try router.read(
            Array("bitcoin:\(Self.segwit)?lightning=\(PaymentTokens.invoice)&lno=\(PaymentTokens.offer)".utf8))
        let words = InstructionText(link.request, of: link.coin).paragraphs.map(\.text).joined(separator: "\n")
        #expect(
            words == """
                The link can be paid in any one of 3 ways:
                1. on-chain to \(Self.segwit) (its checksum is correct)
                2. a Lightning invoice of 0.00002 BTC: “lnbc20u1p4tzwuqsp5yg…pzdmcp0gsv7r” (its checksum and its \
                signature are correct), until 2058-05-30 16:00:00 UTC, signed by \
                034f355bdcb7cc0af728ef3cceb9615d90684bb5b2ca5f859ab0f0b704075871aa. It says: “2 coffees”
                3. a Lightning offer of any amount: “lno1pgx9getnwss8vetr…uag0jsd5xvxg” (it has no checksum, so only \
                its format was checked). It says: “Test vectors”
                This wallet pays on-chain to \(Self.segwit) and ignores the other ways. Pay only once.
                """)
        let whole = InstructionText(link.request, of: link.coin, isWhole: true).paragraphs.map(\.text).joined()
        #expect(whole.contains(PaymentTokens.invoice) && whole.contains(PaymentTokens.offer))
        let plain = try router.read(Array("bitcoin:\(Self.segwit)".utf8))
        #expect(InstructionText(plain.request, of: plain.coin).paragraphs.isEmpty)
        let other = try router.read(Array("dashwallet://request=address&sender=myapp".utf8))
        #expect(InstructionText(other.request, of: other.coin).paragraphs.isEmpty)
    }

    @Test("S5: each way to pay is named as what it is, with the whole of what is paid to, and the server that is asked")
    func everyKind() throws {
        let link = try RequestVectorTests.router.read(Array("bitcoin:?lno=\(PaymentTokens.offer)".utf8))
        let text = "sp1" + String(repeating: "q", count: 60)
        func words(_ instruction: PaymentInstruction) -> String {
            let payment = PaymentRequest(
                header: link.request.header, form: .bip21, address: nil, amount: nil, lock: nil, label: nil,
                message: nil,
                instructions: [instruction])
            return InstructionText(.payment(payment), of: link.coin).paragraphs.map(\.text).joined()
        }
        for kind in PaymentInstruction.Kind.allCases {
            let said = words(PaymentInstruction(kind, text, checked: .checksum, server: "shop.example"))
            let (name, isWhole, asks) =
                switch kind {
                case .onchain: ("on-chain to", true, false)
                case .lightning: ("a Lightning invoice", false, false)
                case .offer: ("a Lightning offer", false, false)
                case .silentPayment: ("silent payment address", true, false)
                case .privatePayment: ("private payment code", true, false)
                case .lnurl: ("by Lightning", false, true)
                case .lightningAddress: ("by Lightning to", true, true)
                case .link: ("1. sp1", true, false)
                }
            #expect(said.contains(name) && said.contains(text) == isWhole, "\(said)")
            #expect(said.contains("after asking the server shop.example") == asks, "\(said)")
        }
        let foreign = words(PaymentInstruction(.offer, text, checked: .shape, currency: "USD"))
        #expect(foreign.contains("a Lightning offer of a price in USD"), "\(foreign)")
        let refund = words(PaymentInstruction(.offer, text, checked: .shape, currency: "USD", amountMinor: -100_000))
        #expect(refund.contains("of -100,000 minor units of USD"), "\(refund)")
        for (count, isCut) in [(40, false), (41, true)] {
            let said = words(PaymentInstruction(.offer, String(text.prefix(count)), checked: .shape))
            #expect(said.contains("…") == isCut, "\(said)")
        }
        let empty = ForeignText("".utf8, limit: 9)
        let signed = PaymentInstruction(
            .lightning, "lnbc1", checked: .checksum, description: empty, payee: "02ab", issuer: empty,
            fallbacks: [Self.segwit])
        #expect(
            words(signed).contains(
                "1. a Lightning invoice of any amount: lnbc1 (its checksum and its signature are correct), signed by "
                    + "02ab. It also names the address \(Self.segwit)"), "\(words(signed))")
    }

    @Test(
        "the end of an invoice is a day and a time",
        arguments: [
            (0, "1970-01-01 00:00:00"), (951_782_400, "2000-02-29 00:00:00"), (1_798_761_599, "2026-12-31 23:59:59"),
            (1_798_761_600, "2027-01-01 00:00:00"), (4_107_542_399, "2100-02-28 23:59:59"),
            (4_107_542_400, "2100-03-01 00:00:00"), (253_402_300_800, "10000-01-01 00:00:00"),
        ] as [(Int64, String)])
    func ends(_ seconds: Int64, _ text: String) throws {
        let link = try RequestVectorTests.router.read(Array("bitcoin:?lno=\(PaymentTokens.offer)".utf8))
        let instruction = PaymentInstruction(.offer, "lno1q", checked: .shape, expires: seconds)
        let payment = PaymentRequest(
            header: link.request.header, form: .bip21, address: nil, amount: nil, lock: nil, label: nil, message: nil,
            instructions: [instruction])
        let words = InstructionText(.payment(payment), of: link.coin).paragraphs.map(\.text).joined()
        #expect(words.contains(", until \(text) UTC"), "\(words)")
    }

    @Test("S5: the consent to a payment lists the other ways, too, and pays the address alone")
    func consent() async throws {
        // The fee is high for so little, so that it is chosen first.
        let fixture = ExecutionFixture(.pick(0), ExecutionFixture.passcode)
        let link = "bitcoin:\(Self.segwit)?amount=0.00002&lightning=\(PaymentTokens.invoice)"
        guard case .paid(_, let payment, _) = try await fixture.run(link) else {
            Issue.record("it was not paid")
            return
        }
        #expect(payment.recipient == Self.segwit && payment.amount.units == 2_000)
        let pages = try #require(fixture.prompt.shown.last).flowing
        #expect(pages.contains("The link can be paid in any one of 2 ways:"), "\(pages)")
        #expect(pages.contains("This wallet pays on-chain to \(Self.segwit.inFours) and ignores the other ways."))
        let question = ExecutionFixture(.fail(.refused))
        _ = try await question.run("bitcoin:\(Self.segwit)?lightning=\(PaymentTokens.invoice)")
        let asked = try #require(question.prompt.shown.first).flowing
        #expect(asked.contains("2. a Lightning invoice of 0.00002 BTC"), "\(asked)")
    }
}
