import RouterBytes

/// Ids that tell answers from one another.
enum CallbackID {
    /// 32 unpredictable upper-case hexadecimal digits: whoever knows them can answer instead of the wallet.
    static func random() -> String { [UInt8].random(16).hex.uppercased() }
}

extension [UInt8] {
    /// Bytes of the system's random numbers, which are fit for keys.
    static func random(_ count: Int) -> [UInt8] {
        var numbers = SystemRandomNumberGenerator()
        return (0..<count).map { _ in numbers.next() }
    }
}
