/// One mistake in a descriptor or settings file: what, where, and what to do about it.
public struct DescriptorDiagnostic: Error, Sendable, Hashable {
    /// The file as the person knows it.
    public let file: String
    /// The line, from 1; 0 where the file as a whole is meant.
    public let line: Int
    /// The column in Unicode scalars, from 1; 0 where the file as a whole is meant.
    public let column: Int
    /// How many characters from there on are meant, at least 1.
    public let length: Int
    /// The kind of mistake.
    public let code: Code
    /// What is wrong.
    public let message: String
    /// The known name that was probably meant.
    public let suggestion: String?
    /// What to do, where it is more than another name.
    public let hint: String?
    /// The keys that lead there, outermost first; `#2` is the second item of a list.
    public let path: [String]
    /// The line that contains it, if it is shown.
    public let excerpt: SourceExcerpt?
}

extension DescriptorDiagnostic {
    /// A mistake in the file as a whole.
    public init(file: String, code: Code, message: String, hint: String? = nil) {
        self.init(
            file: file, line: 0, column: 0, length: 1, code: code, message: message, suggestion: nil, hint: hint,
            path: [], excerpt: nil)
    }
}
