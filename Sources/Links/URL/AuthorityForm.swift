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
