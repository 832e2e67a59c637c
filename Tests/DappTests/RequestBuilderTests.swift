import RouterDapp
import RouterDescribedAsking
import RouterTestSupport
import SchemeRouter
import Testing

@Suite struct RequestBuilderTests {
    static let address = "XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHaa"

    private func dash(reader: Router? = nil) throws -> RequestBuilder {
        try RequestBuilder(scheme: "dashwallet", of: Asking.routes, reader: reader)
    }

    @Test("the links of the documents, byte for byte, and the form that every desktop delivers")
    func documented() throws {
        let dash = try dash()
        let pay = try dash.payment(
            PaymentDetails(
                address: Self.address, amount: dash.amount("0.50"),
                instantSend: .init(isRequested: true, isRequired: true)), sender: "myapp")
        let key = try dash.masterPublicKey(sender: "myapp")
        let address = try dash.address(sender: "myapp")
        let scan = try dash.scanQR()
        let expected = [
            (pay, "pay=\(Self.address)&amount=0.5&req-IS=1&sender=myapp"),
            (key, "request=masterPublicKey&account=0&sender=myapp"), (address, "request=address&sender=myapp"),
            (scan, "scanqr"),
        ]
        for (link, parameters) in expected {
            #expect(link.text() == "dashwallet:\(parameters)")
            #expect(link.text(.documented) == "dashwallet://\(parameters)")
            #expect(link.text(.qrCode) == "dashwallet://\(parameters)")
        }
    }

