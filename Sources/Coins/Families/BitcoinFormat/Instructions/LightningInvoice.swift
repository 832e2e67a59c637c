/// The parts of a Lightning invoice that a person must see (BOLT11; Documentation/protocols/payment-links.md §3).
///
/// The checksum is checked, the signature is not: who is paid is unknown until a wallet verifies it.
public struct LightningInvoice: Sendable, Hashable {
    /// The amount in thousandths of 10^-8 coins; nil if the invoice leaves it open.
    public let amountMsat: Int64?
    /// Its purpose, supposedly in UTF-8; nil if the invoice has only a digest of it.
    public let description: [UInt8]?
    /// Its expiry, in seconds since 1970.
    public let expires: Int64
    /// On-chain addresses that could be paid instead, in order of preference.
    public let fallbacks: [Address]
    /// The signed message and the signature, which is not checked here.
    public let signed: Signed

    /// The signed message and its signature.
    public struct Signed: Sendable, Hashable {
        /// The bytes to hash with SHA-256.
        public let message: [UInt8]
        /// R and S, 64 bytes.
        public let compact: [UInt8]
        /// The recovery id, 0…3, which selects the public key.
        public let recoveryID: Int
        /// The payee's key, 33 bytes; nil if it must be recovered from the signature.
        public let payee: [UInt8]?
    }

    /// Reads an invoice.
    /// - Parameter network: the human-readable part of the network's segwit addresses.
    public init(_ text: some BidirectionalCollection<UInt8>, network: String) throws(InstructionError) {
        guard let read = Bech32Text(text), read.checksum == .bech32, read.prefix.hasPrefix("ln") else {
            throw .malformed
        }
        let prefix = Array(read.prefix.utf8.dropFirst(2))
        let digits = prefix.firstIndex { (0x30...0x39).contains($0) } ?? prefix.endIndex
        guard prefix[..<digits].elementsEqual(network.utf8) else { throw .otherNetwork }
        amountMsat = try Self.amount(prefix[digits...])
        guard read.values.count >= Self.timeLength + Self.signatureLength else { throw .senseless }
        let time = Self.number(read.values[..<Self.timeLength])
        var fields = TaggedFields()
        try fields.read(read.values[Self.timeLength..<(read.values.count - Self.signatureLength)])
        guard fields.description == nil || !fields.hasDescriptionHash else { throw .twoDescriptions }
        guard fields.hasHash, fields.hasSecret, fields.description != nil || fields.hasDescriptionHash,
            !fields.requiresTheUnknown
        else { throw .senseless }
        description = fields.description
        expires = time + (fields.expiry ?? Self.usualExpiry)
        fallbacks = fields.fallbacks
        let end = read.values.count - Self.signatureLength
        guard let signature = Bech32.regroup(read.values[end...], from: 5, to: 8, pads: false), signature.count == 65,
            let data = Bech32.regroup(read.values[..<end], from: 5, to: 8, pads: true), signature[64] < 4
        else { throw .senseless }
        signed = Signed(
            message: Array(read.prefix.utf8) + data, compact: Array(signature.prefix(64)),
            recoveryID: Int(signature[64]), payee: fields.payee)
    }

    /// 35 bits of time in 5-bit values.
    private static let timeLength = 7
    /// 520 bits of signature in 5-bit values.
    private static let signatureLength = 104
    /// Seconds.
    private static let usualExpiry: Int64 = 3_600

    /// Digits, and a letter for the fraction of a coin.
    private static func amount(_ text: ArraySlice<UInt8>) throws(InstructionError) -> Int64? {
        guard let last = text.last else { return nil }
        // In 10^-12 coins, a tenth of the result's unit: a pico-coin is 1, and a coin is 10^12.
        let factor: Int64? =
            switch last {
            case UInt8(ascii: "m"): 1_000_000_000
            case UInt8(ascii: "u"): 1_000_000
            case UInt8(ascii: "n"): 1_000
            case UInt8(ascii: "p"): 1
            default: nil
            }
        var number: Int64 = 0
        for digit in factor == nil ? text : text.dropLast() {
            guard (0x30...0x39).contains(digit) else { throw .badAmount }
            let (shifted, overflow) = number.multipliedReportingOverflow(by: 10)
            let (sum, carry) = shifted.addingReportingOverflow(Int64(digit - 0x30))
            guard !overflow, !carry else { throw .badAmount }
            number = sum
        }
        let tenths = factor ?? 1_000_000_000_000
        guard tenths > 1 || number % 10 == 0 else { throw .badAmount }
        let (amount, overflow) =
            tenths > 1
            ? number.multipliedReportingOverflow(by: tenths / 10) : (number / 10, false)
        guard !overflow, amount > 0 else { throw .badAmount }
        return amount
    }

