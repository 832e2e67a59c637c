import RouterDesktop
import RouterLinux
import RouterStorage
import SchemeRouter

/// The links in a picture. A QR code is a stranger's text that nobody has read: so it is shown before it is opened, and what it
/// says is read like any pasted text.
struct PictureLinks {
    private struct Link {
        let bytes: [UInt8]
        /// Nil if it is one for another program.
        let reading: ReadLink?
    }

    private let source: PictureSource
    private let context: AppContext
    /// The texts of all codes, as UTF-8.
    private let texts: [[UInt8]]
    /// Those of them that can be opened.
    private let links: [Link]

    /// Reads the codes in a picture. Throws if there is none, or none with a text.
    init(in source: PictureSource, _ options: GlobalOptions) throws {
        self.source = source
        let codes = try source.codes(ProcessEnvironment.current()) { StandardStreams.complain("note: \($0)") }
        texts = codes.filter { $0.kind == .whole }.map { Self.text($0.bytes) }
        guard !texts.isEmpty else { throw Self.error(about: codes, in: source) }
        context = try AppContext(options)
        let router = context.router
        links = texts.compactMap { text in
            if let reading = try? router.read(text) { return Link(bytes: text, reading: reading) }
            return router.foreignLink(text) == nil ? nil : Link(bytes: text, reading: nil)
        }
        guard texts.count == 1 || !links.isEmpty else {
            throw ServiceError(
                .noCodeInPicture, "None of the \(texts.count) QR codes in \(source.text) is a wallet link.",
                hint: "Cut out the one that you mean, and try again: then it is said why.", reason: "noLink")
        }
    }

    /// The only link; or the only text, so that its reader says why it is none.
    func only() throws(ServiceError) -> [UInt8] {
        guard links.count > 1 else { return links.first?.bytes ?? texts[0] }
        let list = links.map { "\(FoundLinkText.shown($0.bytes, $0.reading).shortened)" }.joined(separator: ", ")
        throw ServiceError(
            .severalCodes, "There are \(links.count) links in \(source.text): \(list).",
            hint: "“router open” asks which one you mean. Or cut out the part with that QR code.")
    }

    /// What the code says; nil if its text is no link: it could be a secret.
    func says(_ text: [UInt8]) -> String? {
        links.first { $0.bytes == text }.map {
            "The QR code in \(source.text) says \(FoundLinkText.shown($0.bytes, $0.reading))"
        }
    }

    /// The link that the person has seen and wants to open; or the only text, so that its reader says why it is no link.
    func chosen() async throws -> [UInt8] {
        guard !links.isEmpty else { return try only() }
        let gate = LockedPromptGate(directory: context.paths.gate)
        try PrivateDirectory.create(context.paths.gate)
        guard let pass = try gate.enter() else {
            throw ServiceError(
                .busy, "Another link is waiting for an answer.", hint: "Answer it first, then try again.")
        }
        defer { withExtendedLifetime(pass) {} }
        let prompt = try context.prompt()
        let words = FoundLinkText(place: source.text, columns: prompt.columns)
        var position = 0
        if links.count > 1 {
            let options = links.map { PromptOption(FoundLinkText.shown($0.bytes, $0.reading).shortened) }
            position = try await prompt.select(try words.choice(of: links.count), from: options)
        }
        let link = links[position]
        try await prompt.confirm(
            try words.dialogue(FoundLinkText.shown(link.bytes, link.reading), others: texts.count - links.count))
        return link.bytes
    }

    /// Bytes of a code as text. Most are UTF-8, and the others mean what the standard of QR codes says, ISO 8859-1.
    private static func text(_ bytes: [UInt8]) -> [UInt8] {
        guard String(validating: bytes, as: UTF8.self) == nil else { return bytes }
        return Array(String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) })).utf8)
    }

    private static func error(about codes: [PictureCode], in source: PictureSource) -> ServiceError {
        switch codes.first?.kind {
        case .part:
            ServiceError(
                .noCodeInPicture,
                "The QR code in \(source.text) has only a part of its text; the rest is in another code.",
                hint: "Use a picture with all of its codes.", reason: "partOfCode")
        case .goods:
            ServiceError(
                .noCodeInPicture, "The QR code in \(source.text) is a label for goods, not a link.",
                hint: "Ask for another code, or for the link as text.", reason: "codeForGoods")
        case .whole, nil:
            ServiceError(
                .noCodeInPicture, "No QR code was found in \(source.text).",
                hint: "Make it larger, or cut out the part around the code, with some white around it.")
        }
    }
}
