import RouterBytes
import SchemeRouter

/// A server's URL in bech32 (LUD-01; Documentation/protocols/payment-links.md §6), which a wallet asks how to pay.
public struct LNURL: Sendable, Hashable {
    /// The URL: `https`, or `http` for a Tor host.
    public let address: ServerAddress
    /// The host, with its port if the URL has one.
    public let server: String

    /// Its purpose, according to the URL itself; nil if only the server knows.
    public let tag: String?
    /// Whether the URL has the challenge required for a log-in: `k1` with 64 hexadecimal digits (LUD-04).
    public let hasChallenge: Bool
    /// The server that a wallet asks in the end (LUD-08), if the URL already names it; otherwise nil.
    public let callback: ServerAddress?

    /// Whether a text has the prefix of an LNURL, which nothing else has.
    public static func begins(_ text: some Collection<UInt8>) -> Bool {
        text.prefix(6).elementsEqual("lnurl1".utf8) { $0.lowercasedASCII == $1 }
    }

    /// Reads one for a payment or of unknown purpose. One for a login or for a withdrawal is not a way to pay.
    public init(_ text: some BidirectionalCollection<UInt8>) throws(InstructionError) {
        self = try LNURL(anyOf: text)
        guard tag == nil || tag == "payRequest" else { throw .senseless }
    }

    /// Reads one for any purpose.
    public init(anyOf text: some BidirectionalCollection<UInt8>) throws(InstructionError) {
        guard let read = Bech32Text(text), read.checksum == .bech32, read.prefix == "lnurl",
            let bytes = read.bytes(from: 0)
        else { throw .malformed }
        guard let address = ServerAddress(String(decoding: bytes, as: UTF8.self)),
            !address.isPlain || address.host.lowercased().hasSuffix(".onion")
        else { throw .senseless }
        let fields = try Self.fields(of: address)
        tag = try Self.only("tag", in: fields)
        // Without a tag, a wallet first asks for the purpose, and the answer names the server.
        let callback = tag == nil ? nil : try Self.only("callback", in: fields)
        self.callback = callback.flatMap { ServerAddress($0) }
        guard callback == nil || self.callback != nil else { throw .senseless }
        hasChallenge = fields.contains { field in
            field.name.utf8.elementsEqual("k1".utf8) && field.value.utf8.count == 64
                && field.value.utf8.allSatisfy { $0.hexDigitValue != nil }
        }
        let authority = address.text.split(separator: "/", maxSplits: 2).dropFirst().first?.prefix { $0 != "?" } ?? ""
        self.address = address
        server = String(authority)
    }

    /// The parameters of a URL, decoded as its server does: an escape in a name hides nothing.
    private static func fields(of address: ServerAddress) throws(InstructionError) -> [(name: String, value: String)] {
        let query = address.text.utf8.drop { $0 != UInt8(ascii: "?") }.dropFirst()
        var fields: [(name: String, value: String)] = []
        for field in query.split(separator: UInt8(ascii: "&")) {
            let name = field.prefix { $0 != UInt8(ascii: "=") }
            fields.append((try decode(name), try decode(field.dropFirst(name.count + 1))))
        }
        return fields
    }

    private static func decode(_ text: some Collection<UInt8>) throws(InstructionError) -> String {
        let bytes = Array(text)
        do throws(RequestError) {
            return String(
                decoding: try PercentDecoding.decode(bytes.span, bytes.indices, plusIsSpace: true), as: UTF8.self)
        } catch {
            throw .senseless
        }
    }

    /// The value of a parameter that may appear once; nil if it is missing.
    private static func only(
        _ name: String, in fields: [(name: String, value: String)]
    ) throws(InstructionError) -> String? {
        let values = fields.filter { $0.name.utf8.elementsEqual(name.utf8) }.map(\.value)
        guard values.dropFirst().allSatisfy({ $0.utf8.elementsEqual(values[0].utf8) }) else { throw .senseless }
        return values.first
    }
}
