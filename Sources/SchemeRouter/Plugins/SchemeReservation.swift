/// Schemes that are known and have no working plugin yet: their links get a clear answer instead of a guess.
public struct SchemeReservation: Sendable {
    /// The schemes, in lower case.
    public let schemes: [String]
    /// What their links are told.
    public let answer: String

    /// A reservation as given.
    public init(schemes: [String], answer: String) {
        self.schemes = schemes
        self.answer = answer
    }
}
