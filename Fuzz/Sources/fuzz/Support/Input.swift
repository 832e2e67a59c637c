/// Choices that a target takes from an input, before it reads the rest as untrusted bytes. After the end, an input
/// gives zeros.
struct Input {
    private(set) var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) {
        rest = bytes[...]
    }

    mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

    mutating func number() -> Int64 {
        (0..<8).reduce(0) { number, _ in number << 8 | Int64(byte()) }
    }

    /// One of several; nil if there are none.
    mutating func pick<Element>(_ choices: [Element]) -> Element? {
        choices.isEmpty ? nil : choices[Int(byte()) % choices.count]
    }

    /// The bytes up to the next zero byte.
    mutating func piece() -> [UInt8] {
        let piece = Array(rest.prefix { $0 != 0 })
        rest = rest.dropFirst(piece.count + 1)
        return piece
    }

    mutating func text() -> String { String(decoding: piece(), as: UTF8.self) }

    /// The remaining bytes.
    var bytes: [UInt8] { Array(rest) }
}
