/// A parameter that is not understood here.
struct UnknownParameter: Sendable {
    /// Its name without `req-`, decoded. Names are compared as they arrived: one with an invisible character in it is
    /// another one.
    private let bytes: [UInt8]
    /// Whether it was written with `req-` (S3).
    let isRequired: Bool
    /// Where it stands in the link as received.
    let range: Range<Int>
    /// Where its value stands; nil for a bare word without `=`, such as `scanqr`.
    let value: Range<Int>?
    /// Whether it is written as Axe Wallet's document prints it, `(req-)IS` (Documentation/protocols/dash-axe.md §1.2).
    let isDocumentNotation: Bool

    /// A parameter whose decoded name the engine does not know.
    init(_ name: Span<UInt8>, isRequired: Bool, range: Range<Int>, value: Range<Int>?) {
        let bytes = name.indices.map { name[$0] }
        self.bytes = bytes
        self.isRequired = isRequired
        self.range = range
        self.value = value
        self.isDocumentNotation = bytes.starts(with: "(req-)".utf8)
    }

    /// A parameter that the descriptor does not name for the action.
    init(_ name: ParameterName, range: Range<Int>) {
        self.bytes = Array(name.rawValue.utf8)
        self.isRequired = false
        self.range = range
        self.value = range
        self.isDocumentNotation = false
    }

    /// The name, made safe to show.
    var shownName: String { ForeignText(bytes, limit: 40).text }

    /// Whether it is called so. Letters of ASCII count in either case, as everywhere in links.
    func isCalled(_ name: some StringProtocol) -> Bool {
        bytes.elementsEqual(name.utf8) { $0.lowercasedASCII == $1.lowercasedASCII }
    }
}
