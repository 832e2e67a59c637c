/// The parts of a Lightning offer that a person must see (BOLT12; Documentation/protocols/payment-links.md §4).
///
/// It has no checksum by design: a wrong character can turn it into another offer, for which no wallet gets an invoice.
public struct LightningOffer: Sendable, Hashable {
    /// The amount for one item in thousandths of 10^-8 coins; nil if the offer leaves it open or gives it in a
    /// currency.
    public let amountMsat: Int64?
    /// The fiat currency (ISO 4217) of its amount, if any: then the amount to pay is only known later.
    public let currency: String?
    /// The amount in the smallest unit of ``currency``; nil if it has none.
    public let amountMinor: Int64?
    /// Whether its amount is that of one item and the payer chooses how many they buy.
    public let isPerItem: Bool
    /// Its issuer, in UTF-8.
    public let issuer: [UInt8]?
    /// Its purpose, in UTF-8.
    public let description: [UInt8]?
    /// Its expiry, in seconds since 1970.
    public let expires: Int64?

    /// Reads an offer.
    /// - Parameters:
    ///   - genesis: the hash of the network's first block, 32 bytes in display order; nil if unknown.
    public init(_ text: some Collection<UInt8>, genesis: [UInt8]?) throws(InstructionError) {
        let joined = try Self.joined(text)
        guard let folded = Bech32Text.folded(joined.span), folded.starts(with: "lno1".utf8),
            let values = Bech32Text.values(of: folded.dropFirst(4)),
            let bytes = Bech32.regroup(values[...], from: 5, to: 8, pads: false)
        else { throw .malformed }
        var fields = OfferFields()
        try fields.read(bytes)
        guard fields.hasIssuer || fields.hasPaths, fields.amount == nil || fields.description != nil,
            fields.amount != nil || fields.currency == nil
        else { throw .senseless }
        let chain = genesis.map { Array($0.reversed()) }
        guard let chain, (fields.chains ?? [Self.usualChain]).contains(chain) else { throw .otherNetwork }
        if let amount = fields.amount {
            guard amount > 0, fields.currency != nil || amount <= UInt64(Int64.max) else { throw .badAmount }
        }
        currency = fields.currency
        amountMsat = currency != nil ? nil : fields.amount.map { Int64($0) }
        amountMinor = currency == nil ? nil : fields.amount.flatMap { Int64(exactly: $0) }
        isPerItem = fields.most.map { $0 != 1 } ?? false
        issuer = fields.issuer
        description = fields.description
        // An expiry beyond the range of the type is no expiry.
        expires = fields.expiry.flatMap { Int64(exactly: $0) }
    }

    /// The default chain of an offer: Bitcoin's, by the hash of its first block in network byte order.
    static let usualChain: [UInt8] = [
        0x6F, 0xE2, 0x8C, 0x0A, 0xB6, 0xF1, 0xB3, 0x72, 0xC1, 0xA6, 0xA2, 0x46, 0xAE, 0x63, 0xF7, 0x4F, 0x93, 0x1E,
        0x83, 0x65, 0xE1, 0x5A, 0x08, 0x9C, 0x68, 0xD6, 0x19, 0x00, 0x00, 0x00, 0x00, 0x00,
    ]

    /// Removes the plus signs that join the text's parts, and the white space after them. A part is never empty.
    private static func joined(_ text: some Collection<UInt8>) throws(InstructionError) -> [UInt8] {
        guard text.contains(UInt8(ascii: "+")) else { return Array(text) }
        var joined: [UInt8] = []
        var isAtStart = true
        for byte in text {
            switch byte {
            case UInt8(ascii: "+"):
                guard !isAtStart else { throw .malformed }
                isAtStart = true
            case 0x09, 0x0A, 0x0D, 0x20:
                guard isAtStart, !joined.isEmpty else { throw .malformed }
            default:
                isAtStart = false
                joined.append(byte)
            }
        }
        guard !isAtStart else { throw .malformed }
        return joined
    }
}

/// The fields of an offer: a type, a length and that many bytes, with each type once and in order (BOLT1).
private struct OfferFields {
    var chains: [[UInt8]]?
    var currency: String?
    var amount: UInt64?
    var description: [UInt8]?
    var issuer: [UInt8]?
    var expiry: UInt64?
    /// How many items can be bought at once; 0 for any number, nil if it is about one thing.
    var most: UInt64?
    var hasPaths = false
    var hasIssuer = false

    mutating func read(_ bytes: [UInt8]) throws(InstructionError) {
        var reader = TLVReader(bytes[...])
        var last: UInt64?
        while !reader.isAtEnd {
            let type = try reader.number()
            if let last, type <= last { throw .senseless }
            last = type
            let length = try reader.number()
            try add(type, try reader.take(length))
        }
    }

    private mutating func add(_ type: UInt64, _ value: ArraySlice<UInt8>) throws(InstructionError) {
        switch type {
        case 2: chains = try Self.chains(value)
        case 6:
            guard value.count == 3, value.allSatisfy({ (0x41...0x5A).contains($0) }) else { throw .senseless }
            currency = String(decoding: value, as: UTF8.self)
        case 8: amount = try Self.number(value)
        case 10: description = try Self.text(value)
        case 12:
            // Even bits are required features, and none are defined.
            guard value.allSatisfy({ $0 & 0x55 == 0 }) else { throw .senseless }
        case 14: expiry = try Self.number(value)
        case 16:
            try Self.checkPaths(value)
            hasPaths = true
        case 18: issuer = try Self.text(value)
        case 20: most = try Self.number(value)
        case 22:
            guard CompressedKey.isPoint(value) else { throw .senseless }
            hasIssuer = true
        case 4: break
        case 1...79, 1_000_000_000...1_999_999_999:
            guard !type.isMultiple(of: 2) else { throw .senseless }
        default: throw .senseless
        }
    }

    private static func chains(_ value: ArraySlice<UInt8>) throws(InstructionError) -> [[UInt8]] {
        guard !value.isEmpty, value.count.isMultiple(of: 32) else { throw .senseless }
        return stride(from: value.startIndex, to: value.endIndex, by: 32).map { Array(value[$0..<($0 + 32)]) }
    }

    /// A number of at most 64 bits without leading zeros.
    private static func number(_ value: ArraySlice<UInt8>) throws(InstructionError) -> UInt64 {
        guard value.count <= 8, value.first != 0 else { throw .senseless }
        return value.reduce(0) { $0 << 8 | UInt64($1) }
    }

    private static func text(_ value: ArraySlice<UInt8>) throws(InstructionError) -> [UInt8] {
        let bytes = Array(value)
        guard (try? UTF8Span(validating: bytes.span)) != nil else { throw .senseless }
        return bytes
    }

    /// Blinded paths to the recipient: the first node, a key, and hops, each with a key.
    private static func checkPaths(_ value: ArraySlice<UInt8>) throws(InstructionError) {
        var reader = TLVReader(value)
        repeat {
            // The first node is a direction and a channel id, or a key.
            if let first = reader.next, first > 1 { try reader.checkKey() } else { _ = try reader.take(9) }
            try checkHops(&reader)
        } while !reader.isAtEnd
    }

    private static func checkHops(_ reader: inout TLVReader) throws(InstructionError) {
        try reader.checkKey()
        let hops = try reader.take(1).first ?? 0
        guard hops > 0 else { throw .senseless }
        for _ in 0..<hops {
            try reader.checkKey()
            let length = try reader.take(2).reduce(0) { $0 << 8 | UInt64($1) }
            _ = try reader.take(length)
        }
    }
}
