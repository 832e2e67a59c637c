import RouterBytes
import SchemeRouter

/// The address of a server in bech32 (LUD-01; Documentation/protocols/payment-links.md §6), which a wallet asks how to pay.
public struct LNURL: Sendable, Hashable {
    /// The address: `https`, or `http` where the host is one of Tor's.
    public let address: ServerAddress
    /// The host, with its port where one is named.
    public let server: String

    /// What it is for, as the address itself says; nil if only the server knows.
    public let tag: String?
    /// Whether its address has the challenge that a log-in needs: `k1` of 64 hexadecimal digits (LUD-04).
    public let hasChallenge: Bool
    /// The server that a wallet asks in the end (LUD-08), if its address already names it; otherwise nil.
    public let callback: ServerAddress?

    /// Whether a text begins as one, so that it is nothing else.
    public static func begins(_ text: some Collection<UInt8>) -> Bool {
        text.prefix(6).elementsEqual("lnurl1".utf8) { $0.lowercasedASCII == $1 }
    }

    /// Reads one that asks for a payment, or does not say for what. One for a login or for incoming money is not a way
    /// to pay.
    public init(_ text: some BidirectionalCollection<UInt8>) throws(InstructionError) {
        self = try LNURL(anyOf: text)
        guard tag == nil || tag == "payRequest" else { throw .senseless }
    }

    /// Reads one for whatever purpose.
    public init(anyOf text: some BidirectionalCollection<UInt8>) throws(InstructionError) {
        guard let read = Bech32Text(text), read.checksum == .bech32, read.prefix == "lnurl",
            let bytes = read.bytes(from: 0)
        else { throw .malformed }
        guard let address = ServerAddress(String(decoding: bytes, as: UTF8.self)),
            !address.isPlain || address.host.lowercased().hasSuffix(".onion")
        else { throw .senseless }
        let fields = try Self.fields(of: address)
        tag = try Self.only("tag", in: fields)
        // Whoever asks first for what it is for hears of the server then.
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

    /// The parameters of an address, decoded as its server does it: an escape in a name hides nothing.
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

    /// The value of a parameter that appears once; nil if it is missing.
    private static func only(
        _ name: String, in fields: [(name: String, value: String)]
    ) throws(InstructionError) -> String? {
        let values = fields.filter { $0.name.utf8.elementsEqual(name.utf8) }.map(\.value)
        guard values.dropFirst().allSatisfy({ $0.utf8.elementsEqual(values[0].utf8) }) else { throw .senseless }
        return values.first
    }
}
