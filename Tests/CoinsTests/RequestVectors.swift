import Foundation
import RouterTestSupport
import Testing

/// One case of `requests.json`.
struct RequestVector: Sendable, CustomTestStringConvertible {
    let name: String
    let url: String
    let expect: [String: JSONValue]
    let context: [String: JSONValue]

    var testDescription: String { name }

    /// The cases, without the one about a wallet that can be locked, which this program's cannot.
    static let answered = all.filter { $0.name != "tol-wallet-locked" }

    static let all: [RequestVector] = {
        guard case .object(let file) = JSONValue.file("dash-axe/requests.json"), case .array(let cases)? = file["cases"]
        else { return [] }
        return cases.compactMap { value in
            guard case .object(let members) = value, let name = members["name"]?.text, let url = members["url"]?.text,
                case .object(let expect)? = members["expect"]
            else { return nil }
            var context: [String: JSONValue] = [:]
            if case .object(let given)? = members["context"] { context = given }
            return RequestVector(name: name, url: url, expect: expect, context: context)
        }
    }()
}
