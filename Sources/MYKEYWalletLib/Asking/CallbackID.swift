import RouterBytes

/// Ids that tell answers from one another.
enum CallbackID {
    /// 32 upper-case hexadecimal digits that nobody can guess: whoever knows one can answer in the wallet's place.
    static func random() -> String { [UInt8].random(16).hex.uppercased() }
}

extension [UInt8] {
    /// Bytes of the system's random numbers, which are fit for keys.
    static func random(_ count: Int) -> [UInt8] {
        var numbers = SystemRandomNumberGenerator()
        return (0..<count).map { _ in numbers.next() }
    }
}
