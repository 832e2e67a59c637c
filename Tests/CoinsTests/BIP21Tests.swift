import RouterTestSupport
import SchemeRouter
import Testing

/// Links that begin with an address: BIP21, BIP321, and what apps make of them.
@Suite struct BIP21Tests {
    static let dash = "XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHaa"
    static let segwit = "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu"

    static func payment(_ link: String) throws -> PaymentRequest {
        let read = try RequestVectorTests.router.read(Array(link.utf8))
        guard case .payment(let payment) = read.request else { throw RequestError(.unknownAction, link) }
        return payment
    }

    static func error(_ link: String) -> RequestError? {
        #expect(throws: RequestError.self) { try RequestVectorTests.router.read(Array(link.utf8)) }
    }

    @Test(
        "every form is the same link",
        arguments: [
            "dash:\(dash)?amount=1.5", "dash://\(dash)?amount=1.5", "dash:///\(dash)?amount=1.5",
            "DASH:\(dash)?amount=1.5", "dash:\(dash)/?amount=1.5", "dash:\(dash)?AMOUNT=1.5",
            "dash:\(dash)?amount=1.5&",
            "dash:\(dash)?&amount=1.50", "dash:%58\(dash.dropFirst())?amount=1%2E5", "dash:\(dash)?amount=1.5#top",
            " dash:\(dash)?amount=1.5\n", "pay:\(dash)?amount=1.5", "\(dash)?amount=1.5",
        ])
    func forms(_ link: String) throws {
        let payment = try Self.payment(link)
        #expect(payment.form == .bip21 && payment.address == Self.dash && payment.amount?.units == 150_000_000)
        #expect(payment.header.coin == "dash" && payment.header.sender == nil)
    }

    @Test("an upper-case QR code is read: scheme, address and keys")
    func upperCase() throws {
        let payment = try Self.payment("BITCOIN:\(Self.segwit.uppercased())?AMOUNT=0.1&LABEL=SHOP")
        #expect(payment.address == Self.segwit && payment.amount?.units == 10_000_000)
        #expect(payment.label?.text == "SHOP")
    }

    @Test(
        "P2WPKH, P2WSH and P2TR can be paid where the coin has segwit",
        arguments: [
            segwit, "bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3",
            "bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr",
        ])
    func witness(_ address: String) throws {
        #expect(try Self.payment("bitcoin:\(address)").address == address)
        #expect(try Self.payment(address).header.coin == "bitcoin")
        #expect(Self.error("dogecoin:\(address)")?.code == .wrongNetwork)
        #expect(Self.error("litecoin:\(address)")?.detected == ["bitcoin"])
        #expect(Self.error("bitcoin:\(address.dropLast())q")?.code == .invalidAddress)
    }

    @Test("a bare address belongs to the coin that writes it so")
    func bare() throws {
        for (address, coin) in [
            (Self.dash, "dash"), ("PGPCZFfHq3yWouM6Gnz5iJPnGMUwSPzLZs", "axe"),
            ("1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA", "bitcoin"), ("LUWPbpM43E2p7ZSh8cyTBEkvpHmr3cB8Ez", "litecoin"),
            ("DBus3bamQjgJULBJtYXpEzDWQRwF5iwxgC", "dogecoin"), (Self.segwit.uppercased(), "bitcoin"),
            // Litecoin reads Bitcoin's script addresses too, but has long written its own.
            ("3QoU9vAbW3h3ptQP9ZyZdx735aNYmHLybQ", "bitcoin"),
        ] as [(String, CoinID)] {
            #expect(try Self.payment(address).header.coin == coin, "\(address)")
        }
        #expect(Self.error("XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHab")?.code == .invalidAddress)
        #expect(Self.error("XBKapk5oXFntVVxGHssjuaCvQYQ18KgWf68gsC2s2mVp5tquNQUf")?.code == .privateKeyInAddress)
        for text in ["hello", "pay me", "https", "1234", String(repeating: "x", count: 91), "a.b"] {
            #expect(Self.error(text)?.code == .malformedURL, "\(text)")
        }
    }

