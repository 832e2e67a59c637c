import RouterDapp
import RouterDescribedAsking
import RouterTestSupport
import SchemeRouter
import Testing

/// Payment URIs as BIP321 writes them.
@Suite struct PaymentURITests {
    @Test("the examples of BIP321")
    func examples() throws {
        let bitcoin = try RequestBuilder(scheme: "bitcoin", of: Asking.routes)
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
        let dash = try RequestBuilder(scheme: "dash", of: Asking.routes)
        let details = PaymentDetails(
            address: RequestBuilderTests.address, instantSend: .init(isRequested: true, isRequired: false))
        #expect(
            try dash.payment(details, sender: "myapp").text()
                == "dash:\(RequestBuilderTests.address)?IS=1&sender=myapp")
    }

    @Test("BIP321: a proof of payment, as its examples write it, and never beside a sender")
    func proof() throws {
        let dash = try RequestBuilder(scheme: "dash", of: Asking.routes)
        func text(_ prefix: String, isRequired: Bool = false, sender: String? = nil) throws -> String {
            let proof = PaymentDetails.ProofWish(prefix: prefix, isRequired: isRequired)
            return try dash.payment(
                PaymentDetails(address: RequestBuilderTests.address, proof: proof), sender: sender
            ).text()
        }
        #expect(try text("initiatingapp:") == "dash:\(RequestBuilderTests.address)?pop=initiatingapp%3A")
        #expect(
            try text("callbackuri:body?pop=", isRequired: true)
                == "dash:\(RequestBuilderTests.address)?req-pop=callbackuri%3Abody%3Fpop%3D")
        for (prefix, sender, code) in [
            ("https:iwantyouripaddress.com", nil, .forbiddenSender), ("dashwallet:", nil, .forbiddenSender),
            ("myapp", nil, .invalidSender), ("my app:", nil, .invalidSender), ("myapp: ", nil, .invalidSender),
            ("myapp:" + String(repeating: "a", count: 1_024), nil, .invalidSender),
            ("myapp:", "myapp", .unsupportedRequiredParameter),
        ] as [(String, String?, RequestError.Code)] {
            let error = #expect(throws: RequestError.self) { try text(prefix, sender: sender) }
            #expect(error?.code == code, "\(prefix)")
        }
    }

    @Test("a scheme of several coins is asked for one of them, and only with its addresses")
    func severalCoins() throws {
        let error = #expect(throws: RequestError.self) { try RequestBuilder(scheme: "pay", of: Asking.routes) }
        #expect(error?.code == .ambiguousCoin && error?.candidates == ["dash", "axe"])
        let none = #expect(throws: RequestError.self) {
            try RequestBuilder(scheme: "pay", coin: "bitcoin", of: Asking.routes)
        }
        #expect(none?.code == .ambiguousCoin)

        let details = PaymentDetails(address: RequestBuilderTests.address)
        let axe = try RequestBuilder(scheme: "pay", coin: "axe", of: Asking.routes, reader: Asking.router)
        let wrong = #expect(throws: RequestError.self) { try axe.payment(details, sender: nil) }
        #expect(wrong?.code == .wrongNetwork && wrong?.detected == ["dash"])
        let dash = try RequestBuilder(scheme: "pay", coin: "dash", of: Asking.routes, reader: Asking.router)
        #expect(try dash.payment(details, sender: nil).text() == "pay:\(RequestBuilderTests.address)")
    }

    @Test("a QR code has scheme and bech32 address in upper case, and values as they are")
    func qrCode() throws {
        let bitcoin = try RequestBuilder(scheme: "bitcoin", of: Asking.routes)
        let details = PaymentDetails(
            address: "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu", amount: try bitcoin.amount("0.5"),
            label: "Mixed Case")
        #expect(
            try bitcoin.payment(details, sender: nil).text(.qrCode)
                == "BITCOIN:BC1QCR8TE4KR609GCAWUTMRZA0J4XV80JY8Z306FYU?amount=0.5&label=Mixed%20Case")
    }

    @Test("what a coin does not have cannot be asked for")
    func refuses() throws {
        let bitcoin = try RequestBuilder(scheme: "bitcoin", of: Asking.routes)
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
