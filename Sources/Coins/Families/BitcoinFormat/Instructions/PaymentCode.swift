/// On-chain payment codes from which the payer's wallet derives an address. Both kinds are bech32m, and contain public
/// keys (Documentation/protocols/payment-links.md §5).
public enum PaymentCode {
    /// The longest text, as BIP352 recommends.
    private static let maxLength = 1_023

    /// Checks a silent payment address (BIP352): a version, then two keys, and nothing else in version 0.
    /// - Parameter prefix: the human-readable part on the network.
    public static func checkSilentPayment(
        _ text: some BidirectionalCollection<UInt8>, prefix: String
    ) throws(InstructionError) {
        let read = try read(text, prefix: prefix, other: ["sp", "tsp"])
        guard let version = read.values.first, let keys = read.bytes(from: 1) else { throw .malformed }
        // Version 31 is reserved for incompatible changes; other versions may only add bytes.
        guard version < 31, version == 0 ? keys.count == 66 : keys.count >= 66 else { throw .senseless }
        guard CompressedKey.isPoint(keys[..<33]), CompressedKey.isPoint(keys[33..<66]) else { throw .senseless }
    }

    /// Checks a private payment code (BIP351): two bytes of flags and a key.
    /// - Parameter prefix: the human-readable part on the network.
    public static func checkPrivatePayment(
        _ text: some BidirectionalCollection<UInt8>, prefix: String
    ) throws(InstructionError) {
        let read = try read(text, prefix: prefix, other: ["pay", "payt"])
        guard let bytes = read.bytes(from: 0) else { throw .malformed }
        guard bytes.count == 35, CompressedKey.isPoint(bytes[2...]) else { throw .senseless }
    }

    private static func read(
        _ text: some BidirectionalCollection<UInt8>, prefix: String, other: [String]
    ) throws(InstructionError) -> Bech32Text {
        guard text.count <= maxLength, let read = Bech32Text(text), read.checksum == .bech32m else { throw .malformed }
        guard read.prefix == prefix else { throw other.contains(read.prefix) ? .otherNetwork : .malformed }
        return read
    }
}
