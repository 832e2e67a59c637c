import SchemeRouter

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
