import RouterTestSupport
import Testing

@testable import SchemeRouter

/// The public cases of other protocols, as the engine reads them. What the program says of each in full: LinkVectorTests.
@Suite struct DescribedVectorTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let url: String
        let expect: JSONValue
    }

    static let cases: [Case] = [
        "bitcoincash", "cardano", "ethereum", "lightning", "lnurl", "monero", "payto", "solana", "stellar", "zcash",
    ].flatMap { file in
        JSONValue.file("links/\(file).json").rows("cases").map {
            Case(
                testDescription: "\(file): \($0["name"]?.text ?? "")", url: $0["url"]?.text ?? "",
                expect: $0["expect"] ?? .null)
        }
    }

    @Test("every case is refused as expected, or read with its payments", arguments: cases)
    func vector(_ vector: Case) throws {
        let expected = [vector.expect] + (vector.expect["or"].map { [$0] } ?? [])
        let found = Result { () throws(RequestError) in try Reading.router.read(Array(vector.url.utf8)).request }
        let differences = expected.map { Self.difference(found, $0, vector.url) }
        #expect(differences.contains(nil), "\(differences.compactMap { $0 }) in \(found)")
    }

    @Test("there are cases of both kinds")
    func count() {
        let refused = Self.cases.count { $0.expect["outcome"]?.text == "reject" }
        #expect(refused > 150 && Self.cases.count - refused > 120)
    }

    private static func difference(
        _ found: Result<WalletRequest, RequestError>, _ expected: JSONValue, _ url: String
    ) -> String? {
        let isRefused = expected["outcome"]?.text == "reject"
        switch found {
        case .failure(let error) where isRefused:
            let codes = [expected["error"]?.text] + (expected["orError"]?.elements.map(\.text) ?? [])
            guard codes.contains(error.code.rawValue) else { return "code" }
            guard error.range.map({ $0.upperBound <= url.utf8.count }) != false else { return "range" }
            for (name, value) in [("parameter", error.parameter), ("reason", error.reason)] {
                if let text = expected[name]?.text, text != value { return name }
            }
            if let range = expected["range"], range.elements.map(Self.text) != error.range.map(Self.offsets) {
                return "place"
            }
            return nil
        case .success(let read) where !isRefused:
            guard let request = read.asDescribed else { return "outcome" }
            let payments = expected["payments"]?.elements ?? [expected]
            if expected["payments"] != nil, payments.count != request.payments.count { return "payments" }
            // A transaction goes to a contract.
            let contract: String? =
                if case .name(let text)? = request.facts.first(where: { $0.field == "address" })?.value { text } else {
                    nil
                }
            for (payment, wanted) in zip(request.payments, payments) {
                for (name, value) in [
                    ("address", (payment.address?.text ?? contract)?.lowercased()),
                    ("amount", payment.amount.map(Self.amount)),
                    ("label", payment.labelText), ("message", payment.messageText), ("memo", payment.memo?.text),
                ] {
                    guard let want = wanted[name], want != .null || name == "amount" else { continue }
                    let text = Self.text(want)
                    if (name == "address" ? text?.lowercased() : text) != value { return name }
                }
            }
            if let total = expected["total"], Self.text(total) != request.total.map(Self.amount) { return "total" }
            if let ignored = expected["ignored"], ignored.elements.map(\.text) != request.header.ignored {
                return "ignored"
            }
            return nil
        default: return "outcome"
        }
    }

    private static func offsets(_ range: Range<Int>) -> [String?] { ["\(range.lowerBound)", "\(range.upperBound)"] }

    private static func amount(_ amount: DescribedAmount) -> String {
        switch amount.value {
        case .units(let number): number.description
        case .written(let text): text
        }
    }

    private static func text(_ value: JSONValue) -> String? {
        switch value {
        case .string(let text), .decimal(let text): text
        case .number(let number): "\(number)"
        default: nil
        }
    }
}
