import RouterBytes
import SchemeRouter

extension Secret {
    /// The bytes as text, for an answer that came the way of secrets and is not secret. Throws ``PromptError/refused`` where
    /// they are not UTF-8.
    consuming func publicText() throws(PromptError) -> String {
        let text = withBytes { bytes -> String? in
            do { return String(copying: try UTF8Span(validating: bytes)) } catch { return nil }
        }
        guard let text else { throw .refused }
        return text
    }

    /// The way to go on that was typed as its number. Throws ``PromptError/refused`` for any other answer.
    consuming func choice() throws(PromptError) -> Choice {
        try withBytes { (bytes) throws(PromptError) in
            if bytes.elementsEqual("1".utf8) { return .agreed }
            if bytes.elementsEqual("2".utf8) { return .otherwise }
            throw .refused
        }
    }
}
