/// The dialogues about links that were found in a picture. Nobody has read a QR code, so its text is shown before anything
/// happens with it.
package struct FoundLinkText {
    /// Where it was found, in words of ours and quoted foreign ones: `“shop.png”`.
    private let place: String
    private let columns: Int

    /// - Parameter columns: as ``Prompt/columns``.
    package init(place: String, columns: Int) {
        (self.place, self.columns) = (place, columns)
    }

    /// The most characters of a link that are shown. Only links of dapps are longer, and their consent shows what is in them.
    private static let most = 1_500

    /// The text of a link, quoted; not of one with a secret in it, which no screen may show (S8).
    /// - Parameters:
    ///   - bytes: the link as it was found.
    ///   - link: the same as it was read; nil if it is one for another program.
    package static func shown(_ bytes: [UInt8], _ link: ReadLink?) -> Quoted {
        let text = String(decoding: bytes, as: UTF8.self)
        guard let link else { return Quoted(text, limit: most) }
        if link.hasSecrets { return Quoted(exactly: "\(link.request.header.scheme):[hidden]") }
        let isCut = text.unicodeScalars.count > most
        return Quoted(exactly: isCut ? String(text.unicodeScalars.prefix(most)) + "…" : text)
    }

    /// Asks whether to open a link.
    /// - Parameter others: how many more codes there are in the picture that are no links.
    package func dialogue(_ link: Quoted, others: Int) throws(RequestError) -> Dialogue {
        let rest: Paragraph? =
            switch others {
            case 0: nil
            case 1: "There is another QR code, which is not a wallet link."
            default: "There are \(others) more QR codes, which are not wallet links."
            }
        let paragraphs: [Paragraph] =
            ["The QR code in \(own: place) says:", "\(link)"] + [rest].compactMap(\.self)
            + ["Next you see what it asks for. Nothing has been done yet."]
        return try dialogue(paragraphs, agree: "Open it")
    }

    /// Asks which of several links to open.
    package func choice(of count: Int) throws(RequestError) -> Dialogue {
        try dialogue(
            ["There are \(count) QR codes with wallet links in \(own: place). Which one do you want to open?"],
            agree: "OK")
    }

    private func dialogue(_ paragraphs: [Paragraph], agree: String) throws(RequestError) -> Dialogue {
        guard let text = PageLayout.text(about: .question, notice: nil, columns: columns, groups: [paragraphs])
        else { throw .tooMuchToShow }
        return Dialogue(title: "QR code", text: text, agree: agree, refuse: "Cancel")
    }
}

extension Quoted {
    /// Its beginning, for a list.
    package var shortened: String {
        let whole = description
        return whole.unicodeScalars.count > 200 ? String(whole.unicodeScalars.prefix(200)) + "…”" : whole
    }
}
