import RouterBytes

/// A link's body without its fragment, which means nothing to wallets.
package struct LinkBody {
    /// Everything after the scheme's colon and before a `#`.
    package let content: Range<Int>
    /// What was removed.
    private let fragment: Fragment

    private enum Fragment {
        case none, text
        /// It looks like parameters, which some programs read and others do not: a “#” in a label that nobody escaped.
        case parameters
    }

    /// Warnings about what was removed.
    package var warnings: [LinkWarning] {
        switch fragment {
        case .none: []
        case .text: [LinkWarning(.fragmentIgnored, "The part after “#” is ignored.")]
        case .parameters:
            [
                LinkWarning(
                    .fragmentIgnored,
                    "The part after “#” is ignored, although it looks like parameters, which other programs may read.")
            ]
        }
    }

    package init(_ link: borrowing LinkBytes) {
        let bytes = link.bytes.span.extracting(first: link.body.upperBound)
        let start = link.body.lowerBound
        let hash = link.kinds.hasFragment ? bytes.firstOffset(of: UInt8(ascii: "#"), from: start) : nil
        content = start..<(hash ?? bytes.count)
        guard let hash else {
            fragment = .none
            return
        }
        fragment = bytes.firstOffset(of: UInt8(ascii: "="), from: hash) == nil ? .text : .parameters
    }
}

/// The meaningless parts around a link's parameters in wallet grammars: `//`, `/` and a fragment.
package struct LinkFrame {
    /// The body without the frame.
    package let content: Range<Int>
    private let body: LinkBody

    /// Warnings about what was removed.
    package var warnings: [LinkWarning] { body.warnings }

    package init(_ link: borrowing LinkBytes) {
        body = LinkBody(link)
        let bytes = link.bytes.span
        let end = body.content.upperBound
        var start = body.content.lowerBound
        if end - start >= 2, bytes[start] == UInt8(ascii: "/"), bytes[start + 1] == UInt8(ascii: "/") { start += 2 }
        if start < end, bytes[start] == UInt8(ascii: "/") { start += 1 }
        content = start..<end
    }
}

/// Removes the framing of a link with the `authority-params` grammar:
/// `scheme ":" [ "//" ] [ "/" ] [ "?" ] params [ "/" ] [ "#" any ]`.
///
/// The documents write `scheme://params`. Desktops and apps drop or add slashes in transit, and one of them only
/// delivers `scheme:params`, so all these forms are the same link (Documentation/protocols/dash-axe.md §1.3).
package struct AuthorityForm {
    package let parameters: Range<Int>
    private let frame: LinkFrame
    /// Whether `://` was removed after the sender.
    private let hadSeparator: Bool

    package var warnings: [LinkWarning] {
        guard hadSeparator else { return frame.warnings }
        return frame.warnings + [LinkWarning(.senderSeparatorStripped, "“://” after the sender is not part of it.")]
    }

    package init(_ link: borrowing LinkBytes) {
        frame = LinkFrame(link)
        let bytes = link.bytes.span
        var (start, end, hadSeparator) = (frame.content.lowerBound, frame.content.upperBound, false)
        if start < end, bytes[start] == UInt8(ascii: "?") { start += 1 }
        if end > start, bytes[end - 1] == UInt8(ascii: "/") {
            if !Self.endsWithSeparator(bytes.extracting(start..<end)) { end -= 1 }
            if Self.endsWithSeparator(bytes.extracting(start..<end)) {
                end -= Self.separator.count
                hadSeparator = true
            }
        }
        self.parameters = start..<end
        self.hadSeparator = hadSeparator
    }

    private static let separator = Array("://".utf8)

    private static func endsWithSeparator(_ bytes: Span<UInt8>) -> Bool {
        bytes.extracting(last: separator.count).elementsEqual(separator)
    }
}
