/// Why a text is not an invoice, offer or payment code.
public enum InstructionError: Error, Sendable, Equatable {
    /// A wrong character, length or checksum.
    case malformed
    /// Readable but invalid, or requires an unknown feature.
    case senseless
    /// Its amount is invalid or cannot be paid.
    case badAmount
    /// Valid, but for another network.
    case otherNetwork
}
