import ExactJSON
import SchemeRouter

/// The members of a request, read strictly: the right type, and no longer than makes sense.
struct Members {
    let json: JSON
    /// The request's place in the link. Its members have no places of their own there: it is encoded.
    let range: Range<Int>

    /// A member that says something: empty strings and null say nothing.
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

    /// The first of several spellings that says something.
    func first(of names: [String], limit: Int = 512) throws(RequestError) -> String? {
        for name in names {
            if let text = try text(name, limit: limit) { return text }
        }
        return nil
    }

    /// The text of a number, whether it is written as one or as a string (Documentation/protocols/mykey.md §1.5).
    func number(_ name: String) throws(RequestError) -> String? {
        switch json[name] {
        case nil, .null: return nil
        case .number(let number): return number.text
        case .string(let text): return text.isEmpty ? nil : text
        default: throw wrong(name, "“\(name)” is not a number.")
        }
    }

    /// A stranger's text, cleaned.
    func foreign(_ names: String...) throws(RequestError) -> ForeignText? {
        try first(of: names, limit: 4_096).map { ForeignText($0.utf8) }
    }

    func wrong(_ name: String, _ message: String, code: RequestError.Code = .invalidRequest) -> RequestError {
        RequestError(code, message, at: range, parameter: name)
    }
}
