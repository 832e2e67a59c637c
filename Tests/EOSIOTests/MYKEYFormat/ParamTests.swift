import ExactJSON
import Foundation
import RouterEOSIO
import RouterTestSupport
import Testing

@testable import RouterMYKEYFormat

@Suite struct ParamTests {
    private static func codec(_ row: JSON) -> ParamCodec {
        ParamCodec(appKey: row.text("appKey"), userID: row.text("userId"))
    }

    private static func error(_ value: String, appKey: String = "", userID: String = "") -> ParamError? {
        do {
            _ = try RequestParam(value, appKey: appKey, userID: userID)
            return nil
        } catch {
            return error
        }
    }

    @Test("every value on the way to a param, and back", arguments: Vectors.params.rows("cases"))
    func vectors(row: JSON) throws {
        let codec = Self.codec(row)
        #expect(Gcrypt.md5(Array(row.text("seed").utf8)).hex == row.text("md5_hex"))
        #expect(codec.chaChaKey == row.bytes("chacha_key"))
        #expect(codec.ecies.key == row.bytes("master_priv"))
        #expect(CurvePoint.generator.times(codec.ecies.key)?.bytes == row.bytes("master_pub"))
        let ephemeral = ECIES.Ephemeral(key: row.bytes("ephemeral_priv"), counter: row.bytes("iv"))
        let json = Array(row.text("json").utf8)
        #expect(codec.ecies.encrypt(json, with: ephemeral) == row.bytes("ecies_hex"))
        #expect(codec.encode(json, with: ephemeral) == row.text("param"))
        #expect(row.text("param").utf8.count == 4 * json.count + 452)
        #expect(try codec.decode(row.text("param")) == json)
        let param = try RequestParam(
            " \(row.text("param").uppercased())\n", appKey: row.text("appKey"), userID: row.text("userId").uppercased())
        #expect(param.encoding == .mykey)
        #expect(param.json.text == row.text("json"))
    }

    @Test("go-ethereum’s own encryption (EIP-8)")
    func ethereum() throws {
        let packet = Vectors.eip8.bytes("packet")
        let ecies = ECIES(key: Vectors.eip8.bytes("key"), salt: Array(packet[..<2]))
        let plain = try ecies.decrypt(Array(packet[2...]))
        #expect(plain.hex.contains(Vectors.eip8.text("nonce")))
        #expect(throws: ParamError.damaged) { try ECIES(key: ecies.key, salt: []).decrypt(Array(packet[2...])) }
    }

