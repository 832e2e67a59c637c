/// Why a text is not the YAML that is read here.
package struct YAMLProblem: Error, Sendable, Hashable {
    package let code: DescriptorDiagnostic.Code
    package let mark: YAMLMark
    package let message: String
    package var hint: String?
    /// Where the innermost affected node begins, if that is known.
    package var node: YAMLMark?
}
