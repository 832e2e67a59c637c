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

/// All mistakes found in one run, in the order of the files and their lines. There is at least one.
public struct DescriptorErrors: Error, Sendable, Hashable {
    /// The mistakes.
    public let diagnostics: [DescriptorDiagnostic]

    public init(_ diagnostics: [DescriptorDiagnostic]) {
        self.diagnostics = diagnostics
    }

    init(file: String, _ code: DescriptorDiagnostic.Code, _ message: String, hint: String? = nil) {
        self.init([DescriptorDiagnostic(file: file, code: code, message: message, hint: hint)])
    }
}

/// A place in a descriptor file. Lines and columns count from 1.
public struct SourceLocation: Sendable, Hashable, CustomStringConvertible {
    /// The file name in messages.
    public let file: String
    /// The line, from 1.
    public let line: Int
    /// The column in characters, from 1.
    public let column: Int

    /// Whether it is in the shipped descriptors.
    var isShipped: Bool { file.isSame(DescriptorFile.shipped.name) }

    /// `file:line:column`.
    public var description: String { "\(file):\(line):\(column)" }
}
