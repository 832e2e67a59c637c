/// Why a contract's interface cannot be used.
public struct ABIError: Error, Sendable, Equatable {
    /// The kind of mistake.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// Not a valid interface.
        case malformed
        /// An unknown version; 1.x are known.
        case unsupportedVersion
        /// The contract has no such action.
        case unknownAction
        /// A type that is neither in the interface nor built in.
        case unknownType
        /// A type that contains itself, or too many others.
        case endlessType
    }

    /// The kind of mistake.
    public let code: Code
    /// The name of the type, action or field; empty for the interface itself.
    public let subject: String
    /// The problem, for the person.
    public let message: String

    init(_ code: Code, _ subject: String, _ message: String) {
        self.code = code
        self.subject = subject
        self.message = message
    }

    /// Errors are equal if their code and subject are: texts may change.
    public static func == (left: ABIError, right: ABIError) -> Bool {
        left.code == right.code && left.subject == right.subject
    }
}

extension String {
    /// A name from an interface, safe to quote: visible ASCII, of limited length. Interfaces are foreign text, and such
    /// names are identifiers.
    var inWords: String {
        String(decoding: utf8.prefix(60).map { (0x21...0x7E).contains($0) ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
    }
}
