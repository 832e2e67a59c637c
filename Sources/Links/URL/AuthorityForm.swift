/// Removes the framing of a link with the `authority-params` grammar:
/// `scheme ":" [ "//" ] [ "/" ] [ "?" ] params [ "/" ] [ "#" any ]`.
///
/// The documents write `scheme://params`. Desktops and apps drop or add slashes in transit, and one of them only
/// delivers `scheme:params`, so all these forms are the same link (Documentation/protocols/dash-axe.md §1.3).
package struct AuthorityForm {
    package let parameters: Range<Int>
    package let warnings: [LinkWarning]

    package init(_ bytes: [UInt8], body: Range<Int>) {
        let frame = LinkFrame(bytes, body: body)
        var (start, end, warnings) = (frame.content.lowerBound, frame.content.upperBound, frame.warnings)
        if start < end, bytes[start] == UInt8(ascii: "?") { start += 1 }

        let link = bytes.span
        if end > start, bytes[end - 1] == UInt8(ascii: "/") {
            if !Self.endsWithSeparator(link.extracting(start..<end)) { end -= 1 }
        }
        if end > start, bytes[end - 1] == UInt8(ascii: "/"), Self.endsWithSeparator(link.extracting(start..<end)) {
            end -= Self.separator.count
            warnings.append(LinkWarning(.senderSeparatorStripped, "“://” after the sender is not part of it."))
        }
        self.parameters = start..<end
        self.warnings = warnings
    }

    private static let separator = Array("://".utf8)

    private static func endsWithSeparator(_ bytes: Span<UInt8>) -> Bool {
        bytes.extracting(last: separator.count).elementsEqual(separator)
    }
}
