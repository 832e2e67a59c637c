/// Bytes of the system's random numbers, which are fit for keys.
enum RandomBytes {
    static func make(_ count: Int) -> [UInt8] {
        var numbers = SystemRandomNumberGenerator()
        return (0..<count).map { _ in numbers.next() }
    }
}
