import ExactJSON
import RouterBytes

/// A link with which a wallet answers (Documentation/protocols/mykey.md §3.4): the callback of the request, with
/// `&result=N` and `&payload=JSON`.
struct WalletCallback: Sendable {
    /// The longest callback that is read: the longest argument that Linux passes.
    static let longest = 131_071

    /// In lower case.
    let scheme: String
    /// In lower case.
    let host: String
    /// The request that it answers; nil if it names none.
    let id: String?
    /// The result of that request; nil if it is missing or not a number.
    let result: Int?
    /// Further information from the wallet, decoded; nil if there is none. Not always JSON.
    let payload: String?

    /// Nil if `text` is not a link with a host, or has a repeated item.
    init?(_ text: String) {
        guard text.utf8.count <= Self.longest, text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { return nil }
        let link = Array(text.utf8.prefix { $0 != UInt8(ascii: "#") })[...]
        guard let colon = link.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let rest = link[(colon + 1)...]
        guard rest.starts(with: Array("//".utf8)) else { return nil }
        let authority = rest.dropFirst(2).prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
        scheme = String(decoding: link[..<colon], as: UTF8.self).lowercased()
        host = String(decoding: authority, as: UTF8.self).lowercased()
        let query = link[authority.endIndex...].drop { $0 != UInt8(ascii: "?") }.dropFirst()

        var (id, result, payload): (String?, String?, String?)
        for item in Self.items(query) {
            if item.name == "payload", let raw = Self.payload(raw: item.value) {
                payload = raw
                continue
            }
            guard let value = PercentText.decode(item.value) else { return nil }
            switch item.name {
            case "callBackId":
                guard id == nil else { return nil }
                id = value
            case "result":
                guard result == nil else { return nil }
                result = value
            case "payload": payload = value
            default: break
            }
        }
        self.id = id
        self.result = result.flatMap { Int($0) }
        self.payload = payload
    }

    private typealias Item = (name: String, value: ArraySlice<UInt8>)

    /// The items. Everything after `payload=` is its value, since a raw payload may contain any character.
    private static func items(_ query: ArraySlice<UInt8>) -> [Item] {
        var items: [Item] = []
        var rest = query
        while !rest.isEmpty {
            let item = rest.prefix { $0 != UInt8(ascii: "&") }
            let name = String(decoding: item.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self)
            let start = min(item.startIndex + name.utf8.count + 1, item.endIndex)
            if name == "payload" {
                items.append((name, rest[start...]))
                break
            }
            items.append((name, item[start...]))
            rest = rest[item.endIndex...].dropFirst()
        }
        return items
    }

    /// Old wallets do not encode the payload. A payload that is already an object is used unchanged.
    private static func payload(raw: ArraySlice<UInt8>) -> String? {
        guard let json = try? JSON(reading: Array(raw), limits: .link), json.members != nil else { return nil }
        return String(decoding: raw, as: UTF8.self)
    }
}

/// Percent-encoding of values in links (RFC 3986, 2.1).
enum PercentText {
    /// The value with everything encoded but letters, digits and `-._~:`.
    static func encode(_ text: String) -> String { text.percentEncoded(except: "-._~:") }

    /// The value decoded once; nil if an escape is malformed or the result is not UTF-8. `+` is a literal plus.
    static func decode(_ text: some Collection<UInt8>) -> String? {
        var decoded: [UInt8] = []
        var rest = text[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                decoded.append(byte)
                continue
            }
            guard let high = rest.popFirst()?.hexDigitValue, let low = rest.popFirst()?.hexDigitValue else {
                return nil
            }
            decoded.append(high << 4 | low)
        }
        return String(validating: decoded, as: UTF8.self)
    }
}
