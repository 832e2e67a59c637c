import ExactJSON
import Foundation
import RouterTestSupport
import Testing

@testable import RouterEOSIO

/// Vectors of `Tests/Vectors/mykey`, read by the reader of the product: their numbers and order must survive.
enum Vectors {
    static func file(_ name: String) -> JSON {
        let url = testFolder.appending(path: "Vectors/mykey/\(name).json")
        guard let data = try? Data(contentsOf: url), let json = try? JSON(reading: Array(data), limits: .answer) else {
            preconditionFailure("vectors missing: \(url.path)")
        }
        return json
    }

    static let keys = file("keys")
    static let names = file("names")
    static let assets = file("assets")
    static let actions = file("abi_actions")
    static let transactions = file("transactions")
    static let realTransactions = file("real_transactions")
    static let signatures = file("signatures")
    static let params = file("param")
    static let requests = file("requests")
    static let eip8 = file("eip8")
}

extension JSON {
    /// The rows of a table. One that is missing or empty would be a test that cannot fail, so it ends the run.
    func rows(_ name: String? = nil) -> [JSON] {
        let rows = (name.map { self[$0] } ?? self)?.elements ?? []
        precondition(!rows.isEmpty, "the vectors have no table “\(name ?? "")”")
        return rows
    }

    /// The text of a member that must be there.
    func text(_ name: String) -> String {
        guard let text = self[name]?.string else { preconditionFailure("the vectors have no text “\(name)”") }
        return text
    }

    /// The value of a member that must be a number.
    func integer<Number: FixedWidthInteger>(_ name: String) -> Number {
        guard case .number(let number)? = self[name],
            let value = try? number.decimal.units(decimals: 0, as: Number.self)
        else { preconditionFailure("the vectors have no number “\(name)”") }
        return value
    }

    /// The bytes of a member in hexadecimal digits.
    func bytes(_ name: String) -> [UInt8] {
        guard let bytes = [UInt8](hexDigits: text(name)) else { preconditionFailure("“\(name)” has no digits") }
        return bytes
    }
}

/// What an error is compared by.
func packError(_ path: String) -> PackError { PackError("", path: path) }

/// What an error is compared by.
func unpackError(_ code: UnpackError.Code, _ offset: Int) -> UnpackError { UnpackError(code, at: offset, "") }

/// What an error is compared by.
func abiError(_ code: ABIError.Code, _ subject: String) -> ABIError { ABIError(code, subject, "") }
