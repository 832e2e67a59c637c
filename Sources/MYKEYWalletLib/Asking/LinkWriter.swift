import ExactJSON
import RouterMYKEYFormat

/// Writes the link of a request (Documentation/protocols/mykey.md §1.1).
struct LinkWriter {
    /// The most bytes: what Linux passes as one argument, with some margin.
    static let longestLink = 131_000

    let dapp: DappIdentity
    let encoding: RequestParam.Encoding

    func link(for request: MYKEYRequest, id: String) throws(MYKEYError) -> String {
        let json = try request.json(of: dapp, id: id)
        let length = json.bytes.count
        guard length <= JSONLimits.link.bytes else {
            throw .invalid("param", "The request has \(length) bytes; wallets read at most \(JSONLimits.link.bytes).")
        }
        let param = RequestParam.text(of: json, as: encoding, appKey: dapp.appKey, userID: dapp.userID)
        let fields = [("param", param), ("appKey", dapp.appKey), ("userId", dapp.userID)]
        let query = fields.map { "\($0)=\(PercentText.encode($1))" }.joined(separator: "&")
        let link = "mykey://mykey.org/protocol?" + query
        guard link.utf8.count <= Self.longestLink else {
            throw .invalid(
                "param",
                "The link would have \(link.utf8.count) bytes; at most \(Self.longestLink) can be opened. Ask for less."
            )
        }
        return link
    }
}
