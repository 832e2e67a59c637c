import RouterBytes
import RouterLinks

/// A callback as received by the requesting app, first split and then decoded once (S1).
///
/// It is read like links: slashes that desktops add and drop make no difference, and a field may appear only once.
struct CallbackText: Sendable {
    /// The scheme it was sent to, as received.
    let scheme: String
    /// The most fields that are read; callbacks have at most five.
    static let maxFields = 32

    /// Names and decoded values, in their order.
    private(set) var fields: [(name: String, value: String)] = []

    /// Reads `<sender>://callback=…` in any form of ``AuthorityForm``.
    init(_ bytes: [UInt8]) throws(RequestError) {
        let link = try LinkBytes(bytes)
        try link.checkBytes(limit: LinkBytes.maxLength)
        scheme = String(decoding: bytes[link.scheme], as: UTF8.self)
        let range = AuthorityForm(link).parameters
        if let stray = range.first(where: { ":/?#".utf8.contains(bytes[$0]) }) {
            throw .stray(bytes, at: stray, "among the fields")
        }
        var start = range.lowerBound
        while start < range.upperBound {
            let end = bytes[start..<range.upperBound].firstIndex(of: UInt8(ascii: "&")) ?? range.upperBound
            if let equals = bytes[start..<end].firstIndex(of: UInt8(ascii: "=")) {
                try add(bytes, name: start..<equals, value: equals + 1..<end)
            }
            start = end + 1
        }
    }

    /// The value of a field; nil if it is missing. Case does not matter.
    subscript(name: String) -> String? {
        fields.first { $0.name.utf8.elementsEqual(name.utf8) { $0.lowercasedASCII == $1.lowercasedASCII } }?.value
    }

    private mutating func add(_ bytes: [UInt8], name: Range<Int>, value: Range<Int>) throws(RequestError) {
        guard fields.count < Self.maxFields else {
            throw RequestError(.malformedURL, "The callback has more than \(Self.maxFields) fields.", at: name)
        }
        let field = String(decoding: try PercentDecoding.decode(bytes.span, name), as: UTF8.self)
        guard self[field] == nil else {
            let shown = ForeignText(field.utf8, limit: 40)
            throw RequestError(
                .duplicateParameter, "\(Quoted(shown)) appears twice in the callback.",
                at: name.lowerBound..<value.upperBound,
                parameter: shown.text)
        }
        fields.append((field, String(decoding: try PercentDecoding.decode(bytes.span, value), as: UTF8.self)))
    }
}

/// The fields of a callback, each read as its type.
extension CallbackText {
    func required(_ name: String) throws(AnswerError) -> String {
        guard let value = self[name], !value.isEmpty else {
            throw AnswerError(.missingField, "The callback lacks “\(name)”.")
        }
        return value
    }

    func address(_ name: String) throws(AnswerError) -> String {
        let value = try required(name)
        guard value.isLikeAddress else { throw invalid(name) }
        return value
    }

    func txid() throws(AnswerError) -> TransactionID {
        guard let id = TransactionID(hex: try required("txid")) else { throw invalid("txid") }
        return id
    }

    /// An extended public key: 82 bytes in Base58Check (BIP32), 111 or 112 characters, which almost always include
    /// capitals.
    func key(_ name: String) throws(AnswerError) -> String {
        let value = try required(name)
        guard value != "null" else {
            // Documentation/protocols/dash-2026.md §7.
            throw AnswerError(
                .missingField,
                "The wallet gave no “\(name)”, as Dash Wallet for Android does: let the person paste the key of the account."
            )
        }
        guard (107...113).contains(value.utf8.count), value.utf8.allSatisfy({ $0.isASCIILetter || $0.isASCIIDigit })
        else {
            throw invalid(name)
        }
        guard value != value.lowercased() else {
            throw AnswerError(
                .caseFolded, "“\(name)” was converted to lower case in transit, so the key is lost. Ask again.")
        }
        return value
    }

    /// An account, 0…2^31-1.
    func account() throws(AnswerError) -> UInt32 {
        let digits = try required("account")
        guard let number = UInt32(digits), String(number) == digits, number <= RequestLink.lastAccount else {
            throw invalid("account")
        }
        return number
    }

    func request() throws(AnswerError) -> Action {
        let name = try required("request").lowercased()
        let actions: [Action] = [.payment, .address, .masterPublicKey]
        guard let action = actions.first(where: { $0.rawValue.lowercased() == name }) else { throw invalid("request") }
        return action
    }

    func failureCode() throws(AnswerError) -> FailureCode {
        guard let code = FailureCode(rawValue: try required("code").lowercased()) else { throw invalid("code") }
        return code
    }

    private func invalid(_ name: String) -> AnswerError {
        AnswerError(.invalidValue, "The value of “\(name)” is malformed.")
    }
}

extension String {
    /// Whether it has only characters of addresses and at most the length of any coin's (BIP173 allows 90): without the
    /// coin's own code, nothing more can be checked.
    var isLikeAddress: Bool {
        (25...90).contains(utf8.count) && utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit }
    }
}
