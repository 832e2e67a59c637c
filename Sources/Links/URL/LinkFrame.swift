/// The meaningless parts around a link's parameters in wallet grammars: `//`, `/` and a fragment.
package struct LinkFrame {
    /// The body without the frame.
    package let content: Range<Int>
    /// Warnings about what was removed.
    package var warnings: [LinkWarning] = []

    package init(_ bytes: [UInt8], body: Range<Int>) {
        var (start, end) = (body.lowerBound, body.upperBound)
        if let hash = bytes.span.extracting(body).firstIndex(where: { $0 == UInt8(ascii: "#") }) {
            end = start + hash
            warnings.append(LinkWarning(.fragmentIgnored, "The part after “#” is ignored."))
        }
        if end - start >= 2, bytes[start] == UInt8(ascii: "/"), bytes[start + 1] == UInt8(ascii: "/") { start += 2 }
        if start < end, bytes[start] == UInt8(ascii: "/") { start += 1 }
        content = start..<end
    }
}
