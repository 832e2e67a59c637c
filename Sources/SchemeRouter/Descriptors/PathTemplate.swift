import RouterBytes

/// The part of a link before its parameters, as a descriptor writes it: `[pay-]{address}[@{chain}]`.
///
/// `{…}` is a piece with a meaning, `[…]` is optional, and everything else is literal.
public struct PathTemplate: Sendable, Hashable {
    /// As written in the descriptor.
    public let text: String
    let elements: [Element]

    indirect enum Element: Sendable, Hashable {
        case literal(String)
        case piece(Piece)
        case optional([Element])
    }

    /// A piece with a meaning.
    public struct Piece: Sendable, Hashable {
        /// Its meaning.
        public let kind: Kind
        /// What people see before its text; nil if its meaning says that.
        let name: String?
        /// How many bytes its digits encode; nil if any number of them is allowed.
        let size: Int?
        /// The only text allowed, ignoring case; nil if any text is allowed.
        let text: String?
        /// The character between several values; nil for a single value.
        let separator: UInt8?
        /// Whether it extends to the end of the path, including slashes.
        let takesRest: Bool

        /// The meaning of a piece. The raw values are those of templates.
        public enum Kind: String, Sendable, Hashable, CaseIterable {
            /// The recipient.
            case address
            /// The token that is paid or called, by the address of its contract.
            case token
            /// The number by which the recipient identifies the payment.
            case tag
            /// The number of a chain.
            case chain
            /// The function of a contract call.
            case function
            /// The kind of the account that is paid (RFC 8905).
            case target
            /// A bank identifier code (ISO 9362).
            case bic
            /// The host, path and query of a server, without `https:` (LUD-17).
            case server
            /// The full `https` address of a server, percent-encoded if it has a query.
            case url
            /// A text that is decoded as a whole.
            case payload
            /// A server, with an optional port.
            case host
            /// A text that only the receiving program reads.
            case text
            /// The same in hexadecimal digits.
            case hex
            /// A text that only the receiving program may see.
            case secret
        }
    }

    /// Why a text is not a template.
    struct Mistake: Error {
        let message: String
        let hint: String?
    }

    /// Parses a template.
    init(_ text: String) throws(Mistake) {
        self.text = text
        var bytes = Array(text.utf8)[...]
        elements = try Self.elements(&bytes, isNested: false)
        // Each optional part doubles the number of ways in which a link can match.
        let optional = elements.count { if case .optional = $0 { true } else { false } }
        guard elements.pieces.count <= 8, optional <= 4, elements.count <= 16 else {
            throw Mistake(
                message: "the path has too many parts", hint: "at most 8 parts, of which at most 4 are optional")
        }
        let pieces = elements.pieces
        for (index, piece) in pieces.enumerated() {
            guard pieces[..<index].contains(where: { $0.kind == piece.kind && $0.name == piece.name }) else { continue }
            let name = piece.name.map { ":\($0)" } ?? ""
            throw Mistake(
                message: "{\(piece.kind.rawValue)\(name)} appears twice", hint: "a path can name each thing only once")
        }
    }

