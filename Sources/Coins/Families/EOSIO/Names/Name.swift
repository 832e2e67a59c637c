/// The name of an account, action or permission: up to twelve of `.12345a…z`, then one of `.12345a…j`, in 64 bits
/// (EOSIO `libraries/chain/name.hpp`).
public struct Name: Sendable, Hashable, CustomStringConvertible, TextValue {
    /// The name in 64 bits, its first character in the highest five.
    public let value: UInt64

    /// The permission that accounts normally act with.
    public static let active = Name(value: 0x3232_EDA8_0000_0000)
    /// The highest permission of an account.
    public static let owner = Name(value: 0xA726_AB80_0000_0000)

    /// The name with this value; every number is a name.
    public init(value: UInt64) {
        self.value = value
    }

    /// Reads a name strictly: refuses a text that is not the name's own form.
    public init(_ text: String) throws(NameError) {
        var value: UInt64 = 0
        var last: UInt8 = 0
        for (offset, character) in text.utf8.enumerated() {
            guard offset < 13 else { throw NameError(at: offset, "a name has at most 13 characters") }
            guard let digit = Self.alphabet.firstIndex(of: character) else {
                throw NameError(at: offset, "a name has only the characters a–z, 1–5 and “.”")
            }
            guard offset < 12 || digit < 16 else {
                throw NameError(at: offset, "the 13th character of a name must be a–j or 1–5")
            }
            value |= UInt64(digit) << (offset < 12 ? 59 - 5 * UInt64(offset) : 0)
            last = character
        }
        guard last != UInt8(ascii: ".") else { throw NameError(at: text.utf8.count - 1, "a name does not end in “.”") }
        self.value = value
    }

    /// The name, without trailing dots.
    public var description: String {
        var characters = (0..<12).map { Self.alphabet[Int(value >> (59 - 5 * UInt64($0)) & 31)] }
        characters.append(Self.alphabet[Int(value & 15)])
        while characters.last == UInt8(ascii: ".") { characters.removeLast() }
        return String(decoding: characters, as: UTF8.self)
    }

    private static let alphabet = Array(".12345abcdefghijklmnopqrstuvwxyz".utf8)

    init(from reader: inout PackedReader) throws(UnpackError) {
        value = try reader.number()
    }

    var packed: [UInt8] { [UInt8](littleEndian: value) }

    static func reading(_ text: String) throws(PackError) -> Name {
        do { return try Name(text) } catch { throw PackError(error.message) }
    }
}

/// Why a text is not a name.
public struct NameError: Error, Sendable, Equatable {
    /// The offset in bytes of the mistake.
    public let offset: Int
    /// The problem, for the person.
    public let message: String

    init(at offset: Int, _ message: String) {
        self.offset = offset
        self.message = message
    }

    /// Errors are equal if their offset is: texts may change.
    public static func == (left: NameError, right: NameError) -> Bool { left.offset == right.offset }
}
