import SchemeRouter

/// The address of a server in bech32 (LUD-01; Documentation/protocols/payment-links.md §6), which a wallet asks how to pay.
public struct LNURL: Sendable, Hashable {
    /// The address: `https`, or `http` where the host is one of Tor's.
    public let address: ServerAddress
    /// The host, with its port where one is named.
    public let server: String

    /// What it is for, as the address itself says; nil where only the server knows.
    public let tag: String?
    /// Whether its address has the challenge that a log-in needs: `k1` of 64 hexadecimal digits (LUD-04).
    public let hasChallenge: Bool

    /// Whether a text begins as one, so that it is nothing else.
    public static func begins(_ text: some Collection<UInt8>) -> Bool {
        text.prefix(6).elementsEqual("lnurl1".utf8) { $0.lowercasedASCII == $1 }
    }

    /// Reads one that asks for a payment, or does not say for what. One for a login or for money that comes in is no way to
    /// pay.
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
        let query = address.text.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
        let tags = query.split(separator: "&").filter { $0.hasPrefix("tag=") }
        guard tags.count <= 1 || Set(tags).count == 1 else { throw .senseless }
        tag = tags.first.map { String($0.dropFirst(4)) }
        hasChallenge = query.split(separator: "&").contains { field in
            field.hasPrefix("k1=") && field.utf8.count == 67
                && field.utf8.dropFirst(3).allSatisfy { byte in
                    (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte | 0x20)
                }
        }
        let authority = address.text.split(separator: "/", maxSplits: 2).dropFirst().first?.prefix { $0 != "?" } ?? ""
        self.address = address
        server = String(authority)
    }
}
