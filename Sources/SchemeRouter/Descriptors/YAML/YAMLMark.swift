/// A position in a YAML text. Lines and columns count from 1, columns in Unicode scalars.
package struct YAMLMark: Sendable, Hashable, Comparable {
    package let line: UInt32
    package let column: UInt32
    /// The number of characters of the line that belong to it, at least 1.
    package let length: UInt32

    package static let start = YAMLMark(line: 1, column: 1, length: 1)

    package static func < (left: YAMLMark, right: YAMLMark) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }

    package func begins(with other: YAMLMark) -> Bool { line == other.line && column == other.column }
}

/// Why a text is not valid in the YAML subset accepted here.
package struct YAMLProblem: Error, Sendable, Hashable {
    package let code: DescriptorDiagnostic.Code
    package let mark: YAMLMark
    package let message: String
    package var hint: String?
    /// The start of the innermost affected node, if known.
    package var node: YAMLMark?
}
