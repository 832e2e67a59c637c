/// Writes requests to sign (EEP-7) byte by byte, apart from the product's own code.
public struct RequestToSign: Sendable {
    public var version: UInt8 = 2
    /// The chain: EOS by its number.
    public var chain: [UInt8] = [0, 1]
    /// What is to be signed, with its kind before it.
    public var content: [UInt8]
    /// 1: the signer sends it; 2: the answer is posted.
    public var flags: UInt8 = 1
    public var callback = ""
    public var info: [(key: String, value: [UInt8])] = []
    /// A signer and a signature, or whatever else stands behind.
    public var behind: [UInt8] = []

    public init(_ content: [UInt8]) {
        self.content = content
    }

    /// One action.
    public init(action: [UInt8]) {
        self.init([0] + action)
    }

    /// Several actions.
    public init(actions: [[UInt8]]) {
        self.init([1, UInt8(actions.count)] + actions.joined())
    }

    /// A proof of identity, as version 2 has it, or version 3 where it is for somebody.
    public static func identity(
        for scope: String? = nil, of signer: (String, String)? = nil, callback: String
    ) -> RequestToSign {
        let permission = signer.map { [1] + name($0.0) + name($0.1) } ?? [0]
        var request = RequestToSign([3] + (scope.map(name) ?? []) + permission)
        request.version = scope == nil ? 2 : 3
        request.flags = 0
        request.callback = callback
        return request
    }

    public static let ownName = "............1"
    public static let ownPermission = "............2"

    /// A call.
    public static func action(
        _ account: String, _ name: String, by signers: [(String, String)] = [(ownName, ownPermission)], _ data: [UInt8]
    ) -> [UInt8] {
        self.name(account) + self.name(name) + [UInt8(signers.count)]
            + signers.flatMap { self.name($0.0) + self.name($0.1) } + counted(data)
    }

    /// A payment by the chain's own token.
    public static func transfer(
        _ units: Int64 = 15_000, to: String = "alicealice11", from: String = ownName, memo: String = "thanks",
        contract: String = "eosio.token", by signers: [(String, String)] = [(ownName, ownPermission)]
    ) -> [UInt8] {
        let data =
            name(from) + name(to) + number(units, 8) + [4] + Array("EOS".utf8) + [0, 0, 0, 0]
            + counted(Array(memo.utf8))
        return action(contract, "transfer", by: signers, data)
    }

    /// A name in 64 bits, the lowest byte first.
    public static func name(_ text: String) -> [UInt8] {
        let letters = Array(".12345abcdefghijklmnopqrstuvwxyz".utf8)
        var value: UInt64 = 0
        for (offset, letter) in text.utf8.enumerated() {
            let digit = UInt64(letters.firstIndex(of: letter) ?? 0)
            value |= offset < 12 ? digit << (59 - 5 * UInt64(offset)) : digit
        }
        return number(Int64(bitPattern: value), 8)
    }

    public static func number(_ value: Int64, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * Int64($0))) }
    }

    public static func counted(_ bytes: [UInt8]) -> [UInt8] {
        bytes.count < 128
            ? [UInt8(bytes.count)] + bytes
            : [UInt8(bytes.count & 0x7F) | 0x80, UInt8(bytes.count >> 7)] + bytes
    }

    /// Without the byte in front.
    public var body: [UInt8] {
        chain + content + [flags] + Self.counted(Array(callback.utf8)) + [UInt8(info.count)]
            + info.flatMap { Self.counted(Array($0.key.utf8)) + Self.counted($0.value) } + behind
    }

    public var bytes: [UInt8] { [version] + body }

    /// The same in raw deflate, in one block that is stored as it is (RFC 1951, 3.2.4).
    public var deflated: [UInt8] { [version | 0x80] + Self.stored(body) }

    public static func stored(_ bytes: [UInt8]) -> [UInt8] {
        let count = number(Int64(bytes.count), 2)
        return [1] + count + count.map { ~$0 } + bytes
    }

    public var payload: String { Self.payload(bytes) }

    public var link: String { "esr:\(payload)" }

    /// Base64 for web addresses, without padding.
    public static func payload(_ bytes: [UInt8]) -> String {
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
        var text: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let part = bytes[start..<min(start + 3, bytes.count)]
            let group = part.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - part.count))
            for place in 0...part.count { text.append(digits[group >> (18 - 6 * place) & 63]) }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
