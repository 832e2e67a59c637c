import SchemeRouter

/// The debt of each scheme's links, in a small file of the person's own that all processes share.
///
/// Each line contains a scheme, its links' debt, since when, and whether its links are refused. Lines that no longer
/// matter are removed, and there are never more than `mostSchemes`, so the file stays smaller than a page however many
/// links come.
public struct LinkTallyFile: LinkTally {
    /// The most schemes that are remembered. Those with the smallest debt are forgotten; a desktop has fewer schemes in
    /// use.
    static let mostSchemes = 64
    /// The longest file that is read, in bytes: a scheme has at most 64 of them.
    private static let longest = mostSchemes * 128

    private let file: SharedLines

    /// - Parameter directory: an existing directory that only the person can write to. The file `links` (0600) is
    ///   created in it and kept.
    public init(directory: String) {
        file = SharedLines(path: directory + "/links", longest: Self.longest, purpose: "counts links")
    }

    /// Changes the debt of the links of `scheme`.
    public func change(_ scheme: String, _ body: (inout LinkDebt) -> Void) throws(ServiceError) {
        try file.change { texts in
            var lines = texts.compactMap(Line.init)
            let position = lines.firstIndex { $0.scheme == scheme }
            var debt = position.map { lines[$0].debt } ?? LinkDebt()
            body(&debt)
            if let position { lines.remove(at: position) }
            lines.sort { $0.debt.seconds > $1.debt.seconds }
            lines = [Line(scheme: scheme, debt: debt)] + lines.prefix(Self.mostSchemes - 1)
            return lines.filter { $0.debt.seconds > 0 }.map(\.text)
        }
    }

    private struct Line {
        let scheme: String
        var debt: LinkDebt

        init(scheme: String, debt: LinkDebt) {
            self.scheme = scheme
            self.debt = debt
        }

        /// Nil for a line that this program did not write.
        init?(_ text: Substring) {
            let words = text.split(separator: " ", omittingEmptySubsequences: false)
            guard words.count == 4, let seconds = UnixTime(words[1]), let at = UnixTime(words[2]), seconds >= 0, at >= 0
            else { return nil }
            scheme = String(words[0])
            debt = LinkDebt(seconds: seconds, at: at, isRefused: words[3] == "refused")
        }

        var text: String { "\(scheme) \(debt.seconds) \(debt.at) \(debt.isRefused ? "refused" : "counted")" }
    }
}
