/// A request for an address to be paid at.
public struct AddressRequest: Sendable, Hashable {
    /// What every request says.
    public let header: RequestHeader

    /// A request as given.
    public init(header: RequestHeader) {
        self.header = header
    }
}
