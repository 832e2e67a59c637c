import RouterDapp
import RouterTestSupport
import SchemeRouter
import Testing

/// `callbacks.json`, read back: what the wallet writes is what the asking app gets.
@Suite struct AnswerVectorTests {
    static let cases = JSONValue.file("dash-axe/callbacks.json").rows("cases")

    /// What desktops and programs on the way make of a callback without harming it.
    static let changes: [(name: String, change: @Sendable (String) -> String)] = [
        ("nothing", { $0 }), ("no slashes", { $0.replacing("://", with: ":") }),
        ("one slash", { $0.replacing("://", with: ":/") }), ("three slashes", { $0.replacing("://", with: ":///") }),
        ("a question mark", { $0.replacing("://", with: "://?") }), ("a slash at the end", { $0 + "/" }),
        ("a scheme in capitals", { $0.prefix { $0 != ":" }.uppercased() + $0.drop { $0 != ":" } }),
        ("names in capitals", { $0.replacing("callback=", with: "CALLBACK=").replacing("txid=", with: "Txid=") }),
        ("an encoded byte", { $0.replacing("callback=", with: "callb%61ck=") }),
        ("another field", { $0 + "&more=1" }), ("white space around it", { " \($0)\n" }),
    ]

    @Test("every callback, in every form that arrives", arguments: cases)
    func vector(_ vector: JSONValue) throws {
        let request = try #require(vector["request"]?.text)
        let callback = try #require(vector["callback"]?.text)
        let sender = try #require(request.components(after: "sender=").first)
        let expected = try Self.expected(callback)
        for (name, change) in Self.changes {
            #expect(try AnswerReader(sender: sender).read(Array(change(callback).utf8)) == expected, "\(name)")
        }
        // The request as the asking app made it: its own answer matches.
        let read = try Asking.router.read(Array(request.utf8))
        var pending = try #require(
            RequestLink(read.request, of: read.coin).flatMap { PendingRequest($0, askedAt: 0) })
        #expect(try pending.accept(Array(callback.utf8)) == expected)
        #expect(pending.answer == expected)
    }

    /// The answer, taken from the text of the vector by plain splitting.
    private static func expected(_ callback: String) throws -> Answer {
        func field(_ name: String) throws -> String { try #require(callback.components(after: "\(name)=").first) }
        switch try field("callback") {
        case "payack":
            return .paid(address: try field("address"), txid: try #require(TransactionID(hex: try field("txid"))))
        case "address":
            return .address(try field("address"), source: try field("source"))
        default:
            return .masterPublicKey(
                bip32: try field("masterPublicKeyBIP32"), bip44: try field("masterPublicKeyBIP44"),
                account: try #require(UInt32(try field("account"))), source: try field("source"))
        }
    }
}

extension String {
    /// The text behind `mark` up to the next `&`, if there is one.
    fileprivate func components(after mark: String) -> [String] {
        guard let range = (self + "&").firstRange(of: mark) else { return [] }
        return [String(self[range.upperBound...].prefix { $0 != "&" })]
    }
}