    @Test("an address of several coins is never guessed at")
    func ambiguous() {
        let shared = "7qX6z7SmK2ngpewLRBe4yL6h18CvZqZGKa"
        for (link, place) in [(shared, 0..<34), ("pay:\(shared)?amount=1", 4..<38), ("pay://\(shared)", 6..<40)] {
            let error = Self.error(link)
            #expect(error?.code == .ambiguousCoin && error?.candidates == ["dash", "axe"], "\(link)")
            #expect(error?.range == place)
        }
        #expect(Self.error("pay:1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA")?.detected == ["bitcoin"])
    }

    @Test(
        "S3: req- is refused unless it is honoured",
        arguments: ["lno2", "r", "pj", "request", "account", "IS"])
    func required(_ name: String) {
        let error = Self.error("bitcoin:\(Self.segwit)?req-\(name)=x")
        #expect(error?.code == .unsupportedRequiredParameter && error?.parameter == name)
    }

    @Test("req- is honoured for what is shown or asked for anyway")
    func honoured() throws {
        let payment = try Self.payment("bitcoin:\(Self.segwit)?req-amount=1&REQ-label=a&req-message=b")
        #expect(payment.amount?.units == 100_000_000 && payment.label?.text == "a" && payment.message?.text == "b")
        #expect(Self.error("bitcoin:\(Self.segwit)?amount=1&req-amount=2")?.code == .duplicateParameter)
        #expect(Self.error("bitcoin:\(Self.segwit)?req-sender=shop")?.code == .unsupportedRequiredParameter)
        #expect(try Self.payment("dash:\(Self.dash)?req-sender=shop").header.sender?.scheme == "shop")
    }

    @Test("`sender` is answered in links of Dash and Axe, and unknown to other coins")
    func sender() throws {
        let link = try RequestVectorTests.router.read(Array("dash:\(Self.dash)?amount=1&sender=shop".utf8))
        #expect(link.callback?.description == "shop://callback=payack&address=\(Self.dash)&txid={txid}")
        for scheme in ["https", "web+shop", "WEB+shop", "ext+shop", "web%2Bshop"] {
            #expect(Self.error("dash:\(Self.dash)?sender=\(scheme)")?.code == .forbiddenSender, "\(scheme)")
        }
        #expect(try Self.payment("dash:\(Self.dash)?sender=webshop").header.sender?.scheme == "webshop")
        let bitcoin = try Self.payment("bitcoin:\(Self.segwit)?sender=shop")
        #expect(bitcoin.header.sender == nil && bitcoin.header.ignored == ["sender"])
    }

    @Test("a sender that is missing and one that is no scheme are told apart, and where each stands")
    func badSenders() {
        let start = "dash:\(Self.dash)?sender="
        for (sender, code, message) in [
            ("", .missingParameter, "The link does not say who is asking."),
            ("1shop", .invalidSender, "The sender is not a URL scheme."),
            (
                "KxFZqREZwWZK9jDNRT6GkYrkaa72aBau2roCJrxg1AazzztfbaX8", .invalidSender,
                "The sender could be a private key or the words of a wallet."
            ),
            (
                "https", .forbiddenSender,
                "“https” must not receive callbacks: browsers or system programs open such links."
            ),
        ] as [(String, RequestError.Code, String)] {
            let error = Self.error("\(start)\(sender)&amount=1")
            #expect(error?.code == code && error?.message == message && error?.parameter == "sender", "\(sender)")
            #expect(error?.range == start.utf8.count..<start.utf8.count + sender.utf8.count, "\(sender)")
        }
    }

    @Test("labels and messages are cleaned and cut, and the consent says so")
    func texts() throws {
        let payment = try Self.payment(
            "bitcoin:\(Self.segwit)?label=a%E2%80%AEb+c&message=" + String(repeating: "x", count: 600))
        #expect(payment.label?.text == "ab c" && payment.message?.text.count == 500)
        #expect(payment.header.warnings.map(\.code) == [.textSanitised, .textSanitised])
    }

