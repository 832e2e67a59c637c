/// Why a text is not valid in the YAML subset accepted here.
package struct YAMLProblem: Error, Sendable, Hashable {
    package let code: DescriptorDiagnostic.Code
    package let mark: YAMLMark
    package let message: String
    package var hint: String?
    /// The start of the innermost affected node, if known.
    package var node: YAMLMark?
}
