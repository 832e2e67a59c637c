extension RequestError {
    /// The error for a byte that other programs would read differently (S1).
    package static func stray(
        _ bytes: [UInt8], at offset: Int, _ place: String, hint: String? = nil
    ) -> RequestError {
        let character = Character(Unicode.Scalar(bytes[offset]))
        return RequestError(
            .malformedURL, "“\(character)” is not allowed \(place).", at: offset..<offset + 1, hint: hint)
    }
}
