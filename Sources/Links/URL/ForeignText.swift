/// Third-party text, made safe to show. Our sentences contain it as ``Quoted``; it is never followed as a link.
public struct ForeignText: Sendable, Hashable {
    /// The most Unicode scalars kept. Not characters: one character can be as long as a link.
    public static let maxLength = 500

    /// The text on one line, without invisible characters and characters that change how other text looks.
    public let text: String
    /// Whether anything was removed or cut.
    public let wasChanged: Bool

    /// Cleans UTF-8: removes every scalar that is not `Unicode.Scalar.isUnambiguouslyVisible` (S1), turns each run of white space
    /// into one space and trims both ends, drops stacked combining marks, and cuts after `limit` scalars.
    @inlinable public init(_ bytes: some Collection<UInt8>, limit: Int = ForeignText.maxLength) {
        self.init(given: String(decoding: bytes, as: UTF8.self), limit: limit)
    }

    @usableFromInline init(given: String, limit: Int) {
        // Fast path: nearly all texts are short and have only printable ASCII.
        guard !given.utf8.span.isPlainText(limit: limit) else {
            (text, wasChanged) = (given, false)
            return
        }
        var kept = String.UnicodeScalarView()
        var count = 0
        var marks = 0
        var hasSpaceBefore = false
        for scalar in given.unicodeScalars {
            if scalar.isSpacing {
                hasSpaceBefore = count > 0
                continue
            }
            guard scalar.isUnambiguouslyVisible else { continue }
            if scalar.isMark {
                // A combining mark without a base letter would be drawn on our text.
                guard count > 0, !hasSpaceBefore, marks < Unicode.Scalar.mostMarks else { continue }
                marks += 1
            } else {
                marks = 0
            }
            guard count + (hasSpaceBefore ? 2 : 1) <= limit else { break }
            if hasSpaceBefore { kept.append(" ") }
            count += hasSpaceBefore ? 2 : 1
            hasSpaceBefore = false
            kept.append(scalar)
        }
        text = String(kept)
        wasChanged = !text.utf8.elementsEqual(given.utf8)
    }

    /// Nil if there is nothing to see.
    package var ifVisible: ForeignText? { text.isEmpty ? nil : self }
}

extension Span<UInt8> {
    /// Whether these are at most `limit` printable characters of ASCII, with single spaces between words.
    fileprivate func isPlainText(limit: Int) -> Bool {
        guard count <= limit, !contains(where: { $0 &- 0x20 > 0x5E }) else { return false }
        var isAfterSpace = true
        for offset in indices {
            let isSpace = self[offset] == 0x20
            if isSpace, isAfterSpace { return false }
            isAfterSpace = isSpace
        }
        return !isAfterSpace || count == 0
    }
}
