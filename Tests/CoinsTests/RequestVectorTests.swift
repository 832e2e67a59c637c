import RouterAxe
import RouterBitcoinFamily
import RouterDash
import RouterTestSupport
import SchemeRouter
import Testing

/// `requests.json`, case by case.
@Suite struct RequestVectorTests {
    static let router: Router = {
        do {
            return Router(
                routes: try RouteTable.load([.shipped]),
                plugins: [
                    DashPlugin.name: DashPlugin(), AxePlugin.name: AxePlugin(),
                    BitcoinLikePlugin.name: BitcoinLikePlugin(replies: DashReplies.all),
                ])
        } catch {
            preconditionFailure("the shipped descriptors are broken")
        }
    }()

    @Test("every public case of requests.json", arguments: RequestVector.answered)
    func vector(_ vector: RequestVector) throws {
        let outcome = vector.expect["outcome"]?.text
        let read = Result { () throws(RequestError) in try Self.router.read(Array(vector.url.utf8)) }
        switch (outcome, read) {
        case ("reject", .failure(let error)):
            #expect(error.code.rawValue == vector.expect["error"]?.text)
            if let parameter = vector.expect["parameter"]?.text { #expect(error.parameter == parameter) }
            if let reason = vector.expect["hint"]?.text { #expect(error.reason == reason) }
            if let detected = vector.expect["detected"] {
                #expect(error.detected?.map(\.name) == detected.elements.compactMap(\.text).map({ Self.coinName($0) }))
            }
            if let candidates = vector.expect["candidates"] {
                #expect(
                    error.candidates?.map(\.name) == candidates.elements.compactMap(\.text).map({ Self.coinName($0) }))
            }
        case ("reject", .success) where Self.afterReading.contains(vector.expect["error"]?.text),
            ("cancelled", .success):
            break  // Decided after reading: LinkExecutionTests and the end-to-end tests have them.
        case (let expected?, .success(let link)):
            #expect(link.request.action.rawValue == expected)
            check(link, vector)
        default:
            Issue.record("\(read) where \(outcome ?? "nothing") is expected")
        }
    }

    private static let afterReading: Set<String?> = ["busy", "instantSendRequired"]

    private func check(_ link: ReadLink, _ vector: RequestVector) {
        let header = link.request.header
        for (key, value) in vector.expect {
            switch (key, link.request) {
            case ("coin", _): #expect(header.coin.name == value.text.map({ Self.coinName($0) }))
            case ("sender", _): #expect(header.sender?.scheme == value.text)
            case ("form", .payment(let payment)): #expect(payment.form.rawValue == value.text)
            case ("address", .payment(let payment)): #expect(payment.address == value.text)
            case ("amount", .payment(let payment)): #expect(payment.amount?.units == value.integer)
            case ("message", .payment(let payment)): #expect(payment.message?.text == value.text)
            case ("label", .payment(let payment)): #expect(payment.label?.text == value.text)
            // What becomes of the wish where InstantSend is switched off: InstantSendExecutionTests.
            case ("instantSend", _) where vector.context["instantSendEnabled"] != nil: break
            case ("instantSend", .payment(let payment)):
                #expect(payment.lock.map { JSONValue.bool($0.isRequested) } == value["requested"])
                #expect(payment.lock.map { JSONValue.bool($0.isRequired) } == value["required"])
            case ("account", .key(let key)): #expect(Int64(key.account) == value.integer)
            case ("warnings", _):
                #expect(header.warnings.map(\.code.rawValue) == value.elements.compactMap(\.text))
            case ("ignored", _): #expect(header.ignored == value.elements.compactMap(\.text))
            case ("callback", .payment): #expect(link.callback?.description == value.text)
            case ("display", _):
                let shown = header.sender.map { "Application \($0.displayName) is requesting a payment to" }
                #expect(shown == value.text)
            case ("callback", _), ("outcome", _), ("wallet", _), ("differsFromRealApp", _), ("userPrompt", _): break
            default: Issue.record("nothing compares “\(key)”")
            }
        }
    }

    @Test(
        "an address of another network names the coins that would write it, in the order of the descriptors",
        arguments: [
            ("1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA", ["bitcoin"]), ("3QoU9vAbW3h3ptQP9ZyZdx735aNYmHLybQ", ["bitcoin"]),
            ("bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu", ["bitcoin"]),
            ("PMCVTYxzTEoeZFQRNk4ERjLWdHEkEXokcY", ["axe"]),
            ("yRd4FhXfVGHXpsuZXPNkMrfD9GVj46pnjt", ["dash", "axe"]),
            ("DBus3bamQjgJULBJtYXpEzDWQRwF5iwxgC", ["dogecoin"]),
            ("ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh", ["litecoin"]),
        ])
    func otherNetworks(_ address: String, _ coins: [String]) {
        let error = #expect(throws: RequestError.self) {
            try Self.router.read(Array("dashwallet:pay=\(address)&amount=1&sender=myapp".utf8))
        }
        #expect(error?.code == .wrongNetwork)
        #expect(error?.detected?.map(\.name) == coins)
    }

    private static func coinName(_ name: String) -> String {
        ["btc": "bitcoin", "ltc": "litecoin", "doge": "dogecoin"][name] ?? name
    }
}
