import RouterBytes

/// The start of a link to which the proof of a payment is appended (BIP321, "pop").
package enum ProofLink {
    /// The longest start accepted, in bytes after decoding.
    private static let maxLength = 1_024

    /// The scheme of the link. It may go wherever callbacks may (S4), except that BIP321 also forbids what opens in a
    /// browser.
    package static func scheme(
        of value: some Collection<UInt8>, at range: Range<Int>?, isWalletScheme: (String) -> Bool
    ) throws(RequestError) -> String {
        guard let colon = value.firstIndex(of: UInt8(ascii: ":")), Sender.isScheme(value[..<colon]),
            value.count <= maxLength, value.allSatisfy(\.standsInLinks)
        else {
            throw RequestError(
                .invalidSender, "The proof of payment would go to an invalid link.", at: range,
                hint: "“pop” is the beginning of a link, such as “myapp:”, percent-encoded once.", parameter: "pop")
        }
        let scheme = String(decoding: value[..<colon], as: UTF8.self)
        if let reason = CallbackRules.reasonToRefuse(scheme: scheme, isWalletScheme: isWalletScheme) {
            throw RequestError(
                .forbiddenSender, "“\(scheme)” must not receive a proof of payment: \(reason).", at: range,
                hint: "The proof must go to the requesting app's own scheme.", parameter: "pop")
        }
        return scheme
    }
}

extension UInt8 {
    /// Whether RFC 3986 allows the byte in a link: letters, digits, and some symbols.
    fileprivate var standsInLinks: Bool {
        isASCIILetter || isASCIIDigit || "-._~:/?#[]!$&'()*+,;=%".utf8.contains(self)
    }
}
