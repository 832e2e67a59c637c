import Dapp
import SchemeRouter
import Support
import Testing

/// Payment URIs as BIP321 writes them.
@Suite struct PaymentURITests {
    /// Every payment URI scheme, answered.
    static let routes: RouteTable = {
        let text = String(decoding: DescriptorFile.shipped.bytes, as: UTF8.self)
        let coins = text.prefix(upTo: text.range(of: "\nschemes:")!.lowerBound)
        let uri = "params: { pay: address, amount: decimal-amount, label: text, message: text"
        let schemes = """

            schemes:
              bitcoin: { coin: bitcoin, grammar: bip21, actions: { payment: { \(uri) } } } }
              dash:
                coin: dash
                grammar: bip21
                callbacks: dash-family
                actions: { payment: { \(uri), IS: flag, sender: url-scheme } } }

            """
        do {
            return try RouteTable.load([DescriptorFile(name: "test", bytes: Array((coins + schemes).utf8))])
        } catch {
            preconditionFailure("\(error)")
        }
    }()

    @Test("the examples of BIP321")
    func examples() throws {
        let bitcoin = try RequestBuilder(scheme: "bitcoin", of: Self.routes)
        let address = "175tWpb8K1S7NmH4Zx6rewF9WQrcZv245W"
        let start = "bitcoin:\(address)"
        let expected = [
            (PaymentDetails(address: address), start),
            (PaymentDetails(address: address, label: "Luke-Jr"), "\(start)?label=Luke-Jr"),
            (
                PaymentDetails(address: address, amount: try bitcoin.amount("20.30"), label: "Luke-Jr"),
                "\(start)?amount=20.3&label=Luke-Jr"
            ),
            (
                PaymentDetails(
                    address: address, amount: try bitcoin.amount("50"), label: "Luke-Jr",
                    message: "Donation for project xyz"),
                "\(start)?amount=50&label=Luke-Jr&message=Donation%20for%20project%20xyz"
            ),
        ]
        for (details, text) in expected {
            for form in LinkForm.allCases {
                #expect(try bitcoin.payment(details, sender: nil).text(form) == text)
            }
        }
    }

    @Test("the extensions of the Dash family")
    func dash() throws {
        let dash = try RequestBuilder(scheme: "dash", of: Self.routes)
        let details = PaymentDetails(
            address: RequestBuilderTests.address, instantSend: .init(isRequested: true, isRequired: false))
        #expect(
            try dash.payment(details, sender: "myapp").text()
                == "dash:\(RequestBuilderTests.address)?IS=1&sender=myapp")
    }

    @Test("a QR code has scheme and bech32 address in upper case, and values as they are")
    func qrCode() throws {
        let bitcoin = try RequestBuilder(scheme: "bitcoin", of: Self.routes)
        let details = PaymentDetails(
            address: "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu", amount: try bitcoin.amount("0.5"),
            label: "Mixed Case")
        #expect(
            try bitcoin.payment(details, sender: nil).text(.qrCode)
                == "BITCOIN:BC1QCR8TE4KR609GCAWUTMRZA0J4XV80JY8Z306FYU?amount=0.5&label=Mixed%20Case")
    }

    @Test("what a coin does not have cannot be asked for")
    func refuses() throws {
        let bitcoin = try RequestBuilder(scheme: "bitcoin", of: Self.routes)
        let details = PaymentDetails(address: "175tWpb8K1S7NmH4Zx6rewF9WQrcZv245W")
        var instant = details
        instant.instantSend = .init(isRequested: true, isRequired: false)
        for (code, build) in [
            (.unsupportedRequiredParameter, { try bitcoin.payment(instant, sender: nil) }),
            (.unsupportedRequiredParameter, { try bitcoin.payment(details, sender: "myapp") }),
            (.unsupportedAction, { try bitcoin.address(sender: "myapp") }),
            (.unsupportedAction, { try bitcoin.masterPublicKey(sender: "myapp") }),
            (.unsupportedAction, { try bitcoin.scanQR() }),
        ] as [(RequestError.Code, () throws -> RequestLink)] {
            let error = #expect(throws: RequestError.self) { _ = try build() }
            #expect(error?.code == code)
        }
    }
}