    @Test("known answers of the ciphers and hashes")
    func knownAnswers() throws {
        // RFC 1321 A.5; RFC 4231, test case 2; RFC 6070; NIST SP 800-38A F.5.1; RFC 8439 2.4.2.
        #expect(Gcrypt.md5([]).hex == "d41d8cd98f00b204e9800998ecf8427e")
        #expect(Gcrypt.md5(Array("message digest".utf8)).hex == "f96b697d7cb7938d525a2f31aaf161d0")
        let (jefe, question) = (Array("Jefe".utf8), Array("what do ya want for nothing?".utf8))
        #expect(
            Gcrypt.hmacSHA256(key: jefe, question).hex
                == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
        #expect(
            Gcrypt.hmacSHA512(key: jefe, question).hex.hasPrefix(
                "164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd6"))
        #expect(
            Gcrypt.pbkdf2SHA1(password: Array("password".utf8), salt: Array("salt".utf8), rounds: 4096).hex
                .hasPrefix("4b007901b765489abead49d926f721d065a429c1"))
        let key = try #require([UInt8](hexDigits: "2b7e151628aed2a6abf7158809cf4f3c"))
        let counter = try #require([UInt8](hexDigits: "f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff"))
        let block = try #require([UInt8](hexDigits: "6bc1bee22e409f96e93d7e117393172a"))
        #expect(Gcrypt.aes128CTR(key: key, counter: counter, block).hex == "874d6191b620e3261bef6864990db6ce")
        let chaChaKey = (0..<32).map { UInt8($0) }
        let state = try #require([UInt8](hexDigits: "01000000000000000000004a00000000"))
        let text = Array("Ladies and Gentlemen of the class of '99".utf8)
        #expect(
            Gcrypt.chaCha20(key: chaChaKey, state: state, text).hex.hasPrefix("6e2e359a2568f98041ba0728dd0d6981"))
    }

    @Test(
        "params of whole links",
        arguments: Vectors.requests.rows("cases").filter { $0["url"] != nil && $0["param_json"] != nil })
    func links(row: JSON) throws {
        let query = try #require(row.text("url").split(separator: "?", maxSplits: 1).last)
        var values: [String: String] = [:]
        for pair in query.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            // SimpleWallet links are made by a Java class that writes "+" for a space.
            let value =
                row.text("url").hasPrefix("simplewallet:") ? parts[1].replacing("+", with: "%20") : parts[1][...]
            let decoded = String(value).removingPercentEncoding
            let text: String = try #require(decoded)
            values[String(parts[0])] = text
        }
        let param = try RequestParam(
            try #require(values["param"]), appKey: values["appKey"] ?? "", userID: values["userId"] ?? "")
        #expect(param.json.text == row.text("param_json"))
        let beginnings = ["%7B": RequestParam.Encoding.plain, "eyJ": .base64url]
        let expected = beginnings.first { row.text("url").contains("param=\($0.key)") }?.value
        #expect(param.encoding == expected ?? .mykey)
    }

    @Test("read(print(x)) == x in every encoding", arguments: RequestParam.Encoding.allCases)
    func roundTrip(encoding: RequestParam.Encoding) throws {
        for text in [#"{}"#, #"{"action":"login","amount":1.0E-4,"memo":"备注 ☕ +%&=#"}"#] {
            let json = try JSON(reading: Array(text.utf8), limits: .link)
            let value = RequestParam.text(of: json, as: encoding, appKey: "9mDxSbyR", userID: "AB-cd")
            let param = try RequestParam(value, appKey: "9mDxSbyR", userID: "ab-CD")
            #expect(param.encoding == encoding)
            #expect(param.json == json)
        }
    }

    @Test("Base64url may have its padding", arguments: ["e30", "e30=", "eyJhIjoxfQ", "eyJhIjoxfQ=="])
    func padding(value: String) throws {
        #expect(try RequestParam(value, appKey: "", userID: "").encoding == .base64url)
    }

    @Test("each message has its own random numbers")
    func random() {
        let codec = ParamCodec(appKey: "a", userID: "b")
        #expect(codec.encode([1]) != codec.encode([1]))
    }

    @Test(
        "what is not a request, and why",
        arguments: [
            ("", ParamError.empty), (" \n", .empty), ("{", .json(jsonError(.syntax, 1))),
            (#"{"a":1,"a":2}"#, .json(jsonError(.duplicateName, 7))), ("00", .tooShort), ("[]", .unknownEncoding),
            ("zz", .unknownEncoding), ("0", .unknownEncoding), ("====", .unknownEncoding), ("W10", .unknownEncoding),
            ("\"{}\"", .unknownEncoding), ("e30+", .unknownEncoding), ("ey", .unknownEncoding),
            ("eyJhIjoxfQ=", .unknownEncoding), ("eyJhIjoxfQ===", .unknownEncoding), ("e30==", .unknownEncoding),
            ("{\"a\":\"" + String(repeating: "x", count: 32_768) + "\"}", .tooLarge),
            (String(repeating: "e", count: 200_000), .tooLarge), (String(repeating: "e", count: 199_999), .tooLarge),
        ])
    func invalid(value: String, expected: ParamError) {
        #expect(Self.error(value) == expected, "\(value.prefix(40))")
    }

    private static func jsonError(_ code: JSONError.Code, _ offset: Int) -> JSONError {
        do {
            _ = try JSON(reading: code == .syntax ? [0x7B] : Array(#"{"a":1,"a":2}"#.utf8), limits: .link)
            preconditionFailure("no error")
        } catch {
            precondition(error.code == code && error.offset == offset)
            return error
        }
    }

    @Test("another appKey or userId, every truncation and every changed digit are noticed")
    func damage() throws {
        let row = try #require(Vectors.params.rows("cases").last)
        let param = row.text("param")
        #expect(Self.error(param, appKey: "x") == .wrongKeys)
        #expect(Self.error(param, userID: "x") == .wrongKeys)
        let codec = Self.codec(row)
        for length in 0..<param.utf8.count {
            #expect(throws: ParamError.self) { try codec.decode(String(param.prefix(length))) }
        }
        for index in 0..<param.utf8.count {
            var digits = Array(param.utf8)
            digits[index] = digits[index] == UInt8(ascii: "0") ? UInt8(ascii: "1") : UInt8(ascii: "0")
            // A digit of the inner layer may turn into one of other case, which means the same.
            guard let read = try? codec.decode(String(decoding: digits, as: UTF8.self)) else { continue }
            #expect(read == Array(row.text("json").utf8))
        }
    }

    @Test("a request that is not about an object")
    func noObject() {
        let codec = ParamCodec(appKey: "", userID: "")
        #expect(Self.error(codec.encode(Array("[1]".utf8))) == .noObject)
        #expect(Self.error(codec.encode([0xFF])) != nil)
        #expect(Self.error(codec.encode([UInt8](repeating: 0x20, count: 32_768))) != .tooLarge)
        #expect(Self.error(codec.encode([UInt8](repeating: 0x20, count: 32_769))) == .tooLarge)
    }
}
