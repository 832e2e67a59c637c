extension String {
    /// Foreign text for a message: visible ASCII, at most 300 characters.
    var visibleASCII: String {
        String(decoding: utf8.prefix(300).map { (0x20...0x7E).contains($0) ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
    }
}
