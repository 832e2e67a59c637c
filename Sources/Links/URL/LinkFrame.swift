import RouterBytes

/// A link's body without its fragment, which means nothing to wallets.
package struct LinkBody {
    /// Everything after the scheme's colon and before a `#`.
    package let content: Range<Int>
    /// Whether a fragment was removed.
    private let hadFragment: Bool

    /// Warnings about what was removed.
    package var warnings: [LinkWarning] {
        hadFragment ? [LinkWarning(.fragmentIgnored, "The part after “#” is ignored.")] : []
    }

    package init(_ link: borrowing LinkBytes) {
        let bytes = link.bytes.span.extracting(first: link.body.upperBound)
        let start = link.body.lowerBound
        let hash = link.kinds.hasFragment ? bytes.firstOffset(of: UInt8(ascii: "#"), from: start) : nil
        content = start..<(hash ?? bytes.count)
        hadFragment = hash != nil
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
