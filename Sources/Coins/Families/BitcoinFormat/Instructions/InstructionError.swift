/// Why a text is no invoice, offer or payment code.
public enum InstructionError: Error, Sendable, Equatable {
    /// A wrong character, length or checksum.
    case malformed
    /// It can be read and makes no sense, or demands what nobody here knows.
    case senseless
    /// Its amount is none, or not one that can be paid.
    case badAmount
    /// It is right and belongs to another network.
    case otherNetwork
}
