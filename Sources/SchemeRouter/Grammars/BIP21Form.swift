/// Removes the framing of a link with the `bip21` grammar:
/// `scheme ":" [ "//" ] [ "/" ] [ address ] [ "/" ] [ "?" params ] [ "#" any ]`.
///
/// BIP21 and BIP321 write `bitcoin:<address>?…`. Apps have long written `dash://<address>`, too, and some programs add
/// a slash after what they take for a host.
package struct BIP21Form {
    /// The address's range in the link as received.
    package let address: Range<Int>
    package let parameters: Range<Int>
    private let frame: LinkFrame

    var warnings: [LinkWarning] { frame.warnings }

    package init(_ link: borrowing LinkBytes) {
        frame = LinkFrame(link)
        let bytes = link.bytes.span
        let (start, end) = (frame.content.lowerBound, frame.content.upperBound)
        let question = bytes.extracting(start..<end).firstIndex { $0 == UInt8(ascii: "?") }
        var addressEnd = question.map { start + $0 } ?? end
        parameters = question.map { start + $0 + 1..<end } ?? end..<end
        if addressEnd > start, bytes[addressEnd - 1] == UInt8(ascii: "/") { addressEnd -= 1 }
        address = start..<addressEnd
    }
}