    private static func elements(_ bytes: inout ArraySlice<UInt8>, isNested: Bool) throws(Mistake) -> [Element] {
        var elements: [Element] = []
        while let byte = bytes.first {
            switch byte {
            case UInt8(ascii: "{"):
                bytes.removeFirst()
                let inner = bytes.prefix { $0 != UInt8(ascii: "}") }
                guard inner.count < bytes.count else {
                    throw Mistake(message: "“{” has no “}”", hint: "write a piece such as {address}")
                }
                bytes = bytes.dropFirst(inner.count + 1)
                elements.append(.piece(try piece(String(decoding: inner, as: UTF8.self))))
            case UInt8(ascii: "["):
                guard !isNested else {
                    throw Mistake(message: "“[” is nested inside another “[”", hint: "write two forms instead")
                }
                bytes.removeFirst()
                elements.append(.optional(try self.elements(&bytes, isNested: true)))
                guard bytes.popFirst() == UInt8(ascii: "]") else {
                    throw Mistake(message: "“[” has no “]”", hint: "put optional parts in [ ]")
                }
            case UInt8(ascii: "]") where isNested: return elements
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                throw Mistake(
                    message: "unmatched “\(Character(UnicodeScalar(byte)))”",
                    hint: "it needs “\(byte == 0x5D ? "[" : "{")” before it")
            default:
                let literal = bytes.prefix { !"{}[]".utf8.contains($0) }
                guard literal.allSatisfy({ (0x21...0x7E).contains($0) && !"?#%\\\"<>^`|&".utf8.contains($0) }) else {
                    throw Mistake(
                        message: "this character is not allowed in a path",
                        hint: "a path ends before “?”, and has neither spaces nor escapes")
                }
                elements.append(.literal(String(decoding: literal, as: UTF8.self)))
                bytes = bytes.dropFirst(literal.count)
            }
        }
        return elements
    }

    /// `address`, `address;` for a list, `address...` for the rest of the path, `target=iban` for a fixed text,
    /// `text:order` with a name, and `hex32` for 32 bytes.
    private static func piece(_ text: String) throws(Mistake) -> Piece {
        var name = Substring(text)
        var (only, label): (String?, String?)
        if let colon = name.firstIndex(of: ":") {
            label = String(name[name.index(after: colon)...])
            name = name[..<colon]
        }
        if let equals = name.firstIndex(of: "=") {
            only = String(name[name.index(after: equals)...])
            name = name[..<equals]
        }
        let takesRest = name.hasSuffix("...")
        if takesRest { name.removeLast(3) }
        let separator = !takesRest && name.hasSuffix(";")
        if separator { name.removeLast() }
        var size: Int?
        let digits = name.utf8.reversed().prefix(while: \.isASCIIDigit).count
        if digits > 0, name.utf8.starts(with: Piece.Kind.hex.rawValue.utf8) {
            size = Int(name.suffix(digits)).flatMap { (1...1_024).contains($0) ? $0 : nil }
            if size != nil { name.removeLast(digits) }
        }
        guard let kind = Piece.Kind(rawValue: String(name)), only?.isEmpty != true,
            label.map({ kind.hasName && DescriptorReader.isLinkName($0) }) ?? true
        else {
            throw Mistake(
                message: "\(quoted("{\(text)}")) is not a piece of a path",
                hint: "known: \(Piece.Kind.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        let isWhole = kind == .server || kind == .url || kind == .payload
        return Piece(
            kind: kind, name: label, size: size, text: only, separator: separator ? UInt8(ascii: ";") : nil,
            takesRest: takesRest || isWhole)
    }

    /// Whether a link begins with the only kind of account that this template is for.
    func matchesTarget(at path: Range<Int>, in bytes: [UInt8]) -> Bool {
        guard case .piece(let piece)? = elements.first, piece.kind == .target, let word = piece.text else {
            return false
        }
        let text = bytes[path].prefix { $0 != UInt8(ascii: "/") }
        return text.elementsEqual(word.utf8) { $0.lowercasedASCII == $1.lowercasedASCII }
    }

    /// Whether it matches every kind of account.
    var takesAnyTarget: Bool { elements.pieces.contains { $0.kind == .target && $0.text == nil } }

    /// Whether a link of this form can contain such a piece.
    func has(_ kind: Piece.Kind) -> Bool { elements.has(kind) }

    /// Whether every path contains a piece of this kind.
    func requires(_ kind: Piece.Kind) -> Bool {
        elements.contains { if case .piece(let piece) = $0 { piece.kind == kind } else { false } }
    }
}

extension [PathTemplate.Element] {
    fileprivate func has(_ kind: PathTemplate.Piece.Kind) -> Bool {
        contains { element in
            switch element {
            case .literal: false
            case .piece(let piece): piece.kind == kind
            case .optional(let inner): inner.has(kind)
            }
        }
    }

    /// All pieces, including optional ones.
    var pieces: [PathTemplate.Piece] {
        flatMap { element -> [PathTemplate.Piece] in
            switch element {
            case .literal: []
            case .piece(let piece): [piece]
            case .optional(let elements): elements.pieces
            }
        }
    }
}

extension PathTemplate.Piece.Kind {
    /// Whether it says nothing to people without a name.
    var hasName: Bool { self == .text || self == .hex || self == .secret }
}

extension DescribedForm {
    /// Whether `@` may appear in its path: before a chain number, or in a name at a host. Anywhere else, programs
    /// disagree about the meaning of the text before it (S1).
    var takesAt: Bool {
        path.elements.hasAt || addresses.contains { $0.rule == .name(.email) } || payloads.contains(.lightningAddress)
    }
}

extension [PathTemplate.Element] {
    /// Whether it contains a literal `@`.
    var hasAt: Bool { has(UInt8(ascii: "@")) }

    /// Whether it contains a literal character.
    func has(_ character: UInt8) -> Bool {
        contains { element in
            switch element {
            case .literal(let text): text.utf8.contains(character)
            case .piece: false
            case .optional(let inner): inner.has(character)
            }
        }
    }
}

extension PathTemplate {
    /// Whether it has words only.
    var isLiteral: Bool {
        elements.allSatisfy { if case .literal = $0 { true } else { false } }
    }
}
