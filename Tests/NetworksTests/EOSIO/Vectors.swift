import ExactJSON
import Foundation
import RouterEOSIO
import RouterTestSupport
import SchemeRouter
import Testing

/// Vectors of `Tests/Vectors/mykey`, read by the reader of the product: their numbers and order must survive.
enum Vectors {
    static func file(_ name: String) -> JSON {
        let url = testFolder.appending(path: "Vectors/mykey/\(name).json")
        guard let data = try? Data(contentsOf: url), let json = try? JSON(reading: Array(data), limits: .answer) else {
            preconditionFailure("vectors missing: \(url.path)")
        }
        return json
    }

    static let actions = file("abi_actions")
    static let realTransactions = file("real_transactions")
    static let transactions = file("transactions")

    /// A table. One that is missing or empty would be a test that cannot fail, so it ends the run.
    static func rows(_ table: JSON?) -> [JSON] {
        let rows = table?.elements ?? []
        precondition(!rows.isEmpty, "the vectors have no such table")
        return rows
    }
}
