import RouterDash
import RouterTestSupport
import SchemeRouter
import Testing

/// Properties of reading links that hold for all of them, tried on many made from fixed seeds.
@Suite struct LinkPropertyTests {
    /// A link as its parts, to be written in many ways.
    struct Parts {
        var scheme = "dashwallet"
        var parameters: [(name: String, value: String)]

        func text(prefix: String = "://") -> String {
            scheme + prefix + parameters.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
        }
    }

    static func random(_ generator: inout SeededGenerator) -> Parts {
        let addresses = [
            "XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHaa", "XjkMY3GiK5aHwbpg9Uaw7QCPk3QE63Nh5i",
            "7qX6z7SmK2ngpewLRBe4yL6h18CvZqZGKa",
        ]
        let senders = ["myapp", "MyApp", "com.example.my-app+1", "a"]
        var parameters = [
            ("pay", addresses.randomElement(using: &generator)!), ("sender", senders.randomElement(using: &generator)!),
        ]
        if Bool.random(using: &generator) {
            let units = Int64.random(in: 546...2_100_000_000_000_000, using: &generator)
            parameters.append(("amount", Amount(units: units)!.text(decimals: 8)))
        }
        if Bool.random(using: &generator) { parameters.append(("message", "order")) }
        if Bool.random(using: &generator) { parameters.append(("IS", "1")) }
        return Parts(parameters: parameters)
    }

    static func request(_ text: String) throws(RequestError) -> WalletRequest {
        try RequestVectorTests.router.read(Array(text.utf8)).request
    }

    /// The request without what is allowed to differ.
    static func essence(_ request: WalletRequest) -> WalletRequest {
        guard case .payment(let payment) = request else { return request }
        let header = payment.header
        return .payment(
            PaymentRequest(
                header: RequestHeader(
                    scheme: header.scheme, coin: header.coin, network: header.network, sender: header.sender,
                    callbacks: header.callbacks, warnings: header.warnings, ignored: []),
                form: payment.form, address: payment.address, amount: payment.amount, lock: payment.lock,
                label: payment.label, message: payment.message, proof: payment.proof))
    }

    @Test("the order of parameters never changes the outcome")
    func order() throws {
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<300 {
            var parts = Self.random(&generator)
            let expected = try Self.request(parts.text())
            parts.parameters.shuffle(using: &generator)
            #expect(try Self.request(parts.text()) == expected)
        }
    }

    @Test("percent-encoding any byte of a name or value never changes the outcome")
    func encoding() throws {
        var generator = SeededGenerator(seed: 2)
        for _ in 0..<300 {
            var parts = Self.random(&generator)
            let expected = try Self.request(parts.text())
            for index in parts.parameters.indices {
                parts.parameters[index].name = Self.encodeSome(parts.parameters[index].name, &generator)
                parts.parameters[index].value = Self.encodeSome(parts.parameters[index].value, &generator)
            }
            #expect(try Self.request(parts.text()) == expected)
        }
    }

    @Test("an unknown parameter changes nothing in the outcome but the list of ignored parameters")
    func unknownParameter() throws {
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<300 {
            var parts = Self.random(&generator)
            let expected = Self.essence(try Self.request(parts.text()))
            let name = "x" + String(UInt32.random(in: 0...9_999, using: &generator))
            parts.parameters.insert((name, "1"), at: Int.random(in: 0...parts.parameters.count, using: &generator))
            let request = try Self.request(parts.text())
            #expect(Self.essence(request) == expected)
            #expect(request.header.ignored == [name])
        }
    }

    @Test(
        "every form that desktops make of a link is the same link",
        arguments: ["://", ":", ":/", ":///", "://?", ":?", ":///?"])
    func forms(_ prefix: String) throws {
        var generator = SeededGenerator(seed: 4)
        for _ in 0..<50 {
            let parts = Self.random(&generator)
            #expect(try Self.request(parts.text(prefix: prefix)) == Self.request(parts.text()))
        }
    }

    @Test("any change of one character of an address is refused")
    func addressTypos() throws {
        let address = Array("XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHaa")
        let alphabet = Array("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz0OIl")
        for position in address.indices {
            for character in alphabet where character != address[position] {
                var changed = address
                changed[position] = character
                #expect(throws: RequestError.self) {
                    try Self.request("dashwallet://pay=\(String(changed))&amount=1&sender=myapp")
                }
            }
        }
    }

    @Test("S1: no bytes crash the reader, and every error names a place inside the link")
    func garbage() {
        var generator = SeededGenerator(seed: 5)
        let seeds = RequestVector.all.map { Array($0.url.utf8) }
        for _ in 0..<20_000 {
            var bytes = seeds.randomElement(using: &generator)!
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let byte = UInt8.random(in: 0...255, using: &generator)
                switch Int.random(in: 0...2, using: &generator) {
                case 0 where !bytes.isEmpty: bytes[Int.random(in: bytes.indices, using: &generator)] = byte
                case 1 where !bytes.isEmpty: bytes.remove(at: Int.random(in: bytes.indices, using: &generator))
                default: bytes.insert(byte, at: Int.random(in: 0...bytes.count, using: &generator))
                }
            }
            do {
                _ = try RequestVectorTests.router.read(bytes)
            } catch {
                guard let range = error.range else { continue }
                #expect(range.lowerBound >= 0 && range.upperBound <= bytes.count, "\(bytes)")
            }
        }
    }

    static func foldSome(_ text: String, _ generator: inout SeededGenerator) -> String {
        text.map { Bool.random(using: &generator) ? $0.uppercased() : $0.lowercased() }.joined()
    }

    static func encodeSome(_ text: String, _ generator: inout SeededGenerator) -> String {
        text.utf8.map { byte in
            guard Bool.random(using: &generator) else { return String(Character(Unicode.Scalar(byte))) }
            let hex = String(byte, radix: 16, uppercase: Bool.random(using: &generator))
            return "%" + (hex.count == 1 ? "0" + hex : hex)
        }.joined()
    }
}
