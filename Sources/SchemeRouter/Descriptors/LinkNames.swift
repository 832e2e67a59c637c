import RouterBytes

/// The names of the parameters in the links of a scheme, each with its meaning. Case does not matter (BIP321).
struct LinkNames: Sendable, Hashable {
    /// One name, as the descriptor writes it.
    struct Name: Sendable, Hashable {
        let text: String
        let meaning: ParameterName

        init(_ text: String, _ meaning: ParameterName) { (self.text, self.meaning) = (text, meaning) }
    }

    /// The names, in the order in which they are searched.
    let all: [Name]
    /// Each name in lower case, as one number; 0 if it has more than seven bytes, or one whose case is not a bit.
    private let words: [UInt64]

    init(_ names: [Name]) {
        all = names
        words = names.map { name in
            let bytes = name.text.utf8
            guard bytes.count < 8, !bytes.contains(UInt8(ascii: "_")) else { return 0 }
            return bytes.reduce(0) { $0 << 8 | UInt64($1.lowercasedASCII) }
        }
    }

    /// The name of a parameter; that of most protocols if these links have no such parameter.
    func text(of meaning: ParameterName) -> String {
        all.first { $0.meaning == meaning }?.text ?? meaning.rawValue
    }

    /// The meaning of a decoded name without `req-`; nil if it has none.
    subscript(key: Span<UInt8>) -> ParameterName? {
        for name in all {
            let text = name.text.utf8
            guard text.count == key.count else { continue }
            if zip(key.indices, text).allSatisfy({ key[$0].lowercasedASCII == $1.lowercasedASCII }) {
                return name.meaning
            }
        }
        return nil
    }

    /// The meaning of the name that a part of a link begins with, and the place of its `=`; nil if the part must be
    /// looked at more closely.
    ///
    /// Looks at eight bytes at once: most names have fewer, and the byte after them tells whether there are more. Links
    /// have no control characters, so that setting one bit makes no other byte one of a name.
    @inline(__always) func plain(in link: Span<UInt8>, at start: Int) -> (ParameterName, Int)? {
        guard let bytes = link.eightBytes(at: start) else { return nil }
        // Zero where the bytes have `=`. Subtracting 1 from a byte sets its highest bit if it was zero, and the lowest
        // byte that this is true of is the first `=`.
        let signs = bytes ^ 0x3D3D_3D3D_3D3D_3D3D
        let ends = (signs &- 0x0101_0101_0101_0101) & ~signs & 0x8080_8080_8080_8080
        guard ends != 0 else { return nil }
        let length = ends.trailingZeroBitCount >> 3
        guard length > 0 else { return nil }
        let word = (bytes.byteSwapped | 0x2020_2020_2020_2020) >> UInt64(64 - 8 * length)
        for index in words.indices where words[index] == word { return (all[index].meaning, start + length) }
        return nil
    }
}
