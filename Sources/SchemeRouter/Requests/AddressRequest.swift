/// A request for an address to be paid at.
public struct AddressRequest: Sendable, Hashable {
    /// What every request says.
    public let header: RequestHeader

    /// Creates a request.
    public init(header: RequestHeader) {
        self.header = header
    }
}
