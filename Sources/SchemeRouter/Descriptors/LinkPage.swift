/// A page of a wallet whose address carries a link of the scheme, for browsers that cannot open the link itself
/// (``LinkRules/pages``): `https://wallet.example/open/…`. Such pages are never opened.
public struct LinkPage: Sendable, Hashable {
    /// What follows `https://`: a host in lower case, and the beginning of a path.
    public let beginning: String
    /// The parameters of the page that may have the whole link, encoded; empty if what follows the beginning is the
    /// link.
    public let parameters: [String]
    /// What the link has between its scheme and what follows the beginning.
    public let prefix: String

    /// For the digest of a scheme.
    var canonicalText: String { "page \(beginning) \(prefix) \(parameters.joined(separator: " "))" }

    /// The part of the page's address that follows its beginning; nil for an address of another page. A host has no
    /// case.
    func rest(of address: [UInt8]) -> ArraySlice<UInt8>? {
        let start = "https://\(beginning)".utf8
        let host = 8 + beginning.utf8.prefix { $0 != UInt8(ascii: "/") }.count
        guard address.count >= start.count, zip(address, start.prefix(host)).allSatisfy({ $0.lowercasedASCII == $1 }),
            address.dropFirst(host).starts(with: start.dropFirst(host))
        else { return nil }
        return address[start.count...]
    }
}