    @Test("no text can add a parameter or end the link")
    func encodes() throws {
        let details = PaymentDetails(address: Self.address, message: "a&sender=evil=%26 +#/?:@")
        let text = try dash().payment(details, sender: "myapp").text()
        #expect(
            text
                == "dashwallet:pay=\(Self.address)&message=a%26sender%3Devil%3D%2526%20%2B%23%2F%3F%3A%40&sender=myapp")
    }

    @Test(
        "S9: an amount is exact or refused",
        arguments: [
            ("0.50", 50_000_000, nil), ("21000000", 2_100_000_000_000_000, nil),
            ("0.000000001", nil, .amountTooPrecise), ("21000001", nil, .amountOutOfRange),
            ("0", nil, .amountOutOfRange), ("0.00000545", nil, .dust), ("1e3", nil, .invalidAmount),
            ("-1", nil, .invalidAmount), ("1,5", nil, .invalidAmount), ("", nil, .invalidAmount),
        ] as [(String, Int64?, RequestError.Code?)])
    func amounts(_ text: String, _ units: Int64?, _ code: RequestError.Code?) throws {
        let dash = try dash()
        do throws(RequestError) {
            #expect(try dash.amount(text).units == units)
        } catch {
            #expect(error.code == code)
        }
    }

    @Test(
        "what a wallet would refuse cannot be built",
        arguments: [
            (PaymentDetails(address: ""), "myapp", .invalidAddress),
            (PaymentDetails(address: "dash:" + address), "myapp", .invalidAddress),
            (PaymentDetails(address: address + "&amount=9"), "myapp", .invalidAddress),
            (PaymentDetails(address: address, amount: .zero), "myapp", .amountOutOfRange),
            (PaymentDetails(address: address, amount: Amount(units: 545)), "myapp", .dust),
            (PaymentDetails(address: address, amount: Amount(units: .max)), "myapp", .amountOutOfRange),
            (PaymentDetails(address: address, message: "a\nb"), "myapp", .invalidEncoding),
            (PaymentDetails(address: address, message: "a\u{202E}b"), "myapp", .invalidEncoding),
            (PaymentDetails(address: address, label: "\u{200B}"), "myapp", .invalidEncoding),
            (PaymentDetails(address: address, message: String(repeating: "a", count: 501)), "myapp", .tooMuchToShow),
            (
                PaymentDetails(
                    address: address, label: String(repeating: "語", count: 500),
                    message: String(repeating: "語", count: 500)), "myapp", .urlTooLong
            ),
            (PaymentDetails(address: address), nil, .missingParameter),
            (PaymentDetails(address: address), "", .invalidSender),
            (PaymentDetails(address: address), "my app", .invalidSender),
            (PaymentDetails(address: address), "myapp://", .invalidSender),
            (PaymentDetails(address: address), "1app", .invalidSender),
            (PaymentDetails(address: address), String(repeating: "s", count: 65), .invalidSender),
            (
                PaymentDetails(address: address), "KxFZqREZwWZK9jDNRT6GkYrkaa72aBau2roCJrxg1AazzztfbaX8",
                .invalidSender
            ),
            (
                PaymentDetails(address: address), "abandon-ability-able-about-above-absent-absorb-abstract",
                .invalidSender
            ),
            (PaymentDetails(address: address), "HTTPS", .forbiddenSender),
            (PaymentDetails(address: address), "file", .forbiddenSender),
            (PaymentDetails(address: address), "DashWallet", .forbiddenSender),
        ] as [(PaymentDetails, String?, RequestError.Code)])
    func refuses(_ details: PaymentDetails, _ sender: String?, _ code: RequestError.Code) throws {
        let dash = try dash()
        let error = #expect(throws: RequestError.self) { try dash.payment(details, sender: sender) }
        #expect(error?.code == code)
        #expect(code != .missingParameter || error?.hint?.contains("--sender") == true)
    }

    @Test("a descriptor that demands more, or allows less, is followed")
    func descriptors() throws {
        let shipped = String(decoding: DescriptorFile.shipped.bytes, as: UTF8.self)
        func code(_ rule: String, _ details: PaymentDetails) throws -> RequestError.Code? {
            // The first scheme of the file is dashwallet, whose links may have everything.
            let start = try #require(shipped.firstRange(of: "    examples:\n"))
            let params = ["pay: address", "sender: url-scheme", rule].filter { !$0.isEmpty }.joined(separator: ", ")
            var text = shipped
            text.insert(
                contentsOf: "    actions: { payment: { params: { \(params) } } }\n", at: start.lowerBound)
            let routes = try RouteTable.load([DescriptorFile(name: "test", bytes: Array(text.utf8))])
            let builder = try RequestBuilder(scheme: "dashwallet", of: routes)
            do throws(RequestError) {
                _ = try builder.payment(details, sender: "myapp")
                return nil
            } catch {
                return error.code
            }
        }
        let bare = PaymentDetails(address: Self.address)
        let one = PaymentDetails(address: Self.address, amount: Amount(units: 100_000_000))
        let required = "amount: { type: decimal-amount, required: true }"
        #expect(try code(required, bare) == .missingParameter && code(required, one) == nil)
        let minimum = "amount: { type: decimal-amount, min: \"1.00000001\" }"
        #expect(try code(minimum, one) == .amountOutOfRange && code(minimum, bare) == nil)
        #expect(try code("", one) == .unsupportedRequiredParameter && code("", bare) == nil)
    }

    @Test("accounts go up to 2^31-1")
    func accounts() throws {
        let dash = try dash()
        #expect(try dash.masterPublicKey(account: 2_147_483_647, sender: "myapp").text().contains("=2147483647&"))
        let error = #expect(throws: RequestError.self) {
            try dash.masterPublicKey(account: 2_147_483_648, sender: "myapp")
        }
        #expect(error?.code == .invalidAccount)
    }

    @Test(
        "with the coin's reader an address is really checked",
        arguments: [
            ("XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHab", .invalidAddress),
            ("1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA", .wrongNetwork),
        ] as [(String, RequestError.Code)])
    func addressCheck(_ address: String, _ code: RequestError.Code) throws {
        let details = PaymentDetails(address: address)
        #expect(throws: Never.self) { try dash().payment(details, sender: "myapp") }
        let checking = try dash(reader: Asking.router)
        let error = #expect(throws: RequestError.self) { try checking.payment(details, sender: "myapp") }
        #expect(error?.code == code)
    }

    @Test("only schemes that are answered can be asked", arguments: ["mykey", "nothing", "no scheme", ""])
    func schemes(_ scheme: String) {
        let error = #expect(throws: RequestError.self) { try RequestBuilder(scheme: scheme, of: Asking.routes) }
        #expect(error?.code == .unsupportedScheme)
    }
}