    /// The number formed by at most 12 values.
    static func number(_ values: ArraySlice<UInt8>) -> Int64 { values.reduce(0) { $0 << 5 | Int64($1) } }
}

/// The tagged fields of an invoice.
private struct TaggedFields {
    var hasHash = false
    var hasSecret = false
    var hasDescriptionHash = false
    var description: [UInt8]?
    /// Seconds.
    var expiry: Int64?
    var fallbacks: [Address] = []
    var payee: [UInt8]?
    /// Whether the invoice requires an unknown feature.
    var requiresTheUnknown = false

    /// Reads fields: a type, a length of two values, and that many values. A malformed field refuses the invoice; a
    /// known field of the wrong length is skipped, as the document's own example demands.
    mutating func read(_ values: ArraySlice<UInt8>) throws(InstructionError) {
        var rest = values
        while let type = rest.first {
            guard rest.count >= 3 else { throw .senseless }
            let length = Int(LightningInvoice.number(rest.dropFirst().prefix(2)))
            rest = rest.dropFirst(3)
            guard length <= rest.count else { throw .senseless }
            try add(type, rest.prefix(length))
            rest = rest.dropFirst(length)
        }
    }

    private mutating func add(_ type: UInt8, _ data: ArraySlice<UInt8>) throws(InstructionError) {
        switch type {
        case 1 where data.count == 52: hasHash = true
        case 16 where data.count == 52: hasSecret = true
        case 23 where data.count == 52:
            guard !hasDescriptionHash else { throw .twoDescriptions }
            hasDescriptionHash = true
        case 13:
            guard description == nil else { throw .twoDescriptions }
            description = Self.bytes(data)
        case 19 where data.count == 53: payee = payee ?? Self.bytes(data)
        case 6:
            let seconds = data.drop { $0 == 0 }
            // Anything beyond 30,000 years is capped, so that no sum overflows.
            expiry = seconds.count > 8 ? 1 << 40 : LightningInvoice.number(seconds)
        case 9: if let address = Self.address(data) { fallbacks.append(address) }
        case 5: requiresTheUnknown = requiresTheUnknown || Self.requiresTheUnknown(data)
        default: break
        }
    }

    /// Whole bytes; the remainder is padding.
    private static func bytes(_ data: ArraySlice<UInt8>) -> [UInt8] {
        let padded = Bech32.regroup(data, from: 5, to: 8, pads: true) ?? []
        return Array(padded.prefix(data.count * 5 / 8))
    }

    private static func address(_ data: ArraySlice<UInt8>) -> Address? {
        guard let version = data.first else { return nil }
        let program = bytes(data.dropFirst())
        switch (version, program.count) {
        case (17, 20): return Address(.publicKeyHash(program))
        case (18, 20): return Address(.scriptHash(program))
        case (0, 20), (0, 32), (1...16, 2...40): return Address(.witness(version: version, program: program))
        default: return nil
        }
    }

    /// Even bits are required (BOLT9). The known ones are those allowed in invoices.
    private static func requiresTheUnknown(_ data: ArraySlice<UInt8>) -> Bool {
        let known = [8, 14, 16, 24, 36, 48]
        for (place, value) in data.reversed().enumerated() {
            for bit in 0..<5 where value >> bit & 1 == 1 {
                let feature = place * 5 + bit
                if feature.isMultiple(of: 2), !known.contains(feature) { return true }
            }
        }
        return false
    }
}
