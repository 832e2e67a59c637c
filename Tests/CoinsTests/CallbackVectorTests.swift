import RouterTestSupport
import SchemeRouter
import Testing

/// `callbacks.json`: the exact bytes of what the asking app is told.
@Suite struct CallbackVectorTests {
    static let cases = JSONValue.file("dash-axe/callbacks.json").rows("cases")

    @Test("every callback, byte for byte", arguments: cases)
    func callback(_ vector: JSONValue) throws {
        let request = try #require(vector["request"]?.text)
        let expected = try #require(vector["callback"]?.text)
        let template = try #require(try RequestVectorTests.router.read(Array(request.utf8)).callback)
        #expect(template.completed(with: Self.values(of: expected)) == expected)
    }

    @Test("a placeholder without a value gives no callback, and no value can add a field")
    func blanks() throws {
        let template = try #require(
            try RequestVectorTests.router.read(Array("dashwallet://request=address&sender=myapp".utf8)).callback)
        #expect(template.completed(with: [:]) == nil)
        #expect(
            template.completed(with: [.address: "X&source=evil"])
                == "myapp://callback=address&address=X%26source%3Devil&source=dashwallet")
    }

    /// The values that the wallet and the network give, taken from the expected callback.
    private static func values(of callback: String) -> [ReplyBlank: String] {
        let fields = callback.split(separator: "://").last?.split(separator: "&") ?? []
        var values: [ReplyBlank: String] = [:]
        for field in fields {
            let parts = field.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, let blank = ReplyBlank(rawValue: String(parts[0])) else { continue }
            values[blank] = String(parts[1])
        }
        return values
    }
}
