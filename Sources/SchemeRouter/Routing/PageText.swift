import RouterBytes

/// Addresses of wallets' pages that carry a link, each read as that link (``LinkPage``). The pages are never opened: a
/// server would learn of the link.
extension Router {
    /// A page may carry the address of another one, such as of a service that finds the right program.
    private static let mostPages = 2

    /// The link in the address of a wallet's page; nil for any other address, and for one without a link.
    func link(inPage text: [UInt8], depth: Int = 1) throws(RequestError) -> [UInt8]? {
        guard depth <= Self.mostPages, text.starts(with: "https:".utf8, by: { $0.lowercasedASCII == $1 }) else {
            return nil
        }
        for scheme in routes.schemes where scheme.isEnabled {
            guard let rules = scheme.links else { continue }
            let name = Array("\(scheme.name):".utf8)
            for page in rules.pages {
                guard let rest = page.rest(of: text) else { continue }
                guard !page.parameters.isEmpty else {
                    return name + Array((rules.slashes == .required ? "//" : "").utf8) + Array(page.prefix.utf8) + rest
                }
                var links: [[UInt8]] = []
                for value in try page.values(in: text) {
                    let link =
                        value.starts(with: name, by: { $0.lowercasedASCII == $1 })
                        ? value : try self.link(inPage: value, depth: depth + 1)
                    guard let link, !links.contains(link) else { continue }
                    links.append(link)
                }
                guard links.count < 2 else {
                    throw LinkPage.error("The address of the page has different links.", in: text)
                }
                if let link = links.first { return link }
            }
        }
        return nil
    }
}

extension LinkPage {
    /// The decoded values of the parameters that may have the link.
    fileprivate func values(in text: [UInt8]) throws(RequestError) -> [[UInt8]] {
        let query = text.drop { $0 != UInt8(ascii: "?") }.dropFirst().prefix { $0 != UInt8(ascii: "#") }
        var values: [[UInt8]] = []
        var names: Set<String> = []
        for part in query.split(separator: UInt8(ascii: "&")) {
            let name = part.prefix { $0 != UInt8(ascii: "=") }
            let word = String(decoding: name, as: UTF8.self)
            guard name.count < part.count, parameters.contains(word) else { continue }
            guard names.insert(word).inserted else {
                throw Self.error("The address of the page has “\(word)” twice.", in: text)
            }
            if let value = try? PercentDecoding.decode(text.span, part.startIndex + name.count + 1..<part.endIndex) {
                values.append(value)
            }
        }
        return values
    }

    fileprivate static func error(_ message: String, in text: [UInt8]) -> RequestError {
        var error = RequestError(
            .duplicateParameter, message, at: 0..<text.count, hint: "Ask the sender for the link itself.")
        error.hidesLink = true
        return error
    }
}
