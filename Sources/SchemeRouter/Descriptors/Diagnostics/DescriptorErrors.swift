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
