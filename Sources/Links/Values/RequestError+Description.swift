extension RequestError: CustomStringConvertible {
    /// What is wrong, and what to do about it.
    public var description: String { [message, hint].compactMap(\.self).joined(separator: " ") }
}
