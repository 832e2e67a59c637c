import RouterDialogue

/// The paragraphs of a question as widgets, in the order in which they are read.
struct Paragraphs {
    private(set) var widgets: [Widget] = []
    /// A box whose parts stand beside each other if there is room: the recipient and its QR code.
    private(set) var besides: [Widget] = []

    init(_ content: DialogueContent) {
        let heading = content.heading
        let amounts = heading.indices.filter { heading[$0].hasAmount }
        // A single amount comes first, whatever stands around it. Of several, none is the sum.
        if amounts.count == 1 {
            addAmount(heading[amounts[0]])
            for (index, paragraph) in heading.enumerated() where index != amounts[0] { addHeading(paragraph) }
        } else {
            for paragraph in heading { addHeading(paragraph) }
        }
        for group in content.groups where !group.isEmpty { add(group) }
    }

    /// The amount, large, between the words that stand before and after it.
    private mutating func addAmount(_ paragraph: DialogueParagraph) {
        guard let index = paragraph.runs.firstIndex(where: { if case .amount = $0 { true } else { false } }) else {
            return
        }
        let before = Self.text(paragraph.runs[..<index]), after = Self.text(paragraph.runs[(index + 1)...])
        let amount = Widget.label(paragraph.runs[index].text, most: 24)
        amount.addClass("amount")
        var parts = [amount]
        if !before.trimmed.isEmpty { parts.insert(Self.caption(before.trimmed), at: 0) }
        if !after.trimmed.isEmpty { parts.append(Self.caption(after.trimmed)) }
        widgets.append(.box(spacing: 2, parts))
    }

    private mutating func addHeading(_ paragraph: DialogueParagraph) {
        guard let index = paragraph.runs.firstIndex(where: { if case .address = $0 { true } else { false } }) else {
            widgets.append(Self.label(paragraph, emphasising: true))
            return
        }
        let before = Self.text(paragraph.runs[..<index]), after = Self.text(paragraph.runs[(index + 1)...])
        let address = paragraph.runs[index].text
        let label = Widget.label(address.groupsOfFour, most: 100)
        label.addClass("address")
        label.expand()
        label.alignTop()
        label.setSelectable(withoutSpaces: true)
        let beside = Widget.box(vertical: false, spacing: 14, [label])
        if let code = QRPicture.widget(of: address) { beside.append(code) }
        besides.append(beside)
        var parts = [beside]
        if !before.trimmed.isEmpty { parts.insert(Self.caption(before.trimmed), at: 0) }
        if !after.trimmed.isEmpty { parts.append(Self.caption(after.trimmed)) }
        widgets.append(.box(spacing: 4, parts))
    }

    private mutating func add(_ group: [DialogueParagraph]) {
        var parts: [Widget] = []
        for paragraph in group {
            switch paragraph.role {
            case .fact: parts.append(Self.fact(paragraph))
            case .warning:
                let label = Self.label(paragraph)
                let alert = Widget.region(isAlert: true, [label])
                alert.setName("Warning")
                alert.addClass("warning")
                parts.append(alert)
            case .quote:
                let label = Self.label(paragraph)
                label.addClass("quote")
                parts.append(label)
            case .text, .note, .asker, .answer: parts.append(Self.label(paragraph))
            }
        }
        widgets.append(.box(spacing: 8, parts))
    }

    /// A name and its value.
    private static func fact(_ paragraph: DialogueParagraph) -> Widget {
        let text = paragraph.text
        guard let colon = text.range(of: ": ") else { return label(paragraph) }
        let name = Widget.label(String(text[..<colon.lowerBound]) + ":", most: 20)
        name.addClass("fact-name")
        name.setUnbroken()
        name.alignTop()
        let value = Widget.label(String(text[colon.upperBound...]), most: 50)
        value.addClass("fact")
        return .box(vertical: false, spacing: 8, [name, value])
    }

    private static func caption(_ text: String) -> Widget {
        let label = Widget.label(text)
        label.addClass("caption")
        return label
    }

