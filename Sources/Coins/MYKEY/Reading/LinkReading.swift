import ExactJSON
import RouterMYKEYFormat
import SchemeRouter

/// Reads a link: it either opens a page or has a request in its `param` (Documentation/protocols/mykey.md §1.1, §1.3
/// and §2).
struct LinkReading {
    let link: RoutedLink
    let now: UnixTime

    private static let mykeyHost = "mykey.org"
    private static let simpleHosts = ["simplewallet.mykey.org", "eos.io"]

    func request() throws(RequestError) -> WalletRequest {
        do throws(RequestError) {
            return try link.isBareJSON ? bareRequest() : linkRequest()
        } catch {
            // Give every error the SDK's number.
            var error = error
            error.dappCode = error.code == .expired ? SDKCode.failure : SDKCode.illegalParameter
            throw error
        }
    }

    private func linkRequest() throws(RequestError) -> WalletRequest {
        let read = try JSONParameterLink(link) { $0 == "eos.io" }
        let isMYKEY = read.host == Self.mykeyHost
        guard isMYKEY || Self.simpleHosts.contains(read.host) else {
            throw RequestError(
                .malformedURL, "Such links do not lead to \(Quoted(read.host, limit: 60)).",
                at: read.range, hint: "They begin with “mykey://mykey.org/protocol?” or “simplewallet://eos.io?”.")
        }
        switch (read.path, isMYKEY) {
        case ("", true):
            _ = try link.rules(of: .openHome, at: read.range)
            return .open(RequestHeader(of: link, sender: nil, warnings: read.warnings), page: nil)
        case ("dapp", true): return try page(read)
        case ("protocol", _), ("", false): break
        default:
            throw RequestError(
                .unknownAction, "Such links do not support \(Quoted(read.path, limit: 60)).", at: read.range)
        }
        guard let param = try read.item("param") else {
            throw RequestError(
                .missingParameter, "The link has no request: “param” is missing.", at: read.range, parameter: "param")
        }
        let outer = OuterNames(
            appKey: try read.item("appKey")?.value ?? "", userID: try read.item("userId")?.value ?? "",
            isChecked: isMYKEY)
        let decoded = try decode(param.value, outer, at: param.range)
        return try RequestReading(
            members: RequestFields(json: decoded.json, range: param.range), link: link, outer: outer, now: now,
            isEncoded: decoded.encoding == .mykey, warnings: read.warnings
        ).request(defaultDialect: isMYKEY ? .mykey : .simpleWallet)
    }

    /// The JSON text of a QR code, without a link around it.
    private func bareRequest() throws(RequestError) -> WalletRequest {
        let text = String(decoding: link.bytes[link.body], as: UTF8.self)
        let outer = OuterNames(appKey: "", userID: "", isChecked: false)
        let decoded = try decode(text, outer, at: link.body)
        return try RequestReading(
            members: RequestFields(json: decoded.json, range: link.body), link: link, outer: outer, now: now,
            isEncoded: false, warnings: []
        ).request(defaultDialect: .simpleWallet)
    }

    private func decode(
        _ value: String, _ outer: OuterNames, at range: Range<Int>
    ) throws(RequestError) -> RequestParam {
        do throws(ParamError) {
            return try RequestParam(value, appKey: outer.appKey, userID: outer.userID)
        } catch {
            throw RequestError(
                .invalidRequest, error.message, at: range, hint: "Ask the dapp for the link again.", parameter: "param")
        }
    }

    private func page(_ read: JSONParameterLink) throws(RequestError) -> WalletRequest {
        _ = try link.rules(of: .openDapp, at: read.range)
        guard let item = try read.item("url") else {
            throw RequestError(.missingParameter, "The link names no page.", at: read.range, parameter: "url")
        }
        guard let page = ServerAddress(item.value) else {
            throw RequestError(
                .invalidRequest, "The page of the dapp is not a web address.", at: item.range, parameter: "url")
        }
        return .open(RequestHeader(of: link, sender: nil, warnings: read.warnings), page: page)
    }
}

/// The link's parameters besides `param`.
struct OuterNames {
    let appKey: String
    let userID: String
    /// Whether the request must contain the same names.
    let isChecked: Bool
}
