import ExactJSON
import RouterBytes
import RouterEOSIO

/// The login that a wallet posts to a dapp's server (Documentation/protocols/mykey.md §3.2), with the spelling of the
/// SDK's documents or its newer one (§3.4). Nothing in it is proved until ``LoginVerifier`` has checked it.
public struct LoginReply: Sendable, Hashable {
    public let kind: LoginProtocol
    /// The dapp's key; nil in simple mode.
    public let dappKey: String?
    /// The dapp's user, or the id of this login.
    public let uuID: String
    /// The account that logs in.
    public let account: Name
    /// The wallet's word for itself: `mykey`, or another wallet's name.
    public let ref: String
    /// When it was signed: ten digits, in seconds since 1970.
    public let timestamp: String
    /// The signature over ``signedText``; nil if there is only the one over the wallet's own id of the person.
    public let signature: Signature?
    /// The wallet's own id of the person, with its signature.
    public let wallet: WalletID?

    /// The wallet's own id of a person (`mykeyUID`).
    public struct WalletID: Sendable, Hashable {
        /// The user id that the wallet reports, unchanged.
        public let id: String
        /// The signature over ``LoginReply/signedText`` and the id.
        public let signature: Signature
    }

    /// The signed text: timestamp, account, uuID and ref, as received, without separators
    /// (Documentation/protocols/mykey.md §5.2).
    public var signedText: String { "\(timestamp)\(account)\(uuID)\(ref)" }

    /// Seconds since 1970.
    public var time: Int64 {
        guard let time = Int64(timestamp) else { preconditionFailure("ten digits") }
        return time
    }

    /// Reads the body of a POST. Throws ``LoginRefusal/malformed(_:)`` with the member that is missing or wrong.
    public init(body: [UInt8]) throws(LoginRefusal) {
        guard let json = try? JSON(reading: body, limits: .link), json.members != nil else { throw .malformed("") }
        try self.init(json: json)
    }

    /// Reads the body of a POST that was already parsed.
    public init(json: JSON) throws(LoginRefusal) {
        guard let kind = LoginProtocol(rawValue: try Self.text(json, ["protocol"])) else {
            throw .malformed("protocol")
        }
        self.kind = kind
        dappKey = try Self.dappKey(json["dapp_key"] ?? json["dappKey"])
        uuID = try Self.text(json, ["uuID", "dappUserId"])
        guard Self.isUserID(uuID) else { throw .malformed("uuID") }
        guard let account = try? Name(Self.text(json, ["account"])) else { throw .malformed("account") }
        self.account = account
        ref = try Self.text(json, ["ref", "origin"])
        timestamp = try Self.timestamp(json["timestamp"])
        signature = try Self.signature(json, ["sign", "signature"])
        if let walletSignature = try Self.signature(json, ["mykeyUIDSignature"]) {
            wallet = WalletID(id: try Self.text(json, ["mykeyUID"]), signature: walletSignature)
        } else {
            wallet = nil
        }
        guard signature != nil || wallet != nil else { throw .malformed("sign") }
    }

    private static func text(_ json: JSON, _ names: [String]) throws(LoginRefusal) -> String {
        guard let text = names.lazy.compactMap({ json[$0]?.string }).first, !text.isEmpty else {
            throw .malformed(names[0])
        }
        return text
    }

    private static func dappKey(_ json: JSON?) throws(LoginRefusal) -> String? {
        switch json {
        case nil, .null?: return nil
        case .string(let text)?: return text
        default: throw .malformed("dapp_key")
        }
    }

    private static func signature(_ json: JSON, _ names: [String]) throws(LoginRefusal) -> Signature? {
        guard let text = names.lazy.compactMap({ json[$0]?.string }).first, !text.isEmpty else { return nil }
        guard let signature = try? Signature(text) else { throw .malformed(names[0]) }
        return signature
    }

    /// MYKEY writes a string, SimpleWallet a number. The signed text has no separators, so the number of digits affects
    /// its meaning.
    private static func timestamp(_ json: JSON?) throws(LoginRefusal) -> String {
        let digits: String? =
            switch json {
            case .string(let text)?: text
            case .number(let number)?: number.text
            default: nil
            }
        guard let digits, digits.utf8.count == 10, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw .malformed("timestamp")
        }
        return digits
    }

    /// Whether a text can be a user of a dapp: only characters that an id needs are allowed, for the same reason
    /// (Documentation/protocols/mykey.md §5.2).
    package static func isUserID(_ text: String) -> Bool {
        (1...128).contains(text.utf8.count)
            && text.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "._:-".utf8.contains($0) }
    }
}