    /// A whole paragraph in one label: amounts bold, addresses in groups, foreign texts with a direction of their own.
    /// - Parameter isHeading: whether amounts are larger.
    private static func label(_ paragraph: DialogueParagraph, emphasising isHeading: Bool = false) -> Widget {
        let pieces = paragraph.pieces
        if pieces.count > 1 { return .box(pieces.map { Self.label($0, emphasising: isHeading) }) }
        var text = ""
        var parts: [(Widget.Emphasis, Range<Int>)] = []
        for run in paragraph.runs {
            let start = text.utf8.count
            switch run {
            case .own(let words): text += words
            case .amount(let amount):
                text += amount
                parts.append((.bold, start..<text.utf8.count))
                if isHeading { parts.append((.large, start..<text.utf8.count)) }
            case .address(let address):
                text += address.groupsOfFour
                parts.append((.monospaced, start..<text.utf8.count))
            case .quoted(let quote): text += quote.isolated
            }
        }
        let label = Widget.label(text)
        label.emphasise(parts)
        let hasAddress = paragraph.runs.contains { if case .address = $0 { true } else { false } }
        if hasAddress { label.setSelectable(withoutSpaces: true) }
        return label
    }

    private static func text(_ runs: ArraySlice<DialogueParagraph.Run>) -> String {
        runs.map { if case .quoted(let quote) = $0 { quote.isolated } else { $0.text } }.joined()
    }
}

extension DialogueParagraph {
    fileprivate var hasAmount: Bool { runs.contains { if case .amount = $0 { true } else { false } } }
}

extension DialogueParagraph {
    /// About how many bytes one label lays out in a moment.
    private static let mostBytes = 3_000

    /// The paragraph in parts that a label lays out quickly; itself if it is not long. Lines end between two parts, at a
    /// space if there is one.
    fileprivate var pieces: [DialogueParagraph] {
        guard text.utf8.count > Self.mostBytes else { return [self] }
        return runs.flatMap { run -> [DialogueParagraph] in
            run.text.pieces(of: Self.mostBytes / 2).map { piece in
                switch run {
                case .own: DialogueParagraph(role, [.own(piece)])
                case .amount: DialogueParagraph(role, [.amount(piece)])
                case .address: DialogueParagraph(role, [.address(piece)])
                case .quoted: DialogueParagraph(role, [.quoted(piece)])
                }
            }
        }
    }
}

extension String {
    /// Parts of about `length` bytes each.
    fileprivate func pieces(of length: Int) -> [String] {
        var pieces: [String] = []
        var piece = ""
        var bytes = 0
        for character in self {
            piece.append(character)
            bytes += character.utf8.count
            if bytes >= length, character == " " || bytes >= length * 5 / 4 {
                pieces.append(piece)
                (piece, bytes) = ("", 0)
            }
        }
        return piece.isEmpty ? pieces : pieces + [piece]
    }

    /// Without spaces and line ends around it, and without a colon or comma at the end of a caption.
    fileprivate var trimmed: String {
        var text = Substring(self)
        while let last = text.last, last == " " || last == "\n" { text.removeLast() }
        while let first = text.first, first == " " || first == "\n" { text.removeFirst() }
        return text == "." ? "" : String(text)
    }

    /// `XiUs EXvL …`: long texts of letters and digits in groups of four, as people compare them; the part before a colon
    /// stays whole.
    fileprivate var groupsOfFour: String {
        var groups = ""
        var rest = Substring(self)
        if let colon = utf8.lastIndex(of: UInt8(ascii: ":")) {
            groups = String(self[...colon])
            rest = self[index(after: colon)...]
        }
        let isPlain = rest.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5A).contains($0 & 0xDF) }
        guard isPlain, rest.utf8.count >= 20 else { return self }
        for (position, character) in rest.enumerated() {
            if position.isMultiple(of: 4), !groups.isEmpty { groups.append(" ") }
            groups.append(character)
        }
        return groups
    }

    /// The text so that its direction does not change that of what stands around it (UAX #9: FSI … PDI). Latin texts stay
    /// as they are.
    fileprivate var isolated: String {
        unicodeScalars.contains { $0.value >= 0x590 && !(0x2010...0x2BFF).contains($0.value) }
            ? "\u{2068}\(self)\u{2069}" : self
    }

    fileprivate func range(of text: String) -> Range<Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
            start = index(after: start)
        }
        return nil
    }
}
