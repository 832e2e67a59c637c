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
