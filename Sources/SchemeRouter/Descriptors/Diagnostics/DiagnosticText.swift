extension DescriptorDiagnostic {
    /// The diagnostic for people, on several lines without a line break at the end:
    ///
    ///     schemes.d/20-axe.yaml:14:11: error: unknown key 'requried' [descriptor.unknown-key]
    ///        14 |           requried: true
    ///           |           ^~~~~~~~ did you mean 'required'?
    ///        in schemes › axewallet › actions › payment › params › IS
    ///
    /// It contains no control character except the line breaks, whatever the file and its name contain.
    public var text: String {
        let place = line > 0 ? "\(file.printable):\(line):\(column)" : file.printable
        var lines = ["\(place): error: \(message.printable) [descriptor.\(code.rawValue)]"]
        let advice = suggestion.map { "did you mean \(quoted($0))?" } ?? hint?.printable
        if let excerpt {
            let number = String(line)
            let gutter = String(repeating: " ", count: max(0, 5 - number.utf8.count))
            lines.append("\(gutter)\(number) | \(excerpt.text)")
            let margin = String(repeating: " ", count: gutter.utf8.count + number.utf8.count)
            lines.append("\(margin) | \(caret(under: excerpt))" + (advice.map { " " + $0 } ?? ""))
        } else if let advice {
            lines.append("   \(advice)")
        }
        if !path.isEmpty {
            lines.append(
                "   in " + path.map { String($0.printable.unicodeScalars.prefix(60)) }.joined(separator: " › "))
        }
        return lines.joined(separator: "\n")
    }

    private func caret(under excerpt: SourceExcerpt) -> String {
        let available = excerpt.text.unicodeScalars.count - excerpt.column + 1
        let tail = max(0, min(length, available) - 1)
        return String(repeating: " ", count: excerpt.column - 1) + "^" + String(repeating: "~", count: tail)
    }
}

extension DescriptorErrors {
    /// How many mistakes are shown in full.
    public static let shownCount = 20

    /// The mistakes for people; after the first 20, only the number of the others.
    public var text: String {
        var parts = diagnostics.prefix(Self.shownCount).map(\.text)
        if diagnostics.count > Self.shownCount {
            parts.append("and \(diagnostics.count - Self.shownCount) more")
        }
        return parts.joined(separator: "\n")
    }
}

extension DescriptorDiagnostic: CustomStringConvertible {
    /// See ``text``.
    public var description: String { text }
}

extension DescriptorErrors: CustomStringConvertible {
    /// See ``text``.
    public var description: String { text }
}
