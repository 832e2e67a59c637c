import SchemeRouter

/// Text that is safe to show: nothing in it moves the cursor, changes colours or reorders text.
package enum VisibleText {
    /// `text` with every invisible character but the line feed replaced by a visible one.
    ///
    /// Control characters become their pictures (ESC becomes ␛). Tabs become spaces. C1 controls, separators, fillers
    /// and characters that change the writing direction become U+FFFD. The engine already refuses, removes or escapes
    /// them (S1); this is the last defence, at the terminal itself.
    package static func of(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { replacement(for: $0) != nil }) else { return text }
        var result = ""
        result.unicodeScalars.append(contentsOf: text.unicodeScalars.map { replacement(for: $0) ?? $0 })
        return result
    }

    private static func replacement(for scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar.value {
        case 0x0A: nil
        case 0x09: " "
        case 0x00...0x1F: Unicode.Scalar(0x2400 + scalar.value)
        case 0x7F: "\u{2421}"
        default: scalar.isUnambiguouslyVisible ? nil : "\u{FFFD}"
        }
    }
}

extension Secret {
    /// The bytes as text, for an answer that arrives as a secret but is not one. Throws `PromptError/refused` if they
    /// are not UTF-8.
    consuming func publicText() throws(PromptError) -> String {
        let text = withBytes { bytes -> String? in
            do { return String(copying: try UTF8Span(validating: bytes)) } catch { return nil }
        }
        guard let text else { throw .refused }
        return text
    }
}
