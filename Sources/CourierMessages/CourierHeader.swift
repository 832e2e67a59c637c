import ExactJSON

/// One header field of HTTP.
public struct CourierHeader: Sendable, Equatable {
    /// Its name. Answers have it in lower case.
    public let name: String
    /// Its value.
    public let value: String

    /// A field as given.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    var json: JSON { .array([.string(name), .string(value)]) }
}
