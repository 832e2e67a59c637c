import ExactJSON

/// One `name=value` of a link, or one member of a JSON object.
public struct ReplyField: Sendable, Hashable {
    /// The name, written without encoding.
    public let name: String
    public let value: ReplyValue

    public init(_ name: String, _ value: ReplyValue) {
        self.name = name
        self.value = value
    }
}

/// The value of a field: a literal known in advance, or a blank.
public enum ReplyValue: Sendable, Hashable {
    /// A text: one from the request, or a word of the protocol (``ReplyForm``).
    case text(String)
    /// A number or truth value of the protocol, or null.
    case literal(JSON)
    /// A text that is filled in later.
    case blank(ReplyBlank)
    /// A number that is filled in later.
    case digits(ReplyBlank)
    /// A JSON object.
    case object([ReplyField])

    /// Whether it is this blank, as a text or as a number.
    func isFilled(with blank: ReplyBlank) -> Bool {
        switch self {
        case .blank(let own), .digits(let own): own == blank
        case .text, .literal, .object: false
        }
    }

    /// Whether it or one of its members is this blank.
    func has(_ blank: ReplyBlank) -> Bool {
        switch self {
        case .blank(let own), .digits(let own): own == blank
        case .object(let members): members.contains { $0.value.has(blank) }
        case .text, .literal: false
        }
    }

    /// Whether it or one of its members is filled in later.
    var hasBlanks: Bool {
        switch self {
        case .blank, .digits: true
        case .object(let members): members.contains(where: \.value.hasBlanks)
        case .text, .literal: false
        }
    }

    /// The name of the blank; nil if it is not a blank.
    var blankName: String? {
        switch self {
        case .blank(let blank), .digits(let blank): blank.rawValue
        case .text, .literal, .object: nil
        }
    }

    /// The value with its blanks filled; nil if a value is missing.
    func json(_ values: (ReplyBlank) -> String?) -> JSON? {
        switch self {
        case .text(let text): return .string(text)
        case .literal(let json): return json
        case .blank(let blank): return values(blank).map(JSON.string)
        case .digits(let blank): return values(blank).map { JSONNumber($0).map(JSON.number) ?? .null }
        case .object(let members):
            var filled: [(name: String, value: JSON)] = []
            for member in members {
                guard let value = member.value.json(values) else { return nil }
                filled.append((member.name, value))
            }
            return .object(filled)
        }
    }
}

/// A value that is known only after the action.
public enum ReplyBlank: String, Sendable, Hashable, CaseIterable {
    /// The id of the transaction.
    case txid
    /// The whole signed transaction, in hex.
    case transaction
    /// A proof that the recipient got the amount in this transaction, made for the requesting app; empty if the wallet
    /// cannot make one.
    case paymentProof
    /// The signature of the only signed text, or of the first one.
    case signature
    /// The signature of the second text.
    case secondSignature
    /// The rest of the second text, which begins with the first one.
    case addition
    /// The time that the plugin received for its texts, in seconds since 1970.
    case time
    /// The name of the account that signed.
    case account
    /// The public key of that account, in its chain's text form.
    case publicKey
    /// An address of the wallet.
    case address
    /// The permission of the account that signed.
    case permission
    /// The id of the chain of the signature, in hex.
    case chainID
    /// The expiration of what was signed, `2026-01-31T14:05:09` in UTC.
    case expiration
    /// The lower 16 bits of the number of a transaction's reference block.
    case referenceBlock
    /// 32 bits of that block's id, by which a chain without the block refuses the transaction.
    case referenceCheck
    /// The extended public key at `m/account'`.
    case masterPublicKeyBIP32
    /// The extended public key at `m/44'/coin'/account'`.
    case masterPublicKeyBIP44
}

extension Action {
    /// Whether a reply may contain this after the request was carried out: never more than the person agreed to.
    func mayTell(_ blank: ReplyBlank) -> Bool {
        switch (self, blank) {
        case (.payment, .txid), (.payment, .transaction), (.payment, .paymentProof), (.address, .address): true
        case (.masterPublicKey, .masterPublicKeyBIP32), (.masterPublicKey, .masterPublicKeyBIP44): true
        case (.transfer, .txid), (.transfer, .account), (.transaction, .txid), (.transaction, .account): true
        case (.login, .signature), (.login, .secondSignature), (.login, .addition), (.login, .time): true
        case (.login, .account), (.login, .publicKey): true
        case (.transfer, .signature), (.transaction, .signature): true
        case (.transfer, _), (.transaction, _): blank.isOfHeader
        case (.sign, .signature), (.sign, .account), (.sign, .publicKey): true
        default: false
        }
    }
}

extension ReplyBlank {
    /// Its name for people, short enough that 16 fields with such values are shown whole.
    var title: String {
        switch self {
        case .txid: "transaction id"
        case .transaction: "whole transaction"
        case .paymentProof: "proof of payment"
        case .address: "address of the wallet"
        case .masterPublicKeyBIP32: "BIP32 master public key"
        case .masterPublicKeyBIP44: "BIP44 master public key"
        case .signature, .time, .account, .permission, .expiration: rawValue
        case .secondSignature: "second signature"
        case .addition: "addition to the second text"
        case .publicKey: "public key"
        case .chainID: "chain id"
        case .referenceBlock: "reference block"
        case .referenceCheck: "reference check"
        }
    }

    /// Whether it says who signed for which chain until when, which everyone who sees the signature knows anyway.
    var isOfHeader: Bool {
        switch self {
        case .permission, .chainID, .expiration, .referenceBlock, .referenceCheck: true
        default: false
        }
    }
}
