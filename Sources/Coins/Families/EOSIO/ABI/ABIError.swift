/// Why a contract's interface cannot be used.
public struct ABIError: Error, Sendable, Equatable {
    /// The kind of mistake.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// Not what an interface looks like.
        case malformed
        /// A version that is not known; 1.x are.
        case unsupportedVersion
        /// The contract has no such action.
        case unknownAction
        /// A type that neither the interface nor every node has.
        case unknownType
        /// A type that is made of itself, or of too many others.
        case endlessType
    }

    /// The kind of mistake.
    public let code: Code
    /// The name of the type, action or field that is meant; empty if it is the interface itself.
    public let subject: String
    /// What is wrong, for the person.
    public let message: String

    init(_ code: Code, _ subject: String, _ message: String) {
        self.code = code
        self.subject = subject
        self.message = message
    }

    /// Errors are the same when code and subject are: texts may improve freely.
    public static func == (left: ABIError, right: ABIError) -> Bool {
        left.code == right.code && left.subject == right.subject
    }
}

extension String {
    /// A name from an interface, safe to put between our quotation marks: visible ASCII, and not much of it. What
    /// an interface says is foreign, and such names are identifiers.
    var inWords: String {
        String(decoding: utf8.prefix(60).map { (0x21...0x7E).contains($0) ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
    }
}
