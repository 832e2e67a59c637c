import ExactJSON
import Foundation

/// Vectors of `Tests/Vectors/mykey`.
enum Vectors {
    static func text(_ name: String) -> String {
        let url = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Vectors/mykey/\(name)")
        guard let text = try? String(contentsOf: url, encoding: .utf8) else {
            preconditionFailure("vectors missing: \(url.path)")
        }
        return text
    }

    static func json(_ name: String) -> JSON {
        guard let json = try? JSON(reading: Array(text(name + ".json").utf8), limits: .answer) else {
            preconditionFailure("\(name) is no JSON")
        }
        return json
    }
}
