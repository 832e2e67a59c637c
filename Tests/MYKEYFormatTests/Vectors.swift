import ExactJSON
import Foundation
import RouterEOSIO

/// Vectors of `Tests/Vectors/mykey`, read by the reader of the product.
enum Vectors {
    static func file(_ name: String) -> JSON {
        let url = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Vectors/mykey/\(name).json")
        guard let data = try? Data(contentsOf: url), let json = try? JSON(reading: Array(data), limits: .answer) else {
            preconditionFailure("vectors missing: \(url.path)")
        }
        return json
    }

    static let params = file("param")
    static let requests = file("requests")
    static let signatures = file("signatures")
    static let eip8 = file("eip8")
}

extension JSON {
    /// The rows of a table. One that is missing or empty would be a test that cannot fail, so it ends the run.
    func rows(_ name: String) -> [JSON] {
        let rows = self[name]?.elements ?? []
        precondition(!rows.isEmpty, "the vectors have no table “\(name)”")
        return rows
    }

    /// The text of a member that must be there.
    func text(_ name: String) -> String {
        guard let text = self[name]?.string else { preconditionFailure("the vectors have no text “\(name)”") }
        return text
    }

    /// The bytes of a member in hexadecimal digits.
    func bytes(_ name: String) -> [UInt8] {
        guard let bytes = [UInt8](hexDigits: text(name)) else { preconditionFailure("“\(name)” has no digits") }
        return bytes
    }
}
