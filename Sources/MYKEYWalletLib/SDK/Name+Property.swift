import RouterEOSIO

extension Name {
    /// A name from a property of a request. Throws if it is invalid.
    init(property: String, _ text: String) throws(MYKEYError) {
        // The empty name is the chain's; no account or action has it.
        guard !text.isEmpty else { throw .invalid(property, "“\(property)” is missing.") }
        do {
            try self.init(text)
        } catch {
            throw .invalid(property, "“\(text)” is not the name of an account or action: \(error.message)")
        }
    }
}
