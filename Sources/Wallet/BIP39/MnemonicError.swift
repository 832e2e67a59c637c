/// Why words are not a BIP39 mnemonic. It says where the mistake is and never what the words are (S8).
public enum MnemonicError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The bytes are not UTF-8 text.
    case notText
    /// There are `count` words instead of 12, 15, 18, 21 or 24.
    case wordCount(Int)
    /// Word `number`, counted from 1, is not in the English list.
    case unknownWord(number: Int)
    /// Every word is in the list, but the checksum is wrong: one word is wrong, or two are swapped.
    case checksum

    /// The mistake, for the person.
    public var description: String {
        switch self {
        case .notText: "The recovery words are not valid text."
        case .wordCount(let count): "There are \(count) words; a mnemonic has 12, 15, 18, 21 or 24."
        case .unknownWord(let number): "Word \(number) is not in the BIP39 word list."
        case .checksum: "The checksum is wrong: a word is wrong, or the words are in the wrong order."
        }
    }
}
