/// A parameter that is unknown here.
struct UnknownParameter: Sendable {
    /// Its name without `req-`, decoded. Names are compared as received: an invisible character makes a different name.
    let name: [UInt8]
    /// Whether it was written with `req-` (S3).
    var isRequired = false
    /// Its range in the link as received.
    let range: Range<Int>
    /// Its value's range; nil for a bare word without `=`, such as `scanqr`.
    let value: Range<Int>?

    /// Whether a plugin reads it as a way to pay.
    var isInstruction = false

    /// Whether it is written as Axe Wallet's document prints it, `(req-)IS` (Documentation/protocols/dash-axe.md §1.2).
    var isDocumentNotation: Bool { name.starts(with: "(req-)".utf8) }

    var shownName: String { KeyMaterial.name(name) }

    /// The name in lower case; nil if it is longer than any known name, or has non-ASCII characters.
    var shortName: String? {
        guard name.count <= 15, name.allSatisfy({ $0 < 0x80 }) else { return nil }
        return String(decoding: name.lazy.map(\.lowercasedASCII), as: UTF8.self)
    }

    /// Whether it has this name, ignoring the case of ASCII letters, as everywhere in links.
    func isCalled(_ word: some StringProtocol) -> Bool {
        name.elementsEqual(word.utf8) { $0.lowercasedASCII == $1.lowercasedASCII }
    }
}