    @Test("S1, S3: names are compared as they arrived, not as they look")
    func namesAsTheyArrived() throws {
        for hidden in ["b%E2%80%AEc", "bc%E2%80%8B", "b%CD%8Fc", "%EF%BB%BFbc"] {
            #expect(Self.error("bitcoin:?req-\(hidden)=\(Self.segwit)")?.code != nil, "\(hidden)")
            #expect(Self.error("bitcoin:?\(hidden)=\(Self.segwit)")?.code == .invalidAddress, "\(hidden)")
        }
        #expect(Self.error("bitcoin:?lightning%E2%80%AE=lnbc1")?.code == .invalidAddress)
        #expect(Self.error("dashwallet://scanqr%E2%80%8B")?.code == .unknownAction)
        #expect(try Self.payment("bitcoin:?BC=\(Self.segwit)").address == Self.segwit)
    }

    @Test("a mistyped segwit address is one, and lost no capitals")
    func mistypedSegwit() throws {
        let mistyped = Self.segwit.dropLast() + (Self.segwit.hasSuffix("q") ? "p" : "q")
        for address in [String(mistyped), mistyped.uppercased()] {
            for scheme in ["bitcoin", "dash"] {
                let error = try #require(Self.error("\(scheme):\(address)?amount=1"))
                #expect(error.code == .invalidAddress && error.reason == nil, "\(error.message)")
                #expect(error.message.contains("checksum"), "\(error.message)")
            }
        }
        let folded = try #require(Self.error("dash:\(Self.dash.lowercased())?amount=1"))
        #expect(folded.reason == "addressCaseFolded")
    }

    @Test("raw characters that real links have after the “?” do not make them invalid")
    func tolerated() throws {
        let payment = try Self.payment(
            "bitcoin:\(Self.segwit)?amount=1&r=https://shop.example/i?id=1&lightning=lnbc1&pj=https://a.example:443/x")
        #expect(payment.header.ignored == ["lightning", "pj", "r"])
        #expect(payment.header.warnings.map(\.code) == [.instructionIgnored, .paymentProtocolIgnored])
        #expect(Self.error("bitcoin:\(Self.segwit):80?amount=1")?.code == .malformedURL)
        #expect(Self.error("bitcoin://a/\(Self.segwit)")?.code == .malformedURL)
    }

    @Test("an error about a missing address says what the link has instead")
    func noAddress() {
        #expect(Self.error("bitcoin:?lightning=lnbc1")?.code == .invalidAddress)
        #expect(Self.error("bitcoin:?r=https://shop.example/i")?.code == .paymentProtocolUnsupported)
        #expect(Self.error("bitcoin:?amount=1")?.code == .invalidAddress)
        #expect(Self.error("bitcoin:")?.code == .invalidAddress)
        #expect(Self.error("dash:?bc=\(Self.segwit)")?.code == .invalidAddress)
    }

    @Test(
        "a hint says how to write what is often written wrong",
        arguments: [
            ("\(segwit)?amount=1,5", "Write a point instead of the comma, as in “0.5”, and nothing between thousands."),
            ("\(segwit)?amount=1?label=x", "Between parameters stands “&”, not “?”."),
            ("\(segwit)?amount=1;label=x", "Between parameters stands “&”, not “;”."),
            ("bitcoin:\(segwit)", "A link begins with one scheme; “bitcoin:” is a second one."),
            ("\(segwit):80", "A link looks like “scheme:address?amount=…”."),
        ])
    func advice(body: String, hint: String) {
        #expect(Self.error("bitcoin:\(body)")?.hint == hint)
    }

    @Test("a name with a space before or after it is another name, and is shown as in the link")
    func spacedNames() throws {
        let payment = try Self.payment("bitcoin:\(Self.segwit)?%20amount=1&label%20=x&%20=y")
        #expect(payment.amount == nil && payment.header.ignored == ["%20amount", "label%20", ""])
    }

    @Test("BIP321: a segwit address may be in a parameter of its own")
    func segwitParameter() throws {
        #expect(try Self.payment("bitcoin:?bc=\(Self.segwit)&amount=1").address == Self.segwit)
        #expect(try Self.payment("BITCOIN:?BC=\(Self.segwit.uppercased())").address == Self.segwit)
        #expect(Self.error("bitcoin:?bc=\(Self.segwit.dropLast())q")?.code == .invalidAddress)
        let both = try Self.payment("bitcoin:1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA?bc=\(Self.segwit)")
        #expect(both.address == "1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA" && both.header.ignored.isEmpty)
        #expect(both.instructions.map(\.text) == ["1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA", Self.segwit])
    }
}
