/// One kind of address in a descriptor, with the parameters that distinguish a coin's addresses from others of that
/// kind.
///
/// The kinds are a closed set. A descriptor chooses among them and sets their parameters; it adds no code.
public struct AddressForm: Sendable, Hashable {
    /// The kind that the descriptor names.
    public let kind: Kind
    /// How its addresses are written, and what distinguishes them from others.
    public let rule: Rule
    /// The network whose addresses these are.
    public let network: NetworkKind
    /// Whether a payment to it can have a private memo. For a ``Kind/unified`` address that depends on its receivers.
    public let takesMemo: Bool
    /// Whether another coin's addresses look the same, so that the person is warned.
    public let looksLikeOther: Bool
    /// What can be done with a text of this form.
    public let use: Use
    /// What the person reads with every address of this form, as a sentence without a full stop; nil for nothing.
    public let note: String?

    /// What can be done with a text of a form.
    public enum Use: Sendable, Hashable {
        /// It can be paid.
        case paid
        /// It is recognised but cannot be paid, for the reason that the descriptor may give. `name`: what it is called, if it
        /// has a name of its own, such as “Platform address”.
        case unpaid(why: String?, name: String? = nil)
        /// It is a private key, which must not be shown.
        case secret
    }

    /// Creates a form; the descriptor reader checks the values.
    public init(
        _ kind: Kind, _ rule: Rule, network: NetworkKind, takesMemo: Bool = false, looksLikeOther: Bool = false,
        use: Use = .paid, note: String? = nil
    ) {
        (self.kind, self.rule, self.network, self.use, self.note) = (kind, rule, network, use, note)
        (self.takesMemo, self.looksLikeOther) = (takesMemo, looksLikeOther)
    }

    /// What an address is called that cannot be paid; nil if it has no name of its own.
    public var name: String? { if case .unpaid(_, let name) = use { name } else { nil } }
}

extension CoinNetworks {
    /// The forms of the addresses of these networks.
    package var addressForms: [AddressForm] {
        keys.flatMap { kind in self[kind]?.addressForms(of: kind) ?? [] }
    }
}

extension AddressForm {
    /// The kinds of addresses. The raw values are those of descriptors.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A version, a payload and the first four bytes of a double SHA-256, in Base58.
        case base58check
        /// A number of bytes in Base58, without a checksum.
        case base58
        /// A number of bytes in bech32 (BIP173).
        case bech32
        /// A number of bytes in bech32m (BIP350).
        case bech32m
        /// A number of bytes in bech32's characters with a longer checksum.
        case blech32
        /// The same with another constant in the checksum.
        case blech32m
        /// Bytes in base32, with a checksum.
        case base32
        /// Bytes in base64url, with a checksum.
        case base64url
        /// A witness program of any version (BIP173, BIP350).
        case segwit
        /// A hash and its type, with a prefix that may be omitted (CashAddr).
        case cashaddr
        /// `0x` and 20 bytes in hexadecimal, with or without a checksum in the case of the letters.
        case hex20
        /// A tag and two keys, in blocks of Base58, with the first four bytes of a Keccak-256.
        case cryptonote
        /// A version and a key, in base32 with a CRC-16 (SEP-23).
        case strkey
        /// A header and credentials, in bech32 (CIP-19).
        case shelley
        /// CBOR with a CRC-32, in Base58 (CIP-19).
        case byron
        /// Several receivers in one, jumbled, in bech32m (ZIP-316).
        case unified
        /// The number of a bank account (ISO 13616).
        case iban
        /// A name that a wallet or a server resolves.
        case name
    }

    /// What a kind means, with its parameters.
    public enum Rule: Sendable, Hashable {
        /// Bytes with a checksum or without one.
        case code(AddressCode)
        /// `prefix`: the human-readable part.
        case segwit(prefix: String)
        /// `hasChecksum`: whether mixed case is a checksum (EIP-55). `chains`: the chains that use EIP-1191.
        case hex20(hasChecksum: Bool, chains: [UInt64])
        /// `withPaymentID`: the tags of addresses with a payment id after the keys.
        case cryptonote(tags: [UInt64], withPaymentID: [UInt64])
        /// `prefix`: the human-readable part. `networkID`: the low half of the header.
        case shelley(prefix: String, networkID: UInt8)
        /// `magic`: the number of the network inside; nil for the one whose addresses have none.
        case byron(magic: UInt32?)
        /// `prefix`: the human-readable part. `receivers`: which it must have; nil for those of ZIP-316's first revision.
        case unified(prefix: String, receivers: UnifiedReceivers?)
        /// A bank account.
        case iban
        /// A name of this form.
        case name(NameShape)

        /// The human-readable part of its addresses; nil for kinds without one.
        public var prefix: String? {
            switch self {
            case .segwit(let prefix), .shelley(let prefix, _), .unified(let prefix, _): prefix
            case .code(let code): if case .bech32(let prefix, _) = code.writing { prefix } else { nil }
            default: nil
            }
        }
    }

    /// Which receivers are in a unified address of ZIP-316's second revision. The raw values are those of descriptors.
    public enum UnifiedReceivers: String, Sendable, Hashable, CaseIterable {
        /// Only such that hide who is paid.
        case shielded
        /// One that everybody can see, and perhaps others.
        case transparent
    }

    /// The contents of a strkey, by its first letter (SEP-23). `S`, a private key, is always recognised, so no form
    /// names it.
    public enum StrkeyLetter: String, Sendable, Hashable, CaseIterable {
        /// The key of an account.
        case account = "G"
        /// The key of an account with a number (“muxed”).
        case muxed = "M"
        case contract = "C"
        /// The hash of a transaction that needs no signature (pre-authorised).
        case transaction = "T"
        /// The hash of a value that authorises transactions once it is revealed.
        case hash = "X"
        /// A key with the payload that it must sign.
        case signedPayload = "P"
        /// A liquidity pool.
        case pool = "L"
        /// A claimable balance.
        case claimable = "B"

        /// What precedes the content, and what that is.
        var version: AddressCode.Version {
            // A letter encodes the upper five bits of the version; the lower three are zero.
            let byte = (rawValue.utf8.first.map { $0 - UInt8(ascii: "A") } ?? 0) << 3
            switch self {
            case .account, .contract, .transaction, .hash, .pool: return .init([byte], lengths: [32])
            case .muxed: return .init([byte], lengths: [40])
            // Balance ids have only one type so far.
            case .claimable: return .init([byte, 0], lengths: [32])
            case .signedPayload:
                return .init([byte], lengths: Array(stride(from: 40, through: 100, by: 4)), content: .signedPayload)
            }
        }
    }

    /// The form of a name.
    public enum NameShape: String, Sendable, Hashable, CaseIterable {
        /// Words separated by points.
        case domain
        /// `name@host`.
        case email
        /// `name*host`.
        case federated
        /// Any visible characters.
        case any
    }
}

/// A coin with its address forms, to tell other coins' addresses from mistyped ones.
public struct AddressOwner: Sendable, Hashable {
    public let coin: CoinID
    /// Its name for people.
    public let title: String
    /// The forms of its addresses, on all of its networks.
    public let forms: [AddressForm]
    /// The scheme of its links in lower case, for CashAddr forms without a prefix; nil if it has none.
    public let scheme: String?

    public init(_ coin: CoinID, title: String, forms: [AddressForm], scheme: String? = nil) {
        (self.coin, self.title, self.forms, self.scheme) = (coin, title, forms, scheme)
    }
}
