/// Why a text is not an invoice, offer or payment code.
public enum InstructionError: Error, Sendable, Equatable {
    /// A wrong character, length or checksum.
    case malformed
    /// It can be read but is invalid, or requires an unknown feature.
    case senseless
    /// Its amount is invalid or cannot be paid.
    case badAmount
    /// It is right and belongs to another network.
    case otherNetwork
}
