/// Why a text is not the YAML that is read here.
package struct YAMLProblem: Error, Sendable, Hashable {
    /// The kind of problem.
    package let code: DescriptorDiagnostic.Code
    /// Where it is.
    package let mark: YAMLMark
    /// What is wrong.
    package let message: String
    /// What to do about it.
    package var hint: String?
    /// Where the innermost node that is concerned begins, if that is known.
    package var node: YAMLMark?
}
