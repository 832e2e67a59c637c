import ExactJSON
import SchemeRouter

/// The members of a request, read strictly: with the right type, and within a sensible length.
struct RequestFields {
    let json: JSON
    /// The request's range in the link. Its members have no ranges of their own, because it is encoded.
    let range: Range<Int>

    /// The text of a member; nil if it is missing, null or empty.
    func text(_ name: String, limit: Int = 512) throws(RequestError) -> String? {
        switch json[name] {
        case nil, .null: return nil
        case .string(let text):
            guard text.utf8.count <= limit else { throw wrong(name, "“\(name)” is longer than \(limit) bytes.") }
            return text.isEmpty ? nil : text
        default: throw wrong(name, "“\(name)” is not text.")
        }
    }

    func required(_ name: String, limit: Int = 512) throws(RequestError) -> String {
        guard let text = try text(name, limit: limit) else {
            throw wrong(name, "The request lacks “\(name)”.", code: .missingParameter)
        }
        return text
    }

    /// The first of several spellings that has a text.
    func first(of names: [String], limit: Int = 512) throws(RequestError) -> String? {
        for name in names {
            if let text = try text(name, limit: limit) { return text }
        }
        return nil
    }

    /// The text of a number, whether it is a JSON number or a string (Documentation/protocols/mykey.md §1.5).
    func number(_ name: String) throws(RequestError) -> String? {
        switch json[name] {
        case nil, .null: return nil
        case .number(let number): return number.text
        case .string(let text): return text.isEmpty ? nil : text
        default: throw wrong(name, "“\(name)” is not a number.")
        }
    }

    /// Untrusted text, cleaned.
    func foreign(_ names: String...) throws(RequestError) -> ForeignText? {
        try first(of: names, limit: 4_096).map { ForeignText($0.utf8) }
    }

    func wrong(_ name: String, _ message: String, code: RequestError.Code = .invalidRequest) -> RequestError {
        RequestError(code, message, at: range, parameter: name)
    }
}
