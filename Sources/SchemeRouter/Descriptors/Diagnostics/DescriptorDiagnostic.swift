/// One mistake in a descriptor or settings file: what, where, and what to do about it.
public struct DescriptorDiagnostic: Error, Sendable, Hashable {
    /// The file name in messages.
    public let file: String
    /// The line, from 1; 0 for the file as a whole.
    public let line: Int
    /// The column in Unicode scalars, from 1; 0 for the file as a whole.
    public let column: Int
    /// The length of the affected text in characters, at least 1.
    public let length: Int
    /// The kind of mistake.
    public let code: Code
    /// What is wrong.
    public let message: String
    /// The known name that was probably meant.
    public let suggestion: String?
    /// What to do, if it is more than using another name.
    public let hint: String?
    /// The keys that lead to the mistake, outermost first; `#2` is the second item of a list.
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
