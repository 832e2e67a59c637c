/// The symbol code of a token: one to seven of A…Z (EOSIO `libraries/chain/include/eosio/chain/symbol.hpp`).
public struct SymbolCode: Sendable, Hashable, CustomStringConvertible, TextValue {
    /// The letters in 56 bits, the first one lowest.
    public let value: UInt64

    /// Reads the letters; nil if `text` is anything else.
    public init?(_ text: some StringProtocol) {
        self.init(letters: Array(text.utf8))
    }

    /// Nil unless the bits are letters with zeros above them.
    public init?(value: UInt64) {
        var letters = [UInt8](littleEndian: value)
        while letters.last == 0 { letters.removeLast() }
        self.init(letters: letters)
    }

    private init?(letters: [UInt8]) {
        guard (1...7).contains(letters.count), letters.allSatisfy({ (0x41...0x5A).contains($0) }) else { return nil }
        value = letters.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// The letters.
    public var description: String {
        String(decoding: [UInt8](littleEndian: value).prefix { $0 != 0 }, as: UTF8.self)
    }

    init(from reader: inout PackedReader) throws(UnpackError) {
        let offset = reader.offset
        guard let code = SymbolCode(value: try reader.number()) else {
            throw UnpackError(.badValue, at: offset, "These letters are not a token symbol.")
        }
        self = code
    }

    var packed: [UInt8] { [UInt8](littleEndian: value) }

    static func reading(_ text: String) throws(PackError) -> SymbolCode {
        guard let code = SymbolCode(text) else { throw PackError("expected one to seven letters A–Z") }
        return code
    }
}
