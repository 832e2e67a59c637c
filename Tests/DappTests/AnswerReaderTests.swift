import Foundation
import RouterDapp
import RouterTestSupport
import SchemeRouter
import Testing

@Suite struct AnswerReaderTests {
    static let txid = "09855ac1c57725d8be2c03b53f72d1cb00ecb7b927bc9e7f5aed95cb3a985d76"
    static let paid = "shop://callback=payack&address=\(RequestBuilderTests.address)&txid=\(txid)"

    private func code(_ callback: String) -> AnswerError.Code? {
        do throws(AnswerError) {
            _ = try AnswerReader(sender: "shop").read(Array(callback.utf8))
            return nil
        } catch {
            return error.code
        }
    }

    @Test(
        "what is not a whole answer is refused",
        arguments: [
            ("", .malformedCallback), ("shop", .malformedCallback), ("shop://", .missingField),
            (paid + "@evil", .malformedCallback), ("shop://x?" + paid.dropFirst(7), .malformedCallback),
            (paid.replacing("payack", with: "payack:80"), .malformedCallback), (paid + "&a b=1", .malformedCallback),
            (paid + String(repeating: "&a", count: 5_000), .malformedCallback),
            (paid + (1...40).map { "&f\($0)=1" }.joined(), .malformedCallback),
            ("other" + paid.dropFirst(4), .otherScheme), (paid + "&x=%zz", .invalidCallbackEncoding),
            (paid + "&x=%00", .invalidCallbackEncoding), (paid + "&x=%FF", .invalidCallbackEncoding),
            (paid + "&txid=" + txid, .duplicateField), (paid + "&TXID=" + txid, .duplicateField),
            (paid + "&t%78id=" + txid, .duplicateField), (paid + "&x=1&x=1", .duplicateField),
            (paid.replacing("txid=", with: "id="), .missingField), (paid.replacing(txid, with: ""), .missingField),
            (paid.replacing("payack", with: "paid"), .unknownAnswer),
            (String(paid.dropLast()), .invalidValue), (paid.replacing(txid, with: txid.uppercased()), .invalidValue),
            (paid.replacing("Xi", with: "%26i"), .invalidValue),
            (paid.replacing("XiUsEXvLjqhuz", with: ""), .invalidValue),
            ("shop:callback=error&request=pay&code=poor&source=dashwallet", .invalidValue),
            ("shop:callback=error&request=scanqr&code=declined&source=dashwallet", .invalidValue),
            ("shop:callback=error&request=pay&code=declined", .missingField),
        ] as [(String, AnswerError.Code)])
    func refuses(_ callback: String, _ expected: AnswerError.Code) {
        #expect(code(callback) == expected)
    }

    @Test(
        "the form of Android's wallet is read as that of the specification",
        arguments: ["shop://?", "shop:?", "shop:///?", "SHOP://?"])
    func query(_ beginning: String) throws {
        let text = beginning + paidFields
        #expect(
            try AnswerReader(sender: "shop").read(Array(text.utf8))
                == AnswerReader(sender: "shop").read(Array(Self.paid.utf8)))
    }

    @Test("only one question mark begins the fields", arguments: ["shop://??", "shop://x?", "shop://?/", "shop:?//"])
    func stray(_ beginning: String) {
        #expect(code(beginning + paidFields) != nil)
    }

    private var paidFields: String { String(Self.paid.dropFirst("shop://".count)) }

    @Test(
        "accounts and keys are exactly that",
        arguments: ["-1", "01", "1.0", "2147483648", "99999999999"])
    func accounts(_ account: String) throws {
        let key =
            "xpub68jrRzQopSUQm76hJ6TNtiJMJfhj38u1X12xCzExrw388hcN443UVnYpswdUkV7vPJ3KayiCdp3Q5E23s4wvkucohVTh7eSstJdBFyn2DMx"
        func callback(_ key: String, _ account: String) -> String {
            "shop:callback=masterPublicKey&masterPublicKeyBIP32=\(key)&masterPublicKeyBIP44=\(key)&account=\(account)"
                + "&source=dashwallet"
        }
        #expect(code(callback(key, "0")) == nil)
        #expect(code(callback(key, account)) == .invalidValue)
        #expect(code(callback(String(key.dropLast(10)), "0")) == .invalidValue)
        #expect(code(callback(key.lowercased(), "0")) == .caseFolded)
    }

    @Test("no bytes crash the reader")
    func garbage() {
        var generator = SeededGenerator(seed: 7)
        let seed = Array(Self.paid.utf8)
        for _ in 0..<5_000 {
            var bytes = seed
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                let place = Int.random(in: bytes.indices, using: &generator)
                if Bool.random(using: &generator) {
                    bytes[place] = UInt8.random(in: 0...255, using: &generator)
                } else {
                    bytes.remove(at: place)
                }
            }
            guard let answer = try? AnswerReader(sender: "shop").read(bytes) else { continue }
            #expect(answer.isSuccess)
        }
    }

    @Test("every code is documented", arguments: AnswerError.Code.allCases)
    func documented(_ code: AnswerError.Code) throws {
        let root = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(contentsOf: root.appendingPathComponent("Documentation/errors.md"), encoding: .utf8)
        #expect(text.contains("`\(code.rawValue)`"))
    }
}
