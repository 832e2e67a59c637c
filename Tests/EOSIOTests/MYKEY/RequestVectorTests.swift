import RouterTestSupport
import SchemeRouter
import Testing

/// `mykey/requests.json`, case by case.
@Suite struct MYKEYRequestVectorTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let vector: JSONValue

        var testDescription: String { name }
    }

    static let cases = JSONValue.file("mykey/requests.json").rows("cases").map {
        Case(name: $0["name"]?.text ?? "", vector: $0)
    }

    /// What is decided when the link was read: by the account, or by the contract's interface.
    static let afterReading = ["transfer-from-other", "contract-abi-unknown-field"]

    /// The link of a case, or one made of its JSON as SimpleWallet's or the SDK's would be.
    static func link(of vector: JSONValue) -> String {
        if let url = vector["url"]?.text { return url }
        guard let json = vector["param_json"]?.text else {
            let size = Int(vector["param_size"]?.integer ?? 0)
            return "mykey://mykey.org/protocol?param=%7B" + String(repeating: "a", count: size)
        }
        if json.contains(#""protocol":"SimpleWallet""#) { return MYKEYFixture.link(json, scheme: "simplewallet") }
        return MYKEYFixture.link(json)
    }

    @Test("every public case", arguments: cases)
    func vector(_ example: Case) throws {
        let (name, vector) = (example.name, example.vector)
        let expect = try #require(vector["expect"])
        let read = Result { () throws(RequestError) in try MYKEYFixture.read(Self.link(of: vector)) }
        switch (expect["result"]?.text, read) {
        case ("reject", .failure(let error)):
            #expect(error.dappCode.map { Int64($0) } == expect["code"]?.integer, "\(name): \(error.message)")
        case ("reject", .success):
            #expect(Self.afterReading.contains(name), "\(name) is read")
        case (let expected?, .success(let link)):
            let outcome = link.request.action.rawValue
            #expect(outcome == (expected == "prompt" ? expect["action"]?.text : expected), "\(name)")
            check(link, expect, name)
        default:
            Issue.record("\(name): \(read)")
        }
    }

    private func check(_ link: ReadLink, _ expect: JSONValue, _ name: String) {
        let dapp = link.request.dapp
        guard case .object(let members) = expect else { return }
        for (key, value) in members {
            switch (key, link.request) {
            case ("protocol", _): #expect(dapp?.dialect == value.text, "\(name)")
            case ("post_url", _): #expect(dapp?.server?.text == value.text, "\(name)")
            case ("account_hint", _): #expect(dapp?.userName?.text == value.text, "\(name)")
            case ("encrypted", _): #expect(dapp?.isEncoded == (value == .bool(true)), "\(name)")
            case ("quantity", .actions(let actions)): #expect(actions.transfer?.quantity == value.text, "\(name)")
            case ("to", .actions(let actions)): #expect(actions.transfer?.to == value.text, "\(name)")
            case ("memo", .actions(let actions)): #expect(actions.transfer?.memo == value.text, "\(name)")
            case ("n_actions", .actions(let actions)): #expect(Int64(actions.calls.count) == value.integer, "\(name)")
            case ("message", .sign(let sign)): #expect(sign.message == value.text, "\(name)")
            case ("url", .open(_, let page)): #expect(page?.text == value.text, "\(name)")
            case ("warn", _): #expect(!link.request.header.warnings.isEmpty, "\(name)")
            case ("callback_success", _):
                let expected = value.text?.replacing("<txid>", with: "{txid}")
                #expect(link.callback?.description == expected, "\(name)")
            case ("result", _), ("action", _), ("chain", _): break
            default: Issue.record("nothing compares “\(key)” of \(name)")
            }
        }
    }
}
