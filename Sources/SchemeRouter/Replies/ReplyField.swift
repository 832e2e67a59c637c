import ExactJSON

/// One `name=value` of a link, or one member of an object of JSON.
public struct ReplyField: Sendable, Hashable {
    /// The name, written as it is.
    public let name: String
    /// The value.
    public let value: ReplyValue

    /// Creates a field.
    public init(_ name: String, _ value: ReplyValue) {
        self.name = name
        self.value = value
    }
}

/// What a reply says in one place: a literal that is known already, or a blank.
public indirect enum ReplyValue: Sendable, Hashable {
    /// A text: one from the request, or a word of the protocol (``ReplyForm``).
    case text(String)
    /// A number or truth value of the protocol, or null.
    case literal(JSON)
    /// A text that is filled in afterwards.
    case blank(ReplyBlank)
    /// A number that is filled in afterwards.
    case digits(ReplyBlank)
    /// An object of JSON.
    case object([ReplyField])

    /// Whether it or a member of it is filled in afterwards.
    var hasBlanks: Bool {
        switch self {
        case .blank, .digits: true
        case .object(let members): members.contains(where: \.value.hasBlanks)
        case .text, .literal: false
        }
    }

    /// The name of the blank that it is; nil for anything else.
    var blankName: String? {
        switch self {
        case .blank(let blank), .digits(let blank): blank.rawValue
        case .text, .literal, .object: nil
        }
    }

    /// The value with its blanks filled; nil where one of them has no value.
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
    /// The signature of the only text that was signed, or of the first.
    case signature
    /// The signature of the second text.
    case secondSignature
    /// What the second text has after the first one, with which it begins.
    case addition
    /// The time that was given to the plugin for its texts, in seconds since 1970.
    case time
    /// The name of the account that signed.
    case account
    /// The public key of that account, as a text of its chain.
    case publicKey
    /// An address of the wallet.
    case address
    /// The permission of the account that signed.
    case permission
    /// The id of the chain that was signed for, in hex.
    case chainID
    /// When what was signed ends, `2026-01-31T14:05:09` in UTC.
    case expiration
    /// The lower 16 bits of the number of the block that a transaction refers to.
    case blockNumber
    /// The third 32-bit word of the id of that block.
    case blockPrefix
    /// The extended public key at `m/account'`.
    case masterPublicKeyBIP32
    /// The extended public key at `m/44'/coin'/account'`.
    case masterPublicKeyBIP44
}

extension Action {
    /// Whether a reply may tell this once what was asked for was done: no more than the person agreed to.
    func mayTell(_ blank: ReplyBlank) -> Bool {
        switch (self, blank) {
        case (.payment, .txid), (.payment, .transaction), (.address, .address): true
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
    /// What the person may call it: so short that 16 fields with such values are shown whole.
    var title: String {
        switch self {
        case .txid: "transaction id"
        case .transaction: "whole transaction"
        case .address: "address of the wallet"
        case .masterPublicKeyBIP32: "BIP32 master public key"
        case .masterPublicKeyBIP44: "BIP44 master public key"
        case .signature, .time, .account, .permission, .expiration: rawValue
        case .secondSignature: "second signature"
        case .addition: "addition to the second text"
        case .publicKey: "public key"
        case .chainID: "chain id"
        case .blockNumber: "block number"
        case .blockPrefix: "block prefix"
        }
    }

    /// Whether it says who signed for which chain until when, which whoever sees the signature knows anyway.
    var isOfHeader: Bool {
        switch self {
        case .permission, .chainID, .expiration, .blockNumber, .blockPrefix: true
        default: false
        }
    }
}
