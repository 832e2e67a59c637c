/// Checks the texts of a request by the rules of wallets, so that no request is sent that cannot succeed.
enum TextCheck {
    static func line(_ parameter: String, _ text: String?, isRequired: Bool = false, limit: Int = 4_096)
        throws(MYKEYError)
    {
        try check(parameter, text, isRequired, limit) { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
    }

    static func lines(
        _ parameter: String, _ text: String?, isRequired: Bool = false, limit: Int = 4_096
    ) throws(MYKEYError) {
        try check(parameter, text, isRequired, limit) {
            $0 == "\n" || $0 == "\t" || ($0.value >= 0x20 && !(0x7F...0x9F).contains($0.value))
        }
    }

    /// The URL of a server; an empty text means none.
    static func server(_ parameter: String, _ text: String?) throws(MYKEYError) {
        try line(parameter, text)
        guard let text, !text.isEmpty else { return }
        let start = text.prefix(8).lowercased()
        guard start.hasPrefix("https://") || start.hasPrefix("http://"), !text.utf8.contains(0x20) else {
            throw .invalid(parameter, "The server's address must begin with “https://”.")
        }
    }

    private static func check(
        _ parameter: String, _ text: String?, _ isRequired: Bool, _ limit: Int, _ isAllowed: (Unicode.Scalar) -> Bool
    ) throws(MYKEYError) {
        guard let text, !text.isEmpty else {
            if isRequired { throw .invalid(parameter, "“\(parameter)” is missing.") }
            return
        }
        guard text.utf8.count <= limit else {
            throw .invalid(parameter, "“\(parameter)” has \(text.utf8.count) bytes; wallets read at most \(limit).")
        }
        guard text.unicodeScalars.allSatisfy(isAllowed) else {
            throw .invalid(parameter, "“\(parameter)” has control characters.")
        }
    }
}
