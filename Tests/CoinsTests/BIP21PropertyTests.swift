import RouterTestSupport
import SchemeRouter
import Testing

/// Properties of links that begin with an address, tried on many made from fixed seeds.
@Suite struct BIP21PropertyTests {
    private struct Parts {
        var scheme: String
        var address: String
        var parameters: [(name: String, value: String)]

        var text: String {
            let query = parameters.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
            return "\(scheme):\(address)" + (query.isEmpty ? "" : "?\(query)")
        }
    }

    private static let addresses = [
        ("dash", BIP21Tests.dash), ("pay", BIP21Tests.dash), ("axe", "PGPCZFfHq3yWouM6Gnz5iJPnGMUwSPzLZs"),
        ("bitcoin", BIP21Tests.segwit), ("bitcoin", "3QoU9vAbW3h3ptQP9ZyZdx735aNYmHLybQ"),
        ("litecoin", "LUWPbpM43E2p7ZSh8cyTBEkvpHmr3cB8Ez"), ("dogecoin", "DBus3bamQjgJULBJtYXpEzDWQRwF5iwxgC"),
    ]

    private static func random(_ generator: inout SeededGenerator) -> Parts {
        let (scheme, address) = addresses.randomElement(using: &generator)!
        var parameters: [(String, String)] = []
        func sometimes(_ name: String, _ value: String) {
            if Bool.random(using: &generator) { parameters.append((name, value)) }
        }
        let units = Int64.random(in: 1_000_000...2_100_000_000_000_000, using: &generator)
        sometimes("amount", Amount(units: units)!.text(decimals: 8))
        sometimes("label", "Shop")
        sometimes("message", "Order-1")
        sometimes("pop", "myapp:")
        sometimes("IS", "1")
        return Parts(scheme: scheme, address: address, parameters: parameters)
    }

    /// The request without what is allowed to differ.
    private static func essence(_ text: String) throws -> WalletRequest {
        LinkPropertyTests.essence(try LinkPropertyTests.request(text))
    }

    @Test("the order of parameters never changes the outcome")
    func order() throws {
        var generator = SeededGenerator(seed: 21)
        for _ in 0..<300 {
            var parts = Self.random(&generator)
            let expected = try Self.essence(parts.text)
            parts.parameters.shuffle(using: &generator)
            #expect(try Self.essence(parts.text) == expected)
        }
    }

    @Test("the case of scheme and names, and percent-encoding any byte, never change the outcome")
    func writing() throws {
        var generator = SeededGenerator(seed: 22)
        for _ in 0..<300 {
            var parts = Self.random(&generator)
            let expected = try Self.essence(parts.text)
            parts.scheme = LinkPropertyTests.foldSome(parts.scheme, &generator)
            parts.address = LinkPropertyTests.encodeSome(parts.address, &generator)
            for index in parts.parameters.indices {
                let name = LinkPropertyTests.foldSome(parts.parameters[index].name, &generator)
                parts.parameters[index].name = LinkPropertyTests.encodeSome(name, &generator)
                parts.parameters[index].value = LinkPropertyTests.encodeSome(
                    parts.parameters[index].value, &generator)
            }
            #expect(try Self.essence(parts.text) == expected, "\(parts.text)")
        }
    }

    @Test(
        "an unknown parameter changes nothing in the outcome but the list of ignored parameters; with req- it refuses (S3)"
    )
    func unknownParameter() throws {
        var generator = SeededGenerator(seed: 23)
        for _ in 0..<300 {
            var parts = Self.random(&generator)
            let expected = try Self.essence(parts.text)
            let name = "x" + String(UInt32.random(in: 0...9_999, using: &generator))
            let place = Int.random(in: 0...parts.parameters.count, using: &generator)
            parts.parameters.insert((name, "1"), at: place)
            #expect(try Self.essence(parts.text) == expected)
            #expect(try LinkPropertyTests.request(parts.text).header.ignored.contains(name))
            parts.parameters[place].name = "req-" + name
            let error = #expect(throws: RequestError.self) { try LinkPropertyTests.request(parts.text) }
            #expect(error?.code == .unsupportedRequiredParameter && error?.parameter == name)
        }
    }

    @Test("any change of one character of an address is refused")
    func typos() throws {
        let alphabet = Array("023456789acdefghjklmnpqrstuvwxyzQZ1bio")
        for (scheme, address) in Self.addresses {
            let characters = Array(address)
            for position in characters.indices {
                for character in alphabet where character != characters[position] {
                    var changed = characters
                    changed[position] = character
                    #expect(throws: RequestError.self) {
                        try LinkPropertyTests.request("\(scheme):\(String(changed))?amount=1")
                    }
                }
            }
        }
    }
}
