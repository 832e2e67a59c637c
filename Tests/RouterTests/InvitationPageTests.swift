import Foundation
import RouterTestSupport
import Testing

@testable import RouterProgram
@testable import SchemeRouter

/// Invitations as addresses of pages (Documentation/protocols/dash-2026.md §3): read like the links that they carry, never
/// opened, and their keys hidden wherever they stand.
@Suite struct InvitationPageTests {
    private static let key = "XJ5sUVboU9w5shUzkod1FU6crNT1jHbmiMpmjUEnnDNkLEPJY3Bn"
    private static let other = "cUNwV9DHbXztyowt7TSG7ZQfZaUqww6DQpdLKNN6xxkfBpHidzdc"
    private static let lock = "d69999077c4de9c683c6de33a2416594b3e95e3c29307df0b7528dd7f180dc81"

    private static func query(_ key: String = key) -> String { "du=bob&assetlocktx=\(lock)&pk=\(key)&islock=null" }

    /// Everything but letters and digits with percent signs.
    private static func encoded(_ text: String) -> String {
        text.utf8.map { byte in
            let character = Character(Unicode.Scalar(byte))
            return character.isLetter || character.isNumber ? String(character) : "%" + String(byte, radix: 16)
        }.joined()
    }

    private static func said(_ text: String) throws -> JSONValue {
        let said = DashLinkVectorTests.said(of: Array(text.utf8))
        for secret in [key, other] where DashLinkVectorTests.piece(of: secret, in: said.all) != nil {
            Issue.record("\(said.all)")
        }
        return try JSONValue(parsing: Data(said.json.utf8))
    }

    private static let invite = "dashpay://invite?\(query())"
    private static let page = "https://invitations.dashpay.io/applink?\(query())"

    static let pages: [String] = {
        let (invite, page) = (encoded(Self.invite), encoded(Self.page))
        let services = ["https://dashpay.onelink.me/AbCd?", "https://dashpaytest.onelink.me/AbCd?pid=x&"]
        return [Self.page, "HTTPS://Invitations.Dashpay.IO/applink?\(query())"]
            + [
                "https://invitations.dashpay.io/link?link=\(page)&apn=x",
                "https://invitations.dashpay.io/link/?link=\(invite)",
            ]
            + services.flatMap { service in
                ["af_dp", "deep_link_value", "link", "af_sub1"].map { "\(service)\($0)=\(invite)&c=invitation" }
            } + ["https://dashpay.onelink.me/AbCd?af_dp=\(invite)&deep_link_value=\(page)"]
    }()

    @Test("each form is the invitation in it, whose bytes a wallet would receive", arguments: pages)
    func read(_ page: String) throws {
        let said = try Self.said(page)
        #expect(said["outcome"]?.text == "claim" && said["kind"]?.text == "invitation", "\(said)")
        #expect(said["user"]?.text == "bob" && said["secrets"] == .array([.string("pk")]))
        let link = try DashLinkVectorTests.router.read(Array(page.utf8))
        #expect(link.outgoing.map(\.text) == [Self.invite])
    }

    @Test("a key that is wrong, or stands twice, is refused without a word of it")
    func refused() throws {
        let wrong = Self.key.dropLast() + "2"
        let twice = Self.query() + "&pk=\(Self.other)"
        typealias Row = (text: String, code: String)
        let rows: [Row] = [
            ("https://invitations.dashpay.io/applink?\(Self.query(String(wrong)))", "invalidRequest"),
            ("https://invitations.dashpay.io/applink?\(twice)", "duplicateParameter"),
            ("https://invitations.dashpay.io/applink?du=bob&pk=\(Self.key)", "missingParameter"),
            ("https://dashpay.onelink.me/A?af_dp=\(Self.encoded("dashpay://invite?\(twice)"))", "duplicateParameter"),
            (
                "https://dashpay.onelink.me/A?af_dp=\(Self.encoded(Self.invite))&af_dp=\(Self.encoded(Self.invite))",
                "duplicateParameter"
            ),
            (
                "https://dashpay.onelink.me/A?af_dp=\(Self.encoded(Self.invite))"
                    + "&link=\(Self.encoded("dashpay://invite?\(Self.query(Self.other))"))", "duplicateParameter"
            ),
            // Other hosts, other places, and short links, which have nothing.
            ("https://invitations.dashpay.io.evil.example/applink?\(Self.query())", "unsupportedScheme"),
            ("https://invitations.dashpay.io/applinks?\(Self.query())", "unsupportedScheme"),
            ("https://invitations.dashpay.io/#\(Self.query())", "unsupportedScheme"),
            ("http://invitations.dashpay.io/applink?\(Self.query())", "unsupportedScheme"),
            ("https://dashpay.onelink.me/A?x=\(Self.encoded(Self.invite))", "unsupportedScheme"),
            ("https://dashpay.onelink.me/AbCd", "unsupportedScheme"),
        ]
        for row in rows {
            let error = try Self.said(row.text)["error"]
            #expect(error?["code"]?.text == row.code, "\(row.text)")
            // The place is in what was read.
            let range = error?["range"]?.elements.compactMap(\.integer) ?? []
            #expect(range.allSatisfy { $0 <= row.text.utf8.count }, "\(row.text)")
        }
    }
}
