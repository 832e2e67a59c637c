import ExactJSON
import Foundation
import RouterMYKEYFormat
import Testing

/// A link as a wallet reads it.
struct AskedLink {
    let text: String
    let appKey: String
    let userID: String
    let param: RequestParam

    var json: JSON { param.json }

    init(_ link: String) throws {
        text = link
        let start = "mykey://mykey.org/protocol?"
        try #require(link.hasPrefix(start))
        let items = link.dropFirst(start.count).split(separator: "&").map { $0.split(separator: "=", maxSplits: 1) }
        try #require(items.map { $0[0] } == ["param", "appKey", "userId"])
        let values = items.map { String($0[1]).removingPercentEncoding ?? "" }
        (appKey, userID) = (values[1], values[2])
        param = try RequestParam(values[0], appKey: appKey, userID: userID)
    }

    /// The wallet's answer.
    func callback(_ result: Int, _ payload: String? = nil) -> String {
        var text = (json["callback"]?.string ?? "") + "&result=\(result)"
        if let payload {
            text += "&payload=" + (payload.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")
        }
        return text
    }
}
