import RouterBytes

/// Ids that distinguish answers.
enum CallbackID {
    /// 32 unpredictable upper-case hexadecimal digits: anyone who knows them can answer instead of the wallet.
    static func random() -> String { [UInt8].random(16).hex.uppercased() }
}

extension [UInt8] {
    /// Bytes from the system's random number generator, which is good enough for keys.
    static func random(_ count: Int) -> [UInt8] {
        var numbers = SystemRandomNumberGenerator()
        return (0..<count).map { _ in numbers.next() }
    }
}
