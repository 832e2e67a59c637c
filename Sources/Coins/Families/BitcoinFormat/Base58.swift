import RouterBytes

extension Base58 {
    /// The bytes of a text of at most ``Base58Check/maxLength`` characters; nil if it is longer or has other
    /// characters.
    package static func decode(_ text: String) -> [UInt8]? {
        guard (1...Base58Check.maxLength).contains(text.utf8.count) else { return nil }
        return try? bytes(of: Array(text.utf8)[...])
    }

    /// What is wrong with a text in Base58; nil if nothing is.
    /// - Parameters:
    ///   - isChecked: whether the first four bytes of a double SHA-256 follow its bytes.
    ///   - size: how many bytes it must encode, without a checksum; nil for any number up to 256.
    package static func complaint(about text: ArraySlice<UInt8>, isChecked: Bool, size: Int?) -> String? {
        guard let bytes = decode(text, most: (size ?? 256) + (isChecked ? 4 : 0)) else {
            return size.map { "is not Base58 of \($0) bytes" } ?? "is not Base58"
        }
        guard isChecked else { return size == nil || bytes.count == size ? nil : "does not encode \(size ?? 0) bytes" }
        let content = bytes.dropLast(4)
        guard bytes.count > 4, Digest.doubleSHA256(Array(content)).starts(with: bytes.suffix(4)) else {
            return "has a wrong character, or one too many or too few"
        }
        return size == nil || content.count == size ? nil : "does not encode \(size ?? 0) bytes"
    }
}
