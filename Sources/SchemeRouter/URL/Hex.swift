extension [UInt8] {
    /// The bytes in lower-case hexadecimal digits.
    package var hex: String {
        var text: [UInt8] = []
        text.reserveCapacity(count * 2)
        for byte in self {
            text.append(Self.hexDigits[Int(byte >> 4)])
            text.append(Self.hexDigits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static let hexDigits = Array("0123456789abcdef".utf8)
}
