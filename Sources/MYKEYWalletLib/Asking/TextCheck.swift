/// Checks the texts of a request by what wallets refuse, so that nothing is opened that cannot succeed.
struct TextCheck {
    private let parameter: String

    init(_ parameter: String) {
        self.parameter = parameter
    }

    /// A text on one line.
    func line(_ text: String?, isRequired: Bool = false, limit: Int = 4_096) throws(MYKEYError) {
        try check(text, isRequired, limit) { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
    }

    /// A text that may have line breaks and tabs.
    func lines(_ text: String?, isRequired: Bool = false, limit: Int = 4_096) throws(MYKEYError) {
        try check(text, isRequired, limit) {
            $0 == "\n" || $0 == "\t" || ($0.value >= 0x20 && !(0x7F...0x9F).contains($0.value))
        }
    }

    /// The address of a server; an empty one stands for none.
    func server(_ text: String?) throws(MYKEYError) {
        try line(text)
        guard let text, !text.isEmpty else { return }
        let start = text.prefix(8).lowercased()
        guard start.hasPrefix("https://") || start.hasPrefix("http://"), !text.utf8.contains(0x20) else {
            throw .invalid(parameter, "The server's address begins with “https://”.")
        }
    }

    private func check(
        _ text: String?, _ isRequired: Bool, _ limit: Int, _ isAllowed: (Unicode.Scalar) -> Bool
    ) throws(MYKEYError) {
        guard let text, !text.isEmpty else {
            if isRequired { throw .invalid(parameter, "“\(parameter)” is missing.") }
            return
        }
        guard text.utf8.count <= limit else {
            throw .invalid(parameter, "“\(parameter)” has \(text.utf8.count) bytes; wallets read \(limit).")
        }
        guard text.unicodeScalars.allSatisfy(isAllowed) else {
            throw .invalid(parameter, "“\(parameter)” has control characters.")
        }
    }
}
